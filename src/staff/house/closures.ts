/** Closures: GET and POST /cierres. What a closure would hit is seen before it takes effect, and for as long as it stands. */
import { CLOSURE_LIMITS } from "../../domain/schedule/switches.ts";
import type { Situation } from "../../domain/schedule/situation.ts";
import type { ClosureRun } from "../../domain/schedule/closures.ts";
import type { Answer } from "../../http/answer.ts";
import type { ClosureBook, StaffDeps } from "../../ports.ts";
import { isClosureProblem, plannedClosure, typedClosure } from "./closure_form.ts";
import { standingRuns } from "./closure_list.ts";
import { currentSituation } from "../current_situation.ts";
import { closuresPage, type ClosuresView } from "./closures_page.ts";
import { seeOther, type StaffAct, type StaffRoute, type StaffVisit } from "../route.ts";

export function closureRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/cierres", show: (visit) => showClosures(deps, visit) },
    { method: "POST", path: "/cierres", act: (act) => changeClosures(deps, act) },
  ];
}

async function showClosures(deps: StaffDeps, { query, actor }: StaffVisit): Promise<Answer> {
  return closuresPage({
    situation: currentSituation(deps),
    actor,
    turns: await deps.switches.turns(),
    done: query.get("hecho"),
    ...await viewOf(deps, query),
  });
}

/** The reservations that one of the closures hits, or one that is only typed; else the list. */
async function viewOf(deps: StaffDeps, query: URLSearchParams): Promise<ClosuresView> {
  const situation = currentSituation(deps);
  if (query.has("cierre")) {
    const run = runWith(query.get("cierre"), situation);
    if (run === null) return { kind: "gone" };
    return { kind: "standing", run, hit: await deps.book.hitBy(run.closed) };
  }
  if (!query.has("dia")) return { kind: "list", typed: null };
  const typed = typedClosure(query);
  if (query.has("cambiar")) return { kind: "list", typed };
  const plan = plannedClosure(typed, situation);
  if (isClosureProblem(plan)) return { kind: "wrong", typed, problem: plan };
  return { kind: "preview", typed, plan, hit: await deps.book.hitBy(plan.closed) };
}

async function changeClosures(deps: StaffDeps, { form, actor }: StaffAct): Promise<Answer> {
  const closures = deps.closures.by(actor);
  if (form.get("accion") === "quitar") return await removeClosures(closures, form);
  const situation = currentSituation(deps);
  const typed = typedClosure(form);
  const plan = plannedClosure(typed, situation);
  if (isClosureProblem(plan)) {
    const turns = await deps.switches.turns();
    const wrong = { kind: "wrong", typed, problem: plan } as const;
    return closuresPage({ situation, actor, turns, done: null, ...wrong });
  }
  const id = await closures.add(plan.closed, plan.reason);
  return seeOther(`/cierres?cierre=${id}&hecho=cerrado`);
}

/** Whoever was second finds them removed too: that they are gone is what both wanted. */
async function removeClosures(closures: ClosureBook, form: URLSearchParams): Promise<Answer> {
  const ids = form.getAll("cierre").map(Number).filter(Number.isSafeInteger);
  for (const id of ids.slice(0, CLOSURE_LIMITS.days)) await closures.remove(id);
  return seeOther("/cierres?hecho=quitado");
}

function runWith(id: string | null, situation: Situation): ClosureRun | null {
  const runs = standingRuns(situation);
  return runs.find(({ closures }) => closures.some((one) => String(one.id) === id)) ?? null;
}

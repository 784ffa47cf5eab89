/** Closures: GET and POST /cierres. What a closure would hit is seen before it takes effect, and for as long as it stands. */
import type { Closure } from "../../domain/closure.ts";
import type { Situation } from "../../domain/situation.ts";
import type { Answer } from "../../http/answer.ts";
import type { StaffDeps } from "../../staff_deps.ts";
import {
  type ClosurePlan,
  isClosureProblem,
  plannedClosure,
  typedClosure,
} from "./closure_form.ts";
import { standingClosures } from "./closure_list.ts";
import { currentSituation } from "./current_situation.ts";
import { closuresPage, type ClosuresView } from "./closures_page.ts";
import { seeOther, type StaffAct, type StaffRoute, type StaffVisit } from "./route.ts";

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
    done: query.get("hecho"),
    ...await viewOf(deps, query),
  });
}

/** The reservations that one of the closures hits, or one that is only typed; else the list. */
async function viewOf(deps: StaffDeps, query: URLSearchParams): Promise<ClosuresView> {
  const situation = currentSituation(deps);
  if (query.has("cierre")) {
    const closure = closureWith(query.get("cierre"), situation);
    if (closure === null) return { kind: "gone" };
    return { kind: "standing", closure, hit: await deps.book.hitBy(closure) };
  }
  if (!query.has("dia")) return { kind: "list", typed: null };
  const typed = typedClosure(query);
  if (query.has("cambiar")) return { kind: "list", typed };
  const plan = plannedClosure(typed, situation);
  if (isClosureProblem(plan)) return { kind: "wrong", typed, problem: plan };
  return { kind: "preview", typed, plan, hit: await deps.book.hitBy(plan.closed) };
}

async function changeClosures(deps: StaffDeps, { form, actor }: StaffAct): Promise<Answer> {
  if (form.get("accion") === "quitar") return await removeClosure(deps, form);
  const situation = currentSituation(deps);
  const typed = typedClosure(form);
  const plan = plannedClosure(typed, situation);
  if (isClosureProblem(plan)) {
    return closuresPage({ situation, actor, done: null, kind: "wrong", typed, problem: plan });
  }
  return seeOther(`/cierres?cierre=${await close(deps, plan)}&hecho=cerrado`);
}

/** @returns the closure's id */
function close({ closures }: StaffDeps, { closed, reason }: ClosurePlan): Promise<number> {
  return closed.kind === "day"
    ? closures.addDay(closed.day, reason)
    : closures.addSpan(closed.from, closed.to, reason);
}

/** Whoever was second finds it removed too: that it is gone is what both wanted. */
async function removeClosure({ closures }: StaffDeps, form: URLSearchParams): Promise<Answer> {
  const id = Number(form.get("cierre"));
  if (Number.isSafeInteger(id)) await closures.remove(id);
  return seeOther("/cierres?hecho=quitado");
}

function closureWith(id: string | null, situation: Situation): Closure | null {
  return standingClosures(situation).find((closure) => String(closure.id) === id) ?? null;
}

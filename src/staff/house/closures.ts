/** Closures: GET and POST /cierres. What a closure hits is shown before it takes effect and while it is in effect. */
import { localDateTime, wallMinute } from "../../domain/local_time.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { type ClosureRun, closureRuns, standingClosures } from "../../domain/schedule/closures.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import { type Closure, CLOSURE_LIMITS } from "../../domain/schedule/switches.ts";
import type { Answer } from "../../http/answer.ts";
import { type Html, html } from "../../pages/html.ts";
import type { ClosureBook, StaffDeps, SwitchTurn } from "../../ports.ts";
import { guestText } from "../guest_text.ts";
import { staffPageAnswer } from "../layout.ts";
import {
  currentSituation,
  seeOther,
  type StaffAct,
  type StaffRoute,
  type StaffVisit,
} from "../route.ts";
import {
  closureFields,
  type ClosurePlan,
  type ClosureProblem,
  isClosureProblem,
  plannedClosure,
  type TypedClosure,
  typedClosure,
} from "./closure_form.ts";
import { hitList, hitsInWords } from "./closure_hits.ts";
import { closureInWords } from "./closure_words.ts";
import { hiddenFields, lastTurn } from "./switches.ts";

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

/** Closures that are gone already count as removed: two people may press the button at once. */
async function removeClosures(closures: ClosureBook, form: URLSearchParams): Promise<Answer> {
  const ids = form.getAll("cierre").map(Number).filter(Number.isSafeInteger);
  for (const id of ids.slice(0, CLOSURE_LIMITS.days)) await closures.remove(id);
  return seeOther("/cierres?hecho=quitado");
}

function runWith(id: string | null, situation: Situation): ClosureRun | null {
  const runs = standingRuns(situation);
  return runs.find(({ closures }) => closures.some((one) => String(one.id) === id)) ?? null;
}

type ClosuresView =
  /** What is typed already; null where nothing is. */
  | { readonly kind: "list"; readonly typed: TypedClosure | null }
  /** The closure that was asked for is over or removed. */
  | { readonly kind: "gone" }
  | { readonly kind: "wrong"; readonly typed: TypedClosure; readonly problem: ClosureProblem }
  | {
    readonly kind: "preview";
    readonly typed: TypedClosure;
    readonly plan: ClosurePlan;
    readonly hit: readonly Reservation[];
  }
  | { readonly kind: "standing"; readonly run: ClosureRun; readonly hit: readonly Reservation[] };

type ClosuresPage = ClosuresView & {
  readonly situation: Situation;
  readonly actor: string;
  /** Who closed what. */
  readonly turns: readonly SwitchTurn[];
  /** The code of what was just done; null where nothing was. */
  readonly done: string | null;
};

const DONE: Readonly<Record<string, string>> = {
  cerrado: "Listo: cerrado. Ya no se reserva en ese tiempo.",
  quitado: "Listo: se quitó el cierre. Se vuelve a reservar en ese tiempo.",
};

const TITLES: Readonly<Record<ClosuresView["kind"], string>> = {
  list: "Cierres",
  gone: "Cierres",
  wrong: "Cierres",
  preview: "Antes de cerrar",
  standing: "A quién afecta",
};

function closuresPage(page: ClosuresPage): Answer {
  const { situation, actor, done } = page;
  const said = Object.hasOwn(DONE, done ?? "") ? DONE[done ?? ""]! : null;
  return staffPageAnswer({
    status: page.kind === "wrong" ? 422 : page.kind === "gone" ? 404 : 200,
    restaurant: situation.restaurant,
    title: TITLES[page.kind],
    section: "casa",
    actor,
    content: html`
      ${said !== null && html`<p class="done" role="status">${said}</p>`}
      ${contentOf(page)}
    `,
  });
}

function contentOf(page: ClosuresPage): Html {
  if (page.kind === "preview") return preview(page);
  if (page.kind === "standing") return standing(page);
  const typed = page.kind === "gone" ? null : page.typed;
  const problem = page.kind === "wrong" ? page.problem : null;
  return html`
    ${page.kind === "gone" && html`
      <p class="notice">Ese cierre ya no está: alguien lo quitó o ya pasó.</p>
    `}
    <div class="closures">
      <section class="card" aria-labelledby="lista">
        <h2 id="lista">Cierres próximos</h2>
        ${closureList(page.situation, page.turns)}
      </section>
      <section class="card" aria-labelledby="nuevo">
        <h2 id="nuevo">Cerrar un día o unas horas</h2>
        ${closureFields(page.situation, typed, problem)}
      </section>
    </div>
    <p><a href="/casa" class="button">Volver a Casa</a></p>
  `;
}

function preview(
  { situation, typed, plan, hit }: ClosuresPage & { readonly kind: "preview" },
): Html {
  const today = currentServiceDay(situation);
  return html`
    <section class="card" aria-labelledby="cierre">
      <h2 id="cierre">${closureInWords(plan.closed, today)}</h2>
      <p>Motivo: ${guestText(plan.reason)}</p>
      <p>Afecta a: <b>${hitsInWords(hit)}</b>.</p>
      <p><b>Todavía no se cierra nada.</b> Al cerrar, nadie más reserva en ese tiempo; las reservaciones ya hechas siguen en pie hasta que las cambies o canceles.</p>
      <div class="buttons">
        <form method="post"
          action="/cierres">${hiddenFields(
            typed,
          )}<button class="main" name="accion" value="cerrar">Cerrar</button></form>
        <a class="button" href="/cierres?${new URLSearchParams({ cambiar: "1", ...typed })
          .toString()}">Cambiar</a>
        <a class="button quiet" href="/cierres">No cerrar</a>
      </div>
    </section>
    ${hitList({ closed: plan.closed, reason: plan.reason, hit, situation, standing: null })}
  `;
}

function standing(
  { situation, run, turns, hit }: ClosuresPage & { readonly kind: "standing" },
): Html {
  const { closures, closed, reason } = run;
  const today = currentServiceDay(situation);
  const standing = closures[0]!;
  return html`
    <section class="card" aria-labelledby="cierre">
      <h2 id="cierre">${closureInWords(closed, today)}</h2>
      ${reason !== "" && html`<p>Motivo: ${guestText(reason)}</p>`}
      <p>${closedBy(run, turns, situation)}</p>
      <div class="buttons">
        ${removeButton(run)}
        <a class="button quiet" href="/cierres">Todos los cierres</a>
      </div>
    </section>
    ${hitList({ closed, reason, hit, situation, standing })}
  `;
}

/** On the switches' page only the next few are told. */
const NEXT = 3;

/** The closures that are not over, as people take them. */
function standingRuns(situation: Situation): readonly ClosureRun[] {
  return closureRuns(standingClosures(situation));
}

/** What the switches' page says of closures. */
export function closuresCard(situation: Situation): Html {
  const runs = standingRuns(situation);
  const more = runs.length - NEXT;
  return html`
    <section class="card switch" aria-labelledby="cierres">
      <h2 id="cierres">Cierres</h2>
      ${runs.length === 0
        ? html`<p class="state on"><strong>Ninguno.</strong> Se abre según el horario.</p>`
        : html`<ul class="plainlist">${
          runs.slice(0, NEXT).map((run) => html`<li>${closureLine(run, situation)}</li>`)
        }</ul>`}
      ${more > 0 && html`<p><small>Y ${more} más.</small></p>`}
      <p><a class="button" href="/cierres">Ver y agregar cierres</a></p>
    </section>
  `;
}

/** All of them, each with its reservations and the way back. */
function closureList(situation: Situation, turns: readonly SwitchTurn[]): Html {
  const runs = standingRuns(situation);
  if (runs.length === 0) return html`<p>No hay cierres: se abre según el horario.</p>`;
  return html`
    <ul class="plainlist">${runs.map((run) => {
      const { id } = run.closures[0]!;
      return html`
        <li class="closure">
          <div id="c${id}">${closureLine(run, situation)} ${closedBy(run, turns, situation)}</div>
          <div class="buttons" role="group" aria-labelledby="c${id}">
            <a class="button" href="/cierres?cierre=${id}">Ver a quién afecta</a>
            ${removeButton(run)}
          </div>
        </li>
      `;
    })}</ul>
  `;
}

/** Who entered it, of several days the last of them. */
function closedBy(
  { closures }: ClosureRun,
  turns: readonly SwitchTurn[],
  situation: Situation,
): Html | null {
  return lastTurn(`closure ${closures.at(-1)!.id}`, turns, situation);
}

function removeButton({ closures }: ClosureRun): Html {
  const label = closures.length === 1 ? "Quitar el cierre" : `Quitar los ${closures.length} días`;
  return html`
    <form method="post"
      action="/cierres">${closures.map(({ id }) =>
        html`<input type="hidden" name="cierre" value="${id}">`
      )}<button class="bad" name="accion" value="quitar">${label}</button></form>
  `;
}

function closureLine({ closures, closed, reason }: ClosureRun, situation: Situation): Html {
  const today = currentServiceDay(situation);
  return html`<p><b class="closed">${closureInWords(closed, today)}</b> ${
    hasBegun(closures[0]!, situation) && html`<span class="chip gone">Ahora</span>`
  } ${guestText(reason)}</p>`;
}

function hasBegun(closure: Closure, situation: Situation): boolean {
  if (closure.kind === "day") return closure.day === currentServiceDay(situation);
  return closure.from <= localDateTime(wallMinute(situation.now, situation.restaurant.timeZone));
}

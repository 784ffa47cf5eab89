/** Closures: GET and POST /cierres. The reservations that a closure hits are shown before and while it is in effect. */
import { localDateTime, wallMinute } from "../../domain/local_time.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { type ClosureRun, closureRuns } from "../../domain/schedule/closures.ts";
import {
  currentServiceDay,
  type Situation,
  situationNow,
} from "../../domain/schedule/situation.ts";
import { CLOSURE_LIMITS } from "../../domain/schedule/services.ts";
import { buttonForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { type Answer, seeOther } from "../../http/answer.ts";
import type { StaffDeps, SwitchTurn } from "../../ports/staff.ts";
import { closureInWords } from "../day_words.ts";
import { guestText } from "../guest.ts";
import { staffPageAnswer } from "../layout.ts";
import {
  type Refusal,
  refusalPage,
  type StaffAct,
  type StaffRoute,
  type StaffVisit,
} from "../route.ts";
import {
  closureFields,
  type ClosurePlan,
  type ClosureProblem,
  plannedClosure,
  type TypedClosure,
  typedClosure,
} from "./closure_form.ts";
import { hitList, type Hits } from "./closure_hits.ts";
import { lastTurn, stateWords } from "./switches.ts";

export function closureRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/cierres", show: (visit) => showClosures(deps, visit) },
    { method: "POST", path: "/cierres", act: (act) => changeClosures(deps, act) },
  ];
}

interface Page {
  readonly situation: Situation;
  readonly actor: string;
  readonly turns: readonly SwitchTurn[];
}

async function pageOf(deps: StaffDeps, { actor }: StaffVisit): Promise<Page> {
  return { situation: situationNow(deps), actor, turns: await deps.switches.turns() };
}

/** The reservations that a closure hits, stored or only typed; else the list of closures. */
async function showClosures(deps: StaffDeps, visit: StaffVisit): Promise<Answer> {
  const { query } = visit;
  const page = await pageOf(deps, visit);
  const typed = typedClosure(query);
  const id = query.get("cierre");
  if (id !== null) {
    const run = closureRuns(page.situation)
      .find(({ closures }) => closures.some((one) => String(one.id) === id));
    // A full time affects no reservation.
    if (run === undefined || run.closed.kind === "full") {
      return refusalPage(page.situation.restaurant, GONE);
    }
    return closurePage(page, run, await deps.book.hitBy(run.closed));
  }
  if (!query.has("dia") || query.has("cambiar")) return listPage(page, typed);
  const plan = plannedClosure(typed, page.situation);
  if ("field" in plan) return listPage(page, typed, plan);
  return previewPage(page, typed, plan, await deps.book.hitBy(plan.closed));
}

const GONE: Refusal = [404, "Ese cierre ya no está", "Alguien lo quitó o ya pasó."];

/** Closures that are gone already count as removed: two people may press the button at once. */
async function changeClosures(deps: StaffDeps, act: StaffAct): Promise<Answer> {
  const { form, actor, request } = act;
  const closures = deps.closures.by(actor, request.signal);
  if (form.get("accion") === "quitar") {
    const ids = form.getAll("cierre").map(Number).filter(Number.isSafeInteger);
    await closures.remove(...ids.slice(0, CLOSURE_LIMITS.days));
    return seeOther("/cierres");
  }
  const page = await pageOf(deps, act);
  const typed = typedClosure(form);
  const plan = plannedClosure(typed, page.situation);
  if ("field" in plan) return listPage(page, typed, plan);
  const id = await closures.add(plan.closed, plan.reason);
  return seeOther(`/cierres?cierre=${id}`);
}

function answer(page: Page, title: string, content: Html, status = 200): Answer {
  const { situation: { restaurant }, actor } = page;
  return staffPageAnswer({ status, restaurant, title, section: "casa", actor, content });
}

/** All closures, and the form for another. */
function listPage(
  page: Page,
  typed: TypedClosure,
  problem: ClosureProblem | null = null,
): Answer {
  const content = html`
    <section class="card" aria-labelledby="lista">
      <h2 id="lista">Cierres próximos</h2>
      ${closureList(page)}
    </section>
    <section class="card" aria-labelledby="nuevo">
      <h2 id="nuevo">Cerrar un día o unas horas</h2>
      ${closureFields(page.situation, typed, problem)}
    </section>
    <p><a href="/casa" class="button">Volver a Casa</a></p>
  `;
  return answer(page, "Cierres", content, problem === null ? 200 : 422);
}

function previewPage(
  page: Page,
  typed: TypedClosure,
  plan: ClosurePlan,
  hit: readonly Reservation[],
): Answer {
  const change = new URLSearchParams({ cambiar: "1", ...typed });
  const card = html`
    <p><b>Todavía no se cierra nada.</b> Al cerrar, nadie más reserva en ese tiempo; las reservaciones ya hechas siguen en pie hasta que las cambies o canceles.</p>
    <div class="buttons">
      ${buttonForm({
        to: "/cierres",
        action: "cerrar",
        label: "Cerrar",
        look: "main",
        hidden: typed,
      })}
      <a class="button" href="/cierres?${change.toString()}">Cambiar</a>
      <a class="button quiet" href="/cierres">No cerrar</a>
    </div>
  `;
  return hitsPage(page, "Antes de cerrar", card, { ...plan, hit, list: null });
}

function closurePage(page: Page, run: ClosureRun, hit: readonly Reservation[]): Answer {
  const card = html`
    <p><b>Cerrado: ya no se reserva en ese tiempo.</b> ${closedBy(run, page)}</p>
    <div class="buttons">
      ${removeButton(run)}
      <a class="button quiet" href="/cierres">Todos los cierres</a>
    </div>
  `;
  const list = `/cierres?cierre=${run.closures[0]!.id}`;
  return hitsPage(page, "A quién afecta", card, { ...run, hit, list });
}

function hitsPage(page: Page, title: string, card: Html, hits: Omit<Hits, "situation">): Answer {
  const { situation } = page;
  const content = html`
    <section class="card" aria-labelledby="cierre">
      <h2 id="cierre">${closureInWords(hits.closed, currentServiceDay(situation))}</h2>
      ${hits.reason !== "" && html`<p>Motivo: ${guestText(hits.reason)}</p>`}
      ${card}
    </section>
    ${hitList({ ...hits, situation })}
  `;
  return answer(page, title, content);
}

/** As many as the switches' page shows. */
const MAX_NEXT = 3;

/** The closures on the switches' page. */
export function closuresCard(situation: Situation): Html {
  const runs = closureRuns(situation);
  const more = runs.length - MAX_NEXT;
  return html`
    <section class="card" aria-labelledby="cierres">
      <h2 id="cierres">Cierres</h2>
      ${runs.length === 0 &&
        stateWords("on", "Ninguno.", "Se abre según el horario.")}
      <ul class="plainlist">${runs.slice(0, MAX_NEXT).map((run) =>
        html`<li>${closureLine(run, situation)}</li>`
      )}</ul>
      ${more > 0 && html`<p><small>Y ${more} más.</small></p>`}
      <p><a class="button" href="/cierres">Ver y agregar cierres</a></p>
    </section>
  `;
}

function closureList(page: Page): Html {
  const runs = closureRuns(page.situation);
  if (runs.length === 0) return html`<p>No hay cierres: se abre según el horario.</p>`;
  return html`
    <ul class="plainlist">${runs.map((run) => {
      const { id } = run.closures[0]!;
      return html`
        <li class="between">
          <div id="c${id}">${closureLine(run, page.situation)} ${closedBy(run, page)}</div>
          <div class="buttons" role="group" aria-labelledby="c${id}">
            ${run.closed.kind !== "full" && html`
              <a class="button" href="/cierres?cierre=${id}">Ver a quién afecta</a>
            `}
            ${removeButton(run)}
          </div>
        </li>
      `;
    })}</ul>
  `;
}

/** Who entered it and when; of several days, the last one. */
function closedBy({ closures }: ClosureRun, { turns, situation }: Page): Html | null {
  return lastTurn(`closure ${closures.at(-1)!.id}`, turns, situation);
}

function removeButton({ closures }: ClosureRun): Html {
  const label = closures[0]!.kind === "full"
    ? "Abrir la hora"
    : closures.length === 1
    ? "Quitar el cierre"
    : `Quitar los ${closures.length} días`;
  const hidden = { cierre: closures.map(({ id }) => String(id)) };
  return buttonForm({ to: "/cierres", action: "quitar", label, look: "bad", hidden });
}

function closureLine({ closures, closed, reason }: ClosureRun, situation: Situation): Html {
  const today = currentServiceDay(situation);
  const [first] = closures;
  const now = localDateTime(wallMinute(situation.now, situation.restaurant.timeZone));
  const begun = first!.kind === "day" ? first!.day === today : first!.from <= now;
  return html`<p><b>${closureInWords(closed, today)}</b> ${
    begun && html`<span class="chip gone">Ahora</span>`
  } ${guestText(reason)}</p>`;
}

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
import { seeOther } from "../../http/answer.ts";
import type { StaffDeps, SwitchTurn } from "../../ports/staff.ts";
import { closureInWords } from "../day_words.ts";
import { guestText } from "../guest.ts";
import { card, type StaffPage } from "../layout.ts";
import type { Refusal, Shown, StaffAct, StaffRoute } from "../route.ts";
import {
  closureFields,
  type ClosurePlan,
  type ClosureProblem,
  plannedClosure,
  type TypedClosure,
  typedClosure,
} from "./closure_form.ts";
import { closureHits, type Hits } from "./closure_hits.ts";
import { lastTurn, stateWords } from "./switches.ts";

export function closureRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/cierres", show: ({ query }) => showClosures(deps, query) },
    { method: "POST", path: "/cierres", act: (act) => changeClosures(deps, act) },
  ];
}

interface Context {
  readonly situation: Situation;
  readonly turns: readonly SwitchTurn[];
}

async function contextOf(deps: StaffDeps): Promise<Context> {
  return { situation: situationNow(deps), turns: await deps.switches.turns() };
}

/** The reservations that a closure hits, stored or only typed; else the list of closures. */
async function showClosures(deps: StaffDeps, query: URLSearchParams): Promise<Shown> {
  const context = await contextOf(deps);
  const typed = typedClosure(query);
  const id = query.get("cierre");
  if (id !== null) {
    const run = closureRuns(context.situation)
      .find(({ closures }) => closures.some((one) => String(one.id) === id));
    // A full time affects no reservation.
    if (run === undefined || run.closed.kind === "full") return GONE;
    return closurePage(context, run, await deps.book.hitBy(run.closed));
  }
  if (!query.has("dia")) return listPage(context, typed);
  const plan = plannedClosure(typed, context.situation);
  if ("field" in plan) return listPage(context, typed, plan);
  return previewPage(context, typed, plan, await deps.book.hitBy(plan.closed));
}

const GONE: Refusal = [404, "Ese cierre ya no está", "Alguien lo quitó o ya pasó."];

/** Closures that are gone already count as removed: two people may press the button at once. */
async function changeClosures(deps: StaffDeps, { form, actor, request }: StaffAct): Promise<Shown> {
  const closures = deps.closures.by(actor, request.signal);
  if (form.get("accion") === "quitar") {
    const ids = form.getAll("cierre").map(Number).filter(Number.isSafeInteger);
    await closures.remove(...ids.slice(0, CLOSURE_LIMITS.days));
    return seeOther("/cierres");
  }
  const context = await contextOf(deps);
  const typed = typedClosure(form);
  const plan = plannedClosure(typed, context.situation);
  if ("field" in plan) return listPage(context, typed, plan);
  const id = await closures.add(plan.closed, plan.reason, plan.isPublic);
  return seeOther(`/cierres?cierre=${id}`);
}

function listPage(
  context: Context,
  typed: TypedClosure,
  problem: ClosureProblem | null = null,
): StaffPage {
  const fields = closureFields(context.situation, typed, problem);
  const content = html`
    ${card("lista", "Cierres próximos", closureList(context))}
    ${card("nuevo", "Cerrar un día o unas horas", fields)}
    <p><a href="/casa" class="button">Volver a Ajustes</a></p>
  `;
  return { status: problem === null ? 200 : 422, title: "Cierres", section: "casa", content };
}

function previewPage(
  { situation }: Context,
  typed: TypedClosure,
  plan: ClosurePlan,
  hit: readonly Reservation[],
): StaffPage {
  const actions = html`
    <p><b>Todavía no se cierra nada.</b> Al cerrar, nadie más reserva en ese tiempo; las reservaciones ya hechas siguen en pie hasta que las cambies o canceles.</p>
    <div class="buttons">
      ${buttonForm({
        to: "/cierres",
        action: "cerrar",
        label: "Cerrar",
        look: "main",
        hidden: typed,
      })}
      <a class="button quiet" href="/cierres">No cerrar</a>
    </div>
  `;
  return hitsPage("Antes de cerrar", actions, { ...plan, hit, situation, list: null });
}

function closurePage(context: Context, run: ClosureRun, hit: readonly Reservation[]): StaffPage {
  const { situation } = context;
  const actions = html`
    <p><b>Cerrado: ya no se reserva en ese tiempo.</b> ${closedBy(run, context)}</p>
    <div class="buttons">
      ${removeButton(run)}
      <a class="button quiet" href="/cierres">Todos los cierres</a>
    </div>
  `;
  const list = `/cierres?cierre=${run.closures[0]!.id}`;
  return hitsPage("A quién afecta", actions, { ...run, hit, situation, list });
}

function hitsPage(title: string, actions: Html, hits: Hits): StaffPage {
  const { closed, reason, isPublic, situation } = hits;
  const words = closureInWords(closed, currentServiceDay(situation));
  const label = isPublic ? "Motivo, que leen todos" : "Motivo";
  const why = reason !== "" && html`<p>${label}: ${guestText(reason)}</p>`;
  const content = html`${card("cierre", words, [why, actions])} ${closureHits(hits)}`;
  return { title, section: "casa", content };
}

/** As many as the switches' page shows. */
const MAX_NEXT = 3;

export function closuresCard(situation: Situation): Html {
  const runs = closureRuns(situation);
  const more = runs.length - MAX_NEXT;
  const next = runs.slice(0, MAX_NEXT).map((run) => html`<li>${closureLine(run, situation)}</li>`);
  const content = html`
    ${runs.length === 0 && stateWords("on", "Ninguno.", "Se abre según el horario.")}
    <ul class="plainlist">${next}</ul>
    ${more > 0 && html`<p><small>Y ${more} más.</small></p>`}
    <p><a class="button" href="/cierres">Ver y agregar cierres</a></p>
  `;
  return card("cierres", "Cierres", content);
}

function closureList(context: Context): Html {
  const runs = closureRuns(context.situation);
  if (runs.length === 0) return html`<p>No hay cierres: se abre según el horario.</p>`;
  return html`
    <ul class="plainlist">${runs.map((run) => {
      const { id } = run.closures[0]!;
      return html`
        <li class="between">
          <div id="c${id}">${closureLine(run, context.situation)} ${closedBy(run, context)}</div>
          <div class="buttons" role="group" aria-labelledby="c${id}">
            ${run.closed.kind !== "full" &&
              html`<a class="button" href="/cierres?cierre=${id}">Ver a quién afecta</a>`}
            ${removeButton(run)}
          </div>
        </li>
      `;
    })}</ul>
  `;
}

/** Who entered it and when; of several days, the last one. */
function closedBy({ closures }: ClosureRun, { turns, situation }: Context): Html | null {
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

function closureLine(run: ClosureRun, situation: Situation): Html {
  const { closures, closed, reason, isPublic } = run;
  const today = currentServiceDay(situation);
  const [first] = closures;
  const now = localDateTime(wallMinute(situation.now, situation.restaurant.timeZone));
  const begun = first!.kind === "day" ? first!.day === today : first!.from <= now;
  const chip = begun && html`<span class="chip gone">Ahora</span>`;
  const seen = isPublic && html`<small>Lo leen todos.</small>`;
  return html`<p><b>${closureInWords(closed, today)}</b> ${chip} ${guestText(reason)} ${seen}</p>`;
}

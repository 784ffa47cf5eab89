/** Closures: GET and POST /cierres. The reservations that a closure hits are shown before and while it is in effect. */
import { localDateTime, wallMinute } from "../../domain/local_time.ts";
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

/** The reservations that a closure hits, stored or only typed; else the list of closures. */
async function showClosures(deps: StaffDeps, query: URLSearchParams): Promise<Shown> {
  const situation = situationNow(deps);
  const id = query.get("cierre");
  if (id !== null) return await closurePage(deps, situation, id);
  const typed = typedClosure(query);
  if (!query.has("dia")) return await listPage(deps, situation, typed);
  const plan = plannedClosure(typed, situation);
  if ("field" in plan) return await listPage(deps, situation, typed, plan);
  const hit = await deps.book.hitBy(plan.closed);
  const hits = { ...plan, hit, situation, list: null };
  return hitsPage("Antes de cerrar", previewActions(typed), hits);
}

/** Closures that are gone already count as removed: two people may press the button at once. */
async function changeClosures(deps: StaffDeps, { form, actor, request }: StaffAct): Promise<Shown> {
  const closures = deps.closures.by(actor, request.signal);
  if (form.get("accion") === "quitar") {
    const ids = form.getAll("cierre").map(Number).filter(Number.isSafeInteger);
    await closures.remove(...ids.slice(0, CLOSURE_LIMITS.days));
    return seeOther("/cierres");
  }
  const situation = situationNow(deps);
  const typed = typedClosure(form);
  const plan = plannedClosure(typed, situation);
  if ("field" in plan) return await listPage(deps, situation, typed, plan);
  const id = await closures.add(plan.closed, plan.reason, plan.isPublic);
  return seeOther(`/cierres?cierre=${id}`);
}

async function listPage(
  { switches }: StaffDeps,
  situation: Situation,
  typed: TypedClosure,
  problem: ClosureProblem | null = null,
): Promise<StaffPage> {
  const list = closureList(situation, await switches.turns());
  const content = html`
    ${card("lista", "Cierres próximos", list)}
    ${card("nuevo", "Cerrar un día o unas horas", closureFields(situation, typed, problem))}
    <p><a href="/casa" class="button">Volver a Ajustes</a></p>
  `;
  return { status: problem === null ? 200 : 422, title: "Cierres", section: "casa", content };
}

function previewActions(hidden: TypedClosure): Html {
  return html`
    <p><b>Todavía no se cierra nada.</b> Al cerrar, nadie más reserva en ese tiempo; las reservaciones ya hechas siguen en pie hasta que las cambies o canceles.</p>
    <div class="buttons">
      ${buttonForm({ to: "/cierres", action: "cerrar", label: "Cerrar", look: "main", hidden })}
      <a class="button quiet" href="/cierres">No cerrar</a>
    </div>
  `;
}

async function closurePage(
  { book, switches }: StaffDeps,
  situation: Situation,
  id: string,
): Promise<StaffPage | Refusal> {
  const run = closureRuns(situation)
    .find(({ closures }) => closures.some((one) => String(one.id) === id));
  // A full time affects no reservation.
  if (run === undefined || run.closed.kind === "full") return GONE;
  const hit = await book.hitBy(run.closed);
  const by = closedBy(run, await switches.turns(), situation);
  const actions = html`
    <p><b>Cerrado: ya no se reserva en ese tiempo.</b> ${by}</p>
    <div class="buttons">
      ${removeButton(run)}
      <a class="button quiet" href="/cierres">Todos los cierres</a>
    </div>
  `;
  const list = `/cierres?cierre=${run.closures[0]!.id}`;
  return hitsPage("A quién afecta", actions, { ...run, hit, situation, list });
}

const GONE: Refusal = [404, "Ese cierre ya no está", "Alguien lo quitó o ya pasó."];

function hitsPage(title: string, actions: Html, hits: Hits): StaffPage {
  const { closed, reason, isPublic, situation } = hits;
  const words = closureInWords(closed, currentServiceDay(situation));
  const label = isPublic ? "Motivo, que leen todos" : "Motivo";
  const why = html`<p>${label}: ${guestText(reason)}</p>`;
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

function closureList(situation: Situation, turns: readonly SwitchTurn[]): Html {
  const runs = closureRuns(situation);
  if (runs.length === 0) return html`<p>No hay cierres: se abre según el horario.</p>`;
  return html`
    <ul class="plainlist">${runs.map((run) => {
      const { id } = run.closures[0]!;
      return html`
        <li class="between">
          <div id="c${id}">${closureLine(run, situation)} ${closedBy(run, turns, situation)}</div>
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
function closedBy(
  { closures }: ClosureRun,
  turns: readonly SwitchTurn[],
  situation: Situation,
): Html | null {
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

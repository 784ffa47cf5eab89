/** Closures: GET and POST /cierres. The reservations that a closure hits are shown before it is made and after. */
import {
  addDays,
  type Day,
  isDay,
  isTime,
  localDateTime,
  wallMinute,
  withoutSeconds,
} from "../../domain/local_time.ts";
import {
  closedDays,
  closedHours,
  type ClosureRun,
  closureRuns,
  isOver,
} from "../../domain/schedule/closures.ts";
import {
  currentServiceDay,
  type Situation,
  situationNow,
} from "../../domain/schedule/situation.ts";
import { CLOSURE_LIMITS } from "../../domain/schedule/services.ts";
import { codePoints, isPlainLine, normaliseText } from "../../domain/text.ts";
import { buttonForm, type FieldProblem, inputField } from "../../html/form.ts";
import { attributes, type Html, html } from "../../html/html.ts";
import { seeOther } from "../../http/answer.ts";
import type { StaffDeps, SwitchTurn } from "../../ports/staff.ts";
import { closureInWords } from "../day_words.ts";
import { guestText } from "../guest.ts";
import { card, type StaffPage } from "../layout.ts";
import { closureRun, NO_CLOSURE, removalPage, removalsCard, removeOrUndo } from "../removals.ts";
import type { Refusal, Shown, StaffAct, StaffRoute } from "../route.ts";
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
  if (query.has("quitar")) return removalPage(situation, query);
  const id = query.get("cierre");
  if (id !== null) return await closurePage(deps, situation, id);
  const typed = typedClosure(query);
  if (!query.has("dia") || query.has("cambiar")) return await listPage(deps, situation, typed);
  const plan = plannedClosure(typed, situation);
  if ("field" in plan) return await listPage(deps, situation, typed, plan);
  const hit = await deps.book.hitBy(plan.closed);
  const hits = { ...plan, hit, situation, list: null };
  return hitsPage("Antes de cerrar", previewActions(typed), hits);
}

/** Adds a closure, or takes back some. */
async function changeClosures(deps: StaffDeps, act: StaffAct): Promise<Shown> {
  const { form, actor, request } = act;
  const situation = situationNow(deps);
  if (["quitar", "deshacer"].includes(form.get("accion")!)) {
    return removeOrUndo(deps, situation, act);
  }
  const typed = typedClosure(form);
  const plan = plannedClosure(typed, situation);
  if ("field" in plan) return await listPage(deps, situation, typed, plan);
  const id = await deps.closures.by(actor, request.signal).add(
    plan.closed,
    plan.reason,
    plan.isPublic,
  );
  return seeOther(`/cierres?cierre=${id}`);
}

async function listPage(
  deps: StaffDeps,
  situation: Situation,
  typed: TypedClosure,
  problem: ClosureProblem | null = null,
): Promise<StaffPage> {
  const list = closureList(situation, await deps.switches.turns());
  const content = html`
    ${card("lista", "Cierres próximos", list)}
    ${card("nuevo", "Cerrar un día o unas horas", closureFields(situation, typed, problem))}
    ${await removalsCard(deps, situation)}
    <p><a href="/casa" class="button">Volver a Ajustes</a></p>
  `;
  return { status: problem === null ? 200 : 422, title: "Cierres", section: "casa", content };
}

function previewActions(hidden: TypedClosure): Html {
  const change = new URLSearchParams({ ...hidden, cambiar: "1" });
  return html`
    <p><b>Todavía no se cierra nada.</b> Al cerrar, nadie más reserva en ese tiempo; las reservaciones ya hechas siguen en pie hasta que las cambies o canceles.</p>
    <div class="buttons">
      ${buttonForm({ to: "/cierres", action: "cerrar", label: "Cerrar", look: "main", hidden })}
      <a class="button" href="/cierres?${change.toString()}">Cambiar</a>
      <a class="button quiet" href="/cierres">No cerrar</a>
    </div>
  `;
}

async function closurePage(
  { book, switches }: StaffDeps,
  situation: Situation,
  id: string,
): Promise<StaffPage | Refusal> {
  const run = closureRun(situation, id);
  // A full time affects no reservation.
  if (run === undefined || run.closed.kind === "full") return NO_CLOSURE;
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

function hitsPage(title: string, actions: Html, hits: Hits): StaffPage {
  const { closed, reason, isPublic, situation } = hits;
  const words = closureInWords(closed, currentServiceDay(situation));
  const label = isPublic ? "Motivo, que leen todos" : "Motivo";
  const why = html`<p>${label}: ${guestText(reason)}</p>`;
  const content = html`${card("cierre", words, [why, actions])} ${closureHits(hits)}`;
  return { title, section: "casa", content };
}

/** The number of closures that the switches' page shows. */
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

/** Who entered the closure and when; if it has several days, the last one. */
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
  const href = `/cierres?quitar=${closures[0]!.id}&volver=/cierres`;
  return html`<a class="button bad" href="${href}">${label}</a>`;
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

const CLOSURE_FIELDS = ["dia", "hasta", "de", "a", "motivo", "publico"] as const;
type ClosureField = typeof CLOSURE_FIELDS[number];
type ClosureProblem = FieldProblem<ClosureField>;

type TypedClosure = Readonly<Record<ClosureField, string>>;

type ClosurePlan = Omit<ClosureRun, "closures">;

function typedClosure(fields: URLSearchParams): TypedClosure {
  const typed = CLOSURE_FIELDS.map((name) => [name, normaliseText(fields.get(name) ?? "")]);
  const { de, a, ...others }: TypedClosure = Object.fromEntries(typed);
  return { ...others, de: withoutSeconds(de), a: withoutSeconds(a) };
}

/** The closure that was typed, or its first error. */
function plannedClosure(typed: TypedClosure, situation: Situation): ClosurePlan | ClosureProblem {
  const { dia, hasta, de, a, motivo, publico } = typed;
  const { restaurant, now } = situation;
  const today = currentServiceDay(situation);
  const problem = problemOf(typed, today);
  if (problem !== null) return problem;
  const hours = { day: dia, from: de || null, to: a || null };
  const isWhole = de === "" && a === "";
  const closed = isWhole ? closedDays(dia, hasta || dia) : closedHours(hours, restaurant);
  if (closed === null) {
    return wrong("a", "A esa hora ya cerró el restaurante: escribe también hasta cuándo.");
  }
  if (isOver(closed, wallMinute(now, restaurant.timeZone), today)) {
    return wrong("dia", "Ese cierre ya habría terminado.");
  }
  return { closed, reason: motivo, isPublic: publico !== "" };
}

function wrong(field: ClosureField, text: string): ClosureProblem {
  return { field, text };
}

/** The first error that does not depend on the restaurant's hours. */
function problemOf({ dia, hasta, de, a, motivo }: TypedClosure, today: Day): ClosureProblem | null {
  const { daysAhead, days, reason } = CLOSURE_LIMITS;
  if (!isDay(dia)) return wrong("dia", "Elige el día del calendario.");
  if (dia > addDays(today, daysAhead)) {
    return wrong("dia", "Ese día está a más de dos años: revisa el año.");
  }
  if (de !== "" && !isTime(de)) return wrong("de", "Escribe la hora como 17:00.");
  if (a !== "" && !isTime(a)) return wrong("a", "Escribe la hora como 23:00.");
  if (hasta !== "") {
    if (!isDay(hasta)) return wrong("hasta", "Elige el último día del calendario.");
    if (hasta < dia) return wrong("hasta", "El último día va después del primero.");
    if (hasta >= addDays(dia, days)) {
      return wrong("hasta", `Son más de ${days} días: revisa la fecha.`);
    }
    if (de !== "" || a !== "") {
      return wrong("hasta", "Varios días se cierran completos: quita las horas o este día.");
    }
  }
  if (motivo === "") return wrong("motivo", "Escribe el motivo: va en el mensaje a los clientes.");
  if (isPlainLine(motivo) && codePoints(motivo) <= reason) return null;
  return wrong("motivo", `El motivo va en un renglón de hasta ${reason} letras.`);
}

/** The form of a closure. It is sent by GET, since it leads to the reservations that the closure would hit. */
function closureFields(
  situation: Situation,
  typed: TypedClosure,
  problem: ClosureProblem | null,
): Html {
  const field = (name: ClosureField, label: string | Html, attributes: Html) =>
    inputField({ name, label, attributes, value: typed[name], problem });
  const today = currentServiceDay(situation);
  const checked = attributes({ checked: typed.publico !== "" });
  const tick = html`<input type="checkbox" name="publico" value="si" ${checked}>`;
  const last = html`Hasta el día <small>(si son varios)</small>`;
  const why = html`Motivo <small>(va en el mensaje a los clientes)</small>`;
  const line = html`type="text" required maxlength="${CLOSURE_LIMITS.reason}" autocomplete="off"`;
  return html`
    <form method="get" action="/cierres" data-kept>
      <div class="fields">
        ${field("dia", "Día", html`type="date" required min="${today}"`)}
        ${field("hasta", last, html`type="date" min="${today}"`)}
      </div>
      <div class="fields" role="group" aria-label="Horas" aria-describedby="horas">
        ${field("de", "Desde las", html`type="time"`)} ${field("a", "Hasta las", html`type="time"`)}
      </div>
      <p id="horas"><small>Sin horas se cierra el día completo, con su madrugada. Sin la primera, desde que abre; sin la segunda, hasta que cierra. La madrugada es la de esa noche: sábado a las 00:30 es ya domingo.</small></p>
      ${field("motivo", why, line)}
      <label class="tick">${tick} Mostrar el motivo a todos <small>(en la página y a los asistentes)</small></label>
      <button class="main">Ver a quién afecta</button>
    </form>
  `;
}

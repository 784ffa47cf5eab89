/** What opens times to guests before its end asks first, and can be undone: closures, full times and the pause. */
import { localDateTime, wallMinute } from "../domain/local_time.ts";
import { pauseOn } from "../domain/reservation/staff_time.ts";
import { openedTimes } from "../domain/schedule/availability.ts";
import { type ClosureRun, closureRuns, runsOf } from "../domain/schedule/closures.ts";
import { currentServiceDay, type Situation, situationNow } from "../domain/schedule/situation.ts";
import { buttonForm } from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import { seeOther } from "../http/answer.ts";
import type { Removal, StaffDeps } from "../ports/staff.ts";
import { closureInWords, dayInWords, moment, pauseInWords, timesInWords } from "./day_words.ts";
import { guestText } from "./guest.ts";
import { card, isJustDone, type StaffPage } from "./layout.ts";
import { localPath, type Refusal, type Shown, type StaffAct, type StaffVisit } from "./route.ts";

/** Asks before `quitar` is removed, a closure's id or `pausa`, and shows the times that this opens to guests. */
export function removalPage(situation: Situation, query: URLSearchParams): StaffPage | Refusal {
  const { state } = situation;
  const id = query.get("quitar");
  const volver = localPath(query.get("volver"));
  const pause = pauseOn(situation, currentServiceDay(situation));
  const run = closureRun(situation, id);
  const what = id === "pausa" && pause ? [pause] : run?.closures;
  if (what === undefined) return NO_CLOSURE;
  // A pause ends sooner or later: what a closure opens is told without it.
  const open = { ...situation, state: { ...state, pause: null } };
  const closures = state.closures.filter((each) => !run?.closures.includes(each));
  const opened = openedTimes(run === undefined ? situation : open, { ...open.state, closures });
  const isPaused = run && pause &&
    opened.some(({ day }) => !("night" in pause) || pause.night === day);
  const abre = run?.closures.map(({ id }) => `closure ${id}`).join(BETWEEN) ??
    JSON.stringify(pause);
  const hidden = { abre, volver };
  return {
    title: id === "pausa" ? "¿Abrir las reservaciones?" : "¿Volver a abrir?",
    section: "casa",
    content: html`
      ${whatInWords(what, situation).map((words) => html`<p>${words}</p>`)}
      ${card(
        "abre",
        `Los clientes podrán reservar${isPaused ? ", pasada la pausa" : ""}`,
        openedList(opened, situation),
      )}
      <div class="buttons">
        ${buttonForm({
          to: "/cierres",
          action: "quitar",
          label: "Sí, abrir",
          look: "main",
          hidden,
        })}
        <a class="button quiet" href="${volver}">No, dejarlo como está</a>
      </div>
    `,
  };
}

/** Between tokens, which are one field: a run may have more days than a form has fields. No token holds it. */
const BETWEEN = ";";

/** What is not over of the closure `id` and the days beside it that are closed for the same reason. */
export function closureRun(situation: Situation, id: string | null): ClosureRun | undefined {
  const whole = runsOf(situation.state.closures)
    .find(({ closures }) => closures.some((one) => `${one.id}` === id));
  return closureRuns(situation).find(({ closures: [first] }) => whole?.closures.includes(first!));
}

export const NO_CLOSURE: Refusal = [404, "Ese cierre ya no está", "Alguien lo quitó o ya pasó."];

/** The number of days that are shown unfolded. */
const MAX_SHOWN = 7;

function openedList(opened: ReturnType<typeof openedTimes>, situation: Situation): Html {
  const today = currentServiceDay(situation);
  const days = opened.map(({ day, times }) =>
    html`<li><b>${dayInWords(day, today)}:</b> ${timesInWords(times)}</li>`
  );
  const more = days.splice(MAX_SHOWN);
  const words = more.length === 1 ? "Y 1 día más" : `Y ${more.length} días más`;
  return html`
    ${days.length === 0 ? "Ninguna hora más." : html`<ul>${days}</ul>`}
    ${more.length > 0 && html`
      <details>
        <summary>${words}</summary>
        <ul>${more}</ul>
      </details>
    `}
  `;
}

function whatInWords(what: Removal["what"], situation: Situation): readonly Html[] {
  const today = currentServiceDay(situation);
  const pauses = what.flatMap((each) => "kind" in each ? [] : [pauseInWords(each, situation)]);
  const runs = runsOf(what.filter((each) => "kind" in each));
  return [
    ...pauses.map((words) => html`<b>Pausa</b> ${words}`),
    ...runs.map(({ closed, reason }) =>
      html`<b>${closureInWords(closed, today)}</b> ${guestText(reason)}`
    ),
  ];
}

/** Removes what the page asked about, or puts it back. Of two people who do it at once, the second is told. */
export async function removeOrUndo(
  { closures }: StaffDeps,
  situation: Situation,
  { form, actor, request }: StaffAct,
): Promise<Shown> {
  const book = closures.by(actor, request.signal);
  const volver = localPath(form.get("volver"));
  const undone = form.get("cambio");
  if (undone !== null) return await book.putBack(undone) ? seeOther(volver) : TOO_LATE;
  const tokens = (form.get("abre") ?? "").split(BETWEEN);
  const minute = localDateTime(wallMinute(situation.now, situation.restaurant.timeZone));
  const change = await book.remove(tokens, { minute, serviceDay: currentServiceDay(situation) });
  if (change === null) return TOO_LATE;
  return seeOther(`${volver}${volver.includes("?") ? "&" : "?"}abierto=${change}`);
}

const TOO_LATE: Refusal = [
  409,
  "No se hizo nada",
  "Alguien lo cambió antes, o ya terminó. En Ajustes, Cierres, está quién y cuándo.",
];

/** The bar that undoes the removal that led to a page, which its address names. */
export async function undoBar(
  deps: Pick<StaffDeps, "closures" | "now" | "restaurant" | "state">,
  { pathname, query }: Pick<StaffVisit, "pathname" | "query">,
): Promise<StaffPage["undo"]> {
  const cambio = query.get("abierto");
  const removals = cambio === null ? [] : await deps.closures.removals();
  const found = removals.find(({ change, at }) => change === cambio && isJustDone(at, deps.now()));
  if (found === undefined) return undefined;
  const rest = new URLSearchParams([...query].filter(([name]) => name !== "abierto"));
  const fields = { cambio: found.change, volver: rest.size > 0 ? `${pathname}?${rest}` : pathname };
  return {
    to: "/cierres",
    words: html`Se quitó: ${whatInWords(found.what, situationNow(deps))}`,
    fields,
  };
}

/** What was removed in the last month, with who had set it. */
export async function removalsCard({ closures }: StaffDeps, situation: Situation): Promise<Html> {
  const items = (await closures.removals()).map(({ what, setAt, setBy, at, actor }) =>
    html`
      <li>
        ${whatInWords(what, situation).map((words) => html`<p>${words}</p>`)}
        <small>
          ${setBy && html`Cerró ${guestText(setBy)}, ${moment(setAt!, situation)};`}
          abrió ${guestText(actor)}, ${moment(at, situation)}.
        </small>
      </li>
    `
  );
  const list = items.length > 0 ? html`<ul class="plainlist">${items}</ul>` : "Nada.";
  return card("abiertos", "Vuelto a abrir en los últimos 30 días", list);
}

/** What opens times to guests asks first, and can be undone: a closure, a full time or the pause that is taken back. */
import { localDateTime, wallMinute } from "../../domain/local_time.ts";
import { openedTimes } from "../../domain/schedule/availability.ts";
import { closureRuns } from "../../domain/schedule/closures.ts";
import { CLOSURE_LIMITS } from "../../domain/schedule/services.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import { buttonForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { seeOther } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { dayInWords, moment, timesInWords } from "../day_words.ts";
import { guestText } from "../guest.ts";
import { card, type StaffPage } from "../layout.ts";
import { whatInWords } from "../removals.ts";
import { localPath, type Refusal, type Shown, type StaffAct } from "../route.ts";
import { standingPause } from "./switches.ts";

/** Asks before `quitar` is removed, a closure's id or `pausa`, and shows the times that this opens to guests. */
export function removingPage(situation: Situation, query: URLSearchParams): StaffPage | Refusal {
  const { state } = situation;
  const id = query.get("quitar");
  const volver = localPath(query.get("volver"));
  const pause = standingPause(situation);
  const run = closureRuns(situation).find((run) => run.closures.some((one) => `${one.id}` === id));
  const what = id === "pausa" && pause ? [pause] : run?.closures;
  if (what === undefined) return [404, "Ese cierre ya no está", "Alguien lo quitó o ya pasó."];
  // Without the pause: a closure is taken back for longer.
  const open = { ...situation, state: { ...state, pause: null } };
  const closures = state.closures.filter((each) => !run?.closures.includes(each));
  const opened = openedTimes(run === undefined ? situation : open, { ...open.state, closures });
  const abre = run?.closures.map(({ id }) => `closure ${id}`) ?? JSON.stringify(pause);
  const hidden = { abre, volver };
  return {
    title: "¿Abrir antes de tiempo?",
    section: "casa",
    content: html`
      ${whatInWords(what, situation).map((words) => html`<p>${words}</p>`)}
      ${card("abre", "Los clientes podrán reservar", openedList(opened, situation))}
      <p class="buttons"><a class="button main" href="${volver}">No, dejarlo como está</a></p>
      ${buttonForm({ to: "/cierres", action: "quitar", label: "Sí, abrir", look: "bad", hidden })}
    `,
  };
}

/** The number of days that are shown unfolded. */
const MAX_SHOWN = 7;

function openedList(opened: ReturnType<typeof openedTimes>, situation: Situation): Html {
  const today = currentServiceDay(situation);
  const days = opened.map(({ day, times }) =>
    html`<li><b>${dayInWords(day, today)}:</b> ${timesInWords(times)}</li>`
  );
  const more = days.splice(MAX_SHOWN);
  return html`
    ${days.length === 0 ? "Ninguna hora más." : html`<ul>${days}</ul>`} ${more.length > 0 && html`
      <details>
        <summary>Y ${more.length} días más</summary>
        <ul>${more}</ul>
      </details>
    `}
  `;
}

/** Takes back what the page asked about, or puts it back. Of two people who do it at once, the second is told. */
export async function takeBack(
  { closures }: StaffDeps,
  situation: Situation,
  { form, actor, request }: StaffAct,
): Promise<Shown> {
  const book = closures.by(actor, request.signal);
  const volver = localPath(form.get("volver"));
  const undone = form.get("cambio");
  if (undone !== null) return await book.putBack(undone) ? seeOther(volver) : TOO_LATE;
  const tokens = form.getAll("abre").slice(0, CLOSURE_LIMITS.days);
  const { restaurant, now } = situation;
  const minute = localDateTime(wallMinute(now, restaurant.timeZone));
  const change = await book.remove(tokens, { minute, serviceDay: currentServiceDay(situation) });
  if (change === null) return TOO_LATE;
  return seeOther(`${volver}${volver.includes("?") ? "&" : "?"}abierto=${change}`);
}

const TOO_LATE: Refusal = [
  409,
  "No se hizo nada",
  "Alguien lo cambió antes, o ya terminó. En Ajustes, Cierres, está quién y cuándo.",
];

/** What was taken back in the last month, with who had set it. */
export async function takenBack({ closures }: StaffDeps, situation: Situation): Promise<Html> {
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
  const list = html`<ul class="plainlist">${items}</ul>`;
  return card(
    "abiertos",
    "Abierto antes de tiempo en los últimos 30 días",
    items.length > 0 ? list : "Nada.",
  );
}

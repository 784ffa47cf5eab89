/** The notices above a day: its switches, a clock in doubt, and the new reservations of any day. */
import { type Closure, servicesOn } from "../../domain/schedule/services.ts";
import {
  type Day,
  dayOf,
  localDateTime,
  wallMinute,
  wallMinuteOf,
} from "../../domain/local_time.ts";
import {
  currentServiceDay,
  serviceDayOf,
  type Situation,
} from "../../domain/schedule/situation.ts";
import { hiddenFields } from "../../html/form.ts";
import { attributes, type Html, html } from "../../html/html.ts";
import { seeOther } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { pauseOn } from "../../domain/reservation/staff_time.ts";
import { icon } from "../layout.ts";
import type { BoardScope } from "./day_list.ts";
import { timeAt } from "./full_times.ts";
import { rowLine } from "./row.ts";
import { atTime, closureInWords, dayInWords, pauseInWords } from "../day_words.ts";
import { guestText, sourceInWords } from "../guest.ts";
import type { StaffRoute } from "../route.ts";

/** The notices above `day`, with the troubles of the service. */
export function dayNotices(
  situation: Situation,
  day: Day,
  { clockDoubt, troubles }: Pick<StaffDeps, "clockDoubt" | "troubles">,
): Html {
  return html`
    <div id="house">
      ${clockNotice(situation, clockDoubt())} ${troubles().map((says) =>
        html`<p class="notice">${says}</p>`
      )}
      ${pauseNotice(situation, day)}
      ${closureNotices(situation, day)} ${kitchenNotice(situation, day)}
    </div>
  `;
}

/** @param href the page of the switch */
function notice(words: Html, href: "/casa" | "/cierres"): Html {
  return html`
    <div class="notice between">
      <p>${words}</p>
      <a class="button quiet" href="${href}">Cambiar</a>
    </div>
  `;
}

function clockNotice(
  { restaurant }: Situation,
  doubt: ReturnType<StaffDeps["clockDoubt"]>,
): Html | null {
  if (doubt === null) return null;
  const dayAt = (at: number) => dayOf(wallMinute(at, restaurant.timeZone));
  const day = dayAt(doubt.shown);
  const shown = dayInWords(day, "");
  const newest = dayInWords(dayAt(doubt.newest), "");
  return html`
    <form id="clock" class="notice between" method="post" action="/reloj">
      <p>
        El reloj de la máquina dice ${shown}; lo último que se vio fue el ${newest}. Las
        reservaciones siguen; nada se borra por antigüedad hasta que alguien lo confirme. Si no es
        hoy, avisa a quien cuida el sistema.
        <b>¿Hoy es ${shown}?</b>
      </p>
      <button name="dia" value="${day}">Sí, es hoy</button>
    </form>
  `;
}

/** POST /reloj: a person confirms that today is `dia`, the day that the page asked about. */
export function clockRoute({ now, restaurant, acceptClock }: StaffDeps): StaffRoute {
  return {
    method: "POST",
    path: "/reloj",
    async act({ form }) {
      const shown = now();
      const today = dayOf(wallMinute(shown, restaurant().timeZone));
      if (form.get("dia") !== today) {
        const text =
          "El reloj de la máquina ya dice otro día que esa página. Vuelve al tablero y mira la fecha.";
        return [409, "No se confirmó la fecha", text];
      }
      await acceptClock(shown);
      return seeOther("/");
    },
  };
}

function pauseNotice(situation: Situation, day: Day): Html | null {
  const pause = pauseOn(situation, day);
  if (pause === null) return null;
  return notice(html`<b>Reservaciones en pausa</b> ${pauseInWords(pause, situation)}`, "/casa");
}

function closureNotices(situation: Situation, day: Day): readonly Html[] {
  const today = currentServiceDay(situation);
  return situation.state.closures.filter((each) => concerns(each, day, situation))
    .map((closure) => {
      const reason = closure.reason !== "" && html`: ${guestText(closure.reason)}`;
      return notice(html`<b>Cerrado ${closureInWords(closure, today)}</b>${reason}.`, "/cierres");
    });
}

/** Full times are not: their headings show them. */
function concerns(closure: Closure, day: Day, situation: Situation): boolean {
  if (closure.kind === "full") return false;
  if (closure.kind === "day") return closure.day === day;
  const last = localDateTime(wallMinuteOf(closure.to) - 1);
  const [from, to] = [closure.from, last].map((at) => serviceDayOf(situation, timeAt(at)));
  return from! <= day && day <= to!;
}

function kitchenNotice({ state, restaurant }: Situation, day: Day): Html | null {
  const early = state.earlyKitchen;
  if (early?.serviceDay !== day) return null;
  if (servicesOn(restaurant, day, { ...state, earlyKitchen: null }).length === 0) return null;
  const time = atTime(early.closes.slice(11));
  return notice(html`<b>La cocina cierra antes:</b> ${time}.`, "/casa");
}

/**
 * The unacknowledged reservations of today and later: the newest in one line, the others folded beside it.
 * @param unseen oldest first
 * @param listed folios of the rows on the page
 */
export function unseenPanel(
  unseen: readonly Reservation[],
  listed: ReadonlySet<string>,
  { path, situation: { now } }: BoardScope,
): Html {
  const [newest, ...others] = unseen.toReversed()
    .map((each) => unseenItem(each, listed.has(each.folio) ? path : null, now));
  if (newest === undefined) return html`<div id="news"></div>`;
  const folios = unseen.map(({ folio }) => folio).join(" ");
  const fold = html`
    <details id="news-list">
      <summary id="news-list-n">
        ${icon("bell")} ${unseen.length} <span class="unseen">nuevas por ver</span>
      </summary>
      <ol>${others}</ol>
      <button class="main" name="folio" value="${folios}">Todo visto</button>
    </details>
  `;
  return html`
    <form id="news" class="news" method="post" action="/visto">
      ${hiddenFields({ volver: path })}
      <ol>${newest}</ol>
      ${others.length > 0 && fold}
    </form>
  `;
}

/** The interval at which a reservation rings until it is acknowledged. */
const RING_MS = 180_000;

/** @param list the path of the page whose row the link leads to; null for the reservation's own page */
function unseenItem(reservation: Reservation, list: string | null, now: number): Html {
  const { folio, createdAt } = reservation;
  // What was made in the future, before the clock was set back, is as far from now as anything else.
  const rings = Math.floor(Math.abs(now - createdAt) / RING_MS);
  const notice = rings === 0 ? "Nueva reservación" : "Sigue sin verse";
  const announced = { "data-turno": `${folio} ${rings}`, "data-aviso": notice };
  const href = list === null ? `/reserva/${folio}` : `${list}#${folio}`;
  const day = list === null ? null : reservation.day;
  return html`
    <li id="u-${folio}" ${attributes(announced)}>
      <a class="line" href="${href}" id="u-${folio}-n">
        ${rowLine(reservation, "", { day }, html`<small>${sourceInWords(reservation)}</small>`)}
      </a>
      <button name="folio" value="${folio}" aria-describedby="u-${folio}-n">Visto</button>
    </li>
  `;
}

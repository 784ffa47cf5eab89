/** Above a day: what is switched that concerns it, a clock in doubt, and the reservations of any day that are new. */
import {
  type Closure,
  reservationsActive,
  servicesOn,
  UNSWITCHED,
} from "../../domain/schedule/services.ts";
import {
  addDays,
  type Day,
  dayOf,
  type LocalDateTime,
  localDateTime,
  startOfDay,
  wallMinute,
} from "../../domain/local_time.ts";
import type { Restaurant } from "../../domain/restaurant.ts";
import type { Situation } from "../../domain/schedule/situation.ts";
import { memo } from "../../http/memo.ts";
import type { ClockDoubt } from "../../ports/staff.ts";
import { type Html, html } from "../../pages/html.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { icon } from "../layout.ts";
import { type BoardScope, sizeOf } from "./day_list.ts";
import { atTime, closureInWords, dayInWords, momentInWords, shortDate } from "../day_words.ts";
import { guestText } from "../guest.ts";

/** Something switched, and where that is changed; null where it is not on the board. */
interface Notice {
  readonly words: Html;
  readonly href: "/casa" | "/cierres" | null;
}

/** Empty where nothing is switched that concerns `day` and the clock is believed. */
export function houseNotices(situation: Situation, day: Day, doubt: ClockDoubt | null): Html {
  const notices = [
    clockNotice(situation, doubt),
    pauseNotice(situation, day),
    ...closureNotices(situation, day),
    kitchenNotice(situation, day),
  ];
  return html`
    <div id="house">
      ${notices.map((notice) =>
        notice && html`
          <div class="notice between">
            <p>${notice.words}</p>
            ${notice.href && html`
              <a class="button quiet" href="${notice.href}">Cambiar</a>
            `}
          </div>
        `
      )}
    </div>
  `;
}

function clockNotice({ restaurant }: Situation, doubt: ClockDoubt | null): Notice | null {
  if (doubt === null) return null;
  const [shown, newest] = [doubt.shown, doubt.newest].map((at) =>
    dayInWords(dayOf(wallMinute(at, restaurant.timeZone)), "")
  );
  const words = html`<b>El reloj de la computadora no parece estar bien:</b> marca el
    ${shown!}, y lo último que había marcado es el ${newest!}. Las reservaciones
    siguen; nada se borra por antigüedad. Avisa a quien cuida el sistema: si la fecha está mal, que la
    corrija; si está bien, que la acepte con <code>sobremesa clock accept</code>.`;
  return { words, href: null };
}

function pauseNotice({ state, restaurant, now }: Situation, day: Day): Notice | null {
  const { pause } = state;
  if (pause === null) return null;
  if ("night" in pause) {
    const words = html`<b>Reservaciones en pausa</b> por esta noche.`;
    return pause.night === day ? { words, href: "/casa" } : null;
  }
  if (reservationsActive(state, now)) return null;
  const end = pause.until === null
    ? "hasta que alguien las abra"
    : `hasta ${momentInWords(pause.until, now, restaurant.timeZone)}`;
  return { words: html`<b>Reservaciones en pausa</b> ${end}.`, href: "/casa" };
}

function closureNotices({ state, restaurant, now }: Situation, day: Day): readonly Notice[] {
  const today = dayOf(wallMinute(now, restaurant.timeZone));
  const end = serviceEnd(restaurant, day);
  return state.closures.filter((closure) => concerns(closure, day, end)).map((closure) => {
    const reason = closure.reason !== "" && html`: ${guestText(closure.reason)}`;
    return {
      words: html`<b>Cerrado ${closureInWords(closure, today)}</b>${reason}.`,
      href: "/cierres",
    };
  });
}

/** A time that is full says so in its heading. */
function concerns(closure: Closure, day: Day, end: LocalDateTime): boolean {
  if (closure.kind === "full") return false;
  if (closure.kind === "day") return closure.day === day;
  return closure.from < end && closure.to > day;
}

/** A service day lasts as long as its last service, past midnight too. */
function serviceEnd({ hours }: Restaurant, day: Day): LocalDateTime {
  const closes = servicesOn(hours, day, UNSWITCHED).map((service) => service.closes);
  return localDateTime(Math.max(startOfDay(addDays(day, 1)), ...closes));
}

function kitchenNotice({ state, restaurant }: Situation, day: Day): Notice | null {
  const early = state.earlyKitchen;
  if (early?.serviceDay !== day) return null;
  if (servicesOn(restaurant.hours, day, { ...state, earlyKitchen: null }).length === 0) return null;
  const time = atTime(early.closes.slice(11));
  return { words: html`<b>La cocina cierra antes:</b> ${time}.`, href: "/casa" };
}

/**
 * Reservations of any day to come that no one of the staff has acknowledged: one line that opens to the list. The script counts them
 * in the tab's title, and rings.
 * @param unseen oldest first
 */
export function unseenPanel(unseen: readonly Reservation[], scope: BoardScope): Html {
  const count = unseen.length;
  if (count === 0) return html`<div id="news"></div>`;
  const folios = unseen.map(({ folio }) => folio).join(" ");
  return html`
    <form id="news" class="news" method="post" action="/visto">
      <input type="hidden" name="volver" value="${scope.path}">
      <details id="news-list">
        <summary id="news-list-n">${icon("bell")} ${count === 1
          ? "1 nueva"
          : `${count} nuevas`} por ver</summary>
        <ol>${unseen.map((reservation) => unseenItem(reservation, scope))}</ol>
      </details>
      <button class="main" name="folio" value="${folios}">${count === 1
        ? "Visto"
        : "Todo visto"}</button>
    </form>
  `;
}

/** What is not acknowledged rings again every so many milliseconds: the pages ring where the turn is a new one. */
const RING_MS = 180_000;

const drawn = memo<Html>();

/** A line that leads to the reservation: on this page where it is of this day. */
function unseenItem(reservation: Reservation, { day: shown, situation }: BoardScope): Html {
  const { folio, serviceDay, day, time, partySize, name, createdAt } = reservation;
  const here = serviceDay === shown;
  const turn = Math.max(0, Math.floor((situation.now - createdAt) / RING_MS));
  const values = [here, day, time, partySize, name, turn];
  return drawn.of(folio, values, () =>
    html`
      <li id="u-${folio}" data-turno="${folio} ${turn}"
        data-aviso="${turn === 0 ? "Nueva reservación" : "Sigue sin verse"}">
        <a href="${here ? `#${folio}` : `/reserva/${folio}`}" id="u-${folio}-n">
          <span>${!here && `${shortDate(day)} · `}<b>${time}</b></span>
          ${sizeOf(partySize)} <span class="named">${guestText(name)}</span>
        </a>
        <button name="folio" value="${folio}" aria-describedby="u-${folio}-n">Visto</button>
      </li>
    `);
}

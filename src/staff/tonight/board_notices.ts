/** What is switched, above the day that it concerns, and that the machine's clock is in doubt, above any day. */
import { type Closure, reservationsActive, UNSWITCHED } from "../../domain/schedule/switches.ts";
import {
  addDays,
  type Day,
  dayOf,
  type LocalDateTime,
  localDateTime,
  startOfDay,
  type WallMinute,
  wallMinute,
} from "../../domain/local_time.ts";
import type { Restaurant } from "../../domain/restaurant.ts";
import { servicesOn } from "../../domain/schedule/services.ts";
import type { Situation } from "../../domain/schedule/situation.ts";
import type { ClockDoubt } from "../../ports.ts";
import { type Html, html } from "../../pages/html.ts";
import { atTime, closureInWords, dayInWords, momentInWords } from "../day_words.ts";
import { guestText } from "../guest_text.ts";

export const NOTICES_ID = "house";

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
    <div id="${NOTICES_ID}">
      ${notices.map((notice) =>
        notice && html`
          <div class="notice switched">
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
    wallMinute(at, restaurant.timeZone)
  );
  const words = html`<b>El reloj de la computadora no parece estar bien:</b> marca el
    ${dateInWords(shown!)}, y lo último que había marcado es el ${
    dateInWords(newest!)
  }. Las reservaciones
    siguen; nada se borra por antigüedad. Avisa a quien cuida el sistema: si la fecha está mal, que la
    corrija; si está bien, que la acepte con <code>sobremesa clock accept</code>.`;
  return { words, href: null };
}

/** With its year. */
function dateInWords(minute: WallMinute): string {
  return dayInWords(dayOf(minute), "");
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

function concerns(closure: Closure, day: Day, end: LocalDateTime): boolean {
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

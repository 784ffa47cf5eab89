/** What is switched, above the day that it concerns. */
import type { Closure } from "../../domain/closure.ts";
import { reservationsActive } from "../../domain/house.ts";
import { addDays, type Day, dayOf, wallMinute } from "../../domain/local_time.ts";
import { servicesOn } from "../../domain/schedule.ts";
import type { Situation } from "../../domain/situation.ts";
import { type Html, html } from "../html.ts";
import { atTime, localInWords, momentInWords } from "./day_words.ts";
import { guestText } from "./guest_text.ts";

export const NOTICES_ID = "house";

/** Empty where nothing is switched that concerns `day`. */
export function houseNotices(situation: Situation, day: Day): Html {
  const notices = [
    pauseNotice(situation),
    ...closureNotices(situation, day),
    kitchenNotice(situation, day),
  ];
  return html`
    <div id="${NOTICES_ID}">
      ${notices.map((notice) => notice && html`<p class="notice">${notice}</p>`)}
    </div>
  `;
}

function pauseNotice({ house, restaurant, now }: Situation): Html | null {
  if (reservationsActive(house, now)) return null;
  const until = house.pause?.until ?? null;
  return html`
    <b>Reservaciones en pausa</b> ${until === null
      ? "hasta que alguien las reanude"
      : `hasta ${momentInWords(until, now, restaurant.timeZone)}`}. <a href="/casa">Cambiar</a>
  `;
}

function closureNotices({ house, restaurant, now }: Situation, day: Day): readonly Html[] {
  const today = dayOf(wallMinute(now, restaurant.timeZone));
  return house.closures.filter((closure) => concerns(closure, day)).map((closure) => {
    const what = closure.kind === "day"
      ? "Cerrado todo el día"
      : `Cerrado del ${localInWords(closure.from, today)} al ${localInWords(closure.to, today)}`;
    return html`
      <b>${what}</b>${closure.reason !== "" &&
        html`: ${guestText(closure.reason)}`}. <a href="/cierres">Ver cierres</a>
    `;
  });
}

/** A service day reaches into the next calendar day. */
function concerns(closure: Closure, day: Day): boolean {
  if (closure.kind === "day") return closure.day === day;
  return closure.from < addDays(day, 2) && closure.to > day;
}

function kitchenNotice({ house, restaurant }: Situation, day: Day): Html | null {
  const early = house.earlyKitchen;
  if (early?.serviceDay !== day) return null;
  if (servicesOn(restaurant.hours, day, { ...house, earlyKitchen: null }).length === 0) return null;
  return html`
    <b>La cocina cierra antes:</b> ${atTime(early.closes.slice(11))}. <a href="/casa">Cambiar</a>
  `;
}

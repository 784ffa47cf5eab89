/** Beside the day's list: the days ahead. */
import { type Day, daysFrom, type Time, timeOf } from "../../domain/local_time.ts";
import type { DayTotals } from "../../domain/reservation/reservation.ts";
import { bookableSlots, bookingWindow } from "../../domain/schedule/availability.ts";
import { servicesOn } from "../../domain/schedule/services.ts";
import { attributes, type Html, html } from "../../html/html.ts";
import { dayText } from "../../html/words.ts";
import { dayInWords } from "../day_words.ts";
import { peopleInWords, reservationsInWords } from "../guest.ts";
import { boardPath, type BoardScope } from "./day_list.ts";

/** How many days the strip shows, today's included. */
export const STRIP_DAYS = 14;

/** As many of a day's full times as there is room for. */
const MAX_NAMED_TIMES = 3;

/** The days ahead, each with the people expected or "cerrado", and its full times. */
export function daysStrip(scope: BoardScope, totals: readonly DayTotals[]): Html {
  const { day, today, situation } = scope;
  const known = new Map(totals.map((totals) => [totals.serviceDay, totals]));
  const days = daysFrom(today, STRIP_DAYS);
  const { placesLeft } = bookingWindow(situation);
  const full = daysFrom(today, STRIP_DAYS + 1)
    .flatMap((each) => [...bookableSlots(situation, each)])
    .filter(([minute]) => placesLeft(minute) === 0);
  // By the day of their service.
  const byDay = Map.groupBy(full, ([, serviceDay]) => serviceDay);
  const fullOn = (each: Day) => (byDay.get(each) ?? []).map(([minute]) => timeOf(minute));
  return html`
    <nav class="card strip" aria-labelledby="strip-t">
      <h2 id="strip-t">Los próximos ${STRIP_DAYS} días</h2>
      <ol>${days.map((each) => stripDay(each, known.get(each), fullOn(each), scope))}</ol>
      <p><small>Personas, y entre paréntesis reservaciones.</small></p>
      <form class="inline" method="get" action="/">
        <label>Otro día <input type="date" id="otro-dia" name="dia" value="${day}" required></label>
        <button>Ver</button>
      </form>
    </nav>
  `;
}

function stripDay(
  serviceDay: Day,
  { people, parties }: Omit<DayTotals, "serviceDay"> = { people: 0, parties: 0 },
  full: readonly Time[],
  { day, today, situation: { restaurant, state } }: BoardScope,
): Html {
  const closed = servicesOn(restaurant, serviceDay, state).length === 0;
  const words = [
    `${peopleInWords(people)}, ${reservationsInWords(parties)}`,
    closed && "cerrado",
    full.length > 0 && `lleno a las ${full.join(", ")}`,
  ].filter(Boolean).join(", ");
  const link = attributes({
    href: boardPath(serviceDay, today),
    class: serviceDay === day ? "button main" : "button",
    "aria-current": serviceDay === day && "date",
  });
  const name = serviceDay === today ? "hoy" : dayText(serviceDay, "es", "shortWeekday");
  const more = full.length > MAX_NAMED_TIMES ? "…" : "";
  const named = `${full.slice(0, MAX_NAMED_TIMES).join(" ")}${more}`;
  return html`
    <li>
      <a ${link}>
        <span class="unseen">${dayInWords(serviceDay, today)}: ${words}</span>
        <span aria-hidden="true">${name} <i>${Number(serviceDay.slice(8))}</i></span>
        <b aria-hidden="true">${closed && people === 0 ? "—" : people}</b>
        <span aria-hidden="true">${closed ? "cerrado" : `(${parties})`}</span>
        ${full.length > 0 && html`<strong aria-hidden="true">lleno ${named}</strong>`}
      </a>
    </li>
  `;
}

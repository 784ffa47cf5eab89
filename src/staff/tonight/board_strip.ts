/** The days ahead, each with who is expected. */
import { type Day, weekdayName } from "../../domain/local_time.ts";
import type { DayTotals } from "../../domain/reservation/reservation.ts";
import { type Html, html } from "../../pages/html.ts";
import { boardPath, type BoardScope } from "./board_day.ts";
import { dayInWords } from "../day_words.ts";
import { peopleInWords, reservationsInWords } from "../guest_contact.ts";

export const STRIP_ID = "strip";

export function daysStrip(days: readonly DayTotals[], { day, today }: BoardScope): Html {
  return html`
    <nav class="card strip" id="${STRIP_ID}" aria-labelledby="${STRIP_ID}-t">
      <h2 id="${STRIP_ID}-t">Los próximos ${days.length} días</h2>
      <ol>
        ${days.map((totals) => stripDay(totals, totals.serviceDay === day, today))}
      </ol>
      <p><small>Personas, y entre paréntesis reservaciones.</small></p>
    </nav>
  `;
}

function stripDay({ serviceDay, parties, people }: DayTotals, shown: boolean, today: Day): Html {
  const weekday = serviceDay === today ? "hoy" : weekdayName(serviceDay).slice(0, 3);
  return html`
    <li>
      <a href="${boardPath(serviceDay, today)}" ${shown && html`aria-current="date"`}>
        <span class="unseen">${dayInWords(
          serviceDay,
          today,
        )}: ${peopleInWords(people)}, ${reservationsInWords(parties)}</span>
        <span aria-hidden="true">${weekday} <i>${Number(serviceDay.slice(8))}</i></span>
        <b aria-hidden="true">${people}</b>
        <span aria-hidden="true">(${parties})</span>
      </a>
    </li>
  `;
}

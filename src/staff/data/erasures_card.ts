/** What is left of reservations that were erased: how many there were, and who erased them. */
import type { Situation } from "../../domain/schedule/situation.ts";
import type { ErasedMonth, Erasure, ErasureEntry } from "../../ports.ts";
import { type Html, html } from "../../pages/html.ts";
import { monthInWords } from "../day_words.ts";
import { peopleInWords } from "../guest_contact.ts";
import { guestText } from "../guest_text.ts";
import { moment } from "../reservation/reservation_history.ts";

/** How many lines are read: of months, two years. */
export const ERASURES_SHOWN = 24;

export function erasuresCard(
  { entries, months }: Awaited<ReturnType<Erasure["left"]>>,
  situation: Situation,
): Html {
  return html`
    <section class="card" aria-labelledby="borrados">
      <h2 id="borrados">Lo que ya se borró</h2>
      ${entries.length === 0
        ? html`<p>Todavía nada.</p>`
        : html`${monthList(months)} ${entryList(entries, situation)}`}
    </section>
  `;
}

function monthList(months: readonly ErasedMonth[]): Html {
  return html`
    <h3 id="meses">Cuántas reservaciones hubo</h3>
    <ul class="plainlist" aria-labelledby="meses">${months.map((month) =>
      html`<li><b>${monthInWords(month.month)}</b>: ${peopleInWords(month.people)} en ${
        tables(month.parties)
      }; canceladas ${month.cancelled}, no vino ${month.noShows}</li>`
    )}</ul>
  `;
}

const REASONS: Readonly<Record<ErasureEntry["reason"], string>> = {
  retention: "por antigüedad",
  request: "a petición de la persona",
};

function entryList(entries: readonly ErasureEntry[], situation: Situation): Html {
  return html`
    <h3 id="borrado-por">Quién y cuándo</h3>
    <ul class="plainlist" aria-labelledby="borrado-por">${entries.map((entry) =>
      html`<li>${guestText(entry.actor)}, ${moment(entry.at, situation)}: ${
        tables(entry.reservations)
      }, ${REASONS[entry.reason]}</li>`
    )}</ul>
  `;
}

function tables(count: number): string {
  return count === 1 ? "1 mesa" : `${count} mesas`;
}

/** The day's reservations: those still expected by time, those that are settled folded into one line. */
import type { Reservation, ReservationStatus } from "../../domain/reservation/reservation.ts";
import type { Day } from "../../domain/local_time.ts";
import { type Html, html } from "../../pages/html.ts";
import { peopleInWords, reservationsInWords } from "../guest_contact.ts";
import { fullTimes, timeHeading } from "./full_times.ts";
import { reservationRow, type RowContext, rowOrder, stands } from "./reservation_row.ts";

/** The list opens at now: what is past is settled or late, and late parties come first. */
export function dayList(
  day: Day,
  reservations: readonly Reservation[],
  context: RowContext,
): Html {
  const full = fullTimes(context.situation, day);
  if (reservations.length === 0 && full.length === 0) {
    return html`<p class="nobody">Nadie ha reservado este día.</p>`;
  }
  const sorted = inOrder(reservations);
  const expected = sorted.filter(({ status }) => status === "confirmed");
  const rows = Map.groupBy(expected, ({ day, time }) => `${day}T${time}`);
  const times = [...new Set([...rows.keys(), ...full])].sort();
  return html`
    ${settledFold(sorted, context)}
    ${times.map((at) => timeSection(at, rows.get(at) ?? [], sorted, context))}
    ${expected.length === 0 && html`<p class="nobody">Ya no falta nadie.</p>`}
  `;
}

export function inOrder(reservations: readonly Reservation[]): readonly Reservation[] {
  return reservations.toSorted((a, b) => rowOrder(a) < rowOrder(b) ? -1 : 1);
}

/** What the day comes to: `22 reservaciones, 80 personas`. */
export function daySummary(reservations: readonly Reservation[]): string {
  const standing = reservations.filter(stands);
  return `${reservationsInWords(standing.length)}, ${peopleInWords(peopleOf(standing))}`;
}

/** Who has come, does not come or did not: one line with counts, which opens to undo. */
function settledFold(sorted: readonly Reservation[], context: RowContext): Html {
  const of = (status: ReservationStatus) => sorted.filter((each) => each.status === status);
  const [arrived, absent, cancelled] = [of("arrived"), of("no_show"), of("cancelled")];
  const counts = [
    arrived.length > 0 &&
    `${arrived.length === 1 ? "llegó 1" : `llegaron ${arrived.length}`} (${peopleOf(arrived)})`,
    absent.length > 0 && `${absent.length} no ${absent.length === 1 ? "vino" : "vinieron"}`,
    cancelled.length > 0 && `${cancelled.length} cancelada${cancelled.length === 1 ? "" : "s"}`,
  ].filter((count) => count !== false);
  const summary = html`<b>${daySummary(sorted)}</b>`;
  if (counts.length === 0) return html`<p class="settled">${summary}</p>`;
  const settled = [...arrived, ...absent, ...cancelled];
  return html`
    <details class="settled" id="settled">
      <summary>${summary} <small>${counts.join(" · ")}</small></summary>
      <ol class="rows">
        ${settled.map((reservation) => reservationRow(reservation, context))}
      </ol>
    </details>
  `;
}

/** A time with those expected at it; its heading counts those who have come already too. */
function timeSection(
  at: string,
  rows: readonly Reservation[],
  all: readonly Reservation[],
  context: RowContext,
): Html {
  const people = peopleOf(all.filter((each) => stands(each) && `${each.day}T${each.time}` === at));
  return html`
    <section class="hour" aria-labelledby="h-${at}">
      ${timeHeading(at, people, context.situation, context.back)}
      <ol class="rows">
        ${rows.map((reservation) => reservationRow(reservation, context))}
      </ol>
    </section>
  `;
}

function peopleOf(reservations: readonly Reservation[]): number {
  return reservations.reduce((sum, { partySize }) => sum + partySize, 0);
}

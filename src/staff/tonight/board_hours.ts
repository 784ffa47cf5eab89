/** The day's reservations by the hour at which they come. */
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { type Html, html } from "../../pages/html.ts";
import { peopleInWords } from "../guest_contact.ts";
import { reservationRow, type RowContext, rowOrder, stands } from "./reservation_list.ts";

/** The list that holds the hours. */
export const HOURS_ID = "hours";

/** What tells one hour of a service day from another: `2026-03-12T20`. Text order is time order. */
export function hourOf({ day, time }: Pick<Reservation, "day" | "time">): string {
  return `${day}T${time.slice(0, 2)}`;
}

/** Ids of the parts of an hour. */
export function hourIds(hour: string): { section: string; heading: string; rows: string } {
  return { section: `h-${hour}`, heading: `h-${hour}-t`, rows: `h-${hour}-l` };
}

/** All of a day, in the order of the evening. */
export function hoursList(reservations: readonly Reservation[], context: RowContext): Html {
  const sorted = reservations.toSorted((a, b) => rowOrder(a) < rowOrder(b) ? -1 : 1);
  const hours = [...Map.groupBy(sorted, hourOf)];
  return html`
    <div id="${HOURS_ID}">
      ${hours.map(([hour, inIt]) =>
        hourSection(hour, inIt, inIt.map((reservation) => reservationRow(reservation, context)))
      )}
    </div>
  `;
}

/** An hour with its rows, or without any for those that are put into it. */
export function hourSection(
  hour: string,
  reservations: readonly Reservation[],
  rows: readonly Html[],
): Html {
  const ids = hourIds(hour);
  return html`
    <section class="hour" id="${ids.section}" data-orden="${hour}" aria-labelledby="${ids.heading}">
      ${hourHeading(hour, reservations)}
      <ol class="rows" id="${ids.rows}">
        ${rows}
      </ol>
    </section>
  `;
}

export function hourHeading(hour: string, reservations: readonly Reservation[]): Html {
  const standing = reservations.filter(stands);
  const people = standing.reduce((sum, { partySize }) => sum + partySize, 0);
  return html`
    <h2 id="${hourIds(hour).heading}">
      ${hour.slice(-2)} h <small>${tablesInWords(standing.length)} · ${peopleInWords(
        people,
      )}</small>
    </h2>
  `;
}

function tablesInWords(tables: number): string {
  return tables === 1 ? "1 mesa" : `${tables} mesas`;
}

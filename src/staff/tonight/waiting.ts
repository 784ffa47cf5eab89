/** Who waits at the door for a table, above the room: since when, what they were told, and whether they fit now. */
import { wallMinute, wallMinuteOf } from "../../domain/local_time.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { bookingWindow } from "../../domain/schedule/availability.ts";
import { type Html, html } from "../../html/html.ts";
import { peopleInWords } from "../guest.ts";
import { type ListScope, rowList, type Wait } from "./row.ts";

/** Null if nobody waits. Those who wait longest come first. */
export function waitingPanel(reservations: readonly Reservation[], scope: ListScope): Html | null {
  const waiting = reservations.filter(({ status }) => status === "waiting")
    .sort((one, other) => one.createdAt - other.createdAt);
  if (waiting.length === 0) return null;
  const { restaurant: { booking, timeZone }, now } = scope.situation;
  const minute = wallMinute(now, timeZone);
  const places = booking.room === null ? 0 : bookingWindow(scope.situation).placesLeft(minute);
  const waitOf = ({ day, time, partySize }: Reservation): Wait => {
    return { minutes: minute - wallMinuteOf(`${day}T${time}`), fits: partySize <= places };
  };
  const waits = new Map(waiting.map((each) => [each.folio, waitOf(each)]));
  const people = waiting.reduce((sum, { partySize }) => sum + partySize, 0);
  return html`
    <section class="card room" id="esperan" aria-labelledby="esperan-t">
      <h2 id="esperan-t">Esperan ${peopleInWords(people)}</h2>
      ${rowList(waiting, { ...scope, waits })}
    </section>
  `;
}

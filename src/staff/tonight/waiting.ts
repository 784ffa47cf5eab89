/** Who waits at the door for a table, above the room: since when, what they were told, and whether they fit now. */
import { localDateTime, wallMinute, wallMinuteOf } from "../../domain/local_time.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { bookingWindow } from "../../domain/schedule/availability.ts";
import { type Html, html } from "../../html/html.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { peopleInWords } from "../guest.ts";
import { type ListScope, rowList, type Wait } from "./row.ts";

/** Null if nobody waits. Those who wait longest come first. */
export async function waitingPanel(
  deps: Pick<StaffDeps, "book">,
  reservations: readonly Reservation[],
  scope: ListScope,
): Promise<Html | null> {
  const waiting = reservations.filter(({ status }) => status === "waiting")
    .sort((one, other) => one.createdAt - other.createdAt);
  if (waiting.length === 0) return null;
  const waits = new Map(
    await Promise.all(
      waiting.map(async (each) => [each.folio, await waitOf(deps, each, scope)] as const),
    ),
  );
  const people = waiting.reduce((sum, { partySize }) => sum + partySize, 0);
  return html`
    <section class="card room" id="esperan" aria-labelledby="esperan-t">
      <h2 id="esperan-t">Esperan ${peopleInWords(people)}</h2>
      ${rowList(waiting, { ...scope, waits })}
    </section>
  `;
}

async function waitOf(
  { book }: Pick<StaffDeps, "book">,
  { folio, day, time, partySize }: Reservation,
  { situation }: ListScope,
): Promise<Wait> {
  const { restaurant: { booking, timeZone }, now } = situation;
  const minute = wallMinute(now, timeZone);
  const notified = (await book.history(folio)).findLast(({ action }) => action === "reminded");
  return {
    minutes: minute - wallMinuteOf(`${day}T${time}`),
    notified: notified ? localDateTime(wallMinute(notified.at, timeZone)).slice(11) : null,
    fits: booking.room !== null && bookingWindow(situation).placesLeft(minute) >= partySize,
  };
}

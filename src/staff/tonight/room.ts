/** The parties in the room, beside the day's list: who is seated since when, and who leaves next. */
import { wallMinute } from "../../domain/local_time.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { isInRoom } from "../../domain/schedule/room.ts";
import { type Html, html } from "../../html/html.ts";
import type { ArrivalTotals } from "../../ports/reservations.ts";
import { type ListScope, rowList } from "./row.ts";

/** `En sala: 24`; null on another day, of which nobody is in the room. */
export function roomTitle(totals: readonly ArrivalTotals[], scope: ListScope): string | null {
  if (scope.day !== scope.today) return null;
  const people = totals.filter((each) => isHere(each, scope))
    .reduce((sum, { people }) => sum + people, 0);
  return `En sala: ${people}`;
}

/** Those in the room, who came first on top: one tap marks that they have left. Those who arrive come last, so that no row moves. */
export function roomPanel(
  reservations: readonly Reservation[],
  totals: readonly ArrivalTotals[],
  scope: ListScope,
): Html | null {
  const title = roomTitle(totals, scope);
  if (title === null) return null;
  const here = reservations.filter((each) => isHere(each, scope))
    .sort((one, other) => one.arrivedAt! - other.arrivedAt!);
  return html`
    <section class="card room" id="sala" aria-labelledby="sala-t">
      <h2 id="sala-t">${title}</h2>
      ${rowList(here, scope)}
    </section>
  `;
}

/** Whether they are in the room now. */
export function isHere(
  party: Pick<Reservation, "day" | "time" | "status" | "left">,
  { day, today, situation: { now, restaurant } }: ListScope,
): boolean {
  const minute = wallMinute(now, restaurant.timeZone);
  return day === today && isInRoom(party, minute, restaurant.booking.room);
}

/** The room, beside the day's list: who is in it since when, and how many people it will hold, against its limit. */
import { timeOf, wallMinute } from "../../domain/local_time.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { isInRoom, mostPeople } from "../../domain/schedule/room.ts";
import { servicesOn } from "../../domain/schedule/services.ts";
import { attributes, type Html, html } from "../../html/html.ts";
import type { ArrivalTotals } from "../../ports/reservations.ts";
import { type ListScope, rowList } from "./row.ts";

type Scope = ListScope & { readonly day: string };

/** `24`, or `24/60` of a limit: the people in the room; null on another day than today. */
export function peopleHere(totals: readonly ArrivalTotals[], scope: Scope): string | null {
  if (scope.day !== scope.today) return null;
  const { room } = scope.situation.restaurant.booking;
  const people = totals.filter((each) => isHere(each, scope))
    .reduce((sum, { people }) => sum + people, 0);
  return room === null ? `${people}` : `${people}/${room.people}`;
}

/**
 * The parties in the room, who came first on top: one tap marks that they have left, and who arrives comes last, so that no row moves.
 * Of days to come, the people that are expected, if there is a limit. Null if there is nothing to show.
 */
export function roomPanel(
  reservations: readonly Reservation[],
  totals: readonly ArrivalTotals[],
  scope: Scope,
): Html | null {
  const people = peopleHere(totals, scope);
  const halves = halfHours(scope);
  if (people === null && halves === null) return null;
  const here = reservations.filter((each) => isHere(each, scope))
    .sort((one, other) => one.arrivedAt! - other.arrivedAt!);
  return html`
    <section class="card room" id="sala" aria-labelledby="sala-t">
      <h2 id="sala-t">En sala${people !== null && html`: ${people.replace("/", " de ")}`}</h2>
      ${halves} ${people !== null && rowList(here, scope)}
    </section>
  `;
}

/** Whether they are in the room now. */
export function isHere(
  party: Pick<Reservation, "day" | "time" | "status" | "left">,
  { day, today, situation: { now, restaurant } }: Scope,
): boolean {
  const minute = wallMinute(now, restaurant.timeZone);
  return day === today && isInRoom(party, minute, restaurant.booking.room);
}

const HALF_HOUR = 30;

/** The most people at once in each half hour of a service that is not over, arrived and expected; null without a limit, or if none is left. */
function halfHours({ day, today, situation: { now, restaurant, state } }: Scope): Html | null {
  const { room } = restaurant.booking;
  const services = servicesOn(restaurant.hours, day, state);
  if (room === null || day < today) return null;
  const minute = wallMinute(now, restaurant.timeZone);
  const halves = services.flatMap(({ opens, closes }) =>
    Array.from({ length: Math.ceil((closes - opens) / HALF_HOUR) }, (_, n) => opens + n * HALF_HOUR)
  ).filter((from) => from + HALF_HOUR > minute);
  const items = halves.map((from) => {
    const people = mostPeople(state.stays, Math.max(from, minute), room, from + HALF_HOUR);
    const full = attributes({ class: people >= room.people && "full" });
    return html`<li ${full}><small>${timeOf(from)}</small> <b>${people}</b></li>`;
  });
  if (items.length === 0) return null;
  return html`<ol class="halves" aria-label="Personas, por media hora">${items}</ol>`;
}

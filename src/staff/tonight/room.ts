/** The room, beside the day's list: who is in it since when, and how many people it will hold, against its limit. */
import { timeOf, wallMinute } from "../../domain/local_time.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { isHere } from "../../domain/reservation/service_night.ts";
import { STEP_MINUTES } from "../../domain/schedule/availability.ts";
import { mostPeople } from "../../domain/schedule/room.ts";
import { servicesOn } from "../../domain/schedule/services.ts";
import { attributes, type Html, html } from "../../html/html.ts";
import type { ArrivalTotals } from "../../ports/reservations.ts";
import { type ListScope, rowList } from "./row.ts";

/** `En sala 24`, or `En sala 24/60` of a limit; null on another day than today. */
export function roomInWords(totals: readonly ArrivalTotals[], scope: ListScope): string | null {
  if (scope.day !== scope.today) return null;
  const { room } = scope.situation.restaurant.booking;
  const people = totals.filter((each) => isHere(each, scope))
    .reduce((sum, { people }) => sum + people, 0);
  return room === null ? `En sala ${people}` : `En sala ${people}/${room.people}`;
}

/**
 * The parties in the room, who came first on top: one tap marks that they have left, and who arrives comes last, so that no row moves.
 * Of days to come the people by half hour alone. Null if there is nothing to show.
 */
export function roomPanel(
  reservations: readonly Reservation[],
  words: string | null,
  scope: ListScope & { readonly day: string },
): Html | null {
  const halves = halfHours(scope);
  if (words === null && halves.length === 0) return null;
  const here = reservations.filter((each) => isHere(each, scope))
    .sort((one, other) => one.arrivedAt! - other.arrivedAt!);
  return html`
    <section class="card room" id="sala" aria-labelledby="sala-t">
      <h2 id="sala-t">${words ?? "En sala"}</h2>
      ${halves.length > 0 &&
        html`<ol class="halves" aria-label="Personas, por media hora">${halves}</ol>`}
      ${rowList(here, scope)}
    </section>
  `;
}

/** The most people at once in each half hour of a service that is not over, arrived and expected; none without a limit. */
function halfHours(
  { day, today, situation: { now, restaurant, state } }: ListScope & { readonly day: string },
): readonly Html[] {
  const { room } = restaurant.booking;
  if (room === null || day < today) return [];
  const minute = wallMinute(now, restaurant.timeZone);
  const halves = servicesOn(restaurant, day, state).flatMap(({ opens, closes }) =>
    Array.from(
      { length: Math.ceil((closes - opens) / STEP_MINUTES) },
      (_, nth) => opens + nth * STEP_MINUTES,
    )
  );
  return halves.filter((from) => from + STEP_MINUTES > minute).map((from) => {
    const people = mostPeople(state.stays, Math.max(from, minute), room, from + STEP_MINUTES);
    const look = attributes({ class: people >= room.people && "chip gone" });
    return html`<li><small>${timeOf(from)}</small> <b ${look}>${people}</b></li>`;
  });
}

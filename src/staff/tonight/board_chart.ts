/** How many people come in each half hour of a service day. */
import {
  type Day,
  startOfDay,
  timeOf,
  type WallMinute,
  wallMinuteOf,
} from "../../domain/local_time.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import type { Restaurant } from "../../domain/restaurant.ts";
import { servicesOn } from "../../domain/schedule/services.ts";
import { UNSWITCHED } from "../../domain/schedule/switches.ts";
import { type Html, html } from "../../pages/html.ts";
import { peopleInWords } from "../guest_contact.ts";
import { stands } from "./reservation_list.ts";

export const CHART_ID = "chart";

const HALF_HOUR = 30;
/** Height of the tallest bar in the units of its picture. */
const FULL = 100;

export interface HalfHour {
  readonly from: WallMinute;
  readonly people: number;
}

/** From the first half hour at which the house opens, or somebody comes, to the last. Empty where neither is the case. */
export function halfHours(
  day: Day,
  reservations: readonly Reservation[],
  { hours }: Pick<Restaurant, "hours">,
): readonly HalfHour[] {
  const people = new Map<WallMinute, number>();
  for (const { day, time, partySize } of reservations.filter(stands)) {
    const from = floor(wallMinuteOf(`${day}T${time}`));
    people.set(from, (people.get(from) ?? 0) + partySize);
  }
  const open = servicesOn(hours, day, UNSWITCHED).flatMap(({ opens, kitchenCloses }) => [
    floor(opens),
    floor(kitchenCloses - 1),
  ]);
  const ends = [...people.keys(), ...open];
  if (ends.length === 0) return [];
  const first = Math.min(...ends);
  return Array.from({ length: (Math.max(...ends) - first) / HALF_HOUR + 1 }, (_, index) => {
    const from = first + index * HALF_HOUR;
    return { from, people: people.get(from) ?? 0 };
  });
}

/** Bars for the eye, a list for the ear. */
export function peopleChart(bars: readonly HalfHour[], day: Day): Html {
  const most = Math.max(1, ...bars.map(({ people }) => people));
  return html`
    <section class="card chart" id="${CHART_ID}" aria-labelledby="${CHART_ID}-t">
      <h2 id="${CHART_ID}-t">Personas por media hora</h2>
      ${bars.length === 0
        ? html`<p>Este día no se abre.</p>`
        : html`<ol>${bars.map((bar) => chartBar(bar, most, startOfDay(day)))}</ol>`}
    </section>
  `;
}

function chartBar({ from, people }: HalfHour, most: number, midnight: WallMinute): Html {
  const height = Math.round((people / most) * FULL);
  const onTheHour = (from - midnight) % 60 === 0;
  return html`
    <li class="${onTheHour && "whole"}">
      <span class="unseen">${timeOf(from)}: ${peopleInWords(people)}</span>
      <b aria-hidden="true">${people > 0 && people}</b>
      <svg aria-hidden="true" viewBox="0 0 10 ${FULL}" preserveAspectRatio="none">
        <rect x="0" y="${FULL - height}" width="10" height="${height}" />
      </svg>
      <span aria-hidden="true">${onTheHour && timeOf(from).slice(0, 2)}</span>
    </li>
  `;
}

function floor(minute: WallMinute): WallMinute {
  return Math.floor(minute / HALF_HOUR) * HALF_HOUR;
}

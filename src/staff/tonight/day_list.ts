/** The day's reservations: expected ones by time, settled ones folded into one line, and those in the room. */
import {
  type Day,
  isDay,
  type LocalDateTime,
  timeOf,
  wallMinute,
} from "../../domain/local_time.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import {
  isHere,
  lateMinutes,
  minutesOver,
  roomSince,
  totalOf,
} from "../../domain/reservation/service_night.ts";
import { STEP_MINUTES } from "../../domain/schedule/availability.ts";
import { mostPeople } from "../../domain/schedule/room.ts";
import { servicesOn } from "../../domain/schedule/services.ts";
import { situationNow, staffServiceDay } from "../../domain/schedule/situation.ts";
import { attributes, type Html, html } from "../../html/html.ts";
import type { ArrivalTotals } from "../../ports/reservations.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { peopleInWords, reservationsInWords } from "../guest.ts";
import { fullTimes, timeHeading } from "./full_times.ts";
import { type ListScope, rowList } from "./row.ts";
import { specialRequests } from "./special.ts";

export type BoardScope = ListScope & { readonly day: Day };

/** The board of the day `requested`; of the current service day if that is not a day. */
export function boardScope(
  requested: string | null,
  deps: Pick<StaffDeps, "restaurant" | "state" | "now">,
): BoardScope {
  const situation = situationNow(deps);
  const today = staffServiceDay(situation);
  const day = requested !== null && isDay(requested) ? requested : today;
  const since = day === today ? roomSince({ today, situation }) : undefined;
  return { day, today, since, path: boardPath(day, today), situation };
}

/** The path of the board of `day`. Today's board moves to the next service day by itself. */
export function boardPath(day: Day, today: Day): string {
  return day === today ? "/" : `/?dia=${day}`;
}

/** Expected rows on a board, and as many settled ones. All 60,000 of a day took 510 to 860 MB, these at most 160. */
export const MAX_ROWS = 1_000;

/** The list begins at the present: past reservations are settled or late. The totals are of the whole day. */
export function dayList(
  reservations: readonly Reservation[],
  totals: readonly ArrivalTotals[],
  board: BoardScope,
): Html {
  const reachable = reservations.filter(({ phone }) => phone !== null);
  const byPhone = Map.groupBy(reachable, ({ phone }) => phone);
  const full = fullTimes(board);
  const scope = { ...board, byPhone, full };
  if (totals.length === 0 && full.length === 0) {
    return html`<p>Nadie ha reservado este día.</p>`;
  }
  const expected = reservations.filter(({ status }) => status === "confirmed");
  const rows = Map.groupBy(expected, ({ day, time }) => `${day}T${time}`);
  // A time without expected parties is there too, hidden: the script keeps a row that was just settled in its place.
  const times = [...new Set([...totals.map(({ day, time }) => `${day}T${time}`), ...full])].sort();
  const hidden = totalOf(totals, "confirmed").parties - expected.length;
  const room = roomInWords(totals, scope);
  return html`
    <div class="folds">
      ${settledFold(reservations, totals, scope)} ${specialRequests(reservations, scope)}
      ${room !== null && html`<a class="button quiet" href="#sala">${room}</a>`}
    </div>
    ${times.map((at) => timeSection(at, rows.get(at) ?? [], totals, scope))}
    ${hidden > 0 && html`
      <p class="notice">
        Aquí caben las primeras ${MAX_ROWS}. Después hay <b>${reservationsInWords(hidden)} más</b>:
        están en <a href="/buscar">Buscar</a> y en la
        <a href="/imprimir?dia=${scope.day}">lista para imprimir</a>.
      </p>
    `}
    ${expected.length === 0 && html`<p>Ya no falta nadie.</p>`}
  `;
}

/** The parties that left, did not come or cancelled: one line with counts, which opens to the rows. */
function settledFold(
  reservations: readonly Reservation[],
  totals: readonly ArrivalTotals[],
  scope: BoardScope,
): Html {
  const { parties: arrived, people } = totalOf(totals, "arrived");
  const { parties: absent } = totalOf(totals, "no_show");
  const { parties: cancelled } = totalOf(totals, "cancelled");
  const counts = [
    arrived > 0 &&
    `${arrived === 1 ? "llegó 1" : `llegaron ${arrived}`} (${peopleInWords(people)})`,
    absent > 0 && `${absent} no ${absent === 1 ? "vino" : "vinieron"}`,
    cancelled > 0 && `${cancelled} cancelada${cancelled === 1 ? "" : "s"}`,
  ].filter((count) => count !== false);
  const active = totalOf(totals, "confirmed", "arrived");
  const summary = `${reservationsInWords(active.parties)}, ${peopleInWords(active.people)}`;
  if (counts.length === 0) return html`<p class="settled"><b>${summary}</b></p>`;
  const rows = (["arrived", "no_show", "cancelled"] as const)
    .flatMap((status) => reservations.filter((each) => each.status === status));
  const hidden = arrived + absent + cancelled - rows.length;
  const settled = rows.filter((each) => !isHere(each, scope));
  return html`
    <details class="settled" id="settled">
      <summary id="settled-n"><b>${summary}:</b> <small>${counts.join(" · ")}</small></summary>
      ${settled.length > 0
        ? rowList(settled, scope)
        : html`<p>Quienes llegaron siguen <a href="#sala">en sala</a>.</p>`}
      ${hidden > 0 && html`<p>Y ${hidden} más, que están en <a href="/buscar">Buscar</a>.</p>`}
    </details>
  `;
}

/** A time with its expected parties; its heading counts arrived ones too. */
function timeSection(
  at: string,
  rows: readonly Reservation[],
  totals: readonly ArrivalTotals[],
  scope: BoardScope & { readonly full: readonly LocalDateTime[] },
): Html {
  const here = totals.filter(({ day, time }) => `${day}T${time}` === at);
  const { people } = totalOf(here, "confirmed", "arrived");
  const { people: missing } = totalOf(here, "confirmed");
  const late = Math.max(0, ...rows.map((row) => lateMinutes(row, scope)));
  const hidden = attributes({ hidden: rows.length === 0 && !scope.full.includes(at) });
  return html`
    <section class="hour" id="s-${at}" aria-labelledby="h-${at}" ${hidden}>
      ${timeHeading(at, { people, missing, late }, scope)}
      ${rowList(rows, scope)}
    </section>
  `;
}

/** `En sala 24`, or `En sala 24/60` of a limit; null on another day than today. */
function roomInWords(totals: readonly ArrivalTotals[], scope: BoardScope): string | null {
  if (scope.since === undefined) return null;
  const { room } = scope.situation.restaurant.booking;
  const { people } = totalOf(totals.filter((each) => isHere(each, scope)), "arrived");
  return room === null ? `En sala ${people}` : `En sala ${people}/${room.people}`;
}

/** The parties in the room by arrival, and the people by half hour; null if there is nothing to show. */
export function roomPanel(
  reservations: readonly Reservation[],
  totals: readonly ArrivalTotals[],
  scope: BoardScope,
): Html | null {
  const words = roomInWords(totals, scope);
  const over = totals.filter((each) => minutesOver(each, scope) >= 0);
  const halves = halfHours(scope, totalOf(over, "arrived").people);
  if (words === null && halves.length === 0) return null;
  const here = reservations.filter((each) => isHere(each, scope))
    .sort((one, other) => one.arrived!.localeCompare(other.arrived!));
  return html`
    <section class="card room" id="sala" aria-labelledby="sala-t">
      <h2 id="sala-t">${words ?? "En sala"}</h2>
      ${halves.length > 0 &&
        html`<ol class="halves" aria-label="Personas, por media hora">${halves}</ol>`}
      ${rowList(here, scope)}
    </section>
  `;
}

/** The most people at once in each half hour to come, if there is a limit. @param over past their stay: they count */
function halfHours(
  { day, today, situation: { now, restaurant, state } }: BoardScope,
  over: number,
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
    const ahead = mostPeople(state.stays, Math.max(from, minute), room, from + STEP_MINUTES);
    const here = from <= minute ? mostPeople(state.stays, minute, room, minute + 1) + over : 0;
    const people = Math.max(ahead, here);
    const look = attributes({ class: people >= room.people && "chip gone" });
    return html`<li><small>${timeOf(from)}</small> <b ${look}>${people}</b></li>`;
  });
}

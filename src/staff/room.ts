/** How full the room is, in words: now and by half hour; and who has its tables. */
import {
  type Day,
  localDateTime,
  timeOf,
  type WallMinute,
  wallMinute,
  wallMinuteOf,
} from "../domain/local_time.ts";
import { isExpected, type Reservation } from "../domain/reservation/reservation.ts";
import {
  isHere,
  minutesOver,
  type Room,
  roomSince,
  servedUntil,
  totalOf,
} from "../domain/reservation/service_night.ts";
import { STEP_MINUTES } from "../domain/schedule/availability.ts";
import { mostPeople, withPeople } from "../domain/schedule/room.ts";
import { servicesOn } from "../domain/schedule/services.ts";
import { type Situation, staffServiceDay } from "../domain/schedule/situation.ts";
import { attributes, type Html, html } from "../html/html.ts";
import type { ArrivalTotals, TableUse } from "../ports/reservations.ts";
import type { StaffDeps } from "../ports/staff.ts";

export function roomNow(situation: Situation): Room {
  return { situation, since: roomSince({ today: staffServiceDay(situation), situation }) };
}

/**
 * Whether a party of `day` is expected or here: today, one of an earlier service is neither, though not noted as over.
 */
export function isAwaitedOrHere(day: Day, situation: Situation): (party: Reservation) => boolean {
  const isToday = day === staffServiceDay(situation);
  const room = isToday ? roomNow(situation) : { situation, since: -Infinity };
  const over = servedUntil(day, situation);
  return (party) =>
    isExpected(party) &&
    (party.arrived === null ? `${party.day}T${party.time}` >= over : isHere(party, room));
}

/** The labels of tables and who has them on `day`. */
export async function tablesOn(
  day: Day,
  { book }: Pick<StaffDeps, "book">,
  situation: Situation,
): Promise<readonly TableUse[]> {
  const hasTable = isAwaitedOrHere(day, situation);
  return (await book.tables(day, staffServiceDay(situation)))
    .map(({ parties, ...use }) => ({ ...use, parties: parties.filter(hasTable) }));
}

type Sitting = Pick<ArrivalTotals, "status" | "arrived" | "left" | "people">;

/** With those of `sitting` who are past their stay as people who are there now, and in no later minute. */
export function withOverstays(situation: Situation, sitting: readonly Sitting[]): Situation {
  const { now, restaurant, state } = situation;
  const room = roomNow(situation);
  const people = sitting.filter((each) => minutesOver(each, room) >= 0)
    .reduce((sum, each) => sum + each.people, 0);
  if (people === 0) return situation;
  const minute = wallMinute(now, restaurant.timeZone);
  const [at, left] = [minute, minute + 1].map(localDateTime) as [string, string];
  return {
    ...situation,
    state: { ...state, stays: withPeople(state.stays, { at, left, people }) },
  };
}

type RoomOfDay = Room & { readonly day: Day; readonly today: Day };

/** `En sala 24`, or `En sala 24/60` of a limit; null on another day than today. */
export function roomInWords(totals: readonly ArrivalTotals[], scope: Room): string | null {
  if (scope.since === undefined) return null;
  const { room } = scope.situation.restaurant.booking;
  const { people } = totalOf(totals.filter((each) => isHere(each, scope)), "arrived");
  return room === null ? `En sala ${people}` : `En sala ${people}/${room.people}`;
}

/**
 * The people of each half hour of the services to come: the most at once or, without a limit of the room, those who are
 * expected to come. Null if there is none. @param max half hours
 */
export function halfHours(
  scope: RoomOfDay,
  totals: readonly ArrivalTotals[],
  max = Infinity,
): Html | null {
  const { day, today, situation: { now, restaurant, state } } = scope;
  const { room } = restaurant.booking;
  const minute = wallMinute(now, restaurant.timeZone);
  const starts = servicesOn(restaurant, day, state).flatMap(({ opens, closes }) =>
    Array.from(
      { length: Math.ceil((closes - opens) / STEP_MINUTES) },
      (_, nth) => opens + nth * STEP_MINUTES,
    )
  ).filter((from) => from + STEP_MINUTES > minute);
  if (day < today || starts.length === 0) return null;
  const { stays } = withOverstays(scope.situation, totals).state;
  const peopleFrom = (from: WallMinute) => {
    const to = from + STEP_MINUTES;
    if (room === null) return totalOf(totals.filter(isWithin(from, to)), "confirmed").people;
    return mostPeople(stays, Math.max(from, minute), room, to);
  };
  const halves = starts.slice(0, max).map((from) => {
    const people = peopleFrom(from);
    const look = attributes({ class: room !== null && people >= room.people && "chip gone" });
    return html`<li><small>${timeOf(from)}</small> <b ${look}>${people}</b></li>`;
  });
  const label = room === null ? "Personas que llegan, por media hora" : "Personas, por media hora";
  return html`<ol class="halves" aria-label="${label}">${halves}</ol>`;
}

function isWithin(from: WallMinute, to: WallMinute) {
  return ({ day, time }: ArrivalTotals) => {
    const minute = wallMinuteOf(`${day}T${time}`);
    return minute >= from && minute < to;
  };
}

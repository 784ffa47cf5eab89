/** A service night as the host sees it: which parties are due, late, large, in the room, or not acknowledged yet. */
import {
  type Day,
  type LocalDateTime,
  localDateTime,
  wallMinute,
  wallMinuteOf,
} from "../local_time.ts";
import { servicesOn, UNSWITCHED } from "../schedule/services.ts";
import type { Situation } from "../schedule/situation.ts";
import type { Reservation, ReservationStatus } from "./reservation.ts";

interface Present {
  readonly today: Day;
  readonly situation: Situation;
}

/** Minutes after its time from which a party is late, and before it from which it is due. */
const LATE_MINUTES = 15;
const LARGE_PARTY = 8;

/** 0 unless the party is expected tonight and its time was {@linkcode LATE_MINUTES} ago or more. */
export function lateMinutes(reservation: Reservation, present: Present): number {
  const minutes = minutesPast(reservation, present);
  return minutes >= LATE_MINUTES ? minutes : 0;
}

/** Whether the party is expected about now. */
export function isDue(reservation: Reservation, present: Present): boolean {
  return minutesPast(reservation, present) >= -LATE_MINUTES;
}

/** How long ago the party's time was; `-Infinity` unless it is expected tonight. */
function minutesPast(
  { day, time, serviceDay, status }: Reservation,
  { today, situation: { now, restaurant } }: Present,
): number {
  if (status !== "confirmed" || serviceDay !== today) return -Infinity;
  return wallMinute(now, restaurant.timeZone) - wallMinuteOf(`${day}T${time}`);
}

/** Whether a party of service day `shown` is in the room: it has not left, and a limited stay is not over. */
export function isHere(
  { day, time, status, left }: Pick<Reservation, "day" | "time" | "status" | "left">,
  { day: shown, today, situation: { now, restaurant } }: Present & { readonly day: Day | null },
): boolean {
  if (shown !== today || status !== "arrived" || left !== null) return false;
  const { timeZone, booking: { room } } = restaurant;
  const stayed = wallMinute(now, timeZone) - wallMinuteOf(`${day}T${time}`);
  return room === null || stayed < room.stayMinutes;
}

/**
 * When the doors closed on the services of `day` that are over, if a later one is not: who booked before then has been.
 * Empty if none is over, or all are.
 */
export function servedUntil(day: Day, { now, restaurant }: Situation): LocalDateTime | "" {
  const minute = wallMinute(now, restaurant.timeZone);
  const runs = servicesOn(restaurant, day, UNSWITCHED);
  const next = runs.findIndex(({ closes }) => closes > minute);
  return next > 0 ? localDateTime(runs[next - 1]!.closes) : "";
}

export function isUnseen({ acknowledged, status }: Reservation): boolean {
  return acknowledged === null && status === "confirmed";
}

/** Whether the party is marked as one that needs several tables. */
export function isLarge({ partySize }: Pick<Reservation, "partySize">): boolean {
  return partySize >= LARGE_PARTY;
}

interface Counted {
  readonly status: ReservationStatus;
  readonly parties: number;
  readonly people: number;
}

export function totalOf(
  totals: readonly Counted[],
  ...states: ReservationStatus[]
): Omit<Counted, "status"> {
  const counted = totals.filter(({ status }) => states.includes(status));
  return {
    parties: counted.reduce((sum, { parties }) => sum + parties, 0),
    people: counted.reduce((sum, { people }) => sum + people, 0),
  };
}

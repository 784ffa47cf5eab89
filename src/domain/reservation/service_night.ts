/** A service night as the host sees it: which parties are due, late, large, in the room, or not acknowledged yet. */
import {
  type Day,
  type LocalDateTime,
  localDateTime,
  type WallMinute,
  wallMinute,
  wallMinuteOf,
} from "../local_time.ts";
import { servicesOn, UNSWITCHED } from "../schedule/services.ts";
import type { Situation } from "../schedule/situation.ts";
import type { Reservation, ReservationStatus } from "./reservation.ts";

export interface Present {
  /** The service day that the board shows by itself. */
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

/** When the doors last closed before a later service of today that has opened: parties that came earlier are gone. */
export function roomSince({ today, situation: { now, restaurant } }: Present): WallMinute {
  const minute = wallMinute(now, restaurant.timeZone);
  const opened = servicesOn(restaurant, today, UNSWITCHED).filter(({ opens }) => opens <= minute);
  const last = opened.findLast(({ closes }, nth) => closes < (opened[nth + 1]?.opens ?? closes));
  return last?.closes ?? -Infinity;
}

/** A list's day may be another: then it is without {@linkcode roomSince}, and none of it is in the room. */
export type Room = Pick<Present, "situation"> & { readonly since?: WallMinute | undefined };
type Arrived = Pick<Reservation, "status" | "arrived" | "left">;

/** Whether the party is in the room. */
export function isHere({ status, arrived, left }: Arrived, { since = Infinity }: Room): boolean {
  return status === "arrived" && left === null && wallMinuteOf(arrived!) >= since;
}

/** For how long a party in the room is past its stay, in minutes; below 0 if it is not, or there is no limit. */
export function minutesOver(party: Arrived, room: Room): number {
  const { now, restaurant: { timeZone, booking } } = room.situation;
  if (booking.room === null || !isHere(party, room)) return -Infinity;
  return wallMinute(now, timeZone) - wallMinuteOf(party.arrived!) - booking.room.stayMinutes;
}

/** When the last service of `day` that is over closed, if a later one is not; empty if none is over, or all are. */
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

/** Opening hours: any number of services a day, which may end after midnight; and the switches of staff. */
import {
  addDays,
  type Day,
  firstMinuteOutside,
  type LocalDateTime,
  startOfDay,
  type WallMinute,
  wallMinuteOf,
  type WallSpan,
  weekdayIndex,
} from "../local_time.ts";
import type { Booked, RoomLimit, Stay } from "./room.ts";

export interface ServiceHours {
  /** Minutes from midnight at which doors open, 0 to 1439. */
  readonly opens: number;
  /** Minutes from midnight of the same day at which doors close: over 1440 after midnight, at most 2880. */
  readonly closes: number;
}

/** A weekday's services in order, none of which overlap. */
export interface WeekdayHours {
  readonly services: readonly ServiceHours[];
  /** Minutes before the end of each service that starts this day at which the kitchen closes. */
  readonly kitchenLeadMinutes: number;
}

export interface SpecialDay {
  /** The day, or month and day (`12-25`) for every year. */
  readonly date: string;
  readonly services: readonly ServiceHours[];
  /** For guests to read, as its owner wrote it. */
  readonly reason: string | null;
}

/** When the restaurant is open, but for the switches of staff. */
export interface Schedule {
  /** Seven weekdays, Monday first. */
  readonly hours: readonly WeekdayHours[];
  /** A date with a year wins over one of every year. */
  readonly specialDays: readonly SpecialDay[];
}

export function specialDayOn({ specialDays }: Schedule, day: Day): SpecialDay | undefined {
  return specialDays.find(({ date }) => date === day) ??
    specialDays.find(({ date }) => date === day.slice("AAAA-".length));
}

/** The services that start on `day` if staff switch nothing. */
export function plannedServices(schedule: Schedule, day: Day): readonly ServiceHours[] {
  const special = specialDayOn(schedule, day);
  return special === undefined ? schedule.hours[weekdayIndex(day)]!.services : special.services;
}

export interface BookingRules {
  /** Minutes before the kitchen closes at which the last reservation arrives. */
  readonly arrivalMarginMinutes: number;
  readonly noticeMinutes: number;
  /** How many people may arrive at one time; null for any number. */
  readonly peoplePerTime: number | null;
  /** How many people may be in the room at once; null for any number. */
  readonly room: RoomLimit | null;
}

/** Whether the people of each time must be known to say which times can be reserved. */
export function countsPeople({ peoplePerTime, room }: BookingRules): boolean {
  return peoplePerTime !== null || room !== null;
}

/** A service on a date, in minutes of the restaurant's clock. */
export interface ServiceRun {
  readonly day: Day;
  readonly opens: WallMinute;
  /** Doors are open until here, exclusive. */
  readonly closes: WallMinute;
  /** When the kitchen closes, exclusive. Before `opens` if an earlier service of the day closed it early. */
  readonly kitchenCloses: WallMinute;
}

/** The services that start on `day`, in order, without those that closures cover whole. */
export function servicesOn(
  schedule: Schedule,
  day: Day,
  { closures, earlyKitchen }: LiveState,
): ServiceRun[] {
  if (isDayClosed(closures, day)) return [];
  const midnight = startOfDay(day);
  const { kitchenLeadMinutes } = schedule.hours[weekdayIndex(day)]!;
  const early = earlyKitchen?.serviceDay === day ? wallMinuteOf(earlyKitchen.closes) : Infinity;
  const runs = plannedServices(schedule, day).map(({ opens, closes }) => ({
    day,
    opens: midnight + opens,
    closes: midnight + closes,
    kitchenCloses: Math.min(midnight + Math.max(opens, closes - kitchenLeadMinutes), early),
  }));
  const closed = closures.length === 0 ? [] : closedSpans(closures, day, addDays(day, 2));
  return runs.filter((run) => firstMinuteOutside(closed, run.opens) < run.closes);
}

/** The services that may overlap `day`: those that start the day before, then those that start on it. */
export function servicesAround(schedule: Schedule, day: Day, state: LiveState): ServiceRun[] {
  return [addDays(day, -1), day].flatMap((each) => servicesOn(schedule, each, state));
}

/** The open times of the services that start on `day`, in order, without its closures. */
export function openSpans(schedule: Schedule, day: Day, state: LiveState): readonly WallSpan[] {
  return servicesOn(schedule, day, state).flatMap((run) => openParts(run, state));
}

/** The open times of one service, in order, without closures. */
export function openParts(
  { day, opens, closes }: Pick<ServiceRun, "day" | "opens" | "closes">,
  { closures }: LiveState,
): readonly WallSpan[] {
  const closed = closedSpans(closures, day, addDays(day, 2));
  return without(closed, { from: opens, to: closes });
}

/** When the kitchen of `run` stops: before its hour if closures last until then, as it opens if they cover it. */
export function kitchenStops(run: ServiceRun, state: LiveState): WallMinute {
  const { day, opens, kitchenCloses } = run;
  const open = openParts({ day, opens, closes: kitchenCloses }, state);
  return open.at(-1)?.to ?? Math.min(opens, kitchenCloses);
}

function without(closed: readonly WallSpan[], open: WallSpan): WallSpan[] {
  const cut = closed.find(({ from, to }) => from < open.to && to > open.from);
  if (cut === undefined) return open.from < open.to ? [open] : [];
  const before = { from: open.from, to: cut.from };
  return [before, { from: cut.to, to: open.to }].flatMap((part) => without(closed, part));
}

/** For one service day, or for every day until staff end it. */
export type Pause = NightPause | { readonly until: null };

/** Of the services that start on `night`, until an instant in epoch milliseconds. */
export interface NightPause {
  readonly night: Day;
  readonly until: number;
}

/** The kitchen closes before its hour. Later services of that day have no kitchen. */
export interface EarlyKitchen {
  readonly serviceDay: Day;
  /** Exclusive. */
  readonly closes: LocalDateTime;
}

export interface SoldOutDish {
  readonly dishId: string;
  /** The service day after which it returns by itself; null if staff put it back. */
  readonly serviceDay: Day | null;
}

/** The switches of staff, as last read from the database. */
export interface LiveState {
  readonly pause: Pause | null;
  /** Those that have not ended, in order of their start. */
  readonly closures: readonly Closure[];
  readonly earlyKitchen: EarlyKitchen | null;
  /** May include dishes whose {@linkcode SoldOutDish.serviceDay} is over. */
  readonly soldOut: readonly SoldOutDish[];
  /** Both of the last 2 days and later, in order of their time; empty if neither times nor room are limited. */
  readonly booked: readonly Booked[];
  readonly stays: readonly Stay[];
  /** Of the evenings of these days, the last time after midnight that is booked. Hours may have changed since. */
  readonly lateNights: readonly { readonly serviceDay: Day; readonly last: LocalDateTime }[];
}

export const UNSWITCHED: LiveState = {
  pause: null,
  closures: [],
  earlyKitchen: null,
  soldOut: [],
  booked: [],
  stays: [],
  lateNights: [],
};

/** Whether the restaurant ever opens. One without hours opens soon. */
export function hasHours({ hours, specialDays }: Schedule): boolean {
  return [...hours, ...specialDays].some(({ services }) => services.length > 0);
}

/** Whether reservations are taken, but for a night's pause. */
export function reservationsActive({ pause }: LiveState): boolean {
  return pause === null || "night" in pause;
}

export function pausedNight({ pause }: LiveState, now: number): NightPause | null {
  return pause !== null && "night" in pause && pause.until > now ? pause : null;
}

/** A time in which the restaurant is closed, or takes no more reservations because it is full. */
export type Closure = ClosedOnce & {
  readonly id: number;
  readonly reason: string;
  /** Whether guests may read the reason. */
  readonly isPublic: boolean;
};

export type ClosedOnce =
  /** Every service that starts on `day`, including its part after midnight. */
  | { readonly kind: "day"; readonly day: Day }
  /** From `from` to `to`, end exclusive; `full` is the one minute of a time that staff marked full. */
  | { readonly kind: "span" | "full"; readonly from: LocalDateTime; readonly to: LocalDateTime };

export const CLOSURE_LIMITS = {
  /** Code points of its reason, trimmed. */
  reason: 200,
  /** Days from today to its start: a later day is a typing error. */
  daysAhead: 731,
  /** Days closed at once: more is a typing error. */
  days: 92,
} as const;

/** The closure of the whole service day, if there is one. */
export function dayClosure(closures: readonly Closure[], day: Day): Closure | undefined {
  return closures.find((closure) => closure.kind === "day" && closure.day === day);
}

export function isDayClosed(closures: readonly Closure[], day: Day): boolean {
  return dayClosure(closures, day) !== undefined;
}

/** The closed spans that overlap the time from the start of `from` to the start of `to`. */
export function closedSpans(closures: readonly Closure[], from: Day, to: Day): WallSpan[] {
  return closures.flatMap((closure) =>
    closure.kind === "span" && closure.from < to && closure.to > from
      ? [{ from: wallMinuteOf(closure.from), to: wallMinuteOf(closure.to) }]
      : []
  );
}

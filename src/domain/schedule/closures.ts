/** What staff close: the restaurant for a day, for several, or from one time to another; or the kitchen before its hour. */
import {
  addDays,
  type Day,
  type LocalDateTime,
  localDateTime,
  minuteOfDay,
  MINUTES_A_DAY,
  startOfDay,
  type Time,
  type WallMinute,
  wallMinute,
  wallMinuteOf,
} from "../local_time.ts";
import {
  type Closure,
  type EarlyKitchen,
  type ServiceRun,
  servicesOn,
  UNSWITCHED,
  type WeeklyHours,
} from "./services.ts";
import { currentServiceDay, type Situation } from "./situation.ts";

/** What a closure covers. */
export type ClosedTime =
  | Omit<Extract<Closure, { kind: "day" }>, "id" | "reason">
  /** Whole service days, both inclusive: stored as one closure for each. */
  | { readonly kind: "days"; readonly from: Day; readonly to: Day }
  | Omit<Extract<Closure, { from: LocalDateTime }>, "id" | "reason">;

export interface AskedClosure {
  /** The calendar day on which it begins. */
  readonly day: Day;
  /** The last of several closed days; without it, or equal to `day`, one day is closed. */
  readonly until?: Day | null;
  /** Null for the day's first opening. */
  readonly from: Time | null;
  /** Null for the day's last closing; a time before `from` is on the next day. */
  readonly to: Time | null;
}

/**
 * What to close: the whole service day where neither time is given. Null where nothing lies between the two times (they are equal,
 * the day's hours cannot supply the missing one, or they seem to be swapped), where the last day is before the first, and where both a
 * last day and times are given.
 */
export function closedTime(
  { day, until = null, from, to }: AskedClosure,
  hours: WeeklyHours,
): ClosedTime | null {
  if (from === null && to === null) return wholeDays(day, until ?? day);
  if (until !== null) return null;
  if (from === to) return null;
  const services = servicesOn(hours, day, UNSWITCHED);
  const opens = services[0]?.opens ?? startOfDay(day);
  const closes = services.at(-1)?.closes ?? startOfDay(addDays(day, 1));
  const starts = from === null ? opens : startOfDay(day) + minuteOfDay(from);
  const morning = from === null ? closes : Math.max(closes, nextOpening(day, services));
  const ends = to === null ? closes : endMinute(day, to, starts, morning);
  if (ends <= starts) return null;
  return { kind: "span", from: localDateTime(starts), to: localDateTime(ends) };
}

function wholeDays(from: Day, to: Day): ClosedTime | null {
  if (from > to) return null;
  return from === to ? { kind: "day", day: from } : { kind: "days", from, to };
}

/** An end before the beginning is on the next day; one after `morning` is taken for a typing error and stays on `day`. */
function endMinute(day: Day, to: Time, starts: WallMinute, morning: WallMinute): WallMinute {
  const sameDay = startOfDay(day) + minuteOfDay(to);
  const nextDay = sameDay + MINUTES_A_DAY;
  return sameDay > starts || nextDay > morning ? sameDay : nextDay;
}

/** The opening hour of `day`, a day later; noon where it has none. */
function nextOpening(day: Day, [first]: readonly ServiceRun[]): WallMinute {
  return (first?.opens ?? startOfDay(day) + MINUTES_A_DAY / 2) + MINUTES_A_DAY;
}

/** Whether the closed time is over at `moment` (wall minute) on service day `today`. */
export function isOver(closed: ClosedTime, moment: WallMinute, today: Day): boolean {
  if (closed.kind === "day") return closed.day < today;
  return closed.kind === "days" ? closed.to < today : wallMinuteOf(closed.to) <= moment;
}

/** Consecutive days closed for the same reason, or any other closure by itself. */
export interface ClosureRun {
  /** At least one, in order. */
  readonly closures: readonly Closure[];
  /** Their total time. */
  readonly closed: ClosedTime;
  readonly reason: string;
}

/** The closures that are not over, in order of their start. After midnight, the evening's own is not over yet. */
export function standingClosures(situation: Situation): readonly Closure[] {
  const { restaurant, state, now } = situation;
  const minute = wallMinute(now, restaurant.timeZone);
  const today = currentServiceDay(situation);
  return state.closures.filter((closure) => !isOver(closure, minute, today));
}

/** @param closures in order of their start */
export function closureRuns(closures: readonly Closure[]): readonly ClosureRun[] {
  const runs: Closure[][] = [];
  for (const closure of closures) {
    const run = runs.find((run) => continues(closure, run.at(-1)!));
    if (run) run.push(closure);
    else runs.push([closure]);
  }
  return runs.map((run) => ({ closures: run, closed: covered(run), reason: run[0]!.reason }));
}

function continues(closure: Closure, last: Closure): boolean {
  return closure.kind === "day" && last.kind === "day" && closure.reason === last.reason &&
    closure.day === addDays(last.day, 1);
}

function covered(run: readonly Closure[]): ClosedTime {
  const [first, last] = [run[0]!, run.at(-1)!];
  if (first.kind !== "day") return { kind: first.kind, from: first.from, to: first.to };
  if (last.kind !== "day" || last === first) return { kind: "day", day: first.day };
  return { kind: "days", from: first.day, to: last.day };
}

/** What the switch stores. */
export interface EarlyKitchenOrder extends EarlyKitchen {
  /** The last time that can still be reserved. */
  readonly lastArrival: LocalDateTime;
}

/** Why the kitchen cannot close early: no service starts that day, or the time is not before the usual one. */
export type NoEarlyKitchen = "no_service" | "not_earlier";

/** The order that closes the kitchen of the current service day at `time`, or now where it is null. */
export function earlyKitchenOrder(
  situation: Situation,
  time: Time | null,
): EarlyKitchenOrder | NoEarlyKitchen {
  const { restaurant, state, now } = situation;
  const serviceDay = currentServiceDay(situation);
  const services = servicesOn(restaurant.hours, serviceDay, { ...state, earlyKitchen: null });
  const [first, last] = [services[0], services.at(-1)];
  if (first === undefined || last === undefined) return "no_service";
  const closes = time === null
    ? wallMinute(now, restaurant.timeZone)
    : closingMinute(serviceDay, time, first.opens);
  if (closes >= last.kitchenCloses) return "not_earlier";
  return {
    serviceDay,
    closes: localDateTime(closes),
    lastArrival: localDateTime(closes - restaurant.booking.arrivalMarginMinutes),
  };
}

/**
 * The arrival times of the current service day that an early kitchen rules out: from the minute after the last one still served until
 * the doors close. Null where the kitchen closes as usual.
 */
export function tooLateToEat({ restaurant, state, now }: Situation): ClosedTime | null {
  const early = state.earlyKitchen;
  const serviceDay = currentServiceDay({ restaurant, state, now });
  if (early?.serviceDay !== serviceDay) return null;
  const last = servicesOn(restaurant.hours, serviceDay, { ...state, earlyKitchen: null }).at(-1);
  const from = wallMinuteOf(early.closes) - restaurant.booking.arrivalMarginMinutes + 1;
  if (last === undefined || from >= last.closes) return null;
  return { kind: "span", from: localDateTime(from), to: localDateTime(last.closes) };
}

/**
 * The first minute after the doors open at which the clock shows `time`, so 00:30 belongs to the evening. A time before they open
 * becomes a late one: 01:00, the usual hour, typed in the evening, changes nothing.
 */
function closingMinute(serviceDay: Day, time: Time, opens: WallMinute): WallMinute {
  const minute = startOfDay(serviceDay) + minuteOfDay(time);
  return minute >= opens ? minute : minute + MINUTES_A_DAY;
}

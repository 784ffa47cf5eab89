/** Closures as people ask for them: a day, and perhaps from a time, to a time. */
import type { Closure } from "./closure.ts";
import { UNSWITCHED } from "./house.ts";
import {
  addDays,
  type Day,
  localDateTime,
  minuteOfDay,
  MINUTES_A_DAY,
  startOfDay,
  type Time,
  type WallMinute,
  wallMinuteOf,
} from "./local_time.ts";
import { type ServiceRun, servicesOn, type WeeklyHours } from "./schedule.ts";

/** What a closure covers. */
export type ClosedTime =
  | Omit<Extract<Closure, { kind: "day" }>, "id" | "reason">
  /** Whole service days, both inclusive: kept as one closure for each. */
  | { readonly kind: "days"; readonly from: Day; readonly to: Day }
  | Omit<Extract<Closure, { kind: "span" }>, "id" | "reason">;

export interface AskedClosure {
  /** Of the calendar, on which it begins. */
  readonly day: Day;
  /** The last of several days that are closed whole; without it, or with `day` itself, one is. */
  readonly until?: Day | null;
  /** Null for the day's first opening. */
  readonly from: Time | null;
  /** Null for the day's last closing; before `from` it is of the small hours that follow. */
  readonly to: Time | null;
}

/**
 * What to close: the whole service day where neither time is given. Null where there is nothing between the two times: both are
 * the same, the one that is missing cannot be had from the day's hours, or they seem to be the wrong way round. Null, too, where the
 * last day lies before the first, or times are given with it.
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

/** An end that comes before the beginning is of the next day; after `morning` it is a slip, and so there is nothing between. */
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
  if (closed.kind === "span") return wallMinuteOf(closed.to) <= moment;
  return (closed.kind === "day" ? closed.day : closed.to) < today;
}

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
import { servicesOn, type WeeklyHours } from "./schedule.ts";

/** What a closure covers. */
export type ClosedTime =
  | Omit<Extract<Closure, { kind: "day" }>, "id" | "reason">
  | Omit<Extract<Closure, { kind: "span" }>, "id" | "reason">;

export interface AskedClosure {
  /** Of the calendar, on which it begins. */
  readonly day: Day;
  /** Null for the day's first opening. */
  readonly from: Time | null;
  /** Null for the day's last closing; at or before `from` it is of the next day. */
  readonly to: Time | null;
}

/**
 * What to close: the whole service day where neither time is given. Null where there is nothing between the two times: both are
 * the same, or the one that is missing cannot be had from the day's hours.
 */
export function closedTime(
  { day, from, to }: AskedClosure,
  hours: WeeklyHours,
): ClosedTime | null {
  if (from === null && to === null) return { kind: "day", day };
  if (from === to) return null;
  const services = servicesOn(hours, day, UNSWITCHED);
  const opens = services[0]?.opens ?? startOfDay(day);
  const closes = services.at(-1)?.closes ?? startOfDay(addDays(day, 1));
  const starts = from === null ? opens : startOfDay(day) + minuteOfDay(from);
  const ends = to === null ? closes : endMinute(day, to, starts);
  if (ends <= starts) return null;
  return { kind: "span", from: localDateTime(starts), to: localDateTime(ends) };
}

function endMinute(day: Day, to: Time, starts: WallMinute): WallMinute {
  const sameDay = startOfDay(day) + minuteOfDay(to);
  return sameDay > starts ? sameDay : sameDay + MINUTES_A_DAY;
}

/** Whether the closed time is over at `moment` (wall minute) on service day `today`. */
export function isOver(closed: ClosedTime, moment: WallMinute, today: Day): boolean {
  return closed.kind === "day" ? closed.day < today : wallMinuteOf(closed.to) <= moment;
}

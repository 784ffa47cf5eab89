/** Whether one day and time can be reserved, and what can be reserved instead. */
import {
  addDays,
  type Day,
  minuteOfDay,
  startOfDay,
  type Time,
  timeOf,
  type WallMinute,
} from "../local_time.ts";
import {
  bookableSlots,
  type BookingWindow,
  bookingWindow,
  GRACE_MINUTES,
  listed,
} from "./availability.ts";
import type { Situation } from "./situation.ts";

/** How many accepted times a refusal names. */
const NEAREST_TIMES = 4;

/** A day and time that a guest requests or staff choose, both well formed. */
export interface AskedTime {
  readonly day: Day;
  readonly time: Time;
}

/** The day lies before today or after the last day. */
export interface DayOutOfRange extends AskedTime {
  readonly ok: false;
  readonly reason: "day_out_of_range";
  readonly today: Day;
  readonly lastDay: Day;
}

/** The day does not offer the time. */
export interface TimeNotListed extends AskedTime {
  readonly ok: false;
  readonly reason: "time_not_listed";
  readonly today: Day;
  /** The day's listed times nearest to the requested one, at most four, in order. */
  readonly nearest: readonly Time[];
  /** The first later day with listed times, and the nearest of them; null where `nearest` is not empty or there is no such day. */
  readonly nextDay: { readonly day: Day; readonly times: readonly Time[] } | null;
}

/** A refusal that another day or time resolves. */
export type Unbookable = DayOutOfRange | TimeNotListed;

export type Bookability =
  /** `serviceDay`: the day on which the time's service starts, the evening before for a time after midnight. */
  | { readonly ok: true; readonly serviceDay: Day }
  /** Reservations are paused. */
  | { readonly ok: false; readonly reason: "paused" }
  | Unbookable;

/** Whether `day` and `time` are accepted: every listed time is, and one that left the list up to five minutes ago. */
export function checkBookable({ day, time, ...situation }: Situation & AskedTime): Bookability {
  const window = bookingWindow(situation);
  if (!window.active) return { ok: false, reason: "paused" };
  const { today, lastDay, earliest } = window;
  if (day < today || day > lastDay) {
    return { ok: false, reason: "day_out_of_range", day, time, today, lastDay };
  }
  const minute = startOfDay(day) + minuteOfDay(time);
  const serviceDay = bookableSlots(situation, day).get(minute);
  const taken = serviceDay !== undefined && serviceDay !== window.pausedNight;
  if (taken && minute >= earliest - GRACE_MINUTES) {
    return { ok: true, serviceDay };
  }
  return timeNotListed({ ...situation, day, time });
}

/** The refusal of a time, for any reason, with the nearest times that are accepted. */
export function timeNotListed({ day, time, ...situation }: Situation & AskedTime): TimeNotListed {
  const window = bookingWindow(situation);
  const minute = startOfDay(day) + minuteOfDay(time);
  const others = listedOn(situation, window, day).filter((other) => other !== minute);
  const nearest = nearestTimes(others, minute);
  return {
    ok: false,
    reason: "time_not_listed",
    day,
    time,
    today: window.today,
    nearest,
    nextDay: nearest.length > 0 ? null : nextDayWithTimes(situation, window, day, time),
  };
}

function nextDayWithTimes(
  situation: Situation,
  window: BookingWindow,
  after: Day,
  time: Time,
): TimeNotListed["nextDay"] {
  for (let day = addDays(after, 1); day <= window.lastDay; day = addDays(day, 1)) {
    const minutes = listedOn(situation, window, day);
    if (minutes.length === 0) continue;
    return { day, times: nearestTimes(minutes, startOfDay(day) + minuteOfDay(time)) };
  }
  return null;
}

function listedOn(situation: Situation, window: BookingWindow, day: Day): WallMinute[] {
  return listed(window, day, bookableSlots(situation, day));
}

function nearestTimes(minutes: readonly WallMinute[], asked: WallMinute): Time[] {
  return minutes
    .toSorted((a, b) => Math.abs(a - asked) - Math.abs(b - asked))
    .slice(0, NEAREST_TIMES)
    .sort((a, b) => a - b)
    .map(timeOf);
}

/** Whether one day and time can be reserved, and what can be reserved instead. */
import {
  addDays,
  type Day,
  minuteOfDay,
  MINUTES_A_DAY,
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

/** The same for a party. */
export interface AskedTable extends AskedTime {
  readonly partySize: number;
}

/** The day lies before today or after the last day. */
export interface DayOutOfRange extends AskedTime {
  readonly ok: false;
  readonly reason: "day_out_of_range";
  readonly today: Day;
  readonly lastDay: Day;
}

/** The day does not offer the time, or not to so many. */
export interface TimeNotListed extends AskedTable {
  readonly ok: false;
  readonly reason: "time_not_listed";
  readonly today: Day;
  /** How many more people may arrive then, where that alone is the reason; else null. */
  readonly left: number | null;
  /** The day's times with room for the party nearest to the requested one, at most four, in order. */
  readonly nearest: readonly Time[];
  /** The first later day with such times, and the nearest of them; null where `nearest` is not empty or there is no such day. */
  readonly nextDay: { readonly day: Day; readonly times: readonly Time[] } | null;
  /** Listed times that the requested one may stand for. */
  readonly meant: readonly AskedTime[];
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
export function checkBookable(
  { day, time, partySize, ...situation }: Situation & AskedTable,
): Bookability {
  const window = bookingWindow(situation);
  if (!window.active) return { ok: false, reason: "paused" };
  const { today, lastDay } = window;
  if (day < today || day > lastDay) {
    return { ok: false, reason: "day_out_of_range", day, time, today, lastDay };
  }
  const offer = offered(situation, window, { day, time });
  if (offer !== null && offer.left >= partySize) return { ok: true, serviceDay: offer.serviceDay };
  return timeNotListed({ ...situation, day, time, partySize });
}

/** What the schedule offers at a time, whatever room is left; null for nothing. */
function offered(
  situation: Situation,
  { earliest, pausedNight, placesLeft }: BookingWindow,
  { day, time }: AskedTime,
): { readonly serviceDay: Day; readonly left: number } | null {
  const minute = startOfDay(day) + minuteOfDay(time);
  const serviceDay = bookableSlots(situation, day).get(minute);
  if (serviceDay === undefined || serviceDay === pausedNight) return null;
  return minute < earliest - GRACE_MINUTES ? null : { serviceDay, left: placesLeft(minute) };
}

/** The refusal of a time, for any reason, with the nearest times that are accepted. */
export function timeNotListed(
  { day, time, partySize, ...situation }: Situation & AskedTable,
): TimeNotListed {
  const window = bookingWindow(situation);
  const minute = startOfDay(day) + minuteOfDay(time);
  const listedFor = (day: Day) => listed(situation, window, day, partySize);
  const others = listedFor(day).filter((other) => other !== minute);
  const { left = Infinity } = offered(situation, window, { day, time }) ?? {};
  const nearest = nearestTimes(others, minute);
  const next = addDays(day, 1);
  const nextMinute = minute + MINUTES_A_DAY;
  // A time after midnight, asked for by the evening's date.
  const isSameNight = bookableSlots(situation, next).get(nextMinute) === day &&
    listedFor(next).includes(nextMinute);
  // Eight in the evening, written as 08:00.
  const evening = others.filter((other) => other === minute + MINUTES_A_DAY / 2);
  return {
    ok: false,
    reason: "time_not_listed",
    day,
    time,
    partySize,
    today: window.today,
    left: left < partySize ? left : null,
    nearest,
    nextDay: nearest.length > 0 ? null : nextDayWithTimes(window, listedFor, { day, time }),
    meant: [
      ...(isSameNight ? [{ day: next, time }] : []),
      ...evening.map((minute) => ({ day, time: timeOf(minute) })),
    ],
  };
}

function nextDayWithTimes(
  { lastDay }: BookingWindow,
  listedFor: (day: Day) => readonly WallMinute[],
  { day: after, time }: AskedTime,
): TimeNotListed["nextDay"] {
  for (let day = addDays(after, 1); day <= lastDay; day = addDays(day, 1)) {
    const minutes = listedFor(day);
    if (minutes.length === 0) continue;
    return { day, times: nearestTimes(minutes, startOfDay(day) + minuteOfDay(time)) };
  }
  return null;
}

function nearestTimes(minutes: readonly WallMinute[], asked: WallMinute): Time[] {
  return minutes
    .toSorted((a, b) => Math.abs(a - asked) - Math.abs(b - asked))
    .slice(0, NEAREST_TIMES)
    .sort((a, b) => a - b)
    .map(timeOf);
}

/**
 * The times that can be reserved. Listing and acceptance read the same slots, so every listed time is accepted. Everything is integer
 * arithmetic on wall minutes, because lists of ninety days are requested often.
 */
import {
  addDays,
  type Day,
  dayOf,
  isWithin,
  localDateTime,
  MINUTES_A_DAY,
  skippedSpans,
  startOfDay,
  type Time,
  timeOf,
  type WallMinute,
  wallMinute,
  weekdayName,
} from "../local_time.ts";
import { RESERVATION_LIMITS } from "../reservation/reservation.ts";
import { type ServiceRun, servicesAround, servicesOn } from "./services.ts";
import type { Situation } from "./situation.ts";
import { closedSpans, pausedNight, reservationsActive } from "./switches.ts";

/** Reservable times lie this many minutes apart, on the clock's half hours. */
export const STEP_MINUTES = 30;

/** Minutes for which a time is still accepted after it has left the list, so that a list just read still holds. */
export const GRACE_MINUTES = 5;

/** What one day offers. */
export interface DayAvailability {
  readonly day: Day;
  /** Spanish, lower case. */
  readonly weekday: string;
  /** Whether a service starts this day. */
  readonly opens: boolean;
  /** First opening and last closing of the services that start this day; null where none does. */
  readonly venue: { readonly opens: Time; readonly closes: Time } | null;
  /** When the kitchen of the last of them closes; null where there is none. */
  readonly kitchenCloses: Time | null;
  /** Accepted times, in order. On a day that does not open, the tail of the evening before. */
  readonly times: readonly Time[];
}

/** The days and times within which reservations are taken. */
export interface BookingWindow {
  readonly today: Day;
  /** The last day, inclusive. */
  readonly lastDay: Day;
  /** The first minute that is listed. */
  readonly earliest: WallMinute;
  /** Whether reservations are switched on. */
  readonly active: boolean;
  /** The service day whose times are not taken; null where there is none. */
  readonly pausedNight: Day | null;
  /** How many more people may arrive at a time: none where staff have marked it full, `Infinity` where nothing limits them. */
  placesLeft(minute: WallMinute): number;
}

/** Reservable minutes of a day in order, each with the day on which its service starts. */
export type Slots = ReadonlyMap<WallMinute, Day>;

/** The days and times open for reservation at `now`. Changes with the minute, and when a pause ends. */
export function bookingWindow({ restaurant, state, now }: Situation): BookingWindow {
  const minute = wallMinute(now, restaurant.timeZone);
  const today = dayOf(minute);
  return {
    today,
    lastDay: addDays(today, RESERVATION_LIMITS.daysAhead),
    earliest: minute + restaurant.booking.noticeMinutes,
    active: reservationsActive(state, now),
    pausedNight: pausedNight(state),
    placesLeft: (minute) => placesLeft({ restaurant, state }, minute),
  };
}

function placesLeft(
  { restaurant: { booking: { peoplePerTime } }, state }: Pick<Situation, "restaurant" | "state">,
  minute: WallMinute,
): number {
  if (peoplePerTime === null && state.closures.length === 0) return Infinity;
  const at = localDateTime(minute);
  if (state.closures.some((each) => each.kind === "full" && each.from === at)) return 0;
  return peoplePerTime === null ? Infinity : Math.max(0, peoplePerTime - (state.expected[at] ?? 0));
}

/**
 * What `days` days from `from` on offer a party of `partySize`. Lists of times are empty outside the {@linkcode BookingWindow} and while
 * reservations are paused; opening hours are given for any date.
 */
export function availability(
  { from, days, partySize = 1, ...situation }: Situation & {
    readonly from: Day;
    readonly days: number;
    readonly partySize?: number | undefined;
  },
): DayAvailability[] {
  const { restaurant: { hours }, state } = situation;
  const window = bookingWindow(situation);
  return Array.from({ length: days }, (_, ahead) => {
    const day = addDays(from, ahead);
    return {
      day,
      weekday: weekdayName(day),
      ...openingOn(servicesOn(hours, day, state)),
      times: listed(situation, window, day, partySize).map(timeOf),
    };
  });
}

/** The times of `day` that the window lists for a party of `partySize`. */
export function listed(
  situation: Situation,
  window: BookingWindow,
  day: Day,
  partySize: number,
): WallMinute[] {
  if (!window.active || day > window.lastDay) return [];
  return [...bookableSlots(situation, day)]
    .filter(([minute, serviceDay]) =>
      minute >= window.earliest && serviceDay !== window.pausedNight &&
      window.placesLeft(minute) >= partySize
    )
    .map(([minute]) => minute);
}

function openingOn(
  services: readonly ServiceRun[],
): Pick<DayAvailability, "opens" | "venue" | "kitchenCloses"> {
  const [first, last] = [services[0], services.at(-1)];
  if (!first || !last) return { opens: false, venue: null, kitchenCloses: null };
  const venue = { opens: timeOf(first.opens), closes: timeOf(last.closes) };
  return { opens: true, venue, kitchenCloses: timeOf(last.kitchenCloses) };
}

/** Every time of `day` that schedule, closures and an early kitchen allow, past or not. */
export function bookableSlots({ restaurant, state }: Situation, day: Day): Slots {
  const { hours, booking: { arrivalMarginMinutes }, timeZone } = restaurant;
  const midnight = startOfDay(day);
  const end = midnight + MINUTES_A_DAY;
  const blocked = [
    ...closedSpans(state.closures, day, addDays(day, 1)),
    ...skippedSpans(timeZone, midnight, end),
  ];
  const slots = new Map<WallMinute, Day>();
  for (const run of servicesAround(hours, day, state)) {
    const first = Math.ceil(Math.max(run.opens, midnight) / STEP_MINUTES) * STEP_MINUTES;
    const last = Math.min(run.kitchenCloses - arrivalMarginMinutes, end - 1);
    for (let minute = first; minute <= last; minute += STEP_MINUTES) {
      // Where two services meet, the minute belongs to the later one.
      if (!isWithin(blocked, minute)) slots.set(minute, run.day);
    }
  }
  return slots;
}

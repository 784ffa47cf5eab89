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
  type WallSpan,
  weekdayName,
} from "../local_time.ts";
import { RESERVATION_LIMITS } from "../reservation/reservation.ts";
import { type BookingRules, type ServiceRun, servicesAround, servicesOn } from "./services.ts";
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
 * What `days` days from `from` on offer a party of `partySize`. Lists of times are empty outside the {@linkcode BookingWindow} and while reservations are
 * paused; opening hours are given for any date.
 */
export function availability(
  { from, days, partySize = 1, ...situation }: Situation & {
    readonly from: Day;
    readonly days: number;
    readonly partySize?: number | undefined;
  },
): DayAvailability[] {
  const { restaurant: { hours, booking }, state } = situation;
  const window = bookingWindow(situation);
  const blocked = blockedSpans(situation, from, days);
  let evening = servicesOn(hours, addDays(from, -1), state);
  return Array.from({ length: days }, (_, ahead) => {
    const day = addDays(from, ahead);
    const services = servicesOn(hours, day, state);
    const slots = slotsOn(day, [...evening, ...services], booking, blocked);
    evening = services;
    return {
      day,
      weekday: weekdayName(day),
      ...openingOn(services),
      times: listed(window, day, slots, partySize).map(timeOf),
    };
  });
}

/** Every time of `day` that schedule, closures and an early kitchen allow, past or not. */
export function bookableSlots(situation: Situation, day: Day): Slots {
  const { restaurant: { hours, booking }, state } = situation;
  const services = servicesAround(hours, day, state);
  return slotsOn(day, services, booking, blockedSpans(situation, day, 1));
}

/** The slots of `day` that the window lists for a party of `partySize`. */
export function listed(
  window: BookingWindow,
  day: Day,
  slots: Slots,
  partySize: number,
): WallMinute[] {
  if (!window.active || day > window.lastDay) return [];
  return [...slots]
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

function slotsOn(
  day: Day,
  services: readonly ServiceRun[],
  { arrivalMarginMinutes }: BookingRules,
  blocked: readonly WallSpan[],
): Slots {
  const midnight = startOfDay(day);
  const lastOfDay = midnight + MINUTES_A_DAY - 1;
  const slots = new Map<WallMinute, Day>();
  for (const run of services) {
    const first = Math.ceil(Math.max(run.opens, midnight) / STEP_MINUTES) * STEP_MINUTES;
    const last = Math.min(run.kitchenCloses - arrivalMarginMinutes, lastOfDay);
    for (let minute = first; minute <= last; minute += STEP_MINUTES) {
      // Where two services meet, the minute belongs to the later one.
      if (!isWithin(blocked, minute)) slots.set(minute, run.day);
    }
  }
  return slots;
}

/** The spans without times: closures, and hours that the clock skips. */
function blockedSpans(
  { restaurant: { timeZone }, state: { closures } }: Situation,
  from: Day,
  days: number,
): WallSpan[] {
  const midnight = startOfDay(from);
  return [
    ...closedSpans(closures, from, addDays(from, days)),
    ...skippedSpans(timeZone, midnight, midnight + days * MINUTES_A_DAY),
  ];
}

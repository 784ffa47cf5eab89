/** The times that can be reserved, and the check of a requested one. Both read the same slots. */
import {
  addDays,
  type Day,
  dayOf,
  daysFrom,
  isWithin,
  type LocalDateTime,
  localDateTime,
  minuteOfDay,
  MINUTES_A_DAY,
  skippedSpans,
  startOfDay,
  type Time,
  timeOf,
  type WallMinute,
  wallMinute,
} from "../local_time.ts";
import { RESERVATION_LIMITS } from "../reservation/fields.ts";
import { mostPeople, peopleArriving } from "./room.ts";
import {
  closedSpans,
  pausedNight,
  reservationsActive,
  servicesAround,
  servicesOn,
} from "./services.ts";
import { currentServiceDay, serviceDayOf, type Situation } from "./situation.ts";

/** Reservable times lie this many minutes apart, on the clock's half hours. */
export const STEP_MINUTES = 30;

/** Minutes for which a time is still accepted after it has left the list, so that a list just read remains valid. */
export const GRACE_MINUTES = 5;

export interface DayAvailability {
  readonly day: Day;
  /** First opening and last closing of the services that start this day; null without one. */
  readonly venue: { readonly opens: Time; readonly closes: Time } | null;
  readonly kitchenCloses: Time | null;
  /** Accepted times, in order. On a day that does not open, those after midnight of the evening before. */
  readonly times: readonly Time[];
}

interface BookingWindow {
  readonly today: Day;
  readonly lastDay: Day;
  readonly earliest: WallMinute;
  readonly active: boolean;
  /** The service day whose times are not accepted; null if there is none. */
  readonly pausedNight: Day | null;
  /** How many more people may arrive: 0 if staff marked the time full, `Infinity` without a limit. */
  placesLeft(minute: WallMinute): number;
}

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
  { restaurant: { booking }, state: { closures, stays } }: Pick<Situation, "restaurant" | "state">,
  minute: WallMinute,
): number {
  const { peoplePerTime, room } = booking;
  if (peoplePerTime === null && room === null && closures.length === 0) return Infinity;
  const at = localDateTime(minute);
  if (closures.some((each) => each.kind === "full" && each.from === at)) return 0;
  const atTime = peoplePerTime === null ? Infinity : peoplePerTime - peopleArriving(stays, at);
  const inRoom = room === null ? Infinity : room.people - mostPeople(stays, minute, room);
  return Math.max(0, Math.min(atTime, inRoom));
}

/** The availability for a party on `days` days from `from`, within the {@linkcode BookingWindow}. */
export function availability(
  { from, days, partySize = 1, ...situation }: Situation & {
    readonly from: Day;
    readonly days: number;
    readonly partySize?: number | undefined;
  },
): DayAvailability[] {
  const { restaurant, state } = situation;
  const window = bookingWindow(situation);
  return daysFrom(from, days).map((day) => {
    const services = servicesOn(restaurant, day, state);
    const [first, last] = [services[0], services.at(-1)];
    return {
      day,
      venue: first && last ? { opens: timeOf(first.opens), closes: timeOf(last.closes) } : null,
      kitchenCloses: last ? timeOf(last.kitchenCloses) : null,
      times: listed(situation, window, day, partySize).map(([minute]) => timeOf(minute)),
    };
  });
}

/** The times of `day` that are listed for the party, each with the day on which its service starts. */
function listed(
  situation: Situation,
  window: BookingWindow,
  day: Day,
  partySize: number,
): (readonly [WallMinute, Day])[] {
  if (!window.active || day < window.today || day > window.lastDay) return [];
  return [...bookableSlots(situation, day)].filter(([minute, serviceDay]) =>
    minute >= window.earliest && serviceDay !== window.pausedNight &&
    window.placesLeft(minute) >= partySize
  );
}

/** The times listed for a party that belong to the services of `serviceDay`, including those after midnight. */
export function listedEvening(
  situation: Situation,
  serviceDay: Day,
  partySize: number,
  window = bookingWindow(situation),
): WallMinute[] {
  return [serviceDay, addDays(serviceDay, 1)]
    .flatMap((day) => listed(situation, window, day, partySize))
    .filter(([, day]) => day === serviceDay)
    .map(([minute]) => minute);
}

/** Every time of `day` that schedule, closures and kitchen allow, in order, with its service day. */
export function bookableSlots(
  { restaurant, state }: Situation,
  day: Day,
): ReadonlyMap<WallMinute, Day> {
  const { booking: { arrivalMarginMinutes }, timeZone } = restaurant;
  const midnight = startOfDay(day);
  const end = midnight + MINUTES_A_DAY;
  const blocked = [
    ...closedSpans(state.closures, day, addDays(day, 1)),
    ...skippedSpans(timeZone, midnight, end),
  ];
  const slots = new Map<WallMinute, Day>();
  for (const run of servicesAround(restaurant, day, state)) {
    const first = Math.ceil(Math.max(run.opens, midnight) / STEP_MINUTES) * STEP_MINUTES;
    const last = Math.min(run.kitchenCloses - arrivalMarginMinutes, end - 1);
    for (let minute = first; minute <= last; minute += STEP_MINUTES) {
      // Where two services meet, the minute belongs to the later one.
      if (!isWithin(blocked, minute)) slots.set(minute, run.day);
    }
  }
  return slots;
}

/** A party is too large to reserve on line if none of this many evenings, today's included, has a time for it. */
export const COMING_DAYS = 14;

const MAX_SAME_EVENING = 4;
const MAX_ELSEWHERE = 5;
/** At most this many of one day, so that the days before and after are both named. */
const MAX_A_DAY = 3;

export interface RequestedTime {
  readonly day: Day;
  readonly time: Time;
}

export interface RequestedTable extends RequestedTime {
  readonly partySize: number;
}

/** The time is not offered on that day, or not to a party of that size. */
export interface TimeNotListed {
  readonly kind: "time_not_listed";
  readonly today: Day;
  /** How many more people may arrive then, if that alone is the reason; else null. */
  readonly left: number | null;
  /** Whether the time is only too near: it is to come, within {@linkcode BookingRules.noticeMinutes}. */
  readonly isTooSoon: boolean;
  /** Whether none of the {@linkcode COMING_DAYS} has a time for so many. */
  readonly isTooLarge: boolean;
  /** The nearest times for the party, in order: four of that evening, else five on the nearest days. */
  readonly nearest: readonly LocalDateTime[];
  /** Listed times that the guest may have meant. */
  readonly meant: readonly LocalDateTime[];
}

export type Unbookable =
  | TimeNotListed
  /** The day lies before today or after the last day. */
  | { readonly kind: "day_out_of_range"; readonly today: Day; readonly lastDay: Day };

export type Bookability =
  /** `serviceDay`: the day on which the time's service starts, the evening before for a time after midnight. */
  | { readonly kind: "bookable"; readonly serviceDay: Day }
  | { readonly kind: "paused" }
  | Unbookable;

/** Whether the time is accepted: it is listed, or was within the last {@linkcode GRACE_MINUTES}. */
export function checkBookable(
  { day, time, partySize, ...situation }: Situation & RequestedTable,
): Bookability {
  const window = bookingWindow(situation);
  if (!window.active) return { kind: "paused" };
  const { today, lastDay } = window;
  if (day < today || day > lastDay) return { kind: "day_out_of_range", today, lastDay };
  const slot = offered(situation, window, { day, time });
  if (slot && !slot.isTooSoon && slot.left >= partySize) {
    return { kind: "bookable", serviceDay: slot.serviceDay };
  }
  return timeNotListed({ ...situation, day, time, partySize });
}

/** A time that the schedule offers, perhaps too soon or past; null for any other. */
function offered(
  situation: Situation,
  { earliest, pausedNight, placesLeft }: BookingWindow,
  { day, time }: RequestedTime,
) {
  const minute = startOfDay(day) + minuteOfDay(time);
  const serviceDay = bookableSlots(situation, day).get(minute);
  if (serviceDay === undefined || serviceDay === pausedNight) return null;
  return { serviceDay, left: placesLeft(minute), isTooSoon: minute < earliest - GRACE_MINUTES };
}

/** The refusal of a time, for any reason, with the nearest times that are accepted. */
export function timeNotListed(
  { day, time, partySize, ...situation }: Situation & RequestedTable,
): TimeNotListed {
  const window = bookingWindow(situation);
  const minute = startOfDay(day) + minuteOfDay(time);
  const slot = offered(situation, window, { day, time });
  const now = window.earliest - situation.restaurant.booking.noticeMinutes;
  const coming = daysFrom(currentServiceDay(situation), COMING_DAYS);
  const meant = [
    // A time after midnight, requested by the evening's date.
    ...listedEvening(situation, day, partySize, window).filter((at) =>
      at === minute + MINUTES_A_DAY
    ),
    // Eight in the evening, written as 08:00.
    ...listed(situation, window, day, partySize).map(([at]) => at)
      .filter((at) => at === minute + MINUTES_A_DAY / 2),
  ];
  return {
    kind: "time_not_listed",
    today: window.today,
    left: slot && !slot.isTooSoon && slot.left < partySize ? slot.left : null,
    isTooSoon: slot !== null && slot.isTooSoon && minute >= now,
    isTooLarge: coming.every((each) =>
      listedEvening(situation, each, partySize, window).length === 0
    ),
    nearest: nearestTimes({ ...situation, day, time, partySize }, window).map(localDateTime),
    meant: meant.map(localDateTime),
  };
}

function nearestTimes(
  { day, time, partySize, ...situation }: Situation & RequestedTable,
  window: BookingWindow,
): WallMinute[] {
  const refused = startOfDay(day) + minuteOfDay(time);
  const evening = serviceDayOf(situation, { day, time });
  const timesAt = (ahead: number, most: number) =>
    listedEvening(situation, addDays(evening, ahead), partySize, window)
      .filter((at) => at !== refused)
      .map((at) => ({ at, apart: Math.abs(at - refused - ahead * MINUTES_A_DAY) }))
      .sort((a, b) => a.apart - b.apart).slice(0, most);
  const near = timesAt(0, MAX_SAME_EVENING);
  const days = near.length > 0 ? 0 : RESERVATION_LIMITS.daysAhead;
  for (let ahead = 1; near.length < MAX_ELSEWHERE && ahead <= days; ahead++) {
    near.push(...timesAt(ahead, MAX_A_DAY), ...timesAt(-ahead, MAX_A_DAY));
  }
  return near.sort((a, b) => a.apart - b.apart).slice(0, MAX_ELSEWHERE)
    .map(({ at }) => at).sort((a, b) => a - b);
}

/** The times that can be reserved. */
import {
  addDays,
  type Day,
  dayOf,
  daysFrom,
  isWithin,
  localDateTime,
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
  kitchenStops,
  type LiveState,
  type NightPause,
  openParts,
  pausedNight,
  reservationsActive,
  servicesAround,
  servicesOn,
} from "./services.ts";
import { bookableDays, type Situation } from "./situation.ts";

/** Reservable times lie this many minutes apart, on the clock's half hours. */
export const STEP_MINUTES = 30;

/** Minutes for which a time is still accepted after it has left the list, so that a list just read remains valid. */
export const GRACE_MINUTES = 5;

export interface DayAvailability {
  readonly day: Day;
  /** First opening and last closing of the services that start this day, without closures; null without one. */
  readonly venue: { readonly opens: Time; readonly closes: Time } | null;
  readonly kitchenCloses: Time | null;
  /** Accepted times, in order. On a day that does not open, those after midnight of the evening before. */
  readonly times: readonly Time[];
  /** Those of `times` that belong to the evening before. */
  readonly afterMidnight: readonly Time[];
}

export interface RequestedTime {
  readonly day: Day;
  readonly time: Time;
}

export interface RequestedTable extends RequestedTime {
  readonly partySize: number;
}

export interface BookingWindow {
  readonly today: Day;
  readonly lastDay: Day;
  readonly earliest: WallMinute;
  readonly active: boolean;
  readonly pausedNight: NightPause | null;
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
    active: reservationsActive(state),
    pausedNight: pausedNight(state, now),
    placesLeft: (minute) => placesLeft({ restaurant, state }, minute),
  };
}

function placesLeft(
  { restaurant: { booking }, state }: Pick<Situation, "restaurant" | "state">,
  minute: WallMinute,
): number {
  const { peoplePerTime, room } = booking;
  const { closures, booked, stays } = state;
  if (peoplePerTime === null && room === null && closures.length === 0) return Infinity;
  const at = localDateTime(minute);
  // Staff also take reservations between the times of the list: such a time is full with the one before.
  const past = minute % STEP_MINUTES;
  const slot = past === 0 ? at : localDateTime(minute - past);
  if (closures.some((each) => each.kind === "full" && each.from === slot)) return 0;
  const atTime = peoplePerTime === null ? Infinity : peoplePerTime - peopleArriving(booked, at);
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
    const open = services.flatMap((run) => openParts(run, state));
    const [first, last, lastRun] = [open[0], open.at(-1), services.at(-1)];
    const times = listed(situation, window, day, partySize);
    return {
      day,
      venue: first && last ? { opens: timeOf(first.from), closes: timeOf(last.to) } : null,
      kitchenCloses: lastRun ? timeOf(kitchenStops(lastRun, state)) : null,
      times: times.map(([minute]) => timeOf(minute)),
      afterMidnight: times.filter(([, evening]) => evening < day).map(([minute]) => timeOf(minute)),
    };
  });
}

/** The times of `day` that are listed for the party, each with the day on which its service starts. */
export function listed(
  situation: Situation,
  window: BookingWindow,
  day: Day,
  partySize: number,
): (readonly [WallMinute, Day])[] {
  const isOff = !window.active || partySize > situation.restaurant.maxParty;
  if (isOff || day < window.today || day > window.lastDay) return [];
  return [...bookableSlots(situation, day)].filter(([minute, serviceDay]) =>
    minute >= window.earliest && serviceDay !== window.pausedNight?.night &&
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

/** By service day, the times that are not listed now and would be with `state` in place of the present one. */
export function openedTimes(
  situation: Situation,
  state: LiveState,
): readonly { readonly day: Day; readonly times: readonly WallMinute[] }[] {
  const other = { ...situation, state };
  const [before, after] = [bookingWindow(situation), bookingWindow(other)];
  return bookableDays(situation).map((day) => {
    const listed = new Set(listedEvening(situation, day, 1, before));
    const times = listedEvening(other, day, 1, after);
    return { day, times: times.filter((minute) => !listed.has(minute)) };
  }).filter(({ times }) => times.length > 0);
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

/** The times of {@linkcode bookableSlots} that belong to the services of `serviceDay`. */
export function eveningSlots(situation: Situation, serviceDay: Day): readonly WallMinute[] {
  return [serviceDay, addDays(serviceDay, 1)].flatMap((day) =>
    [...bookableSlots(situation, day)].filter(([, day]) => day === serviceDay)
      .map(([minute]) => minute)
  );
}

/**
 * Why an evening or a time cannot be reserved on line, and what can be instead. Lists, refusals and pages tell the
 * same of the same request, in the words of reasons_es.ts and reasons_en.ts.
 */
import {
  addDays,
  type Day,
  dayOf,
  daysFrom,
  type LocalDateTime,
  localDateTime,
  minuteOfDay,
  MINUTES_A_DAY,
  startOfDay,
  type Time,
  type WallMinute,
  wallMinute,
} from "../local_time.ts";
import { RESERVATION_LIMITS } from "../reservation/fields.ts";
import {
  bookableSlots,
  type BookingWindow,
  bookingWindow,
  eveningSlots,
  GRACE_MINUTES,
  listed,
  listedEvening,
  type RequestedTable,
} from "./availability.ts";
import { type Closure, plannedServices, specialDayOn, UNSWITCHED } from "./services.ts";
import { currentServiceDay, serviceDayOf, type Situation } from "./situation.ts";

/** Of the causes of many times, the first is told: what a smaller party changes before what another evening does. */
const TOLD_FIRST: readonly Cause["kind"][] = [
  "party_over_left",
  "full",
  "paused_night",
  "closed",
  "kitchen_closed",
  "too_soon",
  "over",
  "not_listed",
];

export type Cause =
  /** Reservations are switched off. */
  | { readonly kind: "off" }
  | { readonly kind: "paused"; readonly until: LocalDateTime }
  | { readonly kind: "day_out_of_range"; readonly today: Day; readonly lastDay: Day }
  /** Over the owner's largest party. */
  | { readonly kind: "party_too_large"; readonly max: number }
  /** `left`: the most people that may still arrive at one time. */
  | { readonly kind: "party_over_left"; readonly partySize: number; readonly left: number }
  | { readonly kind: "full" }
  | { readonly kind: "paused_night" }
  /** `why`: the reason of a closure or a special day that guests may read. */
  | { readonly kind: "closed"; readonly isWeekly: boolean; readonly why: string | null }
  | { readonly kind: "kitchen_closed" }
  | { readonly kind: "too_soon"; readonly minutes: number }
  | { readonly kind: "over" }
  /** The hours have no such time. */
  | { readonly kind: "not_listed" };

/** Why nothing can be reserved on `day`, or at `time` of it. */
export type Reason = Cause & { readonly day: Day; readonly time: Time | null };

/** The words of a language for each reason, impersonal: what to do about it is said by those who tell it. */
export type ReasonWords = {
  readonly [Kind in Cause["kind"]]: (
    reason: Extract<Reason, { kind: Kind }>,
    dayText: (day: Day) => string,
  ) => string;
};

/** The reason as a sentence. It never says what staff have not made public. */
export function reasonText(
  words: ReasonWords,
  reason: Reason,
  dayText: (day: Day) => string,
): string {
  const inWords = words[reason.kind] as (reason: Reason, dayText: (day: Day) => string) => string;
  return inWords(reason, dayText);
}

/** Whether only the restaurant can help, so that one writes to it. */
export function isOnlyForWriting(kind: Cause["kind"]): boolean {
  return kind === "off" || kind === "paused" || kind === "paused_night" ||
    kind === "party_too_large";
}

type RequestedDay = Omit<RequestedTable, "time">;

/** Why no time of the evening of `day` is listed for the party; null if one is. */
export function eveningReason(
  { day, partySize, ...situation }: Situation & RequestedDay,
): Reason | null {
  const window = bookingWindow(situation);
  const first = currentServiceDay(situation);
  const request = { ...situation, day, partySize };
  const cause = causeOfAll(request, window, day >= first && day <= window.lastDay) ??
    causeAmong(request, plannedSlots(situation, day), window);
  return cause && { ...cause, day, time: null };
}

/** Why no time is listed under the calendar day `day` for the party. */
export function dayReason({ day, partySize, ...situation }: Situation & RequestedDay): Reason {
  const reason = eveningReason({ ...situation, day, partySize });
  if (reason !== null) return reason;
  // The evening has times after midnight alone.
  const ofDay = plannedSlots(situation, day).filter((minute) => dayOf(minute) === day);
  const cause = causeAmong({ ...situation, day, partySize }, ofDay, bookingWindow(situation));
  return { ...cause ?? { kind: "not_listed" }, day, time: null };
}

/** Why nothing can be reserved, whatever the time. */
function causeOfAll(
  { restaurant: { maxParty, timeZone }, state: { pause }, partySize }: Situation & RequestedDay,
  { active, today, lastDay }: BookingWindow,
  isInRange: boolean,
): Cause | null {
  if (!active) {
    const until = pause !== null && "until" in pause ? pause.until : null;
    if (until === null) return { kind: "off" };
    return { kind: "paused", until: localDateTime(wallMinute(until, timeZone)) };
  }
  if (!isInRange) return { kind: "day_out_of_range", today, lastDay };
  return partySize > maxParty ? { kind: "party_too_large", max: maxParty } : null;
}

/** The times of an evening if staff switch nothing. */
function plannedSlots({ restaurant, now }: Situation, evening: Day): readonly WallMinute[] {
  return eveningSlots({ restaurant, state: UNSWITCHED, now }, evening);
}

/** What is told of several times of an evening; null if one of them is listed. */
function causeAmong(
  request: Situation & RequestedDay,
  minutes: readonly WallMinute[],
  window: BookingWindow,
): Cause | null {
  if (minutes.length === 0) return closedCause(request, request.day);
  const causeOf = slotCauses(request, window);
  const causes = minutes.map(causeOf);
  if (causes.includes(null)) return null;
  const rank = (cause: Cause) => TOLD_FIRST.indexOf(cause.kind);
  const left = (cause: Cause) => "left" in cause ? cause.left : 0;
  const [first] = causes.filter((cause) => cause !== null)
    .sort((a, b) => rank(a) - rank(b) || left(b) - left(a));
  return first!;
}

/** Why an evening whose hours have no time has none. */
function closedCause({ restaurant, state: { closures } }: Situation, evening: Day): Cause {
  const closure = closures.find((each) => each.kind === "day" && each.day === evening);
  if (closure) return closedBy(closure);
  if (plannedServices(restaurant, evening).length > 0) return { kind: "not_listed" };
  const special = specialDayOn(restaurant, evening);
  return { kind: "closed", isWeekly: special === undefined, why: special?.reason ?? null };
}

function closedBy({ reason, isPublic }: Closure): Cause {
  return { kind: "closed", isWeekly: false, why: isPublic ? reason : null };
}

/** Why each time of an evening's hours is not listed for the party; null for one that is. */
function slotCauses(
  { day: evening, partySize, ...situation }: Situation & RequestedDay,
  { earliest, lastDay, pausedNight, placesLeft }: BookingWindow,
): (minute: WallMinute) => Cause | null {
  const { restaurant: { booking: { noticeMinutes } }, state: { closures } } = situation;
  const open = new Set(eveningSlots(situation, evening));
  const wholeDay = closures.find((each) => each.kind === "day" && each.day === evening);
  return (minute) => {
    if (minute < earliest - noticeMinutes) return { kind: "over" };
    if (minute < earliest) return { kind: "too_soon", minutes: noticeMinutes };
    if (dayOf(minute) > lastDay) return { kind: "not_listed" };
    const at = localDateTime(minute);
    const closure = wholeDay ??
      closures.find((each) => each.kind === "span" && each.from <= at && at < each.to);
    if (closure) return closedBy(closure);
    if (evening === pausedNight) return { kind: "paused_night" };
    if (!open.has(minute)) return { kind: "kitchen_closed" };
    const left = placesLeft(minute);
    if (left >= partySize) return null;
    return left === 0 ? { kind: "full" } : { kind: "party_over_left", partySize, left };
  };
}

/** A party is too large to reserve on line if none of this many evenings, today's included, has a time for it. */
export const COMING_DAYS = 14;

const MAX_SAME_EVENING = 4;
const MAX_ELSEWHERE = 5;
/** At most this many of one day, so that the days before and after are both named. */
const MAX_A_DAY = 3;

/** The time is not offered, or not to a party of that size. */
export interface RefusedTime {
  readonly kind: "refused";
  readonly reason: Reason;
  readonly today: Day;
  /** How many more people may arrive then, if that alone is the reason; else null. */
  readonly left: number | null;
  /** Whether writing to the restaurant is the remedy. */
  readonly isForWriting: boolean;
  /** The nearest times for the party, in order: four of that evening, else five on the nearest days. */
  readonly nearest: readonly LocalDateTime[];
  /** Listed times that the guest may have meant. */
  readonly meant: readonly LocalDateTime[];
}

export type Bookability =
  /** `serviceDay`: the day on which the time's service starts, the evening before for a time after midnight. */
  { readonly kind: "bookable"; readonly serviceDay: Day } | RefusedTime;

/** Whether the time is accepted: it is listed, or was within the last {@linkcode GRACE_MINUTES}. */
export function checkBookable(request: Situation & RequestedTable): Bookability {
  const window = bookingWindow(request);
  const { minute, evening, isPlanned } = placeOf(request);
  const { earliest, today, lastDay } = window;
  const isInRange = request.day >= today && request.day <= lastDay;
  const isAccepted = isPlanned && minute >= earliest - GRACE_MINUTES &&
    causeOfAll(request, window, isInRange) === null &&
    slotCauses({ ...request, day: evening }, { ...window, earliest: -Infinity })(minute) === null;
  return isAccepted ? { kind: "bookable", serviceDay: evening } : refusalOf(request);
}

/** The minute of a time, the evening that it belongs to, and whether the hours have it if staff switch nothing. */
function placeOf({ day, time, ...situation }: Situation & RequestedTable) {
  const minute = startOfDay(day) + minuteOfDay(time);
  // Where two services meet and the later one is closed, the minute is the earlier one's.
  const slot = bookableSlots(situation, day).get(minute) ??
    bookableSlots({ ...situation, state: UNSWITCHED }, day).get(minute);
  const evening = slot ?? serviceDayOf(situation, { day, time });
  return { minute, evening, isPlanned: slot !== undefined };
}

/** The refusal of a time, for any reason, with what can be reserved instead. */
export function refusalOf(request: Situation & RequestedTable): RefusedTime {
  const { day, time, partySize } = request;
  const window = bookingWindow(request);
  const { today, lastDay } = window;
  const { minute, evening, isPlanned } = placeOf(request);
  const own = isPlanned
    ? slotCauses({ ...request, day: evening }, window)(minute)
    : minute < window.earliest - request.restaurant.booking.noticeMinutes
    ? { kind: "over" } as const
    : { kind: "not_listed" } as const;
  const whole = causeOfAll(request, window, day >= today && day <= lastDay);
  const ofEvening = whole === null
    ? causeAmong({ ...request, day: evening }, plannedSlots(request, evening), window)
    : null;
  // The hold's statement may have refused what memory still lists: for lack of room alone.
  const told = whole ?? own ?? { kind: "full" as const };
  const coming = daysFrom(currentServiceDay(request), COMING_DAYS);
  const isRoomless = () =>
    coming.every((each) => listedEvening(request, each, partySize, window).length === 0);
  return {
    kind: "refused",
    reason: ofEvening ? { ...ofEvening, day: evening, time: null } : { ...told, day, time },
    today,
    left: own === null || own.kind === "full"
      ? 0
      : own.kind === "party_over_left"
      ? own.left
      : null,
    isForWriting: isOnlyForWriting((ofEvening ?? told).kind) || (whole === null && isRoomless()),
    nearest: whole ? [] : nearestTimes(request, window).map(localDateTime),
    meant: whole ? [] : meantTimes(request, window).map(localDateTime),
  };
}

/** A time after midnight requested by the evening's date; eight in the evening written as 08:00. */
function meantTimes(
  { day, time, partySize, ...situation }: Situation & RequestedTable,
  window: BookingWindow,
): readonly WallMinute[] {
  const minute = startOfDay(day) + minuteOfDay(time);
  return [
    ...listedEvening(situation, day, partySize, window)
      .filter((at) => at === minute + MINUTES_A_DAY),
    ...listed(situation, window, day, partySize).map(([at]) => at)
      .filter((at) => at === minute + MINUTES_A_DAY / 2),
  ];
}

/** The nearest evenings with a time for the party, before and after `day`, in order. */
export function nearestEvenings(
  { day, partySize, ...situation }: Situation & RequestedDay,
  count: number,
): readonly Day[] {
  const window = bookingWindow(situation);
  const found: Day[] = [];
  for (let ahead = 1; found.length < count && ahead <= RESERVATION_LIMITS.daysAhead; ahead++) {
    for (const near of [addDays(day, ahead), addDays(day, -ahead)]) {
      if (listedEvening(situation, near, partySize, window).length > 0) found.push(near);
    }
  }
  return found.slice(0, count).sort();
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

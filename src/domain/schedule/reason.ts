/**
 * Why an evening or a time cannot be reserved on line. Lists, refusals and pages tell the same of the same request, in
 * the words of reasons_es.ts and reasons_en.ts.
 */
import {
  type Day,
  dayOf,
  localDateTime,
  type Time,
  timeOf,
  type WallMinute,
  wallMinute,
} from "../local_time.ts";
import {
  type BookingWindow,
  bookingWindow,
  eveningSlots,
  type RequestedTable,
} from "./availability.ts";
import {
  type Closure,
  dayClosure,
  plannedServices,
  servicesOn,
  specialDayOn,
  UNSWITCHED,
} from "./services.ts";
import { currentServiceDay, type Situation } from "./situation.ts";

/** Of several causes the first of these is told: those that a smaller party avoids come before those of the evening. */
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
  | { readonly kind: "day_out_of_range"; readonly today: Day; readonly lastDay: Day }
  /** Over the owner's largest party. */
  | { readonly kind: "party_too_large"; readonly max: number }
  /** `left`: the most people that may still arrive at one time. */
  | { readonly kind: "party_over_left"; readonly partySize: number; readonly left: number }
  | { readonly kind: "full" }
  | { readonly kind: "paused_night"; readonly until: Time }
  /** `isPart`: the evening has open hours too. `why`: the reason of a closure or special day that guests may read. */
  | {
    readonly kind: "closed";
    readonly isWeekly: boolean;
    readonly isPart: boolean;
    readonly why: string | null;
  }
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
  return kind === "off" || kind === "paused_night" || kind === "party_too_large";
}

export type RequestedDay = Omit<RequestedTable, "time">;

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
export function causeOfAll(
  { restaurant: { maxParty }, partySize }: Situation & RequestedDay,
  { active, today, lastDay }: BookingWindow,
  isInRange: boolean,
): Cause | null {
  if (!active) return { kind: "off" };
  if (!isInRange) return { kind: "day_out_of_range", today, lastDay };
  return partySize > maxParty ? { kind: "party_too_large", max: maxParty } : null;
}

/** The times of an evening if staff switch nothing. */
export function plannedSlots({ restaurant, now }: Situation, evening: Day): readonly WallMinute[] {
  return eveningSlots({ restaurant, state: UNSWITCHED, now }, evening);
}

/** What is told of several times of an evening; null if one of them is listed. */
export function causeAmong(
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
  const closure = dayClosure(closures, evening);
  if (closure) return closedBy(closure, false);
  if (plannedServices(restaurant, evening).length > 0) return { kind: "not_listed" };
  const special = specialDayOn(restaurant, evening);
  const isWeekly = special === undefined;
  return { kind: "closed", isWeekly, isPart: false, why: special?.reason ?? null };
}

function closedBy({ reason, isPublic }: Closure, isPart: boolean): Cause {
  return { kind: "closed", isWeekly: false, isPart, why: isPublic ? reason : null };
}

/** Why each time of an evening's hours is not listed for the party; null for one that is. */
export function slotCauses(
  { day: evening, partySize, ...situation }: Situation & RequestedDay,
  { earliest, lastDay, pausedNight, placesLeft }: BookingWindow,
): (minute: WallMinute) => Cause | null {
  const { restaurant, state, state: { closures } } = situation;
  const { timeZone, booking: { noticeMinutes } } = restaurant;
  const open = new Set(eveningSlots(situation, evening));
  const wholeDay = dayClosure(closures, evening);
  const opens = servicesOn(restaurant, evening, state).length > 0;
  return (minute) => {
    if (minute < earliest - noticeMinutes) return { kind: "over" };
    if (minute < earliest) return { kind: "too_soon", minutes: noticeMinutes };
    if (dayOf(minute) > lastDay) return { kind: "not_listed" };
    const at = localDateTime(minute);
    const closure = wholeDay ??
      closures.find((each) => each.kind === "span" && each.from <= at && at < each.to);
    if (closure) return closedBy(closure, opens);
    if (evening === pausedNight?.night) {
      return { kind: "paused_night", until: timeOf(wallMinute(pausedNight.until, timeZone)) };
    }
    if (!open.has(minute)) return { kind: "kitchen_closed" };
    const left = placesLeft(minute);
    if (left >= partySize) return null;
    return left === 0 ? { kind: "full" } : { kind: "party_over_left", partySize, left };
  };
}

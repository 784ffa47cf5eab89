/** Whether a time can be reserved, and what can be instead. */
import {
  addDays,
  type Day,
  daysFrom,
  type LocalDateTime,
  localDateTime,
  minuteOfDay,
  MINUTES_A_DAY,
  startOfDay,
  type WallMinute,
} from "../local_time.ts";
import { RESERVATION_LIMITS } from "../reservation/fields.ts";
import {
  bookableSlots,
  type BookingWindow,
  bookingWindow,
  GRACE_MINUTES,
  listed,
  listedEvening,
  type RequestedTable,
  type RequestedTime,
} from "./availability.ts";
import {
  type Cause,
  causeAmong,
  causeOfAll,
  isOnlyForWriting,
  plannedSlots,
  type Reason,
  type RequestedDay,
  slotCauses,
} from "./reason.ts";
import { UNSWITCHED } from "./services.ts";
import { currentServiceDay, serviceDayOf, type Situation } from "./situation.ts";

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
  /** Whether nothing but a lack of room keeps the party from the time. */
  readonly lacksRoom: boolean;
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
  const { whole, own, evening } = causesOf(request);
  const isAccepted = whole === null && own === null;
  return isAccepted ? { kind: "bookable", serviceDay: evening } : refusalOf(request);
}

/** Why nothing is accepted, whatever the time, and why this time is not. `asked`: the window with its grace. */
function causesOf(request: Situation & RequestedTable) {
  const window = bookingWindow(request);
  const { earliest, today, lastDay } = window;
  const { minute, evening, isPlanned } = placeOf(request);
  const isGraced = minute < earliest && minute >= earliest - GRACE_MINUTES;
  const asked = isGraced ? { ...window, earliest: minute } : window;
  const isPast = minute < earliest - request.restaurant.booking.noticeMinutes;
  const own = isPlanned
    ? slotCauses({ ...request, day: evening }, asked)(minute)
    : isPast
    ? { kind: "over" } as const
    : { kind: "not_listed" } as const;
  const whole = causeOfAll(request, window, request.day >= today && request.day <= lastDay);
  return { window, asked, isGraced, isPast, evening, whole, own };
}

/** The minute of a time, the evening that it belongs to, and whether the hours have it if staff switch nothing. */
export function placeOf(
  { day, time, ...situation }: Situation & RequestedTime,
): { readonly minute: WallMinute; readonly evening: Day; readonly isPlanned: boolean } {
  const minute = startOfDay(day) + minuteOfDay(time);
  // Where two services meet and the later one is closed, the minute is the earlier one's.
  const slot = bookableSlots(situation, day).get(minute) ??
    bookableSlots({ ...situation, state: UNSWITCHED }, day).get(minute);
  const evening = slot ?? serviceDayOf(situation, { day, time });
  return { minute, evening, isPlanned: slot !== undefined };
}

/** The refusal of a time, for any reason, with what can be reserved instead. */
export function refusalOf(request: Situation & RequestedTable): RefusedTime {
  const { day, time } = request;
  const { window, asked, isGraced, isPast, evening, whole, own } = causesOf(request);
  const ofEvening = whole === null
    ? causeAmong({ ...request, day: evening }, plannedSlots(request, evening), asked)
    : null;
  // The hold's statement may have refused what memory accepts, for lack of room alone. A page lists no time in grace.
  const unlisted: Cause = isPast
    ? { kind: "over" }
    : isGraced
    ? { kind: "too_soon", minutes: request.restaurant.booking.noticeMinutes }
    : { kind: "full" };
  const told = whole ?? own ?? unlisted;
  return {
    kind: "refused",
    reason: ofEvening ? { ...ofEvening, day: evening, time: null } : { ...told, day, time },
    today: window.today,
    lacksRoom: whole === null &&
      (own === null || own.kind === "full" || own.kind === "party_over_left"),
    isForWriting: isOnlyForWriting((ofEvening ?? told).kind) ||
      (whole === null && isRoomless(request)),
    nearest: whole ? [] : nearestTimes(request, window).map(localDateTime),
    meant: whole ? [] : meantTimes(request, window, told).map(localDateTime),
  };
}

/** Whether none of the coming evenings has a time for the party, so that it can only write to the restaurant. */
export function isRoomless(
  { partySize, ...situation }: Situation & Pick<RequestedTable, "partySize">,
): boolean {
  const window = bookingWindow(situation);
  return daysFrom(currentServiceDay(situation), COMING_DAYS)
    .every((each) => listedEvening(situation, each, partySize, window).length === 0);
}

/** A time after midnight requested by the evening's date; eight in the evening written as 08:00, if that is none. */
function meantTimes(
  { day, time, partySize, ...situation }: Situation & RequestedTable,
  window: BookingWindow,
  { kind }: Cause,
): readonly WallMinute[] {
  const minute = startOfDay(day) + minuteOfDay(time);
  const isNone = kind === "not_listed" || kind === "over";
  return [
    ...listedEvening(situation, day, partySize, window)
      .filter((at) => at === minute + MINUTES_A_DAY),
    ...listed(situation, window, day, partySize).map(([at]) => at)
      .filter((at) => isNone && at === minute + MINUTES_A_DAY / 2),
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

/** A day and time that staff choose: warnings about it, and the times offered to them. */
import {
  addDays,
  type Day,
  isWithin,
  type LocalDateTime,
  minuteOfDay,
  skippedSpans,
  startOfDay,
  type Time,
  timeOf,
  type WallMinute,
  wallMinute,
} from "../local_time.ts";
import {
  bookableSlots,
  bookingWindow,
  GRACE_MINUTES,
  type RequestedTable,
  type RequestedTime,
} from "../schedule/availability.ts";
import {
  closedSpans,
  type LiveState,
  type Pause,
  pausedNight,
  reservationsActive,
  servicesAround,
  UNSWITCHED,
} from "../schedule/services.ts";
import { serviceDayOf, type Situation } from "../schedule/situation.ts";

/** A reason for which guests cannot reserve a time. Staff can, once warned. */
export type TimeWarning =
  | { readonly kind: "past" }
  | { readonly kind: "far"; readonly lastDay: Day }
  | { readonly kind: "closed"; readonly reason: string }
  | { readonly kind: "paused" }
  | { readonly kind: "night_paused" }
  | { readonly kind: "kitchen_early"; readonly closes: LocalDateTime }
  /** The kitchen is closed at that time or closes too soon after it, or spring skips it. */
  | { readonly kind: "outside_hours" }
  /** The party exceeds the places left: 0 if staff have marked the time full. */
  | { readonly kind: "full"; readonly left: number };

/** All warnings about a day and time, the most serious first. */
export function timeWarnings(situation: Situation, chosen: RequestedTable): readonly TimeWarning[] {
  const { restaurant, now } = situation;
  const minute = startOfDay(chosen.day) + minuteOfDay(chosen.time);
  const { lastDay, placesLeft } = bookingWindow(situation);
  const left = placesLeft(minute);
  const pause = pauseOn(situation, serviceDayOf(situation, chosen));
  const warnings: (TimeWarning | null)[] = [
    minute < wallMinute(now, restaurant.timeZone) - GRACE_MINUTES ? { kind: "past" } : null,
    chosen.day > lastDay ? { kind: "far", lastDay } : null,
    closureWarning(situation, chosen, minute),
    pause && ("night" in pause ? { kind: "night_paused" } : { kind: "paused" }),
    kitchenWarning(situation, chosen, minute),
    left < chosen.partySize ? { kind: "full", left } : null,
  ];
  return warnings.filter((warning) => warning !== null);
}

/** The times of `day` that guests can reserve unless reservations are paused; of today, those not past. */
export function offeredTimes(
  situation: Situation,
  day: Day,
): readonly { readonly time: Time; readonly serviceDay: Day }[] {
  const now = wallMinute(situation.now, situation.restaurant.timeZone);
  return [...bookableSlots(situation, day)]
    .filter(([minute]) => minute >= now)
    .map(([minute, serviceDay]) => ({ time: timeOf(minute), serviceDay }));
}

/** The pause that keeps guests from the times of `serviceDay`. */
export function pauseOn({ state, now }: Situation, serviceDay: Day): Pause | null {
  const isPaused = !reservationsActive(state) || pausedNight(state, now)?.night === serviceDay;
  return isPaused ? state.pause : null;
}

function closureWarning(
  situation: Situation,
  chosen: RequestedTime,
  minute: WallMinute,
): TimeWarning | null {
  const { closures } = situation.state;
  const serviceDay = serviceDayOf(situation, chosen);
  const closed = closures.find((closure) =>
    closure.kind === "day"
      ? closure.day === serviceDay
      : isWithin(closedSpans([closure], chosen.day, addDays(chosen.day, 1)), minute)
  );
  return closed === undefined ? null : { kind: "closed", reason: closed.reason };
}

/** The warning if the kitchen does not serve then, because of an early closing or of the hours. */
function kitchenWarning(
  situation: Situation,
  { day }: RequestedTime,
  minute: WallMinute,
): TimeWarning | null {
  const { earlyKitchen } = situation.state;
  const { restaurant } = situation;
  const cooks = (state: LiveState) =>
    servicesAround(restaurant, day, state).some(({ opens, kitchenCloses }) =>
      opens <= minute && minute <= kitchenCloses - restaurant.booking.arrivalMarginMinutes
    );
  const isSkipped = skippedSpans(restaurant.timeZone, minute, minute + 1).length > 0;
  if (isSkipped || !cooks(UNSWITCHED)) return { kind: "outside_hours" };
  if (earlyKitchen === null || cooks({ ...UNSWITCHED, earlyKitchen })) return null;
  return { kind: "kitchen_early", closes: earlyKitchen.closes };
}

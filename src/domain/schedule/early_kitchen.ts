/** Closing the kitchen before its hour, as staff say it: now, or at a time. */
import {
  type Day,
  type LocalDateTime,
  localDateTime,
  minuteOfDay,
  MINUTES_A_DAY,
  startOfDay,
  type Time,
  type WallMinute,
  wallMinute,
  wallMinuteOf,
} from "../local_time.ts";
import type { ClosedTime } from "./closures.ts";
import { servicesOn } from "./services.ts";
import { currentServiceDay, type Situation } from "./situation.ts";

/** What the switch is told. */
export interface EarlyKitchenOrder {
  readonly serviceDay: Day;
  /** From here on the kitchen serves nobody. */
  readonly closes: LocalDateTime;
  /** The last time that can still be reserved: who arrives then still eats. */
  readonly lastArrival: LocalDateTime;
}

/** Why the kitchen cannot close early: no service starts that day, or the time is not before its usual hour. */
export type NoEarlyKitchen = "no_service" | "not_earlier";

/** What to tell the switch so that the kitchen of the current service day closes at `time`, or now where it is null. */
export function earlyKitchenOrder(
  situation: Situation,
  time: Time | null,
): EarlyKitchenOrder | NoEarlyKitchen {
  const { restaurant, house, now } = situation;
  const serviceDay = currentServiceDay(situation);
  const services = servicesOn(restaurant.hours, serviceDay, { ...house, earlyKitchen: null });
  const [first, last] = [services[0], services.at(-1)];
  if (first === undefined || last === undefined) return "no_service";
  const closes = time === null
    ? wallMinute(now, restaurant.timeZone)
    : closingMinute(serviceDay, time, first.opens);
  if (closes >= last.kitchenCloses) return "not_earlier";
  return {
    serviceDay,
    closes: localDateTime(closes),
    lastArrival: localDateTime(closes - restaurant.booking.arrivalMarginMinutes),
  };
}

/**
 * From the first minute at which who arrives eats no more until the doors close, on the current service day; null where the kitchen
 * keeps its hours.
 */
export function tooLateToEat({ restaurant, house, now }: Situation): ClosedTime | null {
  const early = house.earlyKitchen;
  const serviceDay = currentServiceDay({ restaurant, house, now });
  if (early?.serviceDay !== serviceDay) return null;
  const last = servicesOn(restaurant.hours, serviceDay, { ...house, earlyKitchen: null }).at(-1);
  const from = wallMinuteOf(early.closes) - restaurant.booking.arrivalMarginMinutes + 1;
  if (last === undefined || from >= last.closes) return null;
  return { kind: "span", from: localDateTime(from), to: localDateTime(last.closes) };
}

/**
 * The first time after the doors open at which the clock shows `time`: half past midnight is of the evening. What lies before they
 * open is thereby not early but late, so that the usual hour of one o'clock, typed in the evening, closes nothing.
 */
function closingMinute(serviceDay: Day, time: Time, opens: WallMinute): WallMinute {
  const minute = startOfDay(serviceDay) + minuteOfDay(time);
  return minute >= opens ? minute : minute + MINUTES_A_DAY;
}

/** Closing the kitchen before its hour: now, or at a time that staff enter. */
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

/** What the switch stores. */
export interface EarlyKitchenOrder {
  readonly serviceDay: Day;
  /** When the kitchen closes. */
  readonly closes: LocalDateTime;
  /** The last time that can still be reserved. */
  readonly lastArrival: LocalDateTime;
}

/** Why the kitchen cannot close early: no service starts that day, or the time is not before the usual one. */
export type NoEarlyKitchen = "no_service" | "not_earlier";

/** The order that closes the kitchen of the current service day at `time`, or now where it is null. */
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
 * The arrival times of the current service day that an early kitchen rules out: from the minute after the last one still served until
 * the doors close. Null where the kitchen closes as usual.
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
 * The first minute after the doors open at which the clock shows `time`, so 00:30 belongs to the evening. A time before they open
 * becomes a late one: 01:00, the usual hour, typed in the evening, changes nothing.
 */
function closingMinute(serviceDay: Day, time: Time, opens: WallMinute): WallMinute {
  const minute = startOfDay(serviceDay) + minuteOfDay(time);
  return minute >= opens ? minute : minute + MINUTES_A_DAY;
}

/** Closing the kitchen before its hour, as staff say it: now, or at a time. */
import {
  addDays,
  type Day,
  type LocalDateTime,
  localDateTime,
  minuteOfDay,
  startOfDay,
  type Time,
  type WallMinute,
  wallMinute,
} from "./local_time.ts";
import { servicesOn } from "./schedule.ts";
import { currentServiceDay } from "./service_day.ts";
import type { Situation } from "./situation.ts";

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
  const last = servicesOn(restaurant.hours, serviceDay, { ...house, earlyKitchen: null }).at(-1);
  if (last === undefined) return "no_service";
  const closes = time === null
    ? wallMinute(now, restaurant.timeZone)
    : closingMinute(serviceDay, time, last.kitchenCloses);
  if (closes >= last.kitchenCloses) return "not_earlier";
  return {
    serviceDay,
    closes: localDateTime(closes),
    lastArrival: localDateTime(closes - restaurant.booking.arrivalMarginMinutes),
  };
}

/** A time after midnight belongs to the evening where that still cooks then: at a kitchen that closes at one, half past midnight. */
function closingMinute(serviceDay: Day, time: Time, usual: WallMinute): WallMinute {
  const after = startOfDay(addDays(serviceDay, 1)) + minuteOfDay(time);
  return after < usual ? after : startOfDay(serviceDay) + minuteOfDay(time);
}

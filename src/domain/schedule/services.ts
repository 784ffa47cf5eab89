/** When the restaurant serves: any number of services a day, each of which may end after midnight. */
import {
  addDays,
  type Day,
  firstMinuteOutside,
  startOfDay,
  type WallMinute,
  wallMinuteOf,
  weekdayIndex,
} from "../local_time.ts";
import { closedSpans, isDayClosed, type LiveState } from "./switches.ts";

/** One service of a weekday. */
export interface ServiceHours {
  /** Minutes from midnight at which doors open, 0 to 1439. */
  readonly opens: number;
  /** Minutes from midnight of the same day at which doors close; over 1440 when it closes after midnight, at most 2880. */
  readonly closes: number;
}

/** A weekday's services in order, none of which overlap. */
export interface WeekdayHours {
  readonly services: readonly ServiceHours[];
  /** How many minutes before the end of each service that starts this day the kitchen closes. */
  readonly kitchenLeadMinutes: number;
}

/** Seven weekdays, Monday first. */
export type WeeklyHours = readonly WeekdayHours[];

/** What else limits which times can be reserved. */
export interface BookingRules {
  /** Minutes before the kitchen closes at which the last reservation arrives. */
  readonly arrivalMarginMinutes: number;
  /** How many minutes ahead of now the earliest listed time lies. */
  readonly noticeMinutes: number;
  /** How many people may arrive at one time; null for any number. */
  readonly peoplePerTime: number | null;
}

/** A service on a date, in minutes of the restaurant's clock. */
export interface ServiceRun {
  /** The day on which it starts. */
  readonly day: Day;
  readonly opens: WallMinute;
  /** Doors are open until here, exclusive. */
  readonly closes: WallMinute;
  /** The kitchen works from opening until here, exclusive. Before `opens` where it closed early in an earlier service of the day. */
  readonly kitchenCloses: WallMinute;
}

/** What overrides the weekly hours. */
export type Exceptions = Pick<LiveState, "closures" | "earlyKitchen">;

/**
 * The services that start on `day`, in order. A closed day has none. A service covered by closed spans from opening to closing does
 * not take place; one covered in part does, without the covered times.
 */
export function servicesOn(
  hours: WeeklyHours,
  day: Day,
  { closures, earlyKitchen }: Exceptions,
): ServiceRun[] {
  if (isDayClosed(closures, day)) return [];
  const midnight = startOfDay(day);
  const { services, kitchenLeadMinutes } = hours[weekdayIndex(day)]!;
  const early = earlyKitchen?.serviceDay === day ? wallMinuteOf(earlyKitchen.closes) : Infinity;
  const runs = services.map(({ opens, closes }) => ({
    day,
    opens: midnight + opens,
    closes: midnight + closes,
    kitchenCloses: Math.min(midnight + Math.max(opens, closes - kitchenLeadMinutes), early),
  }));
  const closed = closures.length === 0 ? [] : closedSpans(closures, day, addDays(day, 2));
  return runs.filter((run) => firstMinuteOutside(closed, run.opens) < run.closes);
}

/** The services that may overlap `day`: those that start the day before, then those that start on it. */
export function servicesAround(
  hours: WeeklyHours,
  day: Day,
  exceptions: Exceptions,
): ServiceRun[] {
  return [
    ...servicesOn(hours, addDays(day, -1), exceptions),
    ...servicesOn(hours, day, exceptions),
  ];
}

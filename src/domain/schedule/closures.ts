/** Closures by staff: of the restaurant for days or hours, and of the kitchen before its usual time. */
import {
  addDays,
  type Day,
  dayOf,
  instantAt,
  localDateTime,
  minuteOfDay,
  MINUTES_A_DAY,
  startOfDay,
  type Time,
  type WallMinute,
  wallMinute,
  wallMinuteOf,
  type WallSpan,
  weekdayIndex,
} from "../local_time.ts";
import {
  type ClosedOnce,
  type Closure,
  type EarlyKitchen,
  isDayClosed,
  type NightPause,
  openSpans,
  pausedNight,
  reservationsActive,
  type Schedule,
  servicesOn,
  type SpecialDay,
  specialDayOn,
  UNSWITCHED,
} from "./services.ts";
import { bookableDays, currentServiceDay, type Situation } from "./situation.ts";

export type ClosedTime =
  | ClosedOnce
  /** Whole service days, both inclusive: stored as one closure for each. */
  | { readonly kind: "days"; readonly from: Day; readonly to: Day };

export function closedDays(from: Day, to: Day): ClosedTime {
  return from === to ? { kind: "day", day: from } : { kind: "days", from, to };
}

/**
 * The time from `from` or the opening to `to` or the closing; null if it is empty. The small hours of an evening are
 * its day's, unless `to` comes before them: with `from` 00:30 the closing is that of the evening which runs then.
 */
export function closedHours(
  { day, from, to }: { readonly day: Day; readonly from: Time | null; readonly to: Time | null },
  schedule: Schedule,
): ClosedTime | null {
  const closingOf = (each: Day) => servicesOn(schedule, each, UNSWITCHED).at(-1)?.closes;
  const midnight = startOfDay(day);
  const opens = servicesOn(schedule, day, UNSWITCHED)[0]?.opens ?? midnight;
  const closes = closingOf(day) ?? midnight + MINUTES_A_DAY;
  const inEvening = (time: Time) => firstAfter(opens - 1, midnight + minuteOfDay(time));
  const isOfEvening = from !== null && inEvening(from) < closes &&
    (to === null || inEvening(to) > inEvening(from));
  const starts = from === null
    ? opens
    : isOfEvening
    ? inEvening(from)
    : midnight + minuteOfDay(from);
  const eveBefore = closingOf(addDays(day, -1)) ?? midnight;
  const ends = to !== null
    ? firstAfter(starts, midnight + minuteOfDay(to))
    : starts < opens && starts < eveBefore
    ? eveBefore
    : closes;
  if (ends <= starts) return null;
  return { kind: "span", from: localDateTime(starts), to: localDateTime(ends) };
}

/** `minute`, or the same time a day later if it is not after `starts`. */
function firstAfter(starts: WallMinute, minute: WallMinute): WallMinute {
  return minute > starts ? minute : minute + MINUTES_A_DAY;
}

/** Whether the closed time is over at `moment` (wall minute) on service day `today`. */
export function isOver(closed: ClosedTime, moment: WallMinute, today: Day): boolean {
  if (closed.kind === "day") return closed.day < today;
  return closed.kind === "days" ? closed.to < today : wallMinuteOf(closed.to) <= moment;
}

/** Consecutive days with the same reason and visibility, or one closure of another kind. */
export interface ClosureRun extends Pick<Closure, "reason" | "isPublic"> {
  readonly closures: readonly Closure[];
  readonly closed: ClosedTime;
}

/** The closures that are not over, in order of their start. After midnight, the evening's own is not over yet. */
export function closureRuns(situation: Situation): readonly ClosureRun[] {
  const { restaurant, state, now } = situation;
  const minute = wallMinute(now, restaurant.timeZone);
  const today = currentServiceDay(situation);
  return runsOf(state.closures.filter((each) => !isOver(each, minute, today)));
}

export function runsOf(closures: readonly Closure[]): readonly ClosureRun[] {
  const runs: Closure[][] = [];
  for (const closure of closures.toSorted((a, b) => startOf(a) < startOf(b) ? -1 : 1)) {
    const run = runs.find((run) => {
      const last = run.at(-1)!;
      return closure.kind === "day" && last.kind === "day" && closure.reason === last.reason &&
        closure.isPublic === last.isPublic && closure.day === addDays(last.day, 1);
    });
    if (run) run.push(closure);
    else runs.push([closure]);
  }
  return runs.map((run) => {
    const { reason, isPublic } = run[0]!;
    return { closures: run, closed: covered(run), reason, isPublic };
  });
}

function covered(run: readonly Closure[]): ClosedTime {
  const [first, last] = [run[0]!, run.at(-1)!];
  if (first.kind !== "day") return { kind: first.kind, from: first.from, to: first.to };
  if (last.kind !== "day" || last === first) return { kind: "day", day: first.day };
  return { kind: "days", from: first.day, to: last.day };
}

/** The closures that guests read of: those within the bookable days, and special days without the usual services. */
export function announcedClosures(situation: Situation): readonly ClosureRun[] {
  const { restaurant, state } = situation;
  const end = addDays(bookableDays(situation).at(-1)!, 1);
  // A time that is full is not closed.
  const closures = state.closures.filter((each) => each.kind !== "full" && startOf(each) < end);
  const special = specialDays(situation).filter(({ day, special: { services } }) =>
    services.length === 0 && restaurant.hours[weekdayIndex(day)]!.services.length > 0
  ).map(({ day, special: { reason } }): Closure => ({
    id: 0,
    kind: "day",
    day,
    reason: reason ?? "",
    isPublic: reason !== null,
  }));
  return closureRuns({ ...situation, state: { ...state, closures: [...closures, ...special] } });
}

function startOf(closure: Closure): string {
  return closure.kind === "day" ? closure.day : closure.from;
}

/** The special days within the bookable days, without those that staff have closed. */
export function specialDays(
  situation: Situation,
): readonly { readonly day: Day; readonly special: SpecialDay }[] {
  const { restaurant, state } = situation;
  return bookableDays(situation).flatMap((day) => {
    const special = isDayClosed(state.closures, day) ? undefined : specialDayOn(restaurant, day);
    return special === undefined ? [] : [{ day, special }];
  });
}

/**
 * The bookable days whose services differ from their weekday's, each with its open times. What a closure cuts off after
 * midnight stands under its own day, with the usual hours of that.
 */
export function unusualDays(
  situation: Situation,
): readonly { readonly day: Day; readonly open: readonly WallSpan[] }[] {
  const { restaurant, state } = situation;
  const usual = { ...restaurant, specialDays: [] };
  const text = (spans: readonly WallSpan[]) => spans.map(({ from, to }) => [from, to]).join();
  const openOn = (day: Day) => openSpans(restaurant, day, state);
  const unusual = bookableDays(situation).filter((day) =>
    text(openOn(day)) !== text(openSpans(usual, day, UNSWITCHED))
  );
  const open = unusual.flatMap(openOn);
  const late = open.map(({ from }) => dayOf(from)).filter((day) => !unusual.includes(day));
  const more = [...new Set(late)];
  const all = [...open, ...more.flatMap(openOn)];
  return [...unusual, ...more].sort().map((day) => ({
    day,
    open: all.filter(({ from }) => dayOf(from) === day).sort((a, b) => a.from - b.from),
  }));
}

/** The order to close the kitchen of this service day at `time`, or now if null; or why there is none. */
export function earlyKitchenOrder(
  situation: Situation,
  time: Time | null,
): EarlyKitchen | "no_service" | "not_earlier" {
  const { restaurant, state, now } = situation;
  const serviceDay = currentServiceDay(situation);
  const services = servicesOn(restaurant, serviceDay, { ...state, earlyKitchen: null });
  const [first, last] = [services[0], services.at(-1)];
  if (first === undefined || last === undefined) return "no_service";
  const closes = time === null
    ? wallMinute(now, restaurant.timeZone)
    // 00:30 belongs to the evening. A time before the opening becomes the next day's, which changes nothing.
    : firstAfter(first.opens - 1, startOfDay(serviceDay) + minuteOfDay(time));
  if (closes >= last.kitchenCloses) return "not_earlier";
  return { serviceDay, closes: localDateTime(closes) };
}

/**
 * A pause of this service day alone: for an hour, or until its service that runs or comes next closes. Null if no
 * service is left, or a longer pause stands.
 */
export function nightPause(situation: Situation, length: "hour" | "service"): NightPause | null {
  const { restaurant, state, now } = situation;
  const night = currentServiceDay(situation);
  const minute = wallMinute(now, restaurant.timeZone);
  const run = servicesOn(restaurant, night, UNSWITCHED).find(({ closes }) => closes > minute);
  if (run === undefined || !reservationsActive(state)) return null;
  const until = length === "service"
    ? instantAt(run.closes, restaurant.timeZone)
    // Lists are read anew once a minute.
    : Math.ceil(now / 60_000 + 60) * 60_000;
  const standing = pausedNight(state, now);
  return standing?.night === night && standing.until > until ? null : { night, until };
}

/** The arrival times of this service day that an early kitchen rules out, that of closing too; null without one. */
export function tooLateToEat({ restaurant, state, now }: Situation): ClosedTime | null {
  const early = state.earlyKitchen;
  const serviceDay = currentServiceDay({ restaurant, state, now });
  if (early?.serviceDay !== serviceDay) return null;
  const last = servicesOn(restaurant, serviceDay, { ...state, earlyKitchen: null }).at(-1);
  const from = wallMinuteOf(early.closes) - restaurant.booking.arrivalMarginMinutes + 1;
  if (last === undefined || from > last.closes) return null;
  return { kind: "span", from: localDateTime(from), to: localDateTime(last.closes + 1) };
}

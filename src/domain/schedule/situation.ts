/** The restaurant at one instant: its service day, whether it is open, when its kitchen next opens, its menu. */
import {
  addDays,
  type Day,
  dayOf,
  daysFrom,
  firstMinuteOutside,
  isWithin,
  minuteOfDay,
  MINUTES_A_DAY,
  skippedSpans,
  startOfDay,
  type Time,
  timeOf,
  type WallMinute,
  wallMinute,
  wallMinuteOf,
  weekdayName,
} from "../local_time.ts";
import type { Menu, Section } from "../menu.ts";
import { RESERVATION_LIMITS } from "../reservation/fields.ts";
import type { Restaurant } from "../restaurant.ts";
import {
  closedSpans,
  kitchenStops,
  type LiveState,
  type ServiceRun,
  servicesAround,
  servicesOn,
  type SoldOutDish,
  UNSWITCHED,
} from "./services.ts";

export interface Situation {
  readonly restaurant: Restaurant;
  readonly state: LiveState;
  /** Epoch milliseconds. */
  readonly now: number;
}

type Sources = { readonly [Part in keyof Situation]: () => Situation[Part] };

/** The present situation: values that must agree are taken from one. */
export function situationNow({ restaurant, state, now }: Sources): Situation {
  return { restaurant: restaurant(), state: state(), now: now() };
}

/** The values that an answer about the present minute depends on. A pause ends with a minute. */
export function nowDependsOn(sources: Sources): readonly unknown[] {
  const { restaurant, state, now } = situationNow(sources);
  return [restaurant, state, Math.floor(now / 60_000)];
}

/** Yesterday while its service runs, else today, by the file's hours: a closed day's guests stay on the board. */
export function currentServiceDay({ restaurant, now }: Situation): Day {
  return serviceDayAt(restaurant, wallMinute(now, restaurant.timeZone));
}

/** The days whose services guests can reserve: {@linkcode currentServiceDay} to the calendar's last day in reach. */
export function bookableDays(situation: Situation): readonly Day[] {
  const first = currentServiceDay(situation);
  const today = dayOf(wallMinute(situation.now, situation.restaurant.timeZone));
  const days = daysFrom(today, RESERVATION_LIMITS.daysAhead + 1);
  return first < today ? [first, ...days] : days;
}

/**
 * {@linkcode currentServiceDay}, but yesterday until six hours after its services, or what is still booked for it, and
 * at most until an hour before the next services.
 */
export function staffServiceDay(situation: Situation): Day {
  const { restaurant, state, now } = situation;
  const minute = wallMinute(now, restaurant.timeZone);
  const [yesterday, today] = [addDays(dayOf(minute), -1), dayOf(minute)];
  const booked = state.lateNights.filter(({ serviceDay }) => serviceDay === yesterday)
    .map(({ last }) => wallMinuteOf(last));
  const closes = servicesOn(restaurant, yesterday, UNSWITCHED).map((run) => run.closes);
  const closed = Math.max(-Infinity, ...closes, ...booked);
  const opens = servicesOn(restaurant, today, UNSWITCHED)[0]?.opens ?? Infinity;
  return minute < Math.min(closed + 360, opens - 60) ? yesterday : currentServiceDay(situation);
}

/**
 * From the last day before `day` with services to the day before it: staff may have taken parties for closed days. The
 * day before alone if a week has no services. A closure that ended over two days ago counts no more.
 */
export function eveningsBefore({ restaurant, state }: Situation, day: Day): readonly Day[] {
  const week = daysFrom(addDays(day, -7), 7);
  return week.slice(week.findLastIndex((each) => servicesOn(restaurant, each, state).length > 0));
}

/** The day on which the service at `time` on `day` starts, by the file's hours; `day` if no service runs then. */
export function serviceDayOf(
  { restaurant }: Pick<Situation, "restaurant">,
  { day, time }: { readonly day: Day; readonly time: Time },
): Day {
  return serviceDayAt(restaurant, startOfDay(day) + minuteOfDay(time));
}

/** The minute of closing belongs to the service if guests may still arrive at it. */
function serviceDayAt(restaurant: Restaurant, minute: WallMinute): Day {
  const today = dayOf(minute);
  const run = servicesAround(restaurant, today, UNSWITCHED).findLast((run) =>
    run.opens <= minute &&
    (minute < run.closes || minute === run.kitchenCloses - restaurant.booking.arrivalMarginMinutes)
  );
  return run?.day ?? today;
}

const SEARCHED_DAYS = 90;

export interface OpeningNow {
  readonly day: Day;
  readonly time: Time;
  readonly weekday: string;
  /** Whether a service is running, even one that began yesterday. */
  readonly open: boolean;
  readonly kitchenOpen: boolean;
  /** When the kitchen of the running service closes, else of today's next or last one; null without one. */
  readonly kitchenCloses: Time | null;
}

/** Whether venue and kitchen are open. Changes with the minute. */
export function openingNow({ restaurant, state, now }: Situation): OpeningNow {
  const minute = wallMinute(now, restaurant.timeZone);
  const day = dayOf(minute);
  const services = servicesAround(restaurant, day, state);
  const around = [...services, ...servicesOn(restaurant, addDays(day, 1), state)];
  const closed = isWithin(closedSpans(state.closures, day, addDays(day, 1)), minute);
  const isRunning = ({ opens, closes }: ServiceRun) => opens <= minute && minute < closes;
  const running = closed ? [] : services.filter(isRunning);
  const today = services.filter((run) => run.day === day);
  const shown = services.findLast(isRunning) ?? today.find(({ opens }) => opens > minute) ??
    today.at(-1);
  return {
    day,
    time: timeOf(minute),
    weekday: weekdayName(day),
    open: running.length > 0,
    kitchenOpen: running.some(({ kitchenCloses }) => minute < kitchenCloses),
    kitchenCloses: shown === undefined ? null : kitchenEnd(shown, around, state),
  };
}

/** When the kitchen of `run` closes, through services that follow at once; null if it does not within a day. */
function kitchenEnd(
  run: ServiceRun,
  around: readonly ServiceRun[],
  state: LiveState,
): Time | null {
  let end = kitchenStops(run, state);
  for (const each of around) if (each.opens === end) end = kitchenStops(each, state);
  return end - run.opens > MINUTES_A_DAY ? null : timeOf(end);
}

/** The next minute at which the kitchen serves, perhaps the present one; null if there is none within 90 days. */
export function nextKitchenOpening(
  { restaurant, state, now }: Situation,
): { readonly day: Day; readonly time: Time } | null {
  const minute = wallMinute(now, restaurant.timeZone);
  const today = dayOf(minute);
  const end = addDays(today, SEARCHED_DAYS + 1);
  const shut = [
    ...closedSpans(state.closures, today, end),
    ...skippedSpans(restaurant.timeZone, minute, startOfDay(end)),
  ];
  for (let ahead = -1; ahead <= SEARCHED_DAYS; ahead++) {
    for (const run of servicesOn(restaurant, addDays(today, ahead), state)) {
      const opens = firstMinuteOutside(shut, Math.max(run.opens, minute));
      if (opens < run.kitchenCloses) return { day: dayOf(opens), time: timeOf(opens) };
    }
  }
  return null;
}

/** The last one of each restaurant's menu: what is made of a menu is kept for that object. */
const currentMenus = new WeakMap<Menu, Pick<LiveState, "soldOut"> & { today: Day; menu: Menu }>();

/** What is served now: today's sections first, none that is hidden, and dishes that staff have marked as sold out. */
export function currentMenu(situation: Situation): Menu {
  const { restaurant: { menu }, state: { soldOut } } = situation;
  const today = currentServiceDay(situation);
  const known = currentMenus.get(menu);
  if (known?.today === today && known.soldOut === soldOut) return known.menu;
  const gone = new Set(soldOutNow(situation).map(({ dishId }) => dishId));
  const shown = menu.sections.map(({ dishes, ...section }) => ({
    ...section,
    dishes: dishes.map((dish) => gone.has(dish.id) ? { ...dish, soldOut: true } : dish),
  }));
  const sections = shown.filter((section) => isOnMenu(section, today))
    .toSorted((a, b) => Number(b.visible !== undefined) - Number(a.visible !== undefined));
  // An extra is added to a dish.
  const additions = sections.some(({ dishes }) => dishes.length > 0) ? menu.additions : [];
  const current = { sections, additions };
  currentMenus.set(menu, { today, soldOut, menu: current });
  return current;
}

/** Whether guests see the section on the service day `today`. */
export function isOnMenu({ visible }: Pick<Section, "visible">, today: Day): boolean {
  return visible === undefined || visible !== "hidden" && visible >= today;
}

/** The dishes that staff have marked sold out, except those whose service day is over. */
export function soldOutNow(situation: Situation): readonly SoldOutDish[] {
  const today = currentServiceDay(situation);
  return situation.state.soldOut.filter(({ serviceDay }) =>
    serviceDay === null || serviceDay >= today
  );
}

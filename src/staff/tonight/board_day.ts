/** A service day as the board sees it: what its parts are drawn from, on the page and live alike. */
import { addDays, type Day, wallMinute } from "../../domain/local_time.ts";
import { possibleDuplicates } from "../../domain/reservation/duplicates.ts";
import type { DayTotals, Reservation } from "../../domain/reservation/reservation.ts";
import { currentServiceDay } from "../../domain/schedule/situation.ts";
import type { StaffDeps } from "../../ports.ts";
import type { RowContext } from "./reservation_list.ts";

/** How many days the strip shows, today's included. */
export const STRIP_DAYS = 14;

/** What a board shows, and when that is. */
export interface BoardScope {
  readonly day: Day;
  /** The service day of now. */
  readonly today: Day;
  /** The board's own path: forms come back to it. */
  readonly path: string;
}

export type ScopeDeps = Pick<StaffDeps, "restaurant" | "house" | "now">;

/** The board of `day`; of the service day of now where it is null. */
export function boardScope(day: Day | null, deps: ScopeDeps): BoardScope {
  const today = serviceDayNow(deps);
  const shown = day ?? today;
  return { day: shown, today, path: boardPath(shown, today) };
}

/** Where the board of `day` is. Today's goes on to the next service day by itself. */
export function boardPath(day: Day, today: Day): string {
  return day === today ? "/" : `/?dia=${day}`;
}

export function serviceDayNow({ restaurant, house, now }: ScopeDeps): Day {
  return currentServiceDay({ restaurant: restaurant(), house: house(), now: now() });
}

/** What rows of the day need to know, given all of its reservations. */
export function rowContext(
  { today, path }: BoardScope,
  deps: Pick<StaffDeps, "restaurant">,
  reservations: Iterable<Reservation>,
): RowContext {
  const { name, timeZone } = deps.restaurant();
  return {
    restaurantName: name,
    timeZone,
    today,
    back: path,
    duplicates: possibleDuplicates([...reservations]),
    showDay: false,
  };
}

/** The days of the strip, those without anybody included. */
export function stripDays(today: Day, totals: readonly DayTotals[]): readonly DayTotals[] {
  const known = new Map(totals.map((day) => [day.serviceDay, day]));
  return Array.from({ length: STRIP_DAYS }, (_, ahead) => {
    const serviceDay = addDays(today, ahead);
    return known.get(serviceDay) ?? { serviceDay, parties: 0, people: 0 };
  });
}

/** The restaurant's clock at this minute. */
export function wallNow({ restaurant, now }: Pick<StaffDeps, "restaurant" | "now">): number {
  return wallMinute(now(), restaurant().timeZone);
}

/** Which service day a board shows, as of when. */
import type { Day } from "../../domain/local_time.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import type { StaffDeps } from "../../ports.ts";

/** What a board shows, and when that is. */
export interface BoardScope {
  readonly day: Day;
  /** The service day of now. */
  readonly today: Day;
  /** The board's own path: forms come back to it. */
  readonly path: string;
  readonly situation: Situation;
}

/** The board of `day`; of the service day of now where it is null. */
export function boardScope(
  day: Day | null,
  { restaurant, state, now }: Pick<StaffDeps, "restaurant" | "state" | "now">,
): BoardScope {
  const situation = { restaurant: restaurant(), state: state(), now: now() };
  const today = currentServiceDay(situation);
  const shown = day ?? today;
  return { day: shown, today, path: boardPath(shown, today), situation };
}

/** Where the board of `day` is. Today's goes on to the next service day by itself. */
export function boardPath(day: Day, today: Day): string {
  return day === today ? "/" : `/?dia=${day}`;
}

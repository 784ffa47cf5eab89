/** What staff switch: closures of days or hours, and the pause of all reservations. */
import { type Day, type LocalDateTime, wallMinuteOf, type WallSpan } from "./local_time.ts";

/** A time in which the restaurant takes nobody although its weekly hours say so. */
export type Closure =
  /** Every service that starts on `day`, its tail after midnight included. */
  | { readonly id: number; readonly kind: "day"; readonly day: Day; readonly reason: string }
  /** From `from` to `to`, end exclusive. */
  | {
    readonly id: number;
    readonly kind: "span";
    readonly from: LocalDateTime;
    readonly to: LocalDateTime;
    readonly reason: string;
  };

/** Reservations switched off, until an instant (epoch milliseconds) or until switched on again (null). */
export interface Pause {
  readonly until: number | null;
}

/** What staff have switched, as last read from the database. */
export interface HouseState {
  readonly pause: Pause | null;
  /** Those that have not ended, by start. */
  readonly closures: readonly Closure[];
}

/** Whether reservations are taken at the instant `now` (epoch milliseconds). */
export function reservationsActive(state: HouseState, now: number): boolean {
  return state.pause === null || (state.pause.until !== null && state.pause.until <= now);
}

/** Whether `day` is closed whole. */
export function isDayClosed(closures: readonly Closure[], day: Day): boolean {
  return closures.some((closure) => closure.kind === "day" && closure.day === day);
}

/** The closed stretches that reach into the time from the start of `from` to the start of `to`. */
export function closedSpans(closures: readonly Closure[], from: Day, to: Day): WallSpan[] {
  return closures.flatMap((closure) =>
    closure.kind === "span" && closure.from < to && closure.to > from
      ? [{ from: wallMinuteOf(closure.from), to: wallMinuteOf(closure.to) }]
      : []
  );
}

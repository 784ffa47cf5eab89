/** What staff switch, and what follows from it. */
import { type Day, type LocalDateTime, wallMinuteOf, type WallSpan } from "../local_time.ts";

/** Reservations switched off. */
export type Pause =
  /** For every day, until an instant (epoch milliseconds) or until switched on again (null). */
  | { readonly until: number | null }
  /** For the services that start on this day; all others are taken. */
  | { readonly night: Day };

/** The kitchen closes before its hour on the day on which the service starts; services that would start later cook nothing. */
export interface EarlyKitchen {
  readonly serviceDay: Day;
  /** From here on it serves nobody, exclusive. */
  readonly closes: LocalDateTime;
}

/** A dish that is off the menu. */
export interface SoldOutDish {
  readonly dishId: string;
  /** The service day after which it comes back by itself; null where it is held until somebody puts it back. */
  readonly serviceDay: Day | null;
}

/** What staff have switched, as last read from the database. */
export interface HouseState {
  readonly pause: Pause | null;
  /** Those that have not ended, by start. */
  readonly closures: readonly Closure[];
  /** Whether there is valet parking; null where it is as the restaurant's file says. */
  readonly valet: boolean | null;
  readonly earlyKitchen: EarlyKitchen | null;
  /** By dish id; some may be out of date: {@linkcode SoldOutDish.serviceDay}. */
  readonly soldOut: readonly SoldOutDish[];
}

/** Nothing is switched: the restaurant's file holds. */
export const UNSWITCHED: HouseState = {
  pause: null,
  closures: [],
  valet: null,
  earlyKitchen: null,
  soldOut: [],
};

/** Whether reservations are taken at the instant `now` (epoch milliseconds), if only for other nights than a paused one. */
export function reservationsActive({ pause }: HouseState, now: number): boolean {
  if (pause === null || "night" in pause) return true;
  return pause.until !== null && pause.until <= now;
}

/** The service day for which no reservation is taken; null where there is none. */
export function pausedNight({ pause }: HouseState): Day | null {
  return pause !== null && "night" in pause ? pause.night : null;
}

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

/** What a closure may be at most. */
export const CLOSURE_LIMITS = {
  /** Code points of its reason, trimmed. */
  reason: 200,
  /** Days from today to its own: one farther ahead is a slip of the finger. */
  daysAhead: 731,
  /** Days that are closed at once: more is a slip of the finger, too. */
  days: 92,
} as const;

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

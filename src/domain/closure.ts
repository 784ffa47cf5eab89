/** When the restaurant takes nobody although its weekly hours say so. */
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

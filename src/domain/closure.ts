import type { Day } from "./local_time.ts";

/** A wall-clock instant, `AAAA-MM-DDTHH:MM`; text order is time order. */
export type LocalDateTime = string;

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

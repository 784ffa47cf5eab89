/** How often one source, or all of them together, may still try. */
export interface Tries {
  /** How many tries there are at `now` (epoch milliseconds): whole ones are granted, a part is on its way back. */
  left(now: number): number;
  /** Milliseconds until the next one may be made. */
  wait(now: number): number;
  /** Makes one. @returns whether it was one of those left, and not one that had to wait */
  take(now: number): boolean;
}

export interface TriesOptions {
  /** How many there are at once. */
  readonly burst: number;
  /** In how many milliseconds as many come back. */
  readonly burstMs: number;
  /** How long after the last one another may be made where none is left. Not before one has come back where absent. */
  readonly slowedMs?: number;
}

export function tries({ burst, burstMs, slowedMs = Infinity }: TriesOptions): Tries {
  let tokens = burst;
  let at = 0;

  /** Milliseconds since the last one; a clock set back must not keep anybody waiting for that long. */
  const since = (now: number): number => {
    at = Math.min(at, now);
    return now - at;
  };
  const left = (now: number) => Math.min(burst, tokens + since(now) * burst / burstMs);
  // A hair below one try is one: whoever waits as long as was said gets it.
  const has = (now: number) => left(now) >= 1 - 1e-9;
  return {
    left,
    wait(now) {
      if (has(now)) return 0;
      const untilBack = (1 - left(now)) * burstMs / burst;
      return Math.ceil(Math.min(untilBack, Math.max(0, slowedMs - since(now))));
    },
    take(now) {
      const had = has(now);
      tokens = had ? Math.max(0, left(now) - 1) : left(now);
      at = now;
      return had;
    },
  };
}

/** Waits between attempts, which grow, and which all end at once when the service stops. */

export interface Pace {
  /** Whether nothing has been waited for yet. */
  readonly first: boolean;
  /** Resolves after the next wait, twice the last one, or when the pacer stops. */
  wait(): Promise<void>;
}

export interface RetryPacer {
  readonly stopped: boolean;
  /** Begins with the first wait. */
  start(): Pace;
  /** Ends every wait, now and to come. */
  stop(): void;
}

/** How many times the first wait the longest one is. */
const LONGEST = 100;

/** @param firstMs the first wait of every {@linkcode Pace}, in milliseconds */
export function retryPacer(firstMs: number): RetryPacer {
  const ends = new Set<() => void>();
  let stopped = false;

  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (stopped) return resolve();
      const end = () => {
        clearTimeout(timer);
        ends.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      ends.add(end);
    });
  return {
    get stopped() {
      return stopped;
    },
    start() {
      let ms = firstMs;
      return {
        get first() {
          return ms === firstMs;
        },
        wait() {
          const waited = wait(ms);
          ms = Math.min(2 * ms, LONGEST * firstMs);
          return waited;
        },
      };
    },
    stop() {
      stopped = true;
      for (const end of [...ends]) end();
    },
  };
}

/** Work that is asked for often and done in turn, never sooner than a pace after it was done last. */

export interface PacedLoop {
  /** Sees to it that the work is begun after this call. Calls in the meantime share one run. */
  wake(): void;
  /** Resolves when nothing runs any more; later calls of `wake` do nothing. */
  close(): Promise<void>;
}

export interface PaceOptions {
  readonly paceMs: number;
  /** Told why the work failed, once until it succeeds again; it is tried again. */
  onError(error: unknown): void;
  /** Told that work which had failed has succeeded. */
  onRecovered(): void;
}

/** How long to wait before work that failed is tried again, in milliseconds. */
const RETRY_MS = 1_000;

/** @param work resolves to whether there is more to do */
export function pacedLoop(
  work: () => Promise<boolean>,
  { paceMs, onError, onRecovered }: PaceOptions,
): PacedLoop {
  let asked = false;
  let failing = false;
  let closed = false;
  let running: Promise<void> | null = null;
  let hurry = () => {};

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const attempt = async (): Promise<void> => {
    try {
      if (await work()) asked = true;
      if (failing) onRecovered();
      failing = false;
    } catch (error) {
      if (!failing) onError(error);
      failing = true;
      asked = true;
    }
  };
  const run = async (): Promise<void> => {
    while (asked && !closed) {
      asked = false;
      await attempt();
      if (!closed) await pause(failing ? RETRY_MS : paceMs);
    }
    running = null;
  };
  return {
    wake() {
      asked = true;
      if (!closed) running ??= run();
    },
    async close() {
      closed = true;
      hurry();
      await running;
    },
  };
}

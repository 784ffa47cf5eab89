/** Work in the background that is done again and again. */

export interface Repeating {
  /** Has it done now or, where it is being done or was a moment ago, once more after that. */
  soon(): void;
  /** Ends it; resolves once it is not being done. */
  close(): Promise<void>;
}

/**
 * Does `work` every `everyMs` milliseconds, and never twice at once.
 * @param work must not throw
 * @param apartMs how long after it was done it may be done {@linkcode Repeating.soon} at the earliest
 */
export function repeating(
  work: () => Promise<void>,
  { everyMs, apartMs = 0 }: { readonly everyMs: number; readonly apartMs?: number },
): Repeating {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let earliest = 0;
  let [asked, closed] = [false, false];

  const plan = (ms: number): void => {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(begin, ms);
  };
  const begin = (): void => {
    // Deno 2.6 fires a cleared timer that is due.
    if (running !== null || closed) return;
    asked = false;
    running = work().then(() => {
      running = null;
      earliest = performance.now() + apartMs;
      plan(asked ? apartMs : everyMs);
    });
  };
  plan(everyMs);
  return {
    soon() {
      asked = true;
      if (running === null) plan(Math.max(0, earliest - performance.now()));
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Work in progress: a set of it, a time-out, its order, and its repetition. */

/**
 * An unordered set. `add` returns a function that removes the item in constant time. `Set` and `Map` rebuild their
 * table as items come and go, and old tables keep items alive: garbage collection took 30 ms several times a second.
 */
export function activeSet<T>(): { add(item: T): () => void; items(): T[] } {
  const entries: { readonly item: T; index: number }[] = [];
  return {
    add(item) {
      const entry = { item, index: entries.length };
      entries.push(entry);
      return () => {
        if (entry.index === -1) return;
        const last = entries.pop()!;
        if (last !== entry) {
          // The last one takes its place.
          entries[entry.index] = last;
          last.index = entry.index;
        }
        entry.index = -1;
      };
    },
    items: () => entries.map(({ item }) => item),
  };
}

/** Waits for `work`, at most `ms` milliseconds. @returns whether it ended in time */
export async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => timer = setTimeout(resolve, ms, false));
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}

/**
 * Runs `work`, which must not throw, every `everyMs` milliseconds, or if Infinity only by `soon`, never twice at once.
 * `soon` runs it once, at least `apartMs` after the last run. `close` resolves once it will not run again.
 */
export function repeating(
  work: () => Promise<void>,
  { everyMs, apartMs = 0 }: { readonly everyMs: number; readonly apartMs?: number },
): { soon(): void; close(): Promise<void> } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let earliest = 0;
  let [requested, closed] = [false, false];

  const plan = (ms: number): void => {
    clearTimeout(timer);
    if (!closed && ms < Infinity) timer = setTimeout(begin, ms);
  };
  const begin = (): void => {
    // Deno 2.6 fires a cleared timer that is due.
    if (running !== null || closed) return;
    requested = false;
    running = work().then(() => {
      running = null;
      earliest = performance.now() + apartMs;
      plan(requested ? apartMs : everyMs);
    });
  };
  plan(everyMs);
  return {
    soon() {
      if (requested) return;
      requested = true;
      if (running === null) plan(Math.max(0, earliest - performance.now()));
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Work in progress: the set of it, a wait for its end with a limit, and its repetition. */

/** An unordered collection whose members are removed in constant time. */
export interface ActiveSet<T> {
  /** @returns a function that removes `item`; a second call does nothing */
  add(item: T): () => void;
  items(): T[];
  readonly size: number;
}

/**
 * An empty set. A removed item's slot is filled with the last one. `Set` and `Map` rebuild their table as items come and go, and old
 * tables keep their items alive: the garbage collector then paused the process for 30 ms several times a second.
 */
export function activeSet<T>(): ActiveSet<T> {
  const entries: { readonly item: T; index: number }[] = [];
  return {
    add(item) {
      const entry = { item, index: entries.length };
      entries.push(entry);
      return () => {
        if (entry.index === -1) return;
        const last = entries.pop()!;
        if (last !== entry) {
          entries[entry.index] = last;
          last.index = entry.index;
        }
        entry.index = -1;
      };
    },
    items: () => entries.map(({ item }) => item),
    get size() {
      return entries.length;
    },
  };
}

/**
 * Waits for `work`, at most `ms` milliseconds.
 * @returns whether it ended in time
 * @throws what `work` rejects with
 */
export async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => timer = setTimeout(resolve, ms, false));
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

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

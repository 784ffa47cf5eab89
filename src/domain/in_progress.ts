/** Work in progress: the set of it, and a wait for its end with a limit. */

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

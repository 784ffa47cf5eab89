/** Things that come and go by the thousand every second, in no order. */
export interface Bag<T> {
  /** What it gives takes the thing out again; a second time it does nothing. */
  add(thing: T): () => void;
  /** What is in it now. */
  things(): T[];
  readonly size: number;
}

/**
 * An empty one. It fills the gap that a thing leaves with the last one: a set or a map is made anew again and again as things come and
 * go, and the old ones keep what they held alive until the collector stops everything to look, for 30 ms several times a second.
 */
export function bag<T>(): Bag<T> {
  const entries: { readonly thing: T; place: number }[] = [];
  return {
    add(thing) {
      const entry = { thing, place: entries.length };
      entries.push(entry);
      return () => {
        if (entry.place === -1) return;
        const last = entries.pop()!;
        if (last !== entry) {
          entries[entry.place] = last;
          last.place = entry.place;
        }
        entry.place = -1;
      };
    },
    things: () => entries.map(({ thing }) => thing),
    get size() {
      return entries.length;
    },
  };
}

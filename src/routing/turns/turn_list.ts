import { numberList } from "../number_list.ts";

/** Turns as they are found, junction by junction, in columns: a city has half a million, and an object for each is a burden. */
export interface TurnList {
  /** Adds a turn. Those out of one edge follow each other: all of them are at its end. */
  add(from: number, to: number, seconds: number): void;
  /** The turns out of `edge` have the numbers `first(edge)` to `end(edge) - 1`. */
  first(edge: number): number;
  end(edge: number): number;
  /** The edge that each turn leads into, and the seconds that it takes. */
  columns(): { readonly turnTo: Uint32Array; readonly turnSeconds: Float32Array };
}

/** An empty list, for edges 0 to `edges - 1`. */
export function turnList(edges: number): TurnList {
  const first = new Uint32Array(edges);
  const end = new Uint32Array(edges);
  const to = numberList((length) => new Uint32Array(length));
  const seconds = numberList((length) => new Float32Array(length));
  return {
    add(from, into, cost) {
      if (end[from] === 0) first[from] = to.length;
      to.push(into);
      seconds.push(cost);
      end[from] = to.length;
    },
    first: (edge) => first[edge]!,
    end: (edge) => end[edge]!,
    columns: () => ({ turnTo: to.values(), turnSeconds: seconds.values() }),
  };
}

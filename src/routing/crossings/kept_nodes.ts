import type { Chain } from "./chains.ts";

/**
 * The points within each chain at which it is cut all the same, as indexes into its points. A road network has at most one road between
 * two crossings, and none from a crossing to itself: of roads that would be such, those points of the highest ids stay crossings.
 * @param nodes how many junctions there are
 * @param ranksOf the ranks of the ids of a chain's points, both ends included
 * @returns by the chain's number; none for chains that are not cut
 */
export function keptNodes(
  chains: readonly Chain[],
  nodes: number,
  ranksOf: (chain: Chain) => readonly number[],
): Map<number, readonly number[]> {
  const kept = new Map<number, readonly number[]>();
  const keep = (index: number, points: readonly number[]) => {
    if (points.length > 0) kept.set(index, points);
  };
  for (const indexes of betweenSameJunctions(chains, nodes)) {
    const isLoop = chains[indexes[0]!]!.from === chains[indexes[0]!]!.to;
    const inner = indexes.map((i) => highest(ranksOf(chains[i]!), isLoop ? 2 : 1));
    const least = Math.min(...inner.map(({ rank }) => rank));
    const whole = isLoop ? -1 : inner.findIndex(({ rank }) => rank === least);
    indexes.forEach((index, n) => keep(index, n === whole ? [] : inner[n]!.points));
  }
  return kept;
}

/** Groups of chains between the same two junctions: those of two chains or more, and every chain that is a loop. */
function betweenSameJunctions(
  chains: readonly Chain[],
  nodes: number,
): Iterable<readonly number[]> {
  const first = new Map<number, number>();
  const groups = new Map<number, number[]>();
  chains.forEach(({ from, to }, index) => {
    const key = Math.min(from, to) * nodes + Math.max(from, to);
    const before = first.get(key);
    if (before === undefined) first.set(key, index);
    const group = groups.get(key);
    if (group !== undefined) group.push(index);
    else if (before !== undefined) groups.set(key, [before, index]);
    else if (from === to) groups.set(key, [index]);
  });
  return groups.values();
}

/** The inner points of the highest ranks, in their order, and the highest rank; -1 without any. */
function highest(ranks: readonly number[], count: number): { points: number[]; rank: number } {
  const points = ranks.map((_, i) => i).slice(1, -1).sort((a, b) => ranks[b]! - ranks[a]!);
  return { points: points.slice(0, count).sort((a, b) => a - b), rank: ranks[points[0]!] ?? -1 };
}

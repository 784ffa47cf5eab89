import type { ShortestPathTree } from "./shortest_path_tree.ts";
import {
  edgeShare,
  openEdges,
  segmentCount,
  type StreetGraph,
  type StreetPosition,
} from "./street_graph.ts";

/** The cheapest way from the origin to one place. */
export interface Arrival {
  /** By the tree's preference. */
  readonly cost: number;
  readonly meters: number;
  readonly seconds: number;
}

/** The cheapest way to `place`, from either end of its street where that is two-way; null where no car gets there. */
export function arrivalAt(
  graph: StreetGraph,
  tree: ShortestPathTree,
  place: StreetPosition,
): Arrival | null {
  let best: Arrival | null = null;
  for (const edge of openEdges(graph, place.segment)) {
    const share = edgeShare(graph, edge, place.fraction);
    best = cheaper(
      best,
      drive(graph, tree, edge, tree.entryMeters[edge]!, tree.entrySeconds[edge]!, share),
    );
    for (const origin of tree.origins) {
      if (origin.segment !== place.segment) continue;
      const ahead = share - edgeShare(graph, edge, origin.fraction);
      if (ahead >= 0) best = cheaper(best, drive(graph, tree, edge, 0, 0, ahead));
    }
  }
  return best;
}

/** Which segments a car gets to from the tree's origin: 1, else 0. */
export function reachedSegments(graph: StreetGraph, tree: ShortestPathTree): Uint8Array {
  const reached = new Uint8Array(segmentCount(graph));
  for (const origin of tree.origins) reached[origin.segment] = 1;
  tree.entryCost.forEach((cost, edge) => {
    if (cost < Infinity) reached[graph.edgeSegment[edge]!] = 1;
  });
  return reached;
}

/** The drive over `share` of an edge after `meters` and `seconds`. */
function drive(
  graph: StreetGraph,
  { preference }: ShortestPathTree,
  edge: number,
  metersBefore: number,
  secondsBefore: number,
  share: number,
): Arrival {
  const meters = metersBefore + share * graph.segmentMeters[graph.edgeSegment[edge]!]!;
  const seconds = secondsBefore + share * graph.edgeSeconds[edge]!;
  return { cost: meters * preference.perMeter + seconds * preference.perSecond, meters, seconds };
}

function cheaper(best: Arrival | null, other: Arrival): Arrival | null {
  return other.cost < (best?.cost ?? Infinity) ? other : best;
}

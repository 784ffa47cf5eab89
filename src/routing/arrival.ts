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
  /** The edge on which the car gets there. */
  readonly edge: number;
  /** Where on that edge the drive starts; null where it comes into the edge from another. */
  readonly origin: StreetPosition | null;
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
    const label = tree.edgeLabel[edge]!;
    const entry = {
      cost: tree.entryCost[label]!,
      meters: tree.entryMeters[label]!,
      seconds: tree.entrySeconds[label]!,
      origin: null,
    };
    best = cheaper(best, drive(graph, tree, edge, entry, share));
    for (const origin of tree.origins) {
      if (origin.segment !== place.segment) continue;
      const ahead = share - edgeShare(graph, edge, origin.fraction);
      if (ahead >= 0) best = cheaper(best, drive(graph, tree, edge, { ...HERE, origin }, ahead));
    }
  }
  return best;
}

/** Which segments a car gets to from the tree's origin, and may stop on: 1, else 0. */
export function reachedSegments(graph: StreetGraph, tree: ShortestPathTree): Uint8Array {
  const reached = new Uint8Array(segmentCount(graph));
  for (const origin of tree.origins) reached[origin.segment] = 1;
  tree.entryCost.forEach((cost, label) => {
    if (cost < Infinity) reached[graph.edgeSegment[graph.turns.labelEdge[label]!]!] = 1;
  });
  return reached.map((reached, s) => reached & ~graph.segmentNoStop[s]!);
}

const HERE = { cost: 0, meters: 0, seconds: 0 };

/** The drive over `share` of an edge after what came before. */
function drive(
  graph: StreetGraph,
  { preference }: ShortestPathTree,
  edge: number,
  before: Omit<Arrival, "edge">,
  share: number,
): Arrival {
  const meters = share * graph.segmentMeters[graph.edgeSegment[edge]!]!;
  return {
    cost: before.cost + meters * preference.perMeter +
      share * graph.edgeEffort[edge]! * preference.perSecond,
    meters: before.meters + meters,
    seconds: before.seconds + share * graph.edgeSeconds[edge]!,
    edge,
    origin: before.origin,
  };
}

function cheaper(best: Arrival | null, other: Arrival): Arrival | null {
  return other.cost < (best?.cost ?? Infinity) ? other : best;
}

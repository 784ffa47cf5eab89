import { edgeHeap } from "./edge_heap.ts";
import {
  edgeCount,
  edgeShare,
  openEdges,
  type StreetGraph,
  type StreetPosition,
} from "./street_graph.ts";

/** What makes one route better than another: cost is the sum of the two. */
export interface RoutePreference {
  /** Cost of a second of driving. */
  readonly perSecond: number;
  /** Cost of a metre. */
  readonly perMeter: number;
}

/** Quick, but no long way round to save a few seconds: a pin moved a little then seldom changes the route. */
export const BALANCED: RoutePreference = { perSecond: 1, perMeter: 0.05 };

/**
 * The cheapest way from one origin to the beginning of every edge. Labels sit on edges, not on nodes, so that what a turn
 * costs can depend on the edge a car comes from; and at their beginning, so that an edge on which the origin lies can still be
 * entered from behind, after a drive round the block.
 */
export interface ShortestPathTree {
  /** Where cars start: one place, on several segments when it is a junction. */
  readonly origins: readonly StreetPosition[];
  readonly preference: RoutePreference;
  /** Cost, metres and seconds from the origin to the beginning of each edge; Infinity where no car gets there. */
  readonly entryCost: Float64Array;
  readonly entryMeters: Float64Array;
  readonly entrySeconds: Float64Array;
  /** The edge driven before each edge; `-1 - edge` where the origin lies on that one, so that the drive starts within it. */
  readonly previous: Int32Array;
}

/** Dijkstra's algorithm over edges. Ties keep the first found, so the same graph always gives the same tree. */
export function shortestPathTree(
  graph: StreetGraph,
  origins: readonly StreetPosition[],
  preference: RoutePreference = BALANCED,
): ShortestPathTree {
  const tree = unreached(edgeCount(graph), origins, preference);
  const { entryCost, entryMeters, entrySeconds } = tree;
  const heap = edgeHeap(entryCost);

  /** Offers every edge that leaves `node` a way that has come to its beginning with `meters` and `seconds`. */
  function enterEdges(node: number, meters: number, seconds: number, previous: number): void {
    const cost = meters * preference.perMeter + seconds * preference.perSecond;
    const end = graph.firstEdge[node + 1]!;
    for (let edge = graph.firstEdge[node]!; edge < end; edge++) {
      if (entryCost[edge]! <= cost) continue;
      entryCost[edge] = cost;
      entryMeters[edge] = meters;
      entrySeconds[edge] = seconds;
      tree.previous[edge] = previous;
      heap.raise(edge);
    }
  }

  for (const origin of origins) {
    for (const edge of openEdges(graph, origin.segment)) {
      const rest = 1 - edgeShare(graph, edge, origin.fraction);
      const meters = rest * graph.segmentMeters[origin.segment]!;
      enterEdges(graph.edgeTo[edge]!, meters, rest * graph.edgeSeconds[edge]!, -1 - edge);
    }
  }
  for (let edge = heap.pop(); edge >= 0; edge = heap.pop()) {
    const meters = entryMeters[edge]! + graph.segmentMeters[graph.edgeSegment[edge]!]!;
    const seconds = entrySeconds[edge]! + graph.edgeSeconds[edge]!;
    enterEdges(graph.edgeTo[edge]!, meters, seconds, edge);
  }
  return tree;
}

function unreached(
  edges: number,
  origins: readonly StreetPosition[],
  preference: RoutePreference,
): ShortestPathTree {
  return {
    origins,
    preference,
    entryCost: new Float64Array(edges).fill(Infinity),
    entryMeters: new Float64Array(edges).fill(Infinity),
    entrySeconds: new Float64Array(edges).fill(Infinity),
    previous: new Int32Array(edges),
  };
}

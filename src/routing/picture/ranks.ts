import type { StreetGraph } from "../street_graph.ts";

/** From the narrowest to the widest. What a street is is told by how fast cars drive on it. */
export const RANKS = ["alley", "street", "road", "avenue"] as const;
export type Rank = typeof RANKS[number];

/** How wide a street is drawn. */
export function rankOf(graph: StreetGraph, segment: number): Rank {
  const along = graph.forwardEdge[segment]!;
  const against = graph.backwardEdge[segment]!;
  const seconds = Math.min(
    along < 0 ? Infinity : graph.edgeSeconds[along]!,
    against < 0 ? Infinity : graph.edgeSeconds[against]!,
  );
  const kmh = seconds > 0 ? graph.segmentMeters[segment]! / seconds * 3.6 : 0;
  return kmh > 48 ? "avenue" : kmh > 31 ? "road" : kmh > 18 ? "street" : "alley";
}

/** For each name, the rank of the greater part of its street: a slower stretch of a road must not leave a gap in it. */
export function ranksByName(graph: StreetGraph, segments: Uint32Array): Map<number, Rank> {
  const meters = new Map<number, number[]>();
  for (const segment of segments) {
    const name = graph.segmentName[segment]!;
    if (graph.names[name] === null) continue;
    let ofRanks = meters.get(name);
    if (ofRanks === undefined) meters.set(name, ofRanks = RANKS.map(() => 0));
    ofRanks[RANKS.indexOf(rankOf(graph, segment))]! += graph.segmentMeters[segment]!;
  }
  return new Map(Array.from(
    meters,
    ([name, ofRanks]) => [name, RANKS[ofRanks.indexOf(Math.max(...ofRanks))]!],
  ));
}

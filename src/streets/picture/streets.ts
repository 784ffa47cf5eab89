import { openEdges, type StreetGraph } from "../street_graph.ts";
import type { StreetIndex } from "../street_index.ts";
import { alongside, type Dot, type Frame, linesOf, simplified, stroke } from "./frame.ts";

/** From the narrowest to the widest. The rank of a street follows from the speed of cars on it. */
export const RANKS = ["alley", "street", "road", "avenue"] as const;
export type Rank = typeof RANKS[number];

/** How much farther from the route than an alley a street of the same importance is, in dots. */
const FARTHER: Readonly<Record<Rank, number>> = { alley: 0, street: 560, road: 1040, avenue: 1360 };
/** The width of the rings around the route in which streets are added, in dots. */
const RING = 20;
/** The distance between the dots of the route from which rings are measured. */
const ROUTE_STEP = 100;
const TOLERANCE = 1.5;

/** The streets' part of the 40 KB that a picture may have. */
const MAX_BYTES = 26_000;

/** Draws big streets and those near the route, up to {@linkcode MAX_BYTES}: a path a rank, and the segments drawn. */
export function drawStreets(
  graph: StreetGraph,
  index: StreetIndex,
  frame: Frame,
  route: readonly Dot[],
): { paths: Record<Rank, string>; segments: number[] } {
  const paths: Record<Rank, string> = { alley: "", street: "", road: "", avenue: "" };
  const segments: number[] = [];
  let bytes = 0;
  for (const { rank, members } of byImportance(graph, index, frame, route)) {
    for (const line of linesOf(graph, frame, members)) {
      const path = stroke(simplified(line, TOLERANCE));
      bytes += path.length;
      if (bytes > MAX_BYTES) return { paths, segments };
      paths[rank] += path;
    }
    for (const segment of members) segments.push(segment);
  }
  return { paths, segments };
}

/** The segments of the frame in groups, the most important first. */
function byImportance(
  graph: StreetGraph,
  index: StreetIndex,
  frame: Frame,
  route: readonly Dot[],
): { readonly rank: Rank; readonly members: number[] }[] {
  const { firstPoint, pointLat, pointLng } = graph;
  const near = alongside(route, ROUTE_STEP);
  const groups: { rank: Rank; members: number[] }[] = [];
  for (const segment of index.within(frame.box)) {
    const rank = rankOf(graph, segment);
    const middle = (firstPoint[segment]! + firstPoint[segment + 1]! - 1) >> 1;
    const { x, y } = frame.dot(pointLat[middle]!, pointLng[middle]!);
    let square = Infinity;
    for (const dot of near) square = Math.min(square, (dot.x - x) ** 2 + (dot.y - y) ** 2);
    const ring = Math.floor((Math.sqrt(square) + FARTHER.avenue - FARTHER[rank]) / RING);
    const place = ring * RANKS.length + RANKS.length - 1 - RANKS.indexOf(rank);
    (groups[place] ??= { rank, members: [] }).members.push(segment);
  }
  return groups.filter((group) => group !== undefined);
}

export function rankOf(graph: StreetGraph, segment: number): Rank {
  const seconds = Math.min(...openEdges(graph, segment).map((edge) => graph.edgeSeconds[edge]!));
  const kmh = seconds > 0 ? graph.segmentMeters[segment]! / seconds * 3.6 : 0;
  return kmh > 48 ? "avenue" : kmh > 31 ? "road" : kmh > 18 ? "street" : "alley";
}

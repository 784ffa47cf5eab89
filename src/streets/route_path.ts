import type { RouteEnd } from "./built_in_planner.ts";
import { metersBetween } from "./coordinates.ts";
import type { ShortestPathTree } from "./shortest_path_tree.ts";
import { edgeShare, type StreetGraph } from "./street_graph.ts";

export interface Stretch {
  readonly edge: number;
  /** Shares of the edge at which the drive along it begins and ends, 0 to 1. */
  readonly from: number;
  readonly to: number;
}

/** A line on the ground: one entry a point in each array, in units of 1e-7 degrees that need not be whole. Points may repeat. */
export interface Line {
  readonly lat: number[];
  readonly lng: number[];
}

/** The edges of the route to `end` in driving order, the first and the last in part. */
export function routeStretches(
  graph: StreetGraph,
  tree: ShortestPathTree,
  { place, arrival }: RouteEnd,
): Stretch[] {
  const { edge, from } = arrival;
  const to = edgeShare(graph, edge, place.fraction);
  if (from !== null) return [{ edge, from, to }];

  const backwards: Stretch[] = [{ edge, from: 0, to }];
  let before = tree.previous[tree.edgeLabel[edge]!]!;
  for (; before >= 0; before = tree.previous[before]!) {
    backwards.push({ edge: graph.turns.labelEdge[before]!, from: 0, to: 1 });
  }
  backwards.push({ ...tree.starts[-1 - before]!, to: 1 });
  return backwards.reverse();
}

export function routeLine(graph: StreetGraph, stretches: readonly Stretch[]): Line {
  const line: Line = { lat: [], lng: [] };
  for (const stretch of stretches) follow(graph, stretch, line);
  return line;
}

/** Adds the points of a stretch to `line`, its ends included. */
function follow(graph: StreetGraph, { edge, from, to }: Stretch, line: Line): void {
  const { firstPoint, pointLat, pointLng } = graph;
  const segment = graph.edgeSegment[edge]!;
  const forward = graph.forwardEdge[segment] === edge;
  const step = forward ? 1 : -1;
  const last = forward ? firstPoint[segment + 1]! - 1 : firstPoint[segment]!;
  let p = forward ? firstPoint[segment]! : firstPoint[segment + 1]! - 1;
  let begin = from * graph.segmentMeters[segment]!;
  let end = to * graph.segmentMeters[segment]!;
  for (; p !== last; p += step) {
    const next = p + step;
    const length = metersBetween(pointLat[p]!, pointLng[p]!, pointLat[next]!, pointLng[next]!);
    const at = (meters: number) => {
      const share = length > 0 ? Math.min(1, Math.max(0, meters) / length) : 0;
      line.lat.push(pointLat[p]! + share * (pointLat[next]! - pointLat[p]!));
      line.lng.push(pointLng[p]! + share * (pointLng[next]! - pointLng[p]!));
    };
    if (begin <= length || next === last) {
      at(begin);
      at(end);
    }
    if (end <= length) return;
    begin -= length;
    end -= length;
  }
}

import type { StreetGraph } from "../street_graph.ts";
import type { StreetIndex } from "../street_index.ts";
import type { Dot, Frame } from "./frame.ts";
import { type Rank, rankOf, RANKS, ranksByName } from "./ranks.ts";
import { cellOf, cellsFromRoute } from "./route_cells.ts";
import { simplified, stroke } from "./strokes.ts";

/** Streets drawn. */
export interface DrawnStreets {
  /** Commands of one SVG path for each rank. */
  readonly paths: Readonly<Record<Rank, string>>;
  /** The segments that were drawn. */
  readonly segments: readonly number[];
}

/** How much farther from the route a street of a rank may lie and count as near as an alley. */
const FARTHER: Readonly<Record<Rank, number>> = { alley: 0, street: 28, road: 52, avenue: 68 };
/** Less than half a pixel. */
const TOLERANCE = 1.5;

/**
 * Draws the streets in a frame: big ones everywhere, small ones as far from the route as `maxBytes` allow.
 * @param route in the picture's dots
 */
export function drawStreets(
  graph: StreetGraph,
  index: StreetIndex,
  frame: Frame,
  route: readonly Dot[],
  maxBytes: number,
): DrawnStreets {
  const paths: Record<Rank, string> = { alley: "", street: "", road: "", avenue: "" };
  const segments: number[] = [];
  let bytes = 0;
  for (const { rank, members } of byImportance(graph, index, frame, route)) {
    const path = strokesOf(graph, frame, members, maxBytes - bytes);
    if (path === null) break;
    paths[rank] += path;
    bytes += path.length;
    for (const segment of members) segments.push(segment);
  }
  return { paths, segments };
}

interface Group {
  readonly rank: Rank;
  readonly members: number[];
}

/** The segments of the frame in groups, of which the first matter most. */
function byImportance(
  graph: StreetGraph,
  index: StreetIndex,
  frame: Frame,
  route: readonly Dot[],
): Group[] {
  const cells = cellsFromRoute(route);
  const groups: Group[] = [];
  const segments = index.within(frame.box);
  const rankOfName = ranksByName(graph, segments);
  for (const segment of segments) {
    const rank = rankOfName.get(graph.segmentName[segment]!) ?? rankOf(graph, segment);
    const far = nearness(graph, frame, cells, segment) + FARTHER.avenue - FARTHER[rank];
    const place = far * RANKS.length + RANKS.length - 1 - RANKS.indexOf(rank);
    (groups[place] ??= { rank, members: [] }).members.push(segment);
  }
  return groups.filter((group) => group !== undefined);
}

/** Cells between a segment and the route, as seen from both of its ends and from a point between. */
function nearness(
  { firstPoint, pointLat, pointLng }: StreetGraph,
  frame: Frame,
  cells: Uint8Array,
  segment: number,
): number {
  const first = firstPoint[segment]!;
  const last = firstPoint[segment + 1]! - 1;
  const at = (p: number) => cells[cellOf(frame.x(pointLng[p]!), frame.y(pointLat[p]!))]!;
  return Math.min(at(first), at((first + last) >> 1), at(last));
}

/** The lines of all `members`, in the order of their numbers; null where they need more than `maxBytes`. */
function strokesOf(
  graph: StreetGraph,
  frame: Frame,
  members: readonly number[],
  maxBytes: number,
): string | null {
  const { firstPoint, pointLat, pointLng } = graph;
  let path = "";
  let run: Dot[] = [];
  let end = -1;
  for (const segment of members) {
    const first = firstPoint[segment]!;
    const last = firstPoint[segment + 1]!;
    const goesOn = end >= 0 && pointLat[first] === pointLat[end] &&
      pointLng[first] === pointLng[end];
    if (!goesOn) {
      path += stroke(simplified(run, TOLERANCE));
      run = [];
      if (path.length > maxBytes) return null;
    }
    for (let p = first + (goesOn ? 1 : 0); p < last; p++) {
      run.push({ x: frame.x(pointLng[p]!), y: frame.y(pointLat[p]!) });
    }
    end = last - 1;
  }
  path += stroke(simplified(run, TOLERANCE));
  return path.length > maxBytes ? null : path;
}

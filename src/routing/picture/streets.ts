import type { StreetGraph } from "../street_graph.ts";
import type { StreetIndex } from "../street_index.ts";
import { type Dot, type Frame, PICTURE_HEIGHT, PICTURE_WIDTH } from "./frame.ts";
import { simplified, stroke } from "./strokes.ts";

/** From the narrowest to the widest. What a street is is told by how fast cars drive on it. */
export const RANKS = ["alley", "street", "road", "avenue"] as const;
export type Rank = typeof RANKS[number];

/** Streets drawn. */
export interface DrawnStreets {
  /** Commands of one SVG path for each rank. */
  readonly paths: Readonly<Record<Rank, string>>;
  /** The segments that were drawn. */
  readonly segments: readonly number[];
}

/** How much farther from the route a street of a rank may lie and count as near as an alley. */
const FARTHER: Readonly<Record<Rank, number>> = { alley: 0, street: 28, road: 52, avenue: 68 };
const CELL = 20;
const COLUMNS = PICTURE_WIDTH / CELL;
const ROWS = PICTURE_HEIGHT / CELL;
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
  for (const segment of index.within(frame.box)) {
    const rank = rankOf(graph, segment);
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

/** For each cell of the picture, how many cells lie between it and the route. */
function cellsFromRoute(route: readonly Dot[]): Uint8Array {
  const far = new Uint8Array(COLUMNS * ROWS).fill(255);
  const queue: number[] = [];
  const reach = (cell: number, distance: number) => {
    if (far[cell]! <= distance) return;
    far[cell] = distance;
    queue.push(cell);
  };
  route.forEach((dot, i) => {
    const from = route[Math.max(0, i - 1)]!;
    const steps = Math.ceil(Math.hypot(dot.x - from.x, dot.y - from.y) / CELL);
    for (let step = 0; step <= steps; step++) {
      const share = steps > 0 ? step / steps : 0;
      reach(cellOf(from.x + share * (dot.x - from.x), from.y + share * (dot.y - from.y)), 0);
    }
  });
  for (let next = 0; next < queue.length; next++) {
    const cell = queue[next]!;
    const distance = far[cell]! + 1;
    const column = cell % COLUMNS;
    if (column > 0) reach(cell - 1, distance);
    if (column < COLUMNS - 1) reach(cell + 1, distance);
    if (cell >= COLUMNS) reach(cell - COLUMNS, distance);
    if (cell < COLUMNS * (ROWS - 1)) reach(cell + COLUMNS, distance);
  }
  return far;
}

function cellOf(x: number, y: number): number {
  const column = Math.min(COLUMNS - 1, Math.max(0, Math.floor(x / CELL)));
  const row = Math.min(ROWS - 1, Math.max(0, Math.floor(y / CELL)));
  return row * COLUMNS + column;
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

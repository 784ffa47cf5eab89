import type { LatLng } from "../domain/location.ts";
import {
  metersBetween,
  toUnits,
  UNITS_A_DEGREE,
  type UnitScale,
  unitScale,
} from "./coordinates.ts";
import {
  BOX_CHILDREN,
  type PieceTree,
  pieceTree,
  segmentsWithin,
  squaredToBox,
  type UnitBox,
} from "./piece_tree.ts";
import type { StreetGraph, StreetPosition } from "./street_graph.ts";

/** The point of a street that is nearest to a point on the ground. */
export interface SnappedPosition extends StreetPosition {
  /** Metres in a straight line between the two. */
  readonly meters: number;
}

export interface StreetIndex {
  /**
   * The nearest place on a street within `limitMeters`: at a junction, the ends of all its streets. Empty if there is none.
   * Distances are compared on the grid of web maps (see below).
   * @param usable one number a segment; those with 0 are skipped. Default: all count
   */
  nearest(point: LatLng, limitMeters: number, usable?: Uint8Array): SnappedPosition[];
  /** Segments with a piece whose bounding box meets `box`, each once, in ascending order. */
  within(box: UnitBox): Uint32Array;
}

/** A place in a box may be nearer on the grid than the box is on the ground, because of rounding and projection. */
const ROUNDING_STEPS = 3;
const STRETCH = 1.001;

/** A snapped place on a piece. */
interface PieceHit {
  readonly piece: number;
  /** Its offset from the point on the grid. */
  readonly column: number;
  readonly row: number;
  /** Its exact place, as a share of the piece, 0 to 1, and its distance from the point. */
  readonly along: number;
  readonly meters: number;
}

/**
 * Finds streets near a point, by exact distances to their geometry.
 * @param tree of the same graph, if it exists already. Default: built here
 */
export function streetIndex(graph: StreetGraph, tree: PieceTree = pieceTree(graph)): StreetIndex {
  const { boxes, boxFirst, boxEnd, leafBoxes, pieceSegment, piecePoint } = tree;
  const { pointLat, pointLng } = graph;
  // A depth-first search stores at most the siblings on its path: six levels hold sixteen million pieces.
  const stack = new Uint32Array(BOX_CHILDREN * 8);

  /** The nearest places on the grid, all at the same distance. */
  function search(point: LatLng, limitMeters: number, usable: Uint8Array | undefined): PieceHit[] {
    const lat = toUnits(point.lat);
    const lng = toUnits(point.lng);
    const scale = unitScale(lat);
    const x = toSteps(lng);
    const rowOf = rowsAround(toSteps(lat));
    const y = rowOf(toSteps(lat));
    const stepMeters = scale.lng * UNITS_A_STEP * STRETCH;
    let hits: PieceHit[] = [];
    let least = Infinity;
    let reach = limitMeters ** 2;
    let depth = 0;

    function visitPiece(piece: number): void {
      if (usable !== undefined && usable[pieceSegment[piece]!] === 0) return;
      const from = piecePoint[piece]!;
      const fromX = toSteps(pointLng[from]!) - x;
      const fromY = rowOf(toSteps(pointLat[from]!)) - y;
      const dx = toSteps(pointLng[from + 1]!) - x - fromX;
      const dy = rowOf(toSteps(pointLat[from + 1]!)) - y - fromY;
      const along = shareAlong(fromX, fromY, dx, dy);
      const column = Math.round(fromX + along * dx);
      const row = Math.round(y + fromY + along * dy) - Math.round(y);
      const squared = column * column + row * row;
      if (!(squared <= least)) return;
      const place = placeOn(graph, from, lat, lng, scale);
      if (place.meters > limitMeters) return;
      if (squared < least) hits = [];
      least = squared;
      hits.push({ piece, column, row, ...place });
      reach = Math.min(reach, ((Math.sqrt(squared) + ROUNDING_STEPS) * stepMeters) ** 2);
    }

    function visitBox(box: number): void {
      for (let child = boxFirst[box]!; child < boxEnd[box]!; child++) {
        if (box < leafBoxes) visitPiece(child);
        else if (squaredToBox(boxes, child, lat, lng, scale) <= reach) stack[depth++] = child;
      }
    }

    if (boxFirst.length > 0) stack[depth++] = boxFirst.length - 1;
    while (depth > 0) {
      const box = stack[--depth]!;
      if (squaredToBox(boxes, box, lat, lng, scale) <= reach) visitBox(box);
    }
    return hits.sort((a, b) => a.meters - b.meters || a.piece - b.piece);
  }

  return {
    within: (box) => segmentsWithin(graph, tree, box),
    nearest(point, limitMeters, usable) {
      const hits = search(point, limitMeters, usable);
      return hits.filter(({ column, row }) => column === hits[0]!.column && row === hits[0]!.row)
        .map(({ piece, along, meters }) => {
          const segment = pieceSegment[piece]!;
          return {
            segment,
            fraction: fractionAt(graph, segment, piecePoint[piece]!, along),
            meters,
          };
        });
    },
  };
}

/** The place nearest to (lat, lng) on the piece that begins at point `from`, in the plane tangent to the globe there. */
function placeOn(
  { pointLat, pointLng }: StreetGraph,
  from: number,
  lat: number,
  lng: number,
  scale: UnitScale,
): { along: number; meters: number } {
  const x = (pointLng[from]! - lng) * scale.lng;
  const y = (pointLat[from]! - lat) * scale.lat;
  const dx = (pointLng[from + 1]! - pointLng[from]!) * scale.lng;
  const dy = (pointLat[from + 1]! - pointLat[from]!) * scale.lat;
  const along = shareAlong(x, y, dx, dy);
  return { along, meters: Math.hypot(x + along * dx, y + along * dy) };
}

/** Share, 0 to 1, of the line from (x, y) to (x + dx, y + dy) at which it is nearest to (0, 0). */
export function shareAlong(x: number, y: number, dx: number, dy: number): number {
  const square = dx * dx + dy * dy;
  return square > 0 ? Math.min(1, Math.max(0, -(x * dx + y * dy) / square)) : 0;
}

/** Share of a segment that lies before the place `along` the piece that begins at point `from`. */
function fractionAt(graph: StreetGraph, segment: number, from: number, along: number): number {
  const { pointLat, pointLng } = graph;
  const length = graph.segmentMeters[segment]!;
  if (length === 0) return 0;
  const pieceMeters = (p: number) =>
    metersBetween(pointLat[p]!, pointLng[p]!, pointLat[p + 1]!, pointLng[p + 1]!);
  let before = along * pieceMeters(from);
  for (let p = graph.firstPoint[segment]!; p < from; p++) before += pieceMeters(p);
  return Math.min(1, before / length);
}

// Distances to streets are compared on the grid of web maps (Mercator projection, steps of a millionth of a degree), as in OSRM:
// otherwise one pin in a hundred would be matched to another street of a corner.

const STEPS_A_DEGREE = 1e6;
/** Units in a step of the grid, eastwards. */
const UNITS_A_STEP = UNITS_A_DEGREE / STEPS_A_DEGREE;
const RADIANS_A_STEP = Math.PI / 180 / STEPS_A_DEGREE;
/** The edge of web maps, in steps: the projection is infinite at the poles. */
const LAST_ROW = 85.051129 * STEPS_A_DEGREE;

/** Units as whole steps; halves are rounded away from zero. */
export function toSteps(units: number): number {
  const steps = units / UNITS_A_DEGREE * STEPS_A_DEGREE;
  return steps < 0 ? -Math.round(-steps) : Math.round(steps);
}

/** Projects latitudes to rows of the map, both in steps, by a series around `middle`: within a degree of it, the error is far below a step. */
export function rowsAround(middle: number): (lat: number) => number {
  const from = Math.max(-LAST_ROW, Math.min(LAST_ROW, middle));
  const tangent = Math.tan(from * RADIANS_A_STEP);
  const stretch = Math.hypot(1, tangent);
  const start = Math.asinh(tangent) / RADIANS_A_STEP;
  const second = stretch * tangent / 2 * RADIANS_A_STEP;
  const third = stretch * (stretch * stretch + tangent * tangent) / 6 * RADIANS_A_STEP ** 2;
  return (lat) => {
    const north = lat - from;
    return start + north * (stretch + north * (second + north * third));
  };
}

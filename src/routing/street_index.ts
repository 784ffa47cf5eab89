import type { LatLng } from "../domain/location.ts";
import { type Box, metersBetween, toUnits, type UnitScale, unitScale } from "./coordinates.ts";
import { type PieceTree, pieceTree } from "./piece_tree.ts";
import type { StreetGraph, StreetPosition } from "./street_graph.ts";

/** The point of a street that is nearest to a point on the ground. */
export interface SnappedPosition extends StreetPosition {
  /** Metres in a straight line between the two. */
  readonly meters: number;
}

export interface StreetIndex {
  /** The nearest place within `limitMeters` on a street that is not 0 in `usable`: at a junction, the ends of all its streets. */
  nearest(point: LatLng, limitMeters: number, usable?: Uint8Array): SnappedPosition[];
  /** Segments with a piece whose bounding box meets `box`, in units, each once, in ascending order. */
  within(box: Box): Uint32Array;
}

/** Places closer together are one: at a junction, a pin is on all its streets. */
const SAME_METERS = 0.1;

/** Limits that are tried first: nearly every pin has a street near it, and a wide search meets thousands of pieces. */
const NEARER_METERS = [25, 80, 200];

/** A snapped place on a piece. */
interface PieceHit {
  readonly piece: number;
  /** Share of the piece that lies before the place, 0 to 1. */
  readonly along: number;
  /** Metres eastwards and northwards from the point, and in a straight line. */
  readonly east: number;
  readonly north: number;
  readonly meters: number;
}

/** Finds streets near a point, by exact distances to their geometry. @param tree of the same graph, if it exists already */
export function streetIndex(graph: StreetGraph, tree: PieceTree = pieceTree(graph)): StreetIndex {
  const { boxes, pieceSegment, piecePoint } = tree;
  const { pointLat, pointLng } = graph;

  /** The nearest place on each piece that has one about as near as any. */
  function search(point: LatLng, limitMeters: number, usable: Uint8Array | undefined): PieceHit[] {
    const lat = toUnits(point.lat);
    const lng = toUnits(point.lng);
    const scale = unitScale(lat);
    const hits: PieceHit[] = [];
    let farthest = limitMeters;
    const isNear = (box: number) => squaredToBox(boxes, box, lat, lng, scale) <= farthest ** 2;
    visit(tree, isNear, (piece) => {
      if (usable !== undefined && usable[pieceSegment[piece]!] === 0) return;
      const from = piecePoint[piece]!;
      if (isBeyond(pointLat, from, lat, farthest / scale.lat)) return;
      if (isBeyond(pointLng, from, lng, farthest / scale.lng)) return;
      const hit = placeOn(graph, piece, from, lat, lng, scale);
      if (!(hit.meters <= farthest)) return;
      hits.push(hit);
      farthest = Math.min(farthest, hit.meters + SAME_METERS);
    });
    return hits.sort((a, b) => a.meters - b.meters || a.piece - b.piece);
  }

  function searchNearer(point: LatLng, limitMeters: number, usable: Uint8Array | undefined) {
    for (const nearer of NEARER_METERS.filter((meters) => meters < limitMeters)) {
      const hits = search(point, nearer, usable);
      // Those about as near as the nearest are within the limit too.
      if (hits.length > 0 && hits[0]!.meters + SAME_METERS <= nearer) return hits;
    }
    return search(point, limitMeters, usable);
  }

  return {
    within: (box) => segmentsWithin(graph, tree, box),
    nearest(point, limitMeters, usable) {
      const hits = searchNearer(point, limitMeters, usable);
      const isSame = ({ east, north }: PieceHit) =>
        Math.hypot(east - hits[0]!.east, north - hits[0]!.north) <= SAME_METERS;
      return hits.filter(isSame).map(({ piece, along, meters }) => {
        const segment = pieceSegment[piece]!;
        return { segment, fraction: fractionAt(graph, segment, piecePoint[piece]!, along), meters };
      });
    },
  };
}

/** Whether both ends of the piece that begins at point `from` lie more than `reach` units on one side of `center`. */
function isBeyond(
  coordinates: Int32Array,
  from: number,
  center: number,
  reach: number,
): boolean {
  const [one, other] = [coordinates[from]!, coordinates[from + 1]!];
  return Math.max(one, other) < center - reach || Math.min(one, other) > center + reach;
}

/** Calls `visitPiece` with the pieces of every box that `enters` accepts. */
function visit(
  { boxFirst, boxEnd, leafBoxes }: PieceTree,
  enters: (box: number) => boolean,
  visitPiece: (piece: number) => void,
): void {
  function visitBox(box: number): void {
    if (!enters(box)) return;
    for (let child = boxFirst[box]!; child < boxEnd[box]!; child++) {
      if (box < leafBoxes) visitPiece(child);
      else visitBox(child);
    }
  }
  if (boxFirst.length > 0) visitBox(boxFirst.length - 1);
}

/** Square of the metres to the nearest side of a box; 0 within it. */
function squaredToBox(
  boxes: Int32Array,
  box: number,
  lat: number,
  lng: number,
  scale: UnitScale,
): number {
  const at = box * 4;
  const y = Math.max(0, boxes[at]! - lat, lat - boxes[at + 2]!) * scale.lat;
  const x = Math.max(0, boxes[at + 1]! - lng, lng - boxes[at + 3]!) * scale.lng;
  return x * x + y * y;
}

function segmentsWithin(
  { segmentMeters, pointLat, pointLng }: StreetGraph,
  tree: PieceTree,
  { south, west, north, east }: Box,
): Uint32Array {
  const { boxes, pieceSegment, piecePoint } = tree;
  const isFound = new Uint8Array(segmentMeters.length);
  const found: number[] = [];
  const meets = (box: number) => {
    const at = box * 4;
    return boxes[at]! <= north && boxes[at + 2]! >= south && boxes[at + 1]! <= east &&
      boxes[at + 3]! >= west;
  };
  visit(tree, meets, (piece) => {
    const segment = pieceSegment[piece]!;
    if (isFound[segment] === 1) return;
    const p = piecePoint[piece]!;
    const [latA, latB] = [pointLat[p]!, pointLat[p + 1]!];
    const [lngA, lngB] = [pointLng[p]!, pointLng[p + 1]!];
    if ((latA < south && latB < south) || (latA > north && latB > north)) return;
    if ((lngA < west && lngB < west) || (lngA > east && lngB > east)) return;
    isFound[segment] = 1;
    found.push(segment);
  });
  return Uint32Array.from(found).sort();
}

/** The place nearest to (lat, lng) on the piece that begins at point `from`, in the plane tangent to the globe there. */
function placeOn(
  { pointLat, pointLng }: StreetGraph,
  piece: number,
  from: number,
  lat: number,
  lng: number,
  scale: UnitScale,
): PieceHit {
  const x = (pointLng[from]! - lng) * scale.lng;
  const y = (pointLat[from]! - lat) * scale.lat;
  const dx = (pointLng[from + 1]! - pointLng[from]!) * scale.lng;
  const dy = (pointLat[from + 1]! - pointLat[from]!) * scale.lat;
  const along = shareAlong(x, y, dx, dy);
  const [east, north] = [x + along * dx, y + along * dy];
  return { piece, along, east, north, meters: Math.sqrt(east * east + north * north) };
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

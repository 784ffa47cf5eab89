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
  readonly tree: PieceTree;
  /** The nearest place within 200 m on a segment not 0 in `usable`, at a junction one for each street. */
  nearest(point: LatLng, usable?: Uint8Array): SnappedPosition[];
  /** The segments with a piece whose bounding box meets `box` (in units), each once, in ascending order. */
  within(box: Box): Uint32Array;
}

export interface IndexedStreets {
  readonly graph: StreetGraph;
  readonly index: StreetIndex;
}

/** Places closer together are one, so that a pin at a junction is on all its streets. */
const SAME_METERS = 0.1;

/** How far a pin or the restaurant may be from its street. */
export const SNAP_LIMIT_METERS = 200;
/** In the order in which they are tried: nearly every pin is near a street, and a wide search meets many pieces. */
const LIMITS = [25, 80, SNAP_LIMIT_METERS];

interface PieceHit {
  readonly piece: number;
  /** The share of the piece that lies before the place, 0 to 1. */
  readonly along: number;
  /** Metres eastwards and northwards from the point, and in a straight line. */
  readonly east: number;
  readonly north: number;
  readonly meters: number;
}

/** Finds streets near a point, by exact distances. @param tree that of the graph, if it is already built */
export function streetIndex(graph: StreetGraph, tree: PieceTree = pieceTree(graph)): StreetIndex {
  const { pieceSegment, piecePoint } = tree;

  /** The nearest place on each piece that is about as near as the nearest piece. */
  function search(point: LatLng, limitMeters: number, usable: Uint8Array | undefined): PieceHit[] {
    const lat = toUnits(point.lat);
    const lng = toUnits(point.lng);
    const scale = unitScale(lat);
    const hits: PieceHit[] = [];
    const area = { south: 0, west: 0, north: 0, east: 0 };
    let farthest = Infinity;
    function narrowTo(meters: number): void {
      if (meters >= farthest) return;
      farthest = meters;
      const [up, aside] = [meters / scale.lat, meters / scale.lng];
      [area.south, area.north] = [lat - up, lat + up];
      [area.west, area.east] = [lng - aside, lng + aside];
    }
    narrowTo(limitMeters);
    visit(graph, tree, area, (piece) => {
      if (usable !== undefined && usable[pieceSegment[piece]!] === 0) return;
      const hit = placeOn(graph, piece, piecePoint[piece]!, lat, lng, scale);
      if (!(hit.meters <= farthest)) return;
      hits.push(hit);
      narrowTo(hit.meters + SAME_METERS);
    });
    return hits.sort((a, b) => a.meters - b.meters || a.piece - b.piece);
  }

  return {
    tree,
    within(box) {
      const found = new Set<number>();
      visit(graph, tree, box, (piece) => found.add(pieceSegment[piece]!));
      return Uint32Array.from(found).sort();
    },
    nearest(point, usable) {
      let hits: PieceHit[] = [];
      for (const limit of LIMITS) {
        hits = search(point, limit, usable);
        // Every piece about as near as the nearest is then within the limit too.
        if (hits[0] && hits[0].meters + SAME_METERS <= limit) break;
      }
      const isSame = ({ east, north }: PieceHit) =>
        Math.hypot(east - hits[0]!.east, north - hits[0]!.north) <= SAME_METERS;
      return hits.filter(isSame).map(({ piece, along, meters }) => {
        const segment = pieceSegment[piece]!;
        return { segment, fraction: fractionAt(graph, segment, piecePoint[piece]!, along), meters };
      });
    },
  };
}

/** Calls `visitPiece` with every piece whose bounding box meets `area` (in units), which the calls may reduce. */
function visit(
  { pointLat, pointLng }: StreetGraph,
  { boxes, boxFirst, boxEnd, leafBoxes, piecePoint }: PieceTree,
  area: Box,
  visitPiece: (piece: number) => unknown,
): void {
  function visitBox(box: number): void {
    const at = box * 4;
    if (boxes[at]! > area.north || boxes[at + 2]! < area.south) return;
    if (boxes[at + 1]! > area.east || boxes[at + 3]! < area.west) return;
    for (let child = boxFirst[box]!; child < boxEnd[box]!; child++) {
      if (box >= leafBoxes) visitBox(child);
      else if (meetsArea(piecePoint[child]!)) visitPiece(child);
    }
  }
  function meetsArea(from: number): boolean {
    const [lat, lng] = [pointLat[from]!, pointLng[from]!];
    const [nextLat, nextLng] = [pointLat[from + 1]!, pointLng[from + 1]!];
    return (lat <= area.north || nextLat <= area.north) &&
      (lat >= area.south || nextLat >= area.south) &&
      (lng <= area.east || nextLng <= area.east) && (lng >= area.west || nextLng >= area.west);
  }
  if (boxFirst.length > 0) visitBox(boxFirst.length - 1);
}

/** The nearest place on a piece, in the plane tangent there. An object for the numbers made a search 10 % slower. */
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

/** The share, 0 to 1, of the line from (x, y) to (x + dx, y + dy) at which it is nearest to (0, 0). */
export function shareAlong(x: number, y: number, dx: number, dy: number): number {
  const square = dx * dx + dy * dy;
  return square > 0 ? Math.min(1, Math.max(0, -(x * dx + y * dy) / square)) : 0;
}

/** The share of a segment that lies before the place `along` the piece that begins at point `from`. */
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

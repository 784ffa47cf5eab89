import type { LatLng } from "../domain/location.ts";
import {
  metersBetween,
  toUnits,
  UNITS_A_DEGREE,
  type UnitScale,
  unitScale,
} from "./coordinates.ts";
import { BOX_CHILDREN, type PieceTree, pieceTree } from "./piece_tree.ts";
import type { StreetGraph, StreetPosition } from "./street_graph.ts";

/** The point of a street that is nearest to a point on the ground. */
export interface SnappedPosition extends StreetPosition {
  /** Metres in a straight line between the two. */
  readonly meters: number;
}

export interface StreetIndex {
  /**
   * The nearest place on any street within `limitMeters`, and with it every place that is no more than
   * {@linkcode TIE_METERS} farther: at a junction, the ends of all its streets. Empty where there is none. Which is nearest is
   * judged as on the web's maps, on which pins are set: they show the Earth as a globe.
   * @param usable one number a segment; those with 0 are passed over. Default: all count
   */
  nearest(point: LatLng, limitMeters: number, usable?: Uint8Array): SnappedPosition[];
  /** Segments with a piece whose own box meets `box`, each once, in the order of their numbers. */
  within(box: UnitBox): Uint32Array;
}

/** A box in units of 1e-7 degrees. */
export interface UnitBox {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** Streets whose distances differ by less than this are equally near: no pin is that exact. */
export const TIE_METERS = 0.05;

/** A map's metres are at most so many times the true ones: by that much a globe is wider than the flattened Earth. */
const STRETCH = 1.007;

/** A snap before its segment's fraction is reckoned. */
interface PieceHit {
  readonly piece: number;
  /** Share of the piece, 0 to 1. */
  readonly along: number;
  /** On the map, and in truth. */
  readonly mapMeters: number;
  readonly meters: number;
}

/**
 * Finds streets near a point, by exact distances to their geometry in the plane that touches the globe there.
 * @param tree of the same graph, where there is one already. Default: built anew
 */
export function streetIndex(graph: StreetGraph, tree: PieceTree = pieceTree(graph)): StreetIndex {
  const { boxes, boxFirst, boxEnd, leafBoxes, pieceSegment, piecePoint } = tree;
  const { pointLat, pointLng } = graph;
  // A depth-first walk leaves at most the siblings on the way down: six levels hold sixteen million pieces.
  const stack = new Uint32Array(BOX_CHILDREN * 8);

  function search(point: LatLng, limitMeters: number, usable: Uint8Array | undefined): PieceHit[] {
    const lat = toUnits(point.lat);
    const lng = toUnits(point.lng);
    const trueScale = unitScale(lat);
    const scale = mapScale(lat);
    const hits: PieceHit[] = [];
    let reach = (limitMeters * STRETCH) ** 2;
    let depth = 0;

    function visitPiece(piece: number): void {
      if (usable !== undefined && usable[pieceSegment[piece]!] === 0) return;
      const from = piecePoint[piece]!;
      const x = (pointLng[from]! - lng) * scale.lng;
      const y = (pointLat[from]! - lat) * scale.lat;
      const dx = (pointLng[from + 1]! - pointLng[from]!) * scale.lng;
      const dy = (pointLat[from + 1]! - pointLat[from]!) * scale.lat;
      const square = dx * dx + dy * dy;
      const along = square > 0 ? Math.min(1, Math.max(0, -(x * dx + y * dy) / square)) : 0;
      const squared = (x + along * dx) ** 2 + (y + along * dy) ** 2;
      if (squared > reach) return;
      const meters = Math.hypot(x + along * dx, (y + along * dy) * trueScale.lat / scale.lat);
      if (meters > limitMeters) return;
      const mapMeters = Math.sqrt(squared);
      hits.push({ piece, along, mapMeters, meters });
      reach = Math.min(reach, (mapMeters + TIE_METERS) ** 2);
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
    return hits;
  }

  return {
    within: (box) => segmentsWithin(graph, tree, box),
    nearest(point, limitMeters, usable) {
      const hits = search(point, limitMeters, usable);
      const least = hits.reduce((least, { mapMeters }) => Math.min(least, mapMeters), Infinity);
      return hits.filter(({ mapMeters }) => mapMeters <= least + TIE_METERS)
        .sort((a, b) => a.mapMeters - b.mapMeters || a.piece - b.piece)
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

/** What a unit spans on a map that shows the Earth as a globe: as much northwards as eastwards, but for the meridians' meeting. */
function mapScale(lat: number): UnitScale {
  const { lng } = unitScale(lat);
  return { lat: lng / Math.cos(lat / UNITS_A_DEGREE * Math.PI / 180), lng };
}

function segmentsWithin(
  { segmentMeters, pointLat, pointLng }: StreetGraph,
  { boxes, boxFirst, boxEnd, leafBoxes, pieceSegment, piecePoint }: PieceTree,
  { south, west, north, east }: UnitBox,
): Uint32Array {
  const found = new Uint32Array(segmentMeters.length);
  const isFound = new Uint8Array(segmentMeters.length);
  let count = 0;

  function visitPiece(piece: number): void {
    const segment = pieceSegment[piece]!;
    if (isFound[segment] === 1) return;
    const p = piecePoint[piece]!;
    const [latA, latB, lngA, lngB] = [
      pointLat[p]!,
      pointLat[p + 1]!,
      pointLng[p]!,
      pointLng[p + 1]!,
    ];
    if ((latA < south && latB < south) || (latA > north && latB > north)) return;
    if ((lngA < west && lngB < west) || (lngA > east && lngB > east)) return;
    isFound[segment] = 1;
    found[count++] = segment;
  }

  function visitBox(box: number): void {
    const at = box * 4;
    if (boxes[at]! > north || boxes[at + 2]! < south) return;
    if (boxes[at + 1]! > east || boxes[at + 3]! < west) return;
    for (let child = boxFirst[box]!; child < boxEnd[box]!; child++) {
      if (box < leafBoxes) visitPiece(child);
      else visitBox(child);
    }
  }

  if (boxFirst.length > 0) visitBox(boxFirst.length - 1);
  return found.slice(0, count).sort();
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

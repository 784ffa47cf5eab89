import type { PieceTree } from "./piece_tree.ts";
import type { StreetGraph } from "./street_graph.ts";

/** A box in units of 1e-7 degrees. */
export interface UnitBox {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** Segments with a piece whose own box meets `box`, each once, in the order of their numbers. */
export function segmentsWithin(
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

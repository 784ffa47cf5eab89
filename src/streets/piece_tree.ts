import { rangeOf } from "./coordinates.ts";
import type { StreetGraph } from "./street_graph.ts";

const BOX_CHILDREN = 16;

/** A packed R-tree over the straight pieces of all streets, in the order of a Hilbert curve, sixteen to a box. */
export interface PieceTree {
  /** The point at which each piece begins, in the tree's order; the next point is its end. */
  readonly piecePoint: Uint32Array;
  readonly pieceSegment: Uint32Array;
  /** Four numbers a box, in units: southern, western, northern and eastern side. */
  readonly boxes: Int32Array;
  /** A box's children are `boxFirst` to `boxEnd - 1`: pieces if the box is below `leafBoxes`, else boxes. */
  readonly boxFirst: Uint32Array;
  readonly boxEnd: Uint32Array;
  readonly leafBoxes: number;
}

/** What a file holds: the children of boxes follow from the number of pieces. */
export type StoredTree = Pick<PieceTree, "piecePoint" | "pieceSegment" | "boxes">;

export function pieceTree(graph: StreetGraph): PieceTree {
  const pieces = orderedPieces(graph);
  const shape = treeShape(pieces.piecePoint.length);
  const tree = { ...pieces, ...shape, boxes: new Int32Array(shape.boxFirst.length * 4) };
  for (let box = 0; box < shape.boxFirst.length; box++) encloseChildren(graph, tree, box);
  return tree;
}

/** The shape of a tree over `pieces` pieces: level by level, the lowest first. */
export function treeShape(pieces: number): Omit<PieceTree, keyof StoredTree> {
  const boxFirst: number[] = [];
  const boxEnd: number[] = [];
  for (let first = 0, end = pieces, boxes = 0; end > first && boxes !== 1;) {
    boxes = Math.ceil((end - first) / BOX_CHILDREN);
    const from = boxFirst.length;
    for (; first < end; first += BOX_CHILDREN) {
      boxFirst.push(first);
      boxEnd.push(Math.min(first + BOX_CHILDREN, end));
    }
    [first, end] = [from, boxFirst.length];
  }
  return {
    boxFirst: Uint32Array.from(boxFirst),
    boxEnd: Uint32Array.from(boxEnd),
    leafBoxes: Math.ceil(pieces / BOX_CHILDREN),
  };
}

function encloseChildren(graph: StreetGraph, tree: PieceTree, box: number): void {
  const { boxes, piecePoint } = tree;
  const sides: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let child = tree.boxFirst[box]!; child < tree.boxEnd[box]!; child++) {
    if (box >= tree.leafBoxes) {
      stretch(sides, boxes[child * 4]!, boxes[child * 4 + 1]!);
      stretch(sides, boxes[child * 4 + 2]!, boxes[child * 4 + 3]!);
      continue;
    }
    const point = piecePoint[child]!;
    stretch(sides, graph.pointLat[point]!, graph.pointLng[point]!);
    stretch(sides, graph.pointLat[point + 1]!, graph.pointLng[point + 1]!);
  }
  boxes.set(sides, box * 4);
}

function stretch(sides: [number, number, number, number], lat: number, lng: number): void {
  sides[0] = Math.min(sides[0], lat);
  sides[1] = Math.min(sides[1], lng);
  sides[2] = Math.max(sides[2], lat);
  sides[3] = Math.max(sides[3], lng);
}

function orderedPieces(graph: StreetGraph): Pick<PieceTree, "piecePoint" | "pieceSegment"> {
  const segments = graph.segmentMeters.length;
  const pieces = graph.pointLat.length - segments;
  const point = new Uint32Array(pieces);
  const segmentOf = new Uint32Array(pieces);
  let piece = 0;
  for (let segment = 0; segment < segments; segment++) {
    for (let p = graph.firstPoint[segment]!; p < graph.firstPoint[segment + 1]! - 1; p++) {
      point[piece] = p;
      segmentOf[piece++] = segment;
    }
  }
  const order = hilbertOrder(graph, point);
  return {
    piecePoint: order.map((piece) => point[piece]!),
    pieceSegment: order.map((piece) => segmentOf[piece]!),
  };
}

/** The pieces' numbers, in the order of their first points on the curve. */
function hilbertOrder(graph: StreetGraph, point: Uint32Array): Uint32Array {
  const cellLat = cellOf(graph.pointLat);
  const cellLng = cellOf(graph.pointLng);
  // The index on the curve (26 bits) and the piece number (27) in one double: typed arrays sort natively only by value.
  const keys = new Float64Array(point).map((p, piece) =>
    hilbertIndex(cellLng(p), cellLat(p)) * 2 ** 27 + piece
  ).sort();
  return new Uint32Array(keys.map((key) => key % 2 ** 27));
}

/** Maps a point's number to its cell along one axis. */
function cellOf(coordinates: Int32Array): (point: number) => number {
  const [least, greatest] = rangeOf(coordinates);
  const cells = (HILBERT_SIDE - 1) / Math.max(1, greatest - least);
  return (point) => Math.floor((coordinates[point]! - least) * cells);
}

/** Cells along each side of the square of {@linkcode hilbertIndex}. */
const HILBERT_SIDE = 1 << 13;

/** The index of the cell (x, y) on a Hilbert curve through the square, 0 to 2^26 - 1. Near indexes are near cells. */
function hilbertIndex(x: number, y: number): number {
  let index = 0;
  for (let half = HILBERT_SIDE >> 1; half > 0; half >>= 1) {
    const right = (x & half) === 0 ? 0 : 1;
    const upper = (y & half) === 0 ? 0 : 1;
    index = index * 4 + ((3 * right) ^ upper);
    // Each quarter is the whole curve again, the two lower ones mirrored along a diagonal.
    if (upper === 1) continue;
    if (right === 1) {
      x = HILBERT_SIDE - 1 - x;
      y = HILBERT_SIDE - 1 - y;
    }
    [x, y] = [y, x];
  }
  return index;
}

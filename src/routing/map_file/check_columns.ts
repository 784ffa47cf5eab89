/**
 * Checks the columns of a map file against each other. A correct checksum only proves that the file is as it was written: over
 * forged columns, with negative seconds or lists that go backwards, a search might never end.
 */
import type { PieceTree } from "../piece_tree.ts";
import { ACCESS, type StreetGraph, type Work } from "../street_graph.ts";
import type { Column, ColumnName } from "./layout.ts";

/** How many entries a column has, and the least and the greatest that each may be. */
type Bounds = readonly [column: Column, length: number, least: number, most: number];

/** What is wrong with a map, as text that follows "the map is damaged: "; null for an intact one. */
export function* columnFault(graph: StreetGraph, tree: PieceTree): Work<string | null> {
  const bounds: [string, Bounds][] = Object.entries(boundsOf(graph, tree));
  for (const [name, [column, length]] of bounds) {
    if (column.length === length) continue;
    return `its column ${name} has ${column.length} entries instead of ${length}`;
  }
  for (const [name, [column, , least, most]] of bounds) {
    const entry = yield* entryBeyond(column, least, most);
    if (entry >= 0) return `its column ${name} has ${column[entry]} as entry ${entry}`;
  }
  const { firstPoint, pointLat, turns: { firstTurn, turnTo } } = graph;
  return startsFault("firstPoint", firstPoint, pointLat.length, 2) ??
    startsFault("firstTurn", firstTurn, turnTo.length, 0);
}

function boundsOf(graph: StreetGraph, tree: PieceTree): Record<ColumnName, Bounds> {
  const { turns, pointLat } = graph;
  const [edges, segments] = [graph.edgeSegment.length, graph.segmentMeters.length];
  const [points, pieces] = [pointLat.length, pointLat.length - segments];
  const [labels, turnCount] = [turns.labelEdge.length, turns.turnTo.length];
  const amount = [0, Number.MAX_VALUE] as const;
  return {
    edgeSegment: [graph.edgeSegment, edges, 0, segments - 1],
    edgeSeconds: [graph.edgeSeconds, edges, ...amount],
    edgeEffort: [graph.edgeEffort, edges, ...amount],
    edgeAccess: [graph.edgeAccess, edges, 0, ACCESS.lastLeg],
    forwardEdge: [graph.forwardEdge, segments, -1, edges - 1],
    backwardEdge: [graph.backwardEdge, segments, -1, edges - 1],
    segmentMeters: [graph.segmentMeters, segments, ...amount],
    segmentStops: [graph.segmentStops, segments, 0, 1],
    segmentName: [graph.segmentName, segments, 0, graph.names.length - 1],
    firstPoint: [graph.firstPoint, segments + 1, 0, points],
    pointLat: [pointLat, points, -90e7, 90e7],
    pointLng: [graph.pointLng, points, -180e7, 180e7],
    labelEdge: [turns.labelEdge, Math.max(labels, edges), 0, edges - 1],
    firstTurn: [turns.firstTurn, labels + 1, 0, turnCount],
    turnTo: [turns.turnTo, turnCount, 0, labels - 1],
    turnSeconds: [turns.turnSeconds, turnCount, ...amount],
    piecePoint: [tree.piecePoint, pieces, 0, points - 2],
    pieceSegment: [tree.pieceSegment, pieces, 0, segments - 1],
    boxes: [tree.boxes, tree.boxFirst.length * 4, -180e7, 180e7],
  };
}

/** Entries checked before work pauses: a fraction of a millisecond. */
const ENTRIES_A_STEP = 16_384;

/** The first entry that is not from `least` to `most`; -1 without one. */
function* entryBeyond(column: Column, least: number, most: number): Work<number> {
  // One kind of array for all columns: a loop over five kinds took six times as long.
  const entries = new Float64Array(Math.min(column.length, ENTRIES_A_STEP));
  for (let first = 0; first < column.length; first += ENTRIES_A_STEP) {
    entries.set(column.subarray(first, first + ENTRIES_A_STEP));
    const count = Math.min(ENTRIES_A_STEP, column.length - first);
    for (let i = 0; i < count; i++) {
      if (!(entries[i]! >= least && entries[i]! <= most)) return first + i;
    }
    yield;
  }
  return -1;
}

/** A list of first entries: from 0, each at least `step` after the one before, up to `last`. */
function startsFault(name: string, starts: Uint32Array, last: number, step: number): string | null {
  if (starts[0] !== 0) return `its column ${name} does not begin at 0`;
  if (starts.at(-1) !== last) return `its column ${name} does not end at ${last}`;
  for (let i = 1; i < starts.length; i++) {
    if (starts[i]! < starts[i - 1]! + step) {
      return `its column ${name} has ${starts[i]} as entry ${i}`;
    }
  }
  return null;
}

/**
 * Checks the columns of a map file against each other. A right checksum only says that the file is as it
 * was written: a foreign one could hold edges that lead nowhere, seconds below zero or boxes inside themselves, on which a search
 * would never end.
 */
import { BOX_CHILDREN, type PieceTree } from "../piece_tree.ts";
import { ACCESS, type StreetGraph, type TurnTable, type Work } from "../street_graph.ts";

const POLE = 90 * 1e7;
const DATE_LINE = 180 * 1e7;

/** What is wrong with a map, in words that follow "the map is damaged: "; null for a sound one. */
export function* columnFault(graph: StreetGraph, tree: PieceTree): Work<string | null> {
  const { turns } = graph;
  return lengthFault(graph, tree) ??
    (yield* startsFault("firstEdge", graph.firstEdge, graph.edgeTo.length, 0)) ??
    (yield* startsFault("firstPoint", graph.firstPoint, graph.pointLat.length, 2)) ??
    (yield* startsFault("firstTurn", turns.firstTurn, turns.turnTo.length, 0)) ??
    (yield* edgeFault(graph)) ?? (yield* segmentFault(graph)) ?? (yield* pointFault(graph)) ??
    (yield* turnFault(turns, graph.edgeTo.length)) ?? (yield* treeFault(graph, tree));
}

/**
 * Entries looked at before work pauses: a millisecond or so. The loops over them take no pair apart, which is slow before a
 * loop is compiled.
 */
const ENTRIES_A_STEP = 65_536;

/** Columns about the same things are equally long, and the lists of where things begin have one entry more. */
function lengthFault(graph: StreetGraph, tree: PieceTree): string | null {
  const { turns } = graph;
  const [edges, segments] = [graph.edgeTo.length, graph.segmentMeters.length];
  const [points, boxes] = [graph.pointLat.length, tree.boxFirst.length];
  const expected: readonly [string, ArrayLike<unknown>, number][] = [
    ["edgeSegment", graph.edgeSegment, edges],
    ["edgeSeconds", graph.edgeSeconds, edges],
    ["edgeEffort", graph.edgeEffort, edges],
    ["edgeAccess", graph.edgeAccess, edges],
    ["forwardEdge", graph.forwardEdge, segments],
    ["backwardEdge", graph.backwardEdge, segments],
    ["segmentNoStop", graph.segmentNoStop, segments],
    ["segmentName", graph.segmentName, segments],
    ["firstPoint", graph.firstPoint, segments + 1],
    ["pointLng", graph.pointLng, points],
    ["firstTurn", turns.firstTurn, turns.labelEdge.length + 1],
    ["turnSeconds", turns.turnSeconds, turns.turnTo.length],
    ["piecePoint", tree.piecePoint, points - segments],
    ["pieceSegment", tree.pieceSegment, points - segments],
    ["boxes", tree.boxes, boxes * 4],
    ["boxEnd", tree.boxEnd, boxes],
  ];
  const wrong = expected.find(([, column, length]) => column.length !== length);
  if (wrong === undefined) return null;
  return `its column ${wrong[0]} has ${wrong[1].length} entries instead of ${wrong[2]}`;
}

function edgeFault(graph: StreetGraph): Work<string | null> {
  const { edgeTo, edgeSegment, edgeSeconds, edgeEffort, edgeAccess } = graph;
  const { firstEdge, forwardEdge, backwardEdge } = graph;
  const [nodes, segments] = [firstEdge.length - 1, forwardEdge.length];
  return inSteps(edgeTo.length, (first, end) => {
    for (let e = first; e < end; e++) {
      const s = edgeSegment[e]!;
      if (edgeTo[e]! >= nodes) return wrong("edgeTo", edgeTo, e);
      if (s >= segments || (forwardEdge[s] === e) === (backwardEdge[s] === e)) {
        return wrong("edgeSegment", edgeSegment, e);
      }
      if (!(edgeSeconds[e]! >= 0 && edgeSeconds[e]! < Infinity)) {
        return wrong("edgeSeconds", edgeSeconds, e);
      }
      if (!(edgeEffort[e]! >= 0 && edgeEffort[e]! < Infinity)) {
        return wrong("edgeEffort", edgeEffort, e);
      }
      if (edgeAccess[e]! > ACCESS.lastLeg) return wrong("edgeAccess", edgeAccess, e);
    }
    return null;
  });
}

function segmentFault(graph: StreetGraph): Work<string | null> {
  const { edgeSegment, forwardEdge, backwardEdge } = graph;
  const { segmentMeters, segmentNoStop, segmentName, names } = graph;
  return inSteps(segmentMeters.length, (first, end) => {
    for (let s = first; s < end; s++) {
      const along = forwardEdge[s]!;
      const against = backwardEdge[s]!;
      if (along !== -1 && edgeSegment[along] !== s) return wrong("forwardEdge", forwardEdge, s);
      if (against !== -1 && edgeSegment[against] !== s) {
        return wrong("backwardEdge", backwardEdge, s);
      }
      if (!(segmentMeters[s]! >= 0 && segmentMeters[s]! < Infinity)) {
        return wrong("segmentMeters", segmentMeters, s);
      }
      if (segmentNoStop[s]! > 1) return wrong("segmentNoStop", segmentNoStop, s);
      if (segmentName[s]! >= names.length) return wrong("segmentName", segmentName, s);
    }
    return null;
  });
}

function pointFault({ pointLat, pointLng }: StreetGraph): Work<string | null> {
  return inSteps(pointLat.length, (first, end) => {
    for (let p = first; p < end; p++) {
      if (pointLat[p]! > POLE || pointLat[p]! < -POLE) return wrong("pointLat", pointLat, p);
      if (pointLng[p]! > DATE_LINE || pointLng[p]! < -DATE_LINE) {
        return wrong("pointLng", pointLng, p);
      }
    }
    return null;
  });
}

function* turnFault(
  { labelEdge, turnTo, turnSeconds }: TurnTable,
  edges: number,
): Work<string | null> {
  const labels = labelEdge.length;
  if (labels < edges) return `its column labelEdge has fewer than ${edges} entries`;
  for (let l = 0; l < labels; l++) {
    if (l < edges ? labelEdge[l] !== l : labelEdge[l]! >= edges) {
      return wrong("labelEdge", labelEdge, l);
    }
  }
  return yield* inSteps(turnTo.length, (first, end) => {
    for (let t = first; t < end; t++) {
      if (turnTo[t]! >= labels) return wrong("turnTo", turnTo, t);
      if (!(turnSeconds[t]! >= 0 && turnSeconds[t]! < Infinity)) {
        return wrong("turnSeconds", turnSeconds, t);
      }
    }
    return null;
  });
}

/** Every piece lies in its segment, and every box but the last is the child of exactly one later box. */
function* treeFault(
  { firstPoint }: StreetGraph,
  { piecePoint, pieceSegment, boxFirst, boxEnd, leafBoxes }: PieceTree,
): Work<string | null> {
  const [pieces, boxes, segments] = [piecePoint.length, boxEnd.length, firstPoint.length - 1];
  const leaves = Math.ceil(pieces / BOX_CHILDREN);
  if (leafBoxes !== leaves) return `it has ${leafBoxes} lowest boxes instead of ${leaves}`;
  for (let box = 0; box < boxes; box++) {
    const first = boxFirst[box]!;
    const end = boxEnd[box]!;
    if (first !== (box === 0 || box === leafBoxes ? 0 : boxEnd[box - 1])) {
      return wrong("boxFirst", boxFirst, box);
    }
    const isBelow = end > first && end - first <= BOX_CHILDREN &&
      (box < leafBoxes ? end <= pieces : end <= box) &&
      (box !== leafBoxes - 1 || end === pieces) &&
      (box !== boxes - 1 || box < leafBoxes || end === box);
    if (!isBelow) return wrong("boxEnd", boxEnd, box);
  }
  return yield* inSteps(pieces, (first, end) => {
    for (let i = first; i < end; i++) {
      const s = pieceSegment[i]!;
      const p = piecePoint[i]!;
      if (s >= segments || p < firstPoint[s]! || p >= firstPoint[s + 1]! - 1) {
        return wrong("pieceSegment", pieceSegment, i);
      }
    }
    return null;
  });
}

/** A list of where things begin: from 0, each at least `step` after the one before, up to `end`. */
function* startsFault(
  name: string,
  starts: Uint32Array,
  last: number,
  step: number,
): Work<string | null> {
  if (starts[0] !== 0) return wrong(name, starts, 0);
  if (starts.at(-1) !== last) return `its column ${name} does not end at ${last}`;
  return yield* inSteps(starts.length, (first, end) => {
    for (let i = Math.max(1, first); i < end; i++) {
      if (starts[i]! < starts[i - 1]! + step) return wrong(name, starts, i);
    }
    return null;
  });
}

/**
 * Checks so many entries, some at a time.
 * @param fault what is wrong with one of the entries `first` to `end - 1`. It holds the loop itself: called once for each
 * entry of each column, it took eight times as long.
 */
function* inSteps(
  length: number,
  fault: (first: number, end: number) => string | null,
): Work<string | null> {
  for (let first = 0; first < length; first += ENTRIES_A_STEP) {
    const found = fault(first, Math.min(first + ENTRIES_A_STEP, length));
    if (found !== null) return found;
    yield;
  }
  return null;
}

function wrong(name: string, column: ArrayLike<number>, entry: number): string {
  return `its column ${name} has ${column[entry]} as entry ${entry}`;
}

/**
 * Checks the columns of a map file against each other. A correct checksum only proves that the file is as it was written: a forged
 * file could hold edges that lead nowhere, negative seconds or boxes that contain themselves, on which a search would never end.
 */
import { type PieceTree, treeShape } from "../piece_tree.ts";
import { ACCESS, type StreetGraph, type TurnTable, type Work } from "../street_graph.ts";

/** What is wrong with a map, as text that follows "the map is damaged: "; null for an intact one. */
export function* columnFault(graph: StreetGraph, tree: PieceTree): Work<string | null> {
  const { firstPoint, pointLat, turns } = graph;
  return lengthFault(graph, tree) ??
    (yield* startsFault("firstPoint", firstPoint, pointLat.length, 2)) ??
    (yield* startsFault("firstTurn", turns.firstTurn, turns.turnTo.length, 0)) ??
    (yield* edgeFault(graph)) ?? (yield* segmentFault(graph)) ?? (yield* pointFault(graph)) ??
    (yield* labelFault(graph)) ?? (yield* turnFault(turns)) ?? (yield* treeFault(graph, tree));
}

/** Columns of one kind of item are equally long, and their lists of first entries have one entry more. */
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
    ["labelEdge", turns.labelEdge, Math.max(turns.labelEdge.length, edges)],
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

/** A list of first entries: from 0, each at least `step` after the one before, up to `last`. */
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

function edgeFault({ edgeSeconds, edgeEffort, edgeAccess }: StreetGraph): Work<string | null> {
  return inSteps(edgeSeconds.length, (first, end) => {
    for (let e = first; e < end; e++) {
      if (!isAmount(edgeSeconds[e]!)) return wrong("edgeSeconds", edgeSeconds, e);
      if (!isAmount(edgeEffort[e]!)) return wrong("edgeEffort", edgeEffort, e);
      if (edgeAccess[e]! > ACCESS.lastLeg) return wrong("edgeAccess", edgeAccess, e);
    }
    return null;
  });
}

/** Every edge is one direction of its own segment. */
function* segmentFault(graph: StreetGraph): Work<string | null> {
  const { edgeSegment, forwardEdge, backwardEdge } = graph;
  const { segmentMeters, segmentNoStop, segmentName, names } = graph;
  let edges = 0;
  const fault = yield* inSteps(segmentMeters.length, (first, end) => {
    for (let s = first; s < end; s++) {
      const along = forwardEdge[s]!;
      const against = backwardEdge[s]!;
      if (along !== -1 && edgeSegment[along] !== s) return wrong("forwardEdge", forwardEdge, s);
      if (against !== -1 && (edgeSegment[against] !== s || against === along)) {
        return wrong("backwardEdge", backwardEdge, s);
      }
      edges += (along === -1 ? 0 : 1) + (against === -1 ? 0 : 1);
      if (!isAmount(segmentMeters[s]!)) return wrong("segmentMeters", segmentMeters, s);
      if (segmentNoStop[s]! > 1) return wrong("segmentNoStop", segmentNoStop, s);
      if (segmentName[s]! >= names.length) return wrong("segmentName", segmentName, s);
    }
    return null;
  });
  if (fault !== null || edges === edgeSegment.length) return fault;
  return `its segments name ${edges} of ${edgeSegment.length} edges`;
}

function pointFault({ pointLat, pointLng }: StreetGraph): Work<string | null> {
  return inSteps(pointLat.length, (first, end) => {
    for (let p = first; p < end; p++) {
      if (pointLat[p]! > 90e7 || pointLat[p]! < -90e7) return wrong("pointLat", pointLat, p);
      if (pointLng[p]! > 180e7 || pointLng[p]! < -180e7) return wrong("pointLng", pointLng, p);
    }
    return null;
  });
}

/** The first labels are the edges themselves. */
function labelFault({ edgeTo, turns: { labelEdge } }: StreetGraph): Work<string | null> {
  const edges = edgeTo.length;
  return inSteps(labelEdge.length, (first, end) => {
    for (let l = first; l < end; l++) {
      const isOwn = l < edges ? labelEdge[l] === l : labelEdge[l]! < edges;
      if (!isOwn) return wrong("labelEdge", labelEdge, l);
    }
    return null;
  });
}

function turnFault({ labelEdge, turnTo, turnSeconds }: TurnTable): Work<string | null> {
  return inSteps(turnTo.length, (first, end) => {
    for (let t = first; t < end; t++) {
      if (turnTo[t]! >= labelEdge.length) return wrong("turnTo", turnTo, t);
      if (!isAmount(turnSeconds[t]!)) return wrong("turnSeconds", turnSeconds, t);
    }
    return null;
  });
}

/** The tree has the shape for its number of pieces, and every piece lies in its segment. */
function* treeFault({ firstPoint }: StreetGraph, tree: PieceTree): Work<string | null> {
  const { piecePoint, pieceSegment, boxFirst, boxEnd, leafBoxes } = tree;
  const shape = treeShape(piecePoint.length);
  yield;
  if (leafBoxes !== shape.leafBoxes || boxFirst.length !== shape.boxFirst.length) {
    return `it has ${leafBoxes} lowest boxes of ${boxFirst.length}`;
  }
  for (let box = 0; box < boxFirst.length; box++) {
    if (boxFirst[box] !== shape.boxFirst[box]) return wrong("boxFirst", boxFirst, box);
    if (boxEnd[box] !== shape.boxEnd[box]) return wrong("boxEnd", boxEnd, box);
  }
  return yield* inSteps(piecePoint.length, (first, end) => {
    for (let i = first; i < end; i++) {
      const s = pieceSegment[i]!;
      const p = piecePoint[i]!;
      const isWithin = p >= firstPoint[s]! && p < firstPoint[s + 1]! - 1;
      if (!isWithin) return wrong("pieceSegment", pieceSegment, i);
    }
    return null;
  });
}

function isAmount(value: number): boolean {
  return value >= 0 && value < Infinity;
}

/** Entries checked before work pauses: about a millisecond. */
const ENTRIES_A_STEP = 65_536;

/**
 * Checks `length` entries in steps.
 * @param fault reports what is wrong with one of the entries `first` to `end - 1`. It holds the loop, over several columns at
 * once: a call for each entry of each column took eight times as long; a loop for each column, twice as long.
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

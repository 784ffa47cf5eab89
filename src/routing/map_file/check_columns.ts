/**
 * Checks the columns of a map file against each other, in one pass over each. A right checksum only says that the file is as it
 * was written: a foreign one could hold edges that lead nowhere, seconds below zero or boxes inside themselves, on which a search
 * would never end.
 */
import { BOX_CHILDREN, type PieceTree } from "../piece_tree.ts";
import type { Work } from "../slices.ts";
import { ACCESS, type StreetGraph, type TurnTable } from "../street_graph.ts";

const POLE = 90 * 1e7;
const DATE_LINE = 180 * 1e7;

/** What is wrong with a map, in words that follow "the map is damaged: "; null for a sound one. */
export function* columnFault(graph: StreetGraph, tree: PieceTree): Work<string | null> {
  return lengthFault(graph, tree) ?? (yield* edgeFault(graph)) ?? (yield* segmentFault(graph)) ??
    (yield* turnFault(graph.turns, graph.edgeTo.length)) ?? (yield* treeFault(graph, tree));
}

/** Entries looked at before work pauses: a millisecond or so. */
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

function* edgeFault(graph: StreetGraph): Work<string | null> {
  const { edgeTo, edgeSegment, forwardEdge, backwardEdge } = graph;
  const isOfItsSegment = (segment: number, edge: number) =>
    segment < forwardEdge.length &&
    (forwardEdge[segment] === edge) !== (backwardEdge[segment] === edge);
  return (yield* startsFault("firstEdge", graph.firstEdge, edgeTo.length, 0)) ??
    (yield* entryFault("edgeTo", edgeTo, (node) => node < graph.firstEdge.length - 1)) ??
    (yield* entryFault("edgeSegment", edgeSegment, isOfItsSegment)) ??
    (yield* entryFault("edgeSeconds", graph.edgeSeconds, isAmount)) ??
    (yield* entryFault("edgeEffort", graph.edgeEffort, isAmount)) ??
    (yield* entryFault("edgeAccess", graph.edgeAccess, (access) => access <= ACCESS.lastLeg));
}

function* segmentFault(graph: StreetGraph): Work<string | null> {
  const { edgeSegment, pointLat, pointLng } = graph;
  const isOwnEdge = (edge: number, segment: number) => edge === -1 || edgeSegment[edge] === segment;
  return (yield* entryFault("forwardEdge", graph.forwardEdge, isOwnEdge)) ??
    (yield* entryFault("backwardEdge", graph.backwardEdge, isOwnEdge)) ??
    (yield* entryFault("segmentMeters", graph.segmentMeters, isAmount)) ??
    (yield* entryFault("segmentNoStop", graph.segmentNoStop, (flag) => flag <= 1)) ??
    (yield* entryFault("segmentName", graph.segmentName, (name) => name < graph.names.length)) ??
    (yield* startsFault("firstPoint", graph.firstPoint, pointLat.length, 2)) ??
    (yield* entryFault("pointLat", pointLat, (lat) => Math.abs(lat) <= POLE)) ??
    (yield* entryFault("pointLng", pointLng, (lng) => Math.abs(lng) <= DATE_LINE));
}

function* turnFault(
  { labelEdge, firstTurn, turnTo, turnSeconds }: TurnTable,
  edges: number,
): Work<string | null> {
  if (labelEdge.length < edges) return `its column labelEdge has fewer than ${edges} entries`;
  return (yield* entryFault(
    "labelEdge",
    labelEdge,
    (edge, label) => label < edges ? edge === label : edge < edges,
  )) ??
    (yield* startsFault("firstTurn", firstTurn, turnTo.length, 0)) ??
    (yield* entryFault("turnTo", turnTo, (label) => label < labelEdge.length)) ??
    (yield* entryFault("turnSeconds", turnSeconds, isAmount));
}

/** Every piece lies in its segment, and every box but the last is the child of exactly one later box. */
function* treeFault(
  { firstPoint }: StreetGraph,
  { piecePoint, pieceSegment, boxFirst, boxEnd, leafBoxes }: PieceTree,
): Work<string | null> {
  const pieces = piecePoint.length;
  const leaves = Math.ceil(pieces / BOX_CHILDREN);
  if (leafBoxes !== leaves) return `it has ${leafBoxes} lowest boxes instead of ${leaves}`;
  const isInSegment = (segment: number, piece: number) =>
    segment < firstPoint.length - 1 && firstPoint[segment]! <= piecePoint[piece]! &&
    piecePoint[piece]! < firstPoint[segment + 1]! - 1;
  const follows = (first: number, box: number) =>
    first === (box === 0 || box === leafBoxes ? 0 : boxEnd[box - 1]);
  const isBelow = (end: number, box: number) =>
    end > boxFirst[box]! && end - boxFirst[box]! <= BOX_CHILDREN &&
    (box < leafBoxes ? end <= pieces : end <= box) &&
    (box !== leafBoxes - 1 || end === pieces) &&
    (box !== boxEnd.length - 1 || box < leafBoxes || end === box);
  return (yield* entryFault("pieceSegment", pieceSegment, isInSegment)) ??
    (yield* entryFault("boxFirst", boxFirst, follows)) ??
    (yield* entryFault("boxEnd", boxEnd, isBelow));
}

/** A list of where things begin: from 0, each at least `step` after the one before, up to `end`. */
function* startsFault(
  name: string,
  starts: Uint32Array,
  end: number,
  step: number,
): Work<string | null> {
  if (starts.at(-1) !== end) return `its column ${name} does not end at ${end}`;
  return (yield* entryFault(
    name,
    starts,
    (start, i) => i === 0 ? start === 0 : start >= starts[i - 1]! + step,
  ));
}

/** The first entry that does not hold. */
function* entryFault(
  name: string,
  column: ArrayLike<number>,
  holds: (value: number, index: number) => boolean,
): Work<string | null> {
  for (let i = 0; i < column.length; i++) {
    if (i % ENTRIES_A_STEP === ENTRIES_A_STEP - 1) yield;
    if (!holds(column[i]!, i)) return `its column ${name} has ${column[i]} as entry ${i}`;
  }
  return null;
}

function isAmount(value: number): boolean {
  return value >= 0 && value < Infinity;
}

import { nodeCount, segmentCount, type StreetGraph } from "../street_graph.ts";
import type { RoadKind } from "./road_kind.ts";

/** Junctions at which each segment begins and ends. */
export interface StreetEnds {
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
}

/** Segments that lie end to end and are one road. */
export interface Chain {
  readonly from: number;
  readonly to: number;
  /** The end at which each segment is entered: twice its number where it begins, one more where it ends. */
  readonly halves: readonly number[];
}

/** What tells whether two segments are one road. */
export interface ChainFacts {
  readonly ends: StreetEnds;
  kindOf(segment: number): RoadKind;
  /** Junctions at which roads end though no other street meets them there: where one turns round, or may not turn. */
  readonly roadEnds: ReadonlySet<number>;
}

/** The chains of all segments but those of rings that no other street meets. */
export function chains(graph: StreetGraph, facts: ChainFacts): Chain[] {
  const { first, halves } = halvesByNode(nodeCount(graph), segmentCount(graph), facts.ends);
  /** The half by which the road goes on at the junction of `half`; -1 where it ends. */
  const next = (half: number) => {
    const node = nodeOf(facts, half);
    if (first[node + 1]! - first[node]! !== 2 || facts.roadEnds.has(node)) return -1;
    const other = halves[first[node]!]! === half
      ? halves[first[node]! + 1]!
      : halves[first[node]!]!;
    return isOneRoad(graph, facts, half, other) ? other : -1;
  };

  const found: Chain[] = [];
  const isDone = new Uint8Array(segmentCount(graph));
  halves.forEach((start) => {
    if (isDone[start >> 1] === 1 || next(start) >= 0) return;
    const chain = [start];
    isDone[start >> 1] = 1;
    for (let half = next(start ^ 1); half >= 0; half = next(half ^ 1)) {
      chain.push(half);
      isDone[half >> 1] = 1;
    }
    found.push({ from: nodeOf(facts, start), to: nodeOf(facts, chain.at(-1)! ^ 1), halves: chain });
  });
  return found;
}

/** Whether the segments of two ends that meet are one road, seen from both sides. */
function isOneRoad(graph: StreetGraph, { kindOf }: ChainFacts, a: number, b: number): boolean {
  const [kindA, kindB] = [kindOf(a >> 1), kindOf(b >> 1)];
  const endsA = (a & 1) === 1;
  const beginsB = (b & 1) === 0;
  return a >> 1 !== b >> 1 &&
    (endsA ? kindA.forward : kindA.backward) === (beginsB ? kindB.forward : kindB.backward) &&
    (endsA ? kindA.backward : kindA.forward) === (beginsB ? kindB.backward : kindB.forward) &&
    (edgeComing(graph, a) >= 0) === (edgeLeaving(graph, b) >= 0) &&
    (edgeLeaving(graph, a) >= 0) === (edgeComing(graph, b) >= 0);
}

/** The junction of a segment's end. */
export function nodeOf({ ends: { from, to } }: ChainFacts, half: number): number {
  return (half & 1) === 0 ? from[half >> 1]! : to[half >> 1]!;
}

/** The edge that leaves the junction of a segment's end along it; -1 where closed. */
export function edgeLeaving({ forwardEdge, backwardEdge }: StreetGraph, half: number): number {
  return ((half & 1) === 0 ? forwardEdge : backwardEdge)[half >> 1]!;
}

/** The edge that comes there along it; -1 where closed. */
export function edgeComing(graph: StreetGraph, half: number): number {
  return edgeLeaving(graph, half ^ 1);
}

/** Both ends of every segment, as in {@linkcode Chain}, in the order of their junctions. */
export function halvesByNode(
  nodes: number,
  segments: number,
  { from, to }: StreetEnds,
): { first: Uint32Array; halves: Uint32Array } {
  const first = new Uint32Array(nodes + 1);
  for (let s = 0; s < segments; s++) {
    first[from[s]! + 1]!++;
    first[to[s]! + 1]!++;
  }
  for (let node = 0; node < nodes; node++) first[node + 1]! += first[node]!;
  const next = first.slice();
  const halves = new Uint32Array(segments * 2);
  for (let s = 0; s < segments; s++) {
    halves[next[from[s]!]!++] = s * 2;
    halves[next[to[s]!]!++] = s * 2 + 1;
  }
  return { first, halves };
}

import { segmentCount, type StreetGraph, type Work } from "./street_graph.ts";

/** Segments visited before work pauses: some milliseconds. */
const STEPS_A_SLICE = 8192;

/** In the place of the time at which a segment was first seen, once its part of the map is known. */
const CLOSED = 2 ** 32 - 1;

/**
 * Marks the main network: the largest part of the map in which a car can drive from any street to any other (the largest strongly
 * connected component, by Tarjan's algorithm in one loop, without recursion). Car parks cut off by a mapping error are not part of it.
 */
export function* mainNetworkWork(graph: StreetGraph): Work<Uint8Array> {
  const follower = followers(graph);
  const segments = segmentCount(graph);
  /** When each was first seen, from 1; and the earliest still open to which it leads. */
  const seen = new Uint32Array(segments);
  const earliest = new Uint32Array(segments);
  const tried = new Uint32Array(segments);
  const path: number[] = [];
  const open: number[] = [];
  let main: readonly number[] = [];
  let time = 0;

  function begin(segment: number): void {
    seen[segment] = earliest[segment] = ++time;
    path.push(segment);
    open.push(segment);
  }

  function leave(segment: number): void {
    path.pop();
    const before = path.at(-1);
    if (before !== undefined) earliest[before] = Math.min(earliest[before]!, earliest[segment]!);
    if (earliest[segment] !== seen[segment]) return;
    const part = open.splice(open.lastIndexOf(segment));
    for (const member of part) seen[member] = CLOSED;
    if (part.length > main.length) main = part;
  }

  let steps = 0;
  for (let start = 0; start < segments; start++) {
    if (seen[start] === 0) begin(start);
    while (path.length > 0) {
      const segment = path.at(-1)!;
      const next = follower(segment, tried[segment]!++);
      if (next === undefined) leave(segment);
      else if (seen[next] === 0) begin(next);
      else earliest[segment] = Math.min(earliest[segment]!, seen[next]!);
      if (++steps % STEPS_A_SLICE === 0) yield;
    }
  }
  const marks = new Uint8Array(segments);
  for (const segment of main) marks[segment] = 1;
  return marks;
}

/** The segment that the n-th turn out of a segment, in either direction, leads into; undefined after the last. */
function followers(
  { forwardEdge, backwardEdge, edgeSegment, turns: { firstTurn, turnTo, labelEdge } }: StreetGraph,
): (segment: number, n: number) => number | undefined {
  const turnsOf = (edge: number) => edge < 0 ? 0 : firstTurn[edge + 1]! - firstTurn[edge]!;
  return (segment, n) => {
    const [along, against] = [forwardEdge[segment]!, backwardEdge[segment]!];
    const count = turnsOf(along);
    if (n >= count + turnsOf(against)) return undefined;
    const turn = n < count ? firstTurn[along]! + n : firstTurn[against]! + n - count;
    return edgeSegment[labelEdge[turnTo[turn]!]!];
  };
}

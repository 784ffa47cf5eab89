import { segmentCount, type StreetGraph, type Work } from "./street_graph.ts";

/**
 * Marks the main network: the largest part of the map in which a car can drive from any street to any other (the largest strongly
 * connected component, by Tarjan's algorithm without recursion). Turn restrictions count; streets of restricted access are part of
 * it. Car parks cut off by a mapping error are not, nor are streets that a car cannot leave.
 * @returns one number a segment: 1 within the main network, else 0
 */
export function* mainNetworkWork(graph: StreetGraph): Work<Uint8Array> {
  const { component, sizes } = yield* strongComponents(segmentCount(graph), followers(graph));
  let largest = 0;
  for (let n = 1; n < sizes.length; n++) if (sizes[n]! > sizes[largest]!) largest = n;
  yield;
  const main = new Uint8Array(component.length);
  for (let s = 0; s < main.length; s++) main[s] = component[s] === largest ? 1 : 0;
  return main;
}

/** Nodes visited before work pauses: some milliseconds. */
const NODES_A_STEP = 8192;

const NONE = -1;

/** The segment that the n-th turn out of a segment, in either direction, leads into; {@linkcode NONE} after the last. */
function followers(
  { forwardEdge, backwardEdge, edgeSegment, turns: { firstTurn, turnTo, labelEdge } }: StreetGraph,
): (segment: number, n: number) => number {
  const turnsOf = (edge: number) => edge < 0 ? 0 : firstTurn[edge + 1]! - firstTurn[edge]!;
  return (segment, n) => {
    const [along, against] = [forwardEdge[segment]!, backwardEdge[segment]!];
    const count = turnsOf(along);
    if (n >= count + turnsOf(against)) return NONE;
    const turn = n < count ? firstTurn[along]! + n : firstTurn[against]! + n - count;
    return edgeSegment[labelEdge[turnTo[turn]!]!]!;
  };
}

/** The component of each of `nodes` nodes, and how many nodes each component has. */
function* strongComponents(
  nodes: number,
  follower: (node: number, n: number) => number,
): Work<{ component: Int32Array; sizes: number[] }> {
  const component = new Int32Array(nodes).fill(-1);
  const sizes: number[] = [];
  /** When each node was first seen, from 1; and the earliest node still open that it leads to. */
  const seen = new Uint32Array(nodes);
  const earliest = new Uint32Array(nodes);
  const tried = new Uint32Array(nodes);
  const path = new Uint32Array(nodes);
  const open = new Uint32Array(nodes);
  let steps = 0;
  let pathLength = 0;
  let openLength = 0;
  let time = 0;

  function begin(node: number): void {
    seen[node] = earliest[node] = ++time;
    path[pathLength++] = node;
    open[openLength++] = node;
  }

  function close(root: number): void {
    let size = 0;
    let node: number;
    do {
      node = open[--openLength]!;
      component[node] = sizes.length;
      size++;
    } while (node !== root);
    sizes.push(size);
  }

  function leave(node: number): void {
    pathLength--;
    if (earliest[node] === seen[node]) close(node);
    if (pathLength > 0) lower(path[pathLength - 1]!, earliest[node]!);
  }

  function lower(node: number, to: number): void {
    earliest[node] = Math.min(earliest[node]!, to);
  }

  function step(): void {
    const node = path[pathLength - 1]!;
    const to = follower(node, tried[node]!++);
    if (to === NONE) return leave(node);
    if (seen[to] === 0) begin(to);
    else if (component[to] === -1) lower(node, seen[to]!);
  }

  for (let node = 0; node < nodes; node++) {
    if (seen[node] === 0) begin(node);
    while (pathLength > 0) {
      step();
      if (++steps % NODES_A_STEP === 0) yield;
    }
  }
  return { component, sizes };
}

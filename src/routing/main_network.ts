import { nodeCount, type StreetGraph } from "./street_graph.ts";

/**
 * Marks the junctions of the largest part of the map in which a car gets from anywhere to anywhere and back (the largest
 * strongly connected component, by Tarjan's algorithm without recursion). Car parks cut off by a mapping error are not in it.
 * @returns one number a node: 1 within it, else 0
 */
export function mainNetwork(graph: StreetGraph): Uint8Array {
  const { component, sizes } = strongComponents(graph);
  const largest = sizes.indexOf(sizes.reduce((most, size) => Math.max(most, size), 0));
  return Uint8Array.from(component, (number) => number === largest ? 1 : 0);
}

/** The component of each node, and how many nodes each component has. */
function strongComponents(graph: StreetGraph): { component: Int32Array; sizes: number[] } {
  const nodes = nodeCount(graph);
  const component = new Int32Array(nodes).fill(-1);
  const sizes: number[] = [];
  /** When each node was first seen, from 1; and the earliest node still open that it leads to. */
  const seen = new Uint32Array(nodes);
  const earliest = new Uint32Array(nodes);
  const nextEdge = graph.firstEdge.slice(0, nodes);
  const path = new Uint32Array(nodes);
  const open = new Uint32Array(nodes);
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
    if (to < earliest[node]!) earliest[node] = to;
  }

  function step(): void {
    const node = path[pathLength - 1]!;
    const edge = nextEdge[node]!;
    if (edge === graph.firstEdge[node + 1]) return leave(node);
    nextEdge[node] = edge + 1;
    const to = graph.edgeTo[edge]!;
    if (seen[to] === 0) begin(to);
    else if (component[to] === -1) lower(node, seen[to]!);
  }

  for (let node = 0; node < nodes; node++) {
    if (seen[node] === 0) begin(node);
    while (pathLength > 0) step();
  }
  return { component, sizes };
}

import { nodeCount, segmentCount, type StreetGraph } from "../street_graph.ts";
import { bearing, type SegmentKind } from "./bearing.ts";

/** One of the streets that meet at a junction, seen from there. */
export interface Leg {
  readonly segment: number;
  /** The edge that comes in on it; -1 where closed. */
  readonly inEdge: number;
  /** The edge that leaves on it; -1 where closed. */
  readonly outEdge: number;
  /** Where it leads: degrees clockwise from north. */
  readonly bearing: number;
  readonly roundabout: boolean;
}

/** Calls `visit` for every junction with the streets that meet there; a street that begins and ends there counts twice. */
export function forEachJunction(
  graph: StreetGraph,
  ends: { readonly from: ArrayLike<number>; readonly to: ArrayLike<number> },
  kindOf: (segment: number) => SegmentKind,
  visit: (node: number, legs: readonly Leg[]) => void,
): void {
  const { first, halves } = halvesByNode(nodeCount(graph), segmentCount(graph), ends);
  for (let node = 0; node < first.length - 1; node++) {
    const legs: Leg[] = [];
    for (let i = first[node]!; i < first[node + 1]!; i++) {
      const segment = halves[i]! >> 1;
      legs.push(legOf(graph, segment, (halves[i]! & 1) === 1, kindOf(segment)));
    }
    visit(node, legs);
  }
}

function legOf(graph: StreetGraph, segment: number, atEnd: boolean, kind: SegmentKind): Leg {
  const along = graph.forwardEdge[segment]!;
  const against = graph.backwardEdge[segment]!;
  return {
    segment,
    inEdge: atEnd ? along : against,
    outEdge: atEnd ? against : along,
    bearing: bearing(graph, segment, atEnd, kind),
    roundabout: kind.roundabout,
  };
}

/** Both ends of every segment, twice its number and one more for its end, in the order of their junctions. */
function halvesByNode(
  nodes: number,
  segments: number,
  { from, to }: { readonly from: ArrayLike<number>; readonly to: ArrayLike<number> },
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

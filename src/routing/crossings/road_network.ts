import { nodeCount, type StreetGraph } from "../street_graph.ts";
import { type Chain, type ChainFacts, chains, edgeComing, edgeLeaving, nodeOf } from "./chains.ts";
import { keptNodes } from "./kept_nodes.ts";
import type { RoadKind } from "./road_kind.ts";
import { isSame, lengthOf, type Point, pointAt, type RoadLine } from "./road_line.ts";

/**
 * The roads between crossings, as whoever drives sees them: streets that meet end to end, of one name and class, are one road.
 * An arm is a road as it leaves one of its two crossings: arm `2 r` leaves where road `r` begins, arm `2 r + 1` where it ends.
 */
export interface RoadNetwork {
  /** The arms that leave each crossing. Crossings have the numbers of the streets' junctions; others follow. */
  readonly arms: readonly (readonly number[])[];
  /** The crossing at the other end. */
  to(arm: number): number;
  kindOf(arm: number): RoadKind;
  /** Whether cars leave on it. */
  isOpen(arm: number): boolean;
  line(arm: number): RoadLine;
  metersOf(arm: number): number;
  /** Where a road goes on over a junction; null at crossings. */
  passage(junction: number): Passage | null;
  /** The first edge of it, and the edge by which cars come in on it; -1 where closed, or at no junction of the streets. */
  outEdge(arm: number): number;
  inEdge(arm: number): number;
}

/** A junction at which nothing but one road goes on. */
export interface Passage {
  /** The ends of its segments there, as in {@linkcode Chain}. */
  readonly halves: readonly [number, number];
  /** How far the road goes on the side of each. */
  readonly meters: readonly [number, number];
}

/** What a road network is made of, beside the streets. */
export interface RoadFacts extends ChainFacts {
  /** Of each point of the streets' geometry: the rank of its node's id among all. */
  readonly pointRank: ArrayLike<number>;
}

/** The other arm of the same road. */
export function otherEnd(arm: number): number {
  return arm ^ 1;
}

/** Roads in columns: an entry a road, or one an arm. */
interface Roads {
  /** By arm: the crossing that it leaves. */
  readonly from: number[];
  /** By arm. */
  readonly isOpen: boolean[];
  readonly outEdge: number[];
  readonly inEdge: number[];
  readonly kind: RoadKind[];
  /** Points of road r are `point[firstPoint[r]]` to `point[firstPoint[r + 1] - 1]`. */
  readonly firstPoint: number[];
  readonly point: number[];
}

/** The road network of a street graph. */
export function roadNetwork(graph: StreetGraph, facts: RoadFacts): RoadNetwork {
  const roads: Roads = {
    from: [],
    isOpen: [],
    outEdge: [],
    inEdge: [],
    kind: [],
    firstPoint: [0],
    point: [],
  };
  const all = chains(graph, facts);
  const kept = keptNodes(
    all,
    nodeCount(graph),
    (chain) => pointsOf(graph, chain).map((point) => facts.pointRank[point]!),
  );
  let crossings = nodeCount(graph);
  all.forEach((chain, i) => {
    const cuts = kept.get(i) ?? [];
    const within = cuts.map(() => crossings++);
    addRoads(roads, graph, chain, facts.kindOf(chain.halves[0]! >> 1), cuts, within);
  });
  const arms: number[][] = Array.from({ length: crossings }, () => []);
  roads.from.forEach((crossing, arm) => arms[crossing]!.push(arm));
  return { ...networkOf(graph, roads, arms), passage: passages(graph, facts, all) };
}

function networkOf(
  { pointLat, pointLng }: StreetGraph,
  { from, isOpen, outEdge, inEdge, kind, firstPoint, point }: Roads,
  arms: readonly (readonly number[])[],
): Omit<RoadNetwork, "passage"> {
  const lineOf = (road: number): Point[] => {
    const all = point.slice(firstPoint[road]!, firstPoint[road + 1]!)
      .map((p) => pointAt(pointLat[p]!, pointLng[p]!));
    // Points at the same place are one; but a line has two at least.
    const line = all.filter((p, i) => i === 0 || !isSame(p, all[i - 1]!));
    return line.length > 1 ? line : [all[0]!, all.at(-1)!];
  };
  const meters = new Float64Array(kind.length).fill(-1);
  return {
    arms,
    to: (arm) => from[otherEnd(arm)]!,
    kindOf: (arm) => kind[arm >> 1]!,
    isOpen: (arm) => isOpen[arm]!,
    line: (arm) => (arm & 1) === 0 ? lineOf(arm >> 1) : lineOf(arm >> 1).reverse(),
    metersOf(arm) {
      const road = arm >> 1;
      return meters[road]! >= 0 ? meters[road]! : (meters[road] = lengthOf(lineOf(road)));
    },
    outEdge: (arm) => outEdge[arm]!,
    inEdge: (arm) => inEdge[arm]!,
  };
}

/** The junctions within chains, with how far off the ends of these are. */
function passages(
  { segmentMeters }: StreetGraph,
  facts: RoadFacts,
  all: readonly Chain[],
): RoadNetwork["passage"] {
  const known = new Map<number, Passage>();
  for (const { halves } of all) {
    if (halves.length === 1) continue;
    const total = halves.reduce((sum, half) => sum + segmentMeters[half >> 1]!, 0);
    let gone = 0;
    halves.slice(1).forEach((half, i) => {
      const before = otherEnd(halves[i]!);
      gone += segmentMeters[before >> 1]!;
      known.set(nodeOf(facts, half), { halves: [before, half], meters: [gone, total - gone] });
    });
  }
  return (junction) => known.get(junction) ?? null;
}

/** The points of the streets' geometry along a chain, those at which its segments meet once. */
function pointsOf({ firstPoint }: StreetGraph, { halves }: Chain): number[] {
  return halves.flatMap((half, i) => {
    const [first, end] = [firstPoint[half >> 1]!, firstPoint[(half >> 1) + 1]!];
    const points = Array.from({ length: end - first }, (_, n) => first + n);
    if ((half & 1) === 1) points.reverse();
    return i === 0 ? points : points.slice(1);
  });
}

/** Adds the roads of a chain that is cut at some of its points, which are the crossings `within`. */
function addRoads(
  roads: Roads,
  graph: StreetGraph,
  chain: Chain,
  kind: RoadKind,
  cuts: readonly number[],
  within: readonly number[],
): void {
  const points = pointsOf(graph, chain);
  const [first, last] = [chain.halves[0]!, otherEnd(chain.halves.at(-1)!)];
  const out = [edgeLeaving(graph, first), edgeLeaving(graph, last)] as const;
  const stops = [0, ...cuts, points.length - 1];
  const crossings = [chain.from, ...within, chain.to];
  for (let i = 0; i <= cuts.length; i++) {
    const [begins, ends] = [i === 0, i === cuts.length];
    roads.from.push(crossings[i]!, crossings[i + 1]!);
    roads.isOpen.push(out[0] >= 0, out[1] >= 0);
    roads.outEdge.push(begins ? out[0] : -1, ends ? out[1] : -1);
    roads.inEdge.push(begins ? edgeComing(graph, first) : -1, ends ? edgeComing(graph, last) : -1);
    roads.kind.push(kind);
    roads.point.push(...points.slice(stops[i]!, stops[i + 1]! + 1));
    roads.firstPoint.push(roads.point.length);
  }
}

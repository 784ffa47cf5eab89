import { edgeComing, edgeLeaving, halvesByNode } from "../crossings/chains.ts";
import type { CrossingMap } from "../crossings/crossing_map.ts";
import { crossingView, type ViewedRoad } from "../crossings/crossing_view.ts";
import type { TurnRule } from "../crossings/may_turn.ts";
import { mergedArms } from "../crossings/merged_arms.ts";
import type { Point } from "../crossings/road_line.ts";
import { type Passage, type RoadFacts, roadNetwork } from "../crossings/road_network.ts";
import { nodeCount, segmentCount, type StreetGraph } from "../street_graph.ts";
import { keepsLeft as isLeftHanded } from "./driving_side.ts";
import { turnSeconds, uTurnSeconds } from "./turn_seconds.ts";

/** What the turns at junctions are made of, beyond the streets themselves. */
export interface JunctionFacts extends RoadFacts {
  /** Seconds that signals, signs and gates at a junction cost who comes there. */
  waitSeconds(approach: Approach): number;
}

/** How a car comes to a junction. */
export interface Approach {
  readonly junction: number;
  readonly inEdge: number;
  /** All edges that come in there or leave. */
  readonly edges: readonly number[];
  /** Metres of the road that it came on and of the one that it goes on, where no other road meets the two; else null. */
  readonly stretch: { readonly before: number; readonly after: number } | null;
}

type AddTurn = (from: number, to: number, seconds: number, stretch: Approach["stretch"]) => void;

/**
 * Finds every turn from edge to edge: into every street that leaves a junction, and back only where nothing else is open.
 * @param mayFollow whether restrictions at their junction let a car from one edge into another
 * @param add called with the turns out of one edge one after the other
 */
export function findTurns(
  graph: StreetGraph,
  facts: JunctionFacts,
  mayFollow: TurnRule,
  add: (from: number, to: number, seconds: number) => void,
): void {
  const map = { network: roadNetwork(graph, facts), mayFollow };
  const { first, halves } = halvesByNode(nodeCount(graph), segmentCount(graph), facts.ends);
  for (let junction = 0; junction < nodeCount(graph); junction++) {
    const ends = [...halves.subarray(first[junction]!, first[junction + 1]!)];
    const edges = ends.flatMap((half) => [edgeLeaving(graph, half), edgeComing(graph, half)])
      .filter((edge) => edge >= 0);
    const addTurn: AddTurn = (from, to, seconds, stretch) =>
      add(from, to, seconds + facts.waitSeconds({ junction, inEdge: from, edges, stretch }));
    if (map.network.arms[junction]!.length > 0) crossingTurns(map, junction, addTurn);
    else goOn(graph, map.network.passage(junction) ?? ringAt(ends), addTurn);
  }
}

/** The turns where roads meet. */
function crossingTurns(map: CrossingMap, crossing: number, add: AddTurn): void {
  const { network, mayFollow } = map;
  const { seen, hidden } = mergedArms(map, crossing);
  for (const from of seen) {
    const edge = network.inEdge(from.arm);
    if (edge < 0) continue;
    const view = crossingView(network, seen, from, mayFollow, hidden);
    for (const to of view) {
      if (!to.isOpen) continue;
      const seconds = inTenths(secondsOf(map, view, from.arm, to));
      const isBend = view.length === 2 && to.angle !== 0;
      const stretch = { before: network.metersOf(from.arm), after: network.metersOf(to.arm) };
      add(edge, network.outEdge(to.arm), seconds, isBend ? stretch : null);
    }
  }
}

/** Where a street is cut though its road goes on. */
function goOn(graph: StreetGraph, { halves, meters }: Passage, add: AddTurn): void {
  for (const [from, to] of [[0, 1], [1, 0]] as const) {
    const [edge, next] = [edgeComing(graph, halves[from]), edgeLeaving(graph, halves[to])];
    const stretch = { before: meters[from], after: meters[to] };
    if (edge >= 0 && next >= 0) add(edge, next, 0, stretch);
  }
}

/** A ring that meets no other street has no end. */
function ringAt([a, b]: readonly number[]): Passage {
  return { halves: [a!, b!], meters: [Infinity, Infinity] };
}

/** Whole tenths of a second, as OSRM counts them: going straight on is then free. */
function inTenths(seconds: number): number {
  return Math.floor(seconds * 10) / 10;
}

function secondsOf(
  { network }: CrossingMap,
  view: readonly ViewedRoad[],
  from: number,
  to: ViewedRoad,
): number {
  const keepsLeft = network.kindOf(from).keepsLeft ?? isInLeftHandCountry(network.line(from)[0]!);
  if (to.angle === 0) return uTurnSeconds(keepsLeft);
  // Where two streets meet end to end there is no turn, only a bend.
  if (view.length <= 2) return 0;
  const isRound = (arm: number) => network.kindOf(arm).roundabout || network.kindOf(arm).circular;
  const hasOncoming = !isRound(from) && !isRound(to.arm);
  return turnSeconds(180 - to.angle, { hasOncoming, keepsLeft });
}

function isInLeftHandCountry({ x, y }: Point): boolean {
  return isLeftHanded(y / 1e6, x / 1e6);
}

import { edgeComing, edgeLeaving, halvesByNode } from "../crossings/chains.ts";
import type { CrossingMap } from "../crossings/crossing_map.ts";
import { crossingView, type ViewedRoad } from "../crossings/crossing_view.ts";
import type { TurnRule } from "../crossings/may_turn.ts";
import { mergedArms } from "../crossings/merged_arms.ts";
import { type RoadFacts, roadNetwork } from "../crossings/road_network.ts";
import { nodeCount, segmentCount, type StreetGraph } from "../street_graph.ts";
import { turnSeconds, uTurnSeconds } from "./turn_seconds.ts";

/** What the turns at junctions are made of, beyond the streets themselves. */
export interface JunctionFacts extends RoadFacts {
  /** Seconds that signals and signs at a junction, where `edges` come in and leave, cost who comes there by `inEdge`. */
  waitSeconds(junction: number, inEdge: number, edges: readonly number[]): number;
}

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
    const addTurn = (from: number, to: number, seconds: number) =>
      add(from, to, seconds + facts.waitSeconds(junction, from, edges));
    if (map.network.arms[junction]!.length > 0) crossingTurns(map, junction, addTurn);
    else goOn(graph, ends, addTurn);
  }
}

/** The turns where roads meet. */
function crossingTurns(
  map: CrossingMap,
  crossing: number,
  add: (from: number, to: number, seconds: number) => void,
): void {
  const { network, mayFollow } = map;
  const { seen, hidden } = mergedArms(map, crossing);
  for (const from of seen) {
    const edge = network.inEdge(from.arm);
    if (edge < 0) continue;
    const view = crossingView(network, seen, from, mayFollow, hidden);
    for (const to of view) {
      if (to.isOpen) {
        add(edge, network.outEdge(to.arm), inTenths(secondsOf(map, view, from.arm, to)));
      }
    }
  }
}

/** Where a street is cut though its road goes on. */
function goOn(
  graph: StreetGraph,
  [a, b]: readonly number[],
  add: (from: number, to: number, seconds: number) => void,
): void {
  for (const [from, to] of [[a, b], [b, a]]) {
    if (from === undefined || to === undefined) continue;
    const [edge, next] = [edgeComing(graph, from), edgeLeaving(graph, to)];
    if (edge >= 0 && next >= 0) add(edge, next, 0);
  }
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
  if (to.angle === 0) return uTurnSeconds();
  // Where two streets meet end to end there is no turn, only a bend.
  if (view.length <= 2) return 0;
  const isRound = network.kindOf(from).roundabout || network.kindOf(to.arm).roundabout;
  return turnSeconds(180 - to.angle, !isRound);
}

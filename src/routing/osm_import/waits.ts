import type { StreetGraph } from "../street_graph.ts";
import type { Approach } from "../turns/junction_turns.ts";
import type { CarObstacle } from "./car_obstacle.ts";
import type { CollectedNodes } from "./collect_nodes.ts";
import type { CutStreets } from "./cut_segments.ts";

/** A stop sign stands no farther from its junction. */
const STOP_SIGN_METERS = 20;

/** Seconds that signals, signs and gates cost who comes to a junction. */
export function waits(
  graph: StreetGraph,
  { obstacles }: CollectedNodes,
  { junctionNode }: CutStreets,
): (approach: Approach) => number {
  return (approach) => {
    const obstacle = obstacles.get(junctionNode[approach.junction]!);
    if (obstacle === undefined || obstacle.closed) return 0;
    const along = graph.forwardEdge[graph.edgeSegment[approach.inEdge]!] === approach.inEdge;
    if (obstacle.direction === (along ? "backward" : "forward")) return 0;
    if (obstacle.sign === "minor" && !isMinor(graph, approach)) return 0;
    return leavesSign(obstacle, approach) ? 0 : obstacle.seconds;
  };
}

/** The junctions at which there is room to turn round: roads end there. */
export function turningPoints(
  { obstacles }: CollectedNodes,
  { junctionNode }: CutStreets,
): Set<number> {
  const isTurning = (node: number) => obstacles.get(node)?.turning ?? false;
  return new Set([...junctionNode.keys()].filter((junction) => isTurning(junctionNode[junction]!)));
}

/** Whether another street at the junction is quicker than the one that the car comes on. */
function isMinor(graph: StreetGraph, { inEdge, edges }: Approach): boolean {
  const speed = (edge: number) =>
    graph.segmentMeters[graph.edgeSegment[edge]!]! / graph.edgeSeconds[edge]!;
  return edges.some((edge) => speed(edge) > speed(inEdge));
}

/** Whether a stop sign that names no direction is for the others: it stands near the crossing that the car comes from. */
function leavesSign({ sign, direction }: CarObstacle, { stretch }: Approach): boolean {
  return sign === "stop" && direction === "untold" && stretch !== null &&
    stretch.before < STOP_SIGN_METERS && stretch.after > STOP_SIGN_METERS;
}

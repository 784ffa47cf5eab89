import { metersBetween } from "../coordinates.ts";
import type { CollectedNodes } from "./collect_nodes.ts";
import type { BothWays } from "./tag_values.ts";

/** A stop sign stands no farther from its junction. */
const STOP_SIGN_METERS = 20;

/** Seconds that the obstacles between the ends of a segment cost, along its points and against them. */
export function delays(points: Uint32Array, nodes: CollectedNodes): BothWays<number> {
  let forward = 0;
  let backward = 0;
  for (let i = 1; i < points.length - 1; i++) {
    const obstacle = nodes.obstacles.get(points[i]!);
    if (obstacle === undefined) continue;
    const away = obstacle.sign !== null && obstacle.direction === "both"
      ? awayFromSign(points, i, nodes)
      : null;
    if (obstacle.direction !== "backward" && away !== "forward") forward += obstacle.seconds;
    if (obstacle.direction !== "forward" && away !== "backward") backward += obstacle.seconds;
  }
  return { forward, backward };
}

/** Who drives away from the junction at which a stop sign stands; null where it stands near none, or between two. */
function awayFromSign(
  points: Uint32Array,
  at: number,
  nodes: CollectedNodes,
): "forward" | "backward" | null {
  const before = lengthOf(points.subarray(0, at + 1), nodes);
  const after = lengthOf(points.subarray(at), nodes);
  if (before < STOP_SIGN_METERS && after > STOP_SIGN_METERS) return "forward";
  return after < STOP_SIGN_METERS && before > STOP_SIGN_METERS ? "backward" : null;
}

/** Metres along some nodes. */
function lengthOf(points: Uint32Array, { lat, lng }: CollectedNodes): number {
  let meters = 0;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    meters += metersBetween(lat[a]!, lng[a]!, lat[b]!, lng[b]!);
  }
  return meters;
}

import type { RoadNetwork } from "./road_network.ts";
import { isSameStreet } from "./same_street.ts";

/** Whether two arms are of one name and class, and no part of a roundabout. */
export function areAlike(network: RoadNetwork, a: number, b: number): boolean {
  const [kindA, kindB] = [network.kindOf(a), network.kindOf(b)];
  return !kindA.roundabout && !kindB.roundabout && kindA.rank === kindB.rank &&
    isSameStreet(kindA.name, kindB.name);
}

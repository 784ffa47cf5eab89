import { initialBearing, nearBearing, perceivedBearing } from "./perceived_bearing.ts";
import type { RoadNetwork } from "./road_network.ts";

/** An arm with where it leads, in degrees clockwise from north. */
export interface SeenArm {
  readonly arm: number;
  /** By its first two metres. */
  readonly initial: number;
  /** As whoever stands at the crossing sees it. */
  readonly perceived: number;
}

/**
 * The arms that leave a crossing, clockwise.
 * @param near whether to look no farther than the first metre or so
 */
export function seenArms(network: RoadNetwork, crossing: number, near = false): SeenArm[] {
  const arms = network.arms[crossing]!;
  const lanes = arms.reduce((most, arm) => Math.max(most, network.kindOf(arm).lanes), 0);
  return arms.map((arm) => {
    const line = network.line(arm);
    const perceived = near || arms.length <= 2
      ? nearBearing(line)
      : perceivedBearing(line, network.kindOf(arm), lanes);
    return { arm, initial: initialBearing(line), perceived };
  }).sort((a, b) => a.perceived - b.perceived);
}

import { crossingView, type ViewedRoad } from "./crossing_view.ts";
import { degreesApart } from "./degrees.ts";
import type { TurnRule } from "./may_turn.ts";
import { otherEnd, type RoadNetwork } from "./road_network.ts";
import { seenArms } from "./seen_arms.ts";

/** A road network with the turns that restrictions allow in it. */
export interface CrossingMap {
  readonly network: RoadNetwork;
  readonly mayFollow: TurnRule;
}

/**
 * What a car sees at the far end of `arm`.
 * @param near whether to look no farther than the first metre or so
 */
export function viewAtEnd(
  { network, mayFollow }: CrossingMap,
  arm: number,
  near: boolean,
): ViewedRoad[] {
  const seen = seenArms(network, network.to(arm), near);
  return crossingView(network, seen, seen.find((s) => s.arm === otherEnd(arm))!, mayFollow);
}

/** The road of a view, one at least, that lies nearest to an angle. */
export function nearestTo(view: readonly ViewedRoad[], angle: number): ViewedRoad {
  return view.reduce((best, road) =>
    degreesApart(road.angle, angle) < degreesApart(best.angle, angle) ? road : best
  );
}

/** The last arm of the way along `arm` over all crossings at which only that road goes on. */
export function toNextCrossing({ network }: CrossingMap, arm: number): number {
  const start = network.to(otherEnd(arm));
  let last = arm;
  while (network.to(last) !== start) {
    const arms = network.arms[network.to(last)]!;
    if (arms.length !== 2) break;
    last = arms[0] === otherEnd(last) ? arms[1]! : arms[0]!;
  }
  return last;
}

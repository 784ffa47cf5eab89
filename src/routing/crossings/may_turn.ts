import { angleBetween } from "./degrees.ts";
import type { RoadNetwork } from "./road_network.ts";
import type { SeenArm } from "./seen_arms.ts";

/** Whether turn restrictions let a car from one edge into another; edges may be -1. */
export type TurnRule = (fromEdge: number, toEdge: number) => boolean;

/** Whether a car that comes to a crossing on the road of `from` may go on into `to`: back only where nothing else is open. */
export function mayTurn(
  network: RoadNetwork,
  seen: readonly SeenArm[],
  from: SeenArm,
  to: SeenArm,
  mayFollow: TurnRule,
): boolean {
  const isExit = ({ arm }: SeenArm) =>
    network.isOpen(arm) && mayFollow(network.inEdge(from.arm), network.outEdge(arm));
  if (!isEntry(network, from) || !isExit(to)) return false;
  if (to.arm !== from.arm) return !isAgainstRoundabout(network, seen, from, to);
  return seen.length === 1 || seen.filter(isExit).length === 1 ||
    seen.filter((arm) => isEntry(network, arm)).length <= 1;
}

/** Whether cars come in on the road of an arm. */
function isEntry(network: RoadNetwork, { arm }: SeenArm): boolean {
  return network.isOpen(arm ^ 1);
}

/** Whether the way from one street to another at a point of a roundabout runs against its traffic. */
function isAgainstRoundabout(
  network: RoadNetwork,
  seen: readonly SeenArm[],
  from: SeenArm,
  to: SeenArm,
): boolean {
  const round = seen.filter(({ arm }) => {
    const { roundabout, circular } = network.kindOf(arm);
    return roundabout || circular;
  });
  const clockwise = (a: SeenArm, b: SeenArm) => (b.perceived - a.perceived + 360) % 360;
  const widest = (arms: readonly SeenArm[], angle: (arm: SeenArm) => number) =>
    arms.reduce<SeenArm | null>(
      (best, arm) => angle(arm) > (best === null ? 0 : angle(best)) ? arm : best,
      null,
    );
  // Where two roundabouts touch there are several.
  const entering = widest(
    round.filter(({ arm }) => !network.isOpen(arm)),
    (arm) => clockwise(from, arm),
  );
  const leaving = widest(
    round.filter(({ arm }) => network.isOpen(arm)),
    (arm) => angleBetween(from.perceived, arm.perceived),
  );
  if (entering === null || leaving === null) return false;
  const counter = (arm: SeenArm) => clockwise(arm, entering);
  const [ring, fromAt, toAt] = [counter(leaving), counter(from), counter(to)];
  return (fromAt < ring && toAt < fromAt) || (fromAt > ring && toAt > fromAt);
}

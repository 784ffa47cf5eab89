import { areAlike } from "./alike_arms.ts";
import { type CrossingMap, toNextCrossing } from "./crossing_map.ts";
import { degreesApart } from "./degrees.ts";
import { isCircular, runAlongside } from "./parallel_roads.ts";
import { isSameStreet } from "./same_street.ts";
import type { SeenArm } from "./seen_arms.ts";
import { isLinkRoad } from "./link_road.ts";
import { isNarrowTriangle } from "./narrow_triangle.ts";
import { isTrafficIsland } from "./traffic_island.ts";

/** Carriageways that leave a crossing farther apart are not taken for one road. */
const MOST_DEGREES = 95;

/**
 * Whether two arms side by side, of the arms of a crossing in clockwise order, are the two carriageways of one street: a car then comes
 * in on one and leaves on the other as if it were one road.
 * @param index of the first one; the other is the next one clockwise
 */
export function areCarriageways(
  map: CrossingMap,
  crossing: number,
  seen: readonly SeenArm[],
  index: number,
): boolean {
  const at = (i: number) => seen[(i + seen.length) % seen.length]!;
  const [left, right] = [at(index), at(index + 1)];
  return isApart(map, at(index - 1), left) && isOneStreet(map, crossing, left, right) &&
    isApart(map, right, at(index + 2));
}

function isApart({ network }: CrossingMap, a: SeenArm, b: SeenArm): boolean {
  return degreesApart(a.perceived, b.perceived) > MOST_DEGREES ||
    !isSameStreet(network.kindOf(a.arm).name, network.kindOf(b.arm).name);
}

function isOneStreet(map: CrossingMap, crossing: number, left: SeenArm, right: SeenArm): boolean {
  const { network } = map;
  if (degreesApart(left.perceived, right.perceived) > MOST_DEGREES) return false;
  if (network.isOpen(left.arm) === network.isOpen(right.arm)) return false;
  if (!areAlike(network, left.arm, right.arm)) return false;
  const leadsBack = ({ arm }: SeenArm) =>
    network.to(arm) === crossing || network.to(toNextCrossing(map, arm)) === crossing;
  if (leadsBack(left) || leadsBack(right)) return false;
  if (isTrafficIsland(map, crossing, left.arm, right.arm)) return true;
  if (isLinkRoad(map, left.arm) || isLinkRoad(map, right.arm)) return false;
  if (isNarrowTriangle(map, left, right)) return true;
  return runAlongside(map, left, right) && !isCircular(map, left, right);
}

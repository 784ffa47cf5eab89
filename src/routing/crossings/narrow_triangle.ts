import { type CrossingMap, nearestTo, viewAtEnd } from "./crossing_map.ts";
import type { ViewedRoad } from "./crossing_view.ts";
import { degreesApart } from "./degrees.ts";
import { followRoad } from "./follow_road.ts";
import { metersApart } from "./road_line.ts";
import { LANE_METERS } from "./road_width.ts";
import type { SeenArm } from "./seen_arms.ts";

const NARROW_DEGREES = 40;
const MOST_HOPS = 5;
/** How far off the third side of the triangle is, and how much longer than the roads are wide. */
const MOST_METERS = 80;
const ISLAND_METERS = 10;

/** The end of a road that was followed to a crossing. */
interface Found {
  readonly arm: number;
  readonly view: readonly ViewedRoad[];
}

/**
 * Whether two arms of one street part just before a crossing, so that they and a piece of the crossing street are a triangle:
 * the left one meets a road to its right there that leads to the end of the right one.
 */
export function isNarrowTriangle(map: CrossingMap, left: SeenArm, right: SeenArm): boolean {
  const { network } = map;
  const start = network.line(left.arm)[0]!;
  const end = ({ arm }: Found) => network.line(arm).at(-1)!;
  const follow = crossingFinder(map, network.kindOf(left.arm).name.id, left.perceived);

  const a = follow(left.arm, 90);
  if (metersApart(start, end(a)) > MOST_METERS) return false;
  const b = follow(right.arm, 270);
  const connector = nearestTo(a.view, 90);
  if (degreesApart(connector.angle, 90) > NARROW_DEGREES) return false;
  const lanes = (arm: SeenArm) => Math.max(1, network.kindOf(arm.arm).lanes);
  const width = (lanes(left) + lanes(right)) * LANE_METERS + ISLAND_METERS;
  if (metersApart(end(a), end(b)) > width) return false;
  return network.to(follow(connector.arm, null).arm) === network.to(b.arm);
}

/** Follows an arm to the next crossing; to the one after that, where the first has no road at about the angle `side`. */
function crossingFinder(map: CrossingMap, name: string, bearing: number) {
  const following = { name, bearing, stopsInDoubt: false };
  return (start: number, side: number | null): Found => {
    let found: Found = { arm: start, view: [] };
    let hops = 0;
    const visit = (arm: number) => {
      hops++;
      found = { arm, view: viewAtEnd(map, arm, true) };
    };
    const isEnough = () => {
      const isEnd = found.view.length > 2 || hops === MOST_HOPS;
      if (isEnd) hops = 0;
      return isEnd;
    };
    followRoad(map, start, following, visit, isEnough);
    if (side !== null && degreesApart(nearestTo(found.view, side).angle, side) > NARROW_DEGREES) {
      followRoad(map, nearestTo(found.view, 180).arm, following, visit, isEnough);
    }
    return found;
  };
}

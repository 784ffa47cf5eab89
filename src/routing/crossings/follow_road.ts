import { type CrossingMap, nearestTo, viewAtEnd } from "./crossing_map.ts";
import type { ViewedRoad } from "./crossing_view.ts";
import { degreesApart, opposite } from "./degrees.ts";

/** Turns of fewer degrees go on in much the same direction. */
const NARROW_DEGREES = 40;
const FUZZY_DEGREES = 25;
const GROUP_DEGREES = 60;
/** Sharper turns no road of one name takes. */
const SHARPEST_DEGREES = 100;
/** Roads are not followed farther. */
const MOST_CROSSINGS = 1000;

/** What to look for along a road. */
export interface Following {
  /** The name that the road has. */
  readonly name: string;
  /** Where it leads at first. */
  readonly bearing: number;
  /** Whether to stop at a turn to which there is another choice. */
  readonly stopsInDoubt: boolean;
}

/**
 * Follows a road from crossing to crossing, by its name and as straight as can be.
 * @param visit called with each arm of the way
 * @param isEnough asked after each one; stops there
 */
export function followRoad(
  map: CrossingMap,
  start: number,
  following: Following,
  visit: (arm: number) => void,
  isEnough: () => boolean,
): void {
  const from = map.network.to(start ^ 1);
  let arm = start;
  for (let n = 0; n < MOST_CROSSINGS; n++) {
    visit(arm);
    if (map.network.to(arm) === from) return;
    const view = viewAtEnd(map, arm, true);
    const next = view.length <= 1 ? null : nextRoad(map, view, following);
    if (next === null || isEnough()) return;
    arm = next.arm;
  }
}

/** The road by which another goes on; null where that is unclear. */
function nextRoad(
  { network }: CrossingMap,
  view: readonly ViewedRoad[],
  { name, bearing, stopsInDoubt }: Following,
): ViewedRoad | null {
  const isNamed = ({ arm }: ViewedRoad) => network.kindOf(arm).name.id === name;
  const named = view.filter(isNamed).length;
  if (named > 2) return null;
  const bend = ({ angle }: ViewedRoad) => degreesApart(angle, 180);
  const score = (road: ViewedRoad) => bend(road) + (isNamed(road) ? 0 : 180);
  const best = view.slice(1).reduce((best, road) => score(road) < score(best) ? road : best);

  const straightest = nearestTo(view, 180);
  if (
    (view.length === 2 || straightest === best) && bend(best) < NARROW_DEGREES &&
    degreesApart(bearing, best.perceived) < NARROW_DEGREES
  ) return best;
  if (stopsInDoubt && bend(best) > GROUP_DEGREES) {
    const other = nearestTo(view, opposite(best.angle));
    if (degreesApart(best.angle, other.angle) > 180 - FUZZY_DEGREES) return null;
    if (bend(straightest) < FUZZY_DEGREES) return null;
  }
  return isNamed(best) && bend(best) < SHARPEST_DEGREES ? best : null;
}

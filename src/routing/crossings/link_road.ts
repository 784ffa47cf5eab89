import { areAlike } from "./alike_arms.ts";
import { type CrossingMap, nearestTo, toNextCrossing, viewAtEnd } from "./crossing_map.ts";
import { degreesApart, opposite } from "./degrees.ts";
import { isNewName } from "./same_street.ts";

const FUZZY_DEGREES = 25;

/** Whether an arm only leads to a road of its own name that runs past where it ends. */
export function isLinkRoad(map: CrossingMap, arm: number): boolean {
  const { network } = map;
  const { name } = network.kindOf(arm);
  const last = toNextCrossing(map, arm);
  const view = viewAtEnd(map, last, false);
  const sameName = view.filter((road) => {
    const other = network.kindOf(road.arm).name;
    return name.name !== "" && other.name !== "" && !isNewName(name, other) &&
      !isNewName(other, name);
  });
  if (sameName.length === 0) return false;
  const onward = nearestTo(sameName, 180);
  const backward = nearestTo(view, opposite(onward.angle));
  if (network.to(backward.arm) === network.to(last ^ 1)) return false;
  const bends = degreesApart(degreesApart(onward.angle, 180), degreesApart(backward.angle, 0));
  return bends >= FUZZY_DEGREES &&
    degreesApart(backward.angle, onward.angle) >= 180 - FUZZY_DEGREES &&
    network.isOpen(onward.arm) === network.isOpen(backward.arm) &&
    areAlike(network, onward.arm, backward.arm);
}

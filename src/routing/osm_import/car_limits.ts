import type { Tags } from "../osm/elements.ts";
import { type BothWays, directedTag, sizeMeters, weightKg } from "./tag_values.ts";

/** A car as most are: metres and kilograms, those of the car profile of OSRM 26. */
const CAR = { height: 2, width: 1.9, length: 4.8, kg: 2000 };

/** Heights in words that mean that a lorry gets through. */
const NO_LIMIT_HEIGHT = new Set(["default", "none", "no-sign", "unsigned"]);

/** In which directions a car is too big or too heavy for a way. */
export function tooBig(tags: Tags): BothWays<boolean> {
  const height = directedTag(tags, ["maxheight:physical", "maxheight"]);
  const width = directedTag(tags, ["maxwidth:physical", "maxwidth", "width", "est_width"]);
  const length = directedTag(tags, ["maxlength"]);
  const weight = directedTag(tags, ["maxweightrating", "maxweight"]);
  const stops = (direction: "forward" | "backward") =>
    isTooLow(height[direction]) ||
    (sizeMeters(width[direction]) ?? Infinity) <= CAR.width ||
    (sizeMeters(length[direction]) ?? Infinity) < CAR.length ||
    (weightKg(weight[direction]) ?? Infinity) < CAR.kg;
  return { forward: stops("forward"), backward: stops("backward") };
}

/** Whether a car does not fit under that height. */
export function isTooLow(height: string | undefined): boolean {
  if (height === undefined || NO_LIMIT_HEIGHT.has(height)) return false;
  return (sizeMeters(height) ?? Infinity) < CAR.height;
}

import type { Tags } from "../osm/elements.ts";
import { type BothWays, sizeMeters } from "./tag_values.ts";

/** Service ways on which through traffic does not belong. */
const SLOW_SERVICE = new Set([
  "alley",
  "parking",
  "parking_aisle",
  "driveway",
  "drive-through",
  "drive-thru",
]);

/**
 * The share of its speed at which each direction of a way is reckoned when routes are compared, 1 for a good street: where
 * two cars hardly pass, or among parked ones, drivers go only for want of a better way. Figures of the car profile of OSRM 26.
 */
export function wayComfort(tags: Tags, twoWay: boolean): BothWays<number> {
  const both = Math.min(
    SLOW_SERVICE.has(tags.service ?? "") ? 0.5 : 1,
    twoWay ? widthComfort(tags) : 1,
    tags.oneway === "alternating" ? 0.4 : 1,
    tags.side_road === "yes" || tags.side_road === "rotary" ? 0.8 : 1,
  );
  return {
    forward: Math.min(both, tags.priority === "backward" ? 0.7 : 1),
    backward: Math.min(both, tags.priority === "forward" ? 0.7 : 1),
  };
}

function widthComfort(tags: Tags): number {
  const lanes = /^\d+/.exec(tags.lanes ?? "")?.[0];
  if (lanes !== undefined && Number(lanes) <= 1) return 0.5;
  const width = sizeMeters(tags.width);
  if (width === null) return tags.lane_markings === "no" ? 0.75 : 1;
  if (width <= 3) return 0.5;
  if (width < 4) return 0.6;
  if (width < 5) return 0.75;
  if (width < 6) return 0.8;
  return tags.lane_markings === "no" ? 0.75 : 1;
}

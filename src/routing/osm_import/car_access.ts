import type { Tags } from "../osm/elements.ts";
import { type BothWays, directedTag } from "./tag_values.ts";

/**
 * Whether a car may drive somewhere: `listed` where a tag says so, `silent` where none says anything, `last_leg` for those
 * whose way begins or ends there (destination, customers), `private` and `closed`.
 */
export type CarAccess = "listed" | "silent" | "last_leg" | "private" | "closed";

/** The keys that speak about cars, the most particular first. */
const ACCESS_KEYS = ["motorcar", "motor_vehicle", "vehicle", "access"] as const;

const LISTED = new Set([
  "yes",
  "motorcar",
  "motor_vehicle",
  "vehicle",
  "permissive",
  "designated",
  "hov",
]);

const LAST_LEG = new Set([
  "destination",
  "customers",
  "delivery",
  "permit",
  "residents",
  "unknown",
]);

/** Values that close a way to cars. Lists of values as in the car profile of OSRM 26. */
const CLOSED = new Set([
  "no",
  "agricultural",
  "forestry",
  "emergency",
  "emergency_vehicle",
  "psv",
  "taxi",
  "share_taxi",
  "minibus",
  "bus",
  "foot",
  "restricted",
  "military",
  "official",
]);

/** What the access tags of a way say, for each direction. */
export function wayAccess(tags: Tags): BothWays<CarAccess> {
  const { forward, backward } = directedTag(tags, ACCESS_KEYS);
  return { forward: accessOf(forward), backward: accessOf(backward) };
}

/**
 * What the access tags of a point on a way (a gate, say) say. There `private` closes nothing: whoever may drive the street
 * behind it gets through, and the street has tags of its own.
 */
export function nodeAccess(tags: Tags): CarAccess {
  return accessOf(ACCESS_KEYS.map((key) => tags[key]).find((value) => value !== undefined));
}

function accessOf(value: string | undefined): CarAccess {
  if (value === undefined) return "silent";
  if (!value.includes(";")) return accessOfOne(value);
  const each = value.split(";").map((part) => accessOfOne(part.trim()));
  const friendliest = (["listed", "last_leg", "private", "closed"] as const).find((access) =>
    each.includes(access)
  );
  return friendliest ?? "listed";
}

/** A value that nobody foresaw closes nothing. */
function accessOfOne(value: string): CarAccess {
  if (LAST_LEG.has(value)) return "last_leg";
  if (value === "private") return "private";
  return CLOSED.has(value) && !LISTED.has(value) ? "closed" : "listed";
}

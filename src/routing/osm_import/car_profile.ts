/**
 * What the tags of a way in OpenStreetMap mean for a car. Rules and figures are those of the car profile that OSRM 26
 * carries (`car.lua` and its libraries), except that private streets and ferries are closed.
 */
import type { Tags } from "../osm/elements.ts";
import { type CarAccess, wayAccess } from "./car_access.ts";
import { wayComfort } from "./car_comfort.ts";
import { tooBig } from "./car_limits.ts";
import { isMadeForCars, waySpeed } from "./car_speed.ts";

/** How a street is driven in one direction. */
export interface CarDirection {
  readonly kmh: number;
  /** Share of that speed by which routes are compared, above 0, at most 1. */
  readonly comfort: number;
  /** Who may: all, those whose way begins or ends on it, or those who are let in. */
  readonly access: "open" | "lastLeg" | "private";
}

/** Who drives streets tagged `private`: nobody, but where a route ignores signs; or those whose way begins or ends there. */
export type PrivateStreets = "closed" | "last_leg";

/** A street that a car may drive. */
export interface CarStreet {
  /** Along the way's nodes; null where closed. */
  readonly forward: CarDirection | null;
  /** Against them; null where closed. At least one of the two is open. */
  readonly backward: CarDirection | null;
  /** Its name, or else its number; null where it has neither. */
  readonly name: string | null;
  /** Whether a drive may begin or end there: not on private service ways. */
  readonly stops: boolean;
}

/** The keys of a way that {@linkcode carStreet} reads, as whoever decodes a file may want to know them. */
export const WAY_KEYS: readonly string[] = [
  ...["highway", "name", "ref", "junction", "area", "service", "bridge", "lanes", "surface"],
  ...["tracktype", "smoothness", "lane_markings", "side_road", "priority", "construction"],
  ...["railway", "proposed", "impassable", "status", "hov", "oneway"],
  ...["motorcar", "motor_vehicle", "vehicle"].map((key) => `oneway:${key}`),
  ...["motorcar", "motor_vehicle", "vehicle", "access", "maxspeed:advisory", "maxspeed"]
    .concat(["source:maxspeed", "maxspeed:type", "maxheight:physical", "maxheight"])
    .concat(["maxwidth:physical", "maxwidth", "width", "est_width", "maxlength"])
    .concat(["maxweightrating", "maxweight", "hov:lanes"])
    .flatMap((key) => [key, `${key}:forward`, `${key}:backward`]),
];

const FORWARD_ONLY = new Set(["yes", "1", "true"]);
const ROUND = new Set(["roundabout", "circular"]);
const BUILT_ENOUGH = new Set(["no", "widening", "minor"]);

/**
 * The street that a way with these tags is; null where no car drives.
 * @param privateStreets Default: closed
 */
export function carStreet(tags: Tags, privateStreets: PrivateStreets = "closed"): CarStreet | null {
  const { highway } = tags;
  if (highway === undefined || isBlocked(tags, highway)) return null;
  const [along, against] = openDirections(tags, highway);
  if (!along && !against) return null;
  const speed = waySpeed(tags);
  const access = wayAccess(tags);
  const comfort = wayComfort(tags, along && against);
  const direction = (way: "forward" | "backward"): CarDirection | null =>
    speed[way] <= 0 ? null : {
      kmh: speed[way],
      comfort: comfort[way],
      access: accessOf(access[way], isForPools(tags, way), privateStreets),
    };
  const forward = along ? direction("forward") : null;
  const backward = against ? direction("backward") : null;
  if (forward === null && backward === null) return null;
  return {
    forward,
    backward,
    name: nameOf(tags),
    stops: highway !== "service" || access.forward !== "private",
  };
}

/** Whether nobody drives a street who is not let in, in either direction. */
export function isPrivate({ forward, backward }: CarStreet): boolean {
  return [forward, backward].every((way) => way === null || way.access === "private");
}

function accessOf(
  access: CarAccess,
  forPools: boolean,
  privateStreets: PrivateStreets,
): CarDirection["access"] {
  if (access === "private" && privateStreets === "closed") return "private";
  return access === "private" || access === "last_leg" || forPools ? "lastLeg" : "open";
}

function nameOf({ name, ref }: Tags): string | null {
  return name?.trim() || ref?.trim() || null;
}

function isBlocked(tags: Tags, highway: string): boolean {
  return highway === "steps" || highway === "construction" || highway === "proposed" ||
    tags.area === "yes" || tags.railway === "construction" ||
    (tags.construction !== undefined && !BUILT_ENOUGH.has(tags.construction)) ||
    tags.oneway === "reversible" || tags.service === "emergency_access" ||
    tags.impassable === "yes" || tags.status === "impassable";
}

/** Whether cars drive along the way's nodes, and against them. */
function openDirections(tags: Tags, highway: string): [boolean, boolean] {
  const access = wayAccess(tags);
  // A way that is not made for cars is open to them only where a tag says so.
  const lets = (access: CarAccess) =>
    isMadeForCars(highway) ? access !== "closed" : access === "listed";
  const big = tooBig(tags);
  const only = onlyDirection(tags, highway);
  return [
    only !== "backward" && !big.forward && lets(access.forward),
    only !== "forward" && !big.backward && lets(access.backward),
  ];
}

function onlyDirection(tags: Tags, highway: string): "forward" | "backward" | null {
  const oneway = tags["oneway:motorcar"] ?? tags["oneway:motor_vehicle"] ??
    tags["oneway:vehicle"] ?? tags.oneway;
  if (oneway === "-1") return "backward";
  if (FORWARD_ONLY.has(oneway ?? "")) return "forward";
  const implied = highway === "motorway" || ROUND.has(tags.junction ?? "");
  return implied && oneway !== "no" ? "forward" : null;
}

/** Whether every lane is for cars that carry several people. */
function isForPools(tags: Tags, way: "forward" | "backward"): boolean {
  const lanes = tags[`hov:lanes:${way}`] ?? tags["hov:lanes"];
  return tags.hov === "designated" ||
    (lanes !== undefined && lanes.split("|").every((lane) => lane === "designated"));
}

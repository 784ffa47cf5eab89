/**
 * The meaning of a way's tags for cars, by the rules and figures of OSRM 26's car profile (`car.lua` and what it
 * imports), except that ferries and car trains are closed and that no drive ends on a motorway or in a tunnel.
 */
import type { Tags } from "../osm_pbf/elements.ts";
import type { CarDirection, CarStreet } from "../street_columns.ts";
import {
  directedTag,
  isMadeForCars,
  sizeMeters,
  type Way,
  waySpeed,
  weightKg,
} from "./car_speed.ts";
import { words } from "../words.ts";

export const WAY_KEYS: readonly string[] = [
  ...["highway", "name", "ref", "junction", "area", "service", "bridge", "tunnel", "lanes"],
  ...["surface", "tracktype", "smoothness", "lane_markings", "side_road", "priority"],
  ...["construction", "railway", "impassable", "status", "hov", "oneway", "motorroad"],
  "route",
  ...["motorcar", "motor_vehicle", "vehicle"].map((key) => `oneway:${key}`),
  ...["motorcar", "motor_vehicle", "vehicle", "access", "maxspeed:advisory", "maxspeed"]
    .concat(["source:maxspeed", "maxspeed:type", "maxheight:physical", "maxheight"])
    .concat(["maxwidth:physical", "maxwidth", "width", "est_width", "maxlength"])
    .concat(["maxweightrating", "maxweight", "hov:lanes"])
    .flatMap((key) => [key, `${key}:forward`, `${key}:backward`]),
];

/** What carries cars over water or through a mountain: no courier takes it. */
const CARRIED = words("ferry shuttle_train");
const FORWARD_ONLY = words("yes 1 true");
const RING = words("roundabout circular");
const BUILT_ENOUGH = words("no widening minor");

/** The street of a way with these tags; null if cars may not use it. */
export function carStreet(tags: Tags): CarStreet | null {
  const { highway } = tags;
  if (highway === undefined || isBlocked(tags, highway)) return null;
  const along = isOpen(tags, highway, "forward");
  const against = isOpen(tags, highway, "backward");
  const isTwoWay = along && against;
  const forward = along ? carDirection(tags, "forward", isTwoWay) : null;
  const backward = against ? carDirection(tags, "backward", isTwoWay) : null;
  if (forward === null && backward === null) return null;
  const isPrivateService = highway === "service" && wayAccess(tags, "forward") === "private";
  return {
    forward,
    backward,
    name: tags.name?.trim() || tags.ref?.trim() || null,
    stops: canStop(tags) && !isPrivateService,
    isRing: RING.has(tags.junction ?? ""),
    isService: highway === "service" || !isMadeForCars(highway),
  };
}

/** Null if the ground is impassable. */
function carDirection(tags: Tags, way: Way, isTwoWay: boolean): CarDirection | null {
  const kmh = waySpeed(tags, way);
  if (kmh <= 0) return null;
  const access = wayAccess(tags, way);
  const isLastLeg = access === "private" || access === "last_leg" || isForPools(tags, way);
  return {
    kmh,
    comfort: wayComfort(tags, way, isTwoWay),
    access: isLastLeg ? "lastLeg" : "open",
  };
}

/** Other trunk roads are not here, because in Mexico they are avenues with houses. */
const NO_STOP = words("motorway motorway_link trunk_link");
const OPEN_TUNNEL = words("no building_passage");

/** Whether a courier can stop there and meet a guest. OSRM also ends drives on motorways and in tunnels. */
function canStop({ highway = "", motorroad, tunnel = "no" }: Tags): boolean {
  return !NO_STOP.has(highway) && motorroad !== "yes" && OPEN_TUNNEL.has(tunnel);
}

function isBlocked(tags: Tags, highway: string): boolean {
  return highway === "steps" || highway === "construction" || highway === "proposed" ||
    CARRIED.has(tags.route ?? "") ||
    tags.area === "yes" || tags.railway === "construction" ||
    (tags.construction !== undefined && !BUILT_ENOUGH.has(tags.construction)) ||
    tags.oneway === "reversible" || tags.service === "emergency_access" ||
    tags.impassable === "yes" || tags.status === "impassable";
}

function isOpen(tags: Tags, highway: string, way: Way): boolean {
  const access = wayAccess(tags, way);
  // A tag can open a way that is not made for cars.
  const isLet = isMadeForCars(highway) ? access !== "closed" : access === "listed";
  return isLet && (onlyDirection(tags, highway) ?? way) === way && !isTooBig(tags, way);
}

function onlyDirection(tags: Tags, highway: string): Way | null {
  const oneway = tags["oneway:motorcar"] ?? tags["oneway:motor_vehicle"] ??
    tags["oneway:vehicle"] ?? tags.oneway;
  if (oneway === "-1") return "backward";
  if (FORWARD_ONLY.has(oneway ?? "")) return "forward";
  const implied = highway === "motorway" || RING.has(tags.junction ?? "");
  return implied && oneway !== "no" ? "forward" : null;
}

function isForPools(tags: Tags, way: Way): boolean {
  const lanes = tags[`hov:lanes:${way}`] ?? tags["hov:lanes"];
  return tags.hov === "designated" ||
    (lanes !== undefined && lanes.split("|").every((lane) => lane === "designated"));
}

/** `listed` if a tag allows cars, `silent` without a tag, `last_leg` if drives may only begin or end there. */
type CarAccess = "listed" | "silent" | "last_leg" | "private" | "closed";

/** The access keys for cars, the most specific first. */
const ACCESS_KEYS = ["motorcar", "motor_vehicle", "vehicle", "access"];
const accessTag = directedTag(...ACCESS_KEYS);

const LAST_LEG = words("destination customers delivery permit residents unknown");

const CLOSED = words(`
  no agricultural forestry emergency emergency_vehicle psv taxi share_taxi minibus bus foot
  restricted military official
`);

function wayAccess(tags: Tags, way: Way): CarAccess {
  return accessOf(accessTag(tags, way));
}

/** Access at a node, such as a gate. `private` closes no node, because the street behind it has its own tags. */
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

/** An unknown value closes nothing. */
function accessOfOne(value: string): CarAccess {
  if (LAST_LEG.has(value)) return "last_leg";
  if (value === "private") return "private";
  return CLOSED.has(value) ? "closed" : "listed";
}

/** Service ways that are not for through traffic. */
const SLOW_SERVICE = words("alley parking parking_aisle driveway drive-through drive-thru");

/** The share of its speed that counts when routes are compared: drivers avoid car parks and narrow streets. */
function wayComfort(tags: Tags, way: Way, isTwoWay: boolean): number {
  return Math.min(
    SLOW_SERVICE.has(tags.service ?? "") ? 0.5 : 1,
    isTwoWay ? widthComfort(tags) : 1,
    tags.oneway === "alternating" ? 0.4 : 1,
    tags.side_road === "yes" || tags.side_road === "rotary" ? 0.8 : 1,
    tags.priority === AGAINST[way] ? 0.7 : 1,
  );
}

const AGAINST = { forward: "backward", backward: "forward" };

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

/** An average car, in metres and kilograms. */
const CAR = { height: 2, width: 1.9, length: 4.8, kg: 2000 };

const NO_LIMIT_HEIGHT = words("default none no-sign unsigned");

const maxHeight = directedTag("maxheight:physical", "maxheight");
const maxWidth = directedTag("maxwidth:physical", "maxwidth", "width", "est_width");
const maxLength = directedTag("maxlength");
const maxWeight = directedTag("maxweightrating", "maxweight");

function isTooBig(tags: Tags, way: Way): boolean {
  return isTooLow(maxHeight(tags, way)) ||
    (sizeMeters(maxWidth(tags, way)) ?? Infinity) <= CAR.width ||
    (sizeMeters(maxLength(tags, way)) ?? Infinity) < CAR.length ||
    (weightKg(maxWeight(tags, way)) ?? Infinity) < CAR.kg;
}

export function isTooLow(height: string | undefined): boolean {
  if (height === undefined || NO_LIMIT_HEIGHT.has(height)) return false;
  return (sizeMeters(height) ?? Infinity) < CAR.height;
}

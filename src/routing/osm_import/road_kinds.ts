import type { RoadKind, StreetName } from "../crossings/road_kind.ts";
import type { Tags } from "../osm/elements.ts";
import type { CarDirection, CarStreet } from "./car_profile.ts";
import { isMadeForCars } from "./car_speed.ts";

/** The keys of a way that {@linkcode roadKinds} reads. */
export const KIND_KEYS: readonly string[] = [
  ...["highway", "junction", "name", "ref", "name:pronunciation", "junction:ref", "destination"],
  ...["destination:ref", "destination:street", "destination:forward", "destination:backward"],
  ...["lanes", "lanes:forward", "lanes:backward", "tunnel", "toll", "driving_side"],
  ...["turn:lanes", "turn:lanes:forward", "turn:lanes:backward"],
];

/** Classes of road that are one to whoever looks at a crossing. */
const RANKS: Readonly<Record<string, string>> = {
  path: "track",
  pedestrian: "footway",
  steps: "footway",
};
const OWN_RANK = new Set(["track", "footway", "service", "unclassified", "residential"]);
/** Roads that are drawn wide: how many times wider than their lanes say. */
const BREADTH: Readonly<Record<string, number>> = {
  motorway: 2.5,
  motorway_link: 2.5,
  trunk: 2.5,
  trunk_link: 2.5,
  primary: 1.5,
};
const MINOR = new Set(["service", "winter_road", "ice_road"]);

/** Tells what kind of road a street with these tags is; equal streets have one object between them. */
export function roadKinds(): (tags: Tags, street: CarStreet) => RoadKind {
  const known = new Map<string, RoadKind>();
  return (tags, street) => {
    const kind = kindOf(tags, street);
    const key = JSON.stringify(kind);
    const before = known.get(key);
    if (before === undefined) known.set(key, kind);
    return before ?? kind;
  };
}

function kindOf(tags: Tags, street: CarStreet): RoadKind {
  const highway = tags.highway ?? "";
  const name = nameOf(tags, street.forward === null || street.backward === null);
  const rank = rankOf(highway);
  const isRound = (junction: string) => tags.junction === junction;
  const [roundabout, circular] = [isRound("roundabout"), isRound("circular")];
  const tunnel = tags.tunnel !== undefined && tags.tunnel !== "no";
  const piece = (way: CarDirection | null) =>
    [
      rank,
      roundabout,
      circular,
      street.stops,
      (way?.access ?? "open") !== "open",
      isSplit(tags, street),
      name.id,
      tunnel,
      tags.toll,
      tags.driving_side,
    ]
      .join(" ");
  return {
    roundabout,
    circular,
    minor: MINOR.has(highway) || !isMadeForCars(highway),
    lanes: lanesOf(tags),
    breadth: Object.hasOwn(BREADTH, highway) ? BREADTH[highway]! : 1,
    rank,
    name,
    keepsLeft: tags.driving_side === "left" ? true : tags.driving_side === "right" ? false : null,
    forward: piece(street.forward ?? street.backward),
    backward: piece(street.backward ?? street.forward),
  };
}

function rankOf(highway: string): string {
  const rank = Object.hasOwn(RANKS, highway) ? RANKS[highway]! : highway;
  if (MINOR.has(rank)) return rank === "service" ? rank : "other";
  return OWN_RANK.has(rank) || isMadeForCars(rank) ? rank : "other";
}

/** Whether a street is driven otherwise along than against, so that it ends where one that is driven alike begins. */
function isSplit(tags: Tags, { forward, backward }: CarStreet): boolean {
  if (forward === null || backward === null) return false;
  const lanes = tags["turn:lanes"];
  return forward.kmh !== backward.kmh || forward.comfort !== backward.comfort ||
    (forward.access !== "open") !== (backward.access !== "open") ||
    (tags["turn:lanes:forward"] ?? lanes) !== (tags["turn:lanes:backward"] ?? lanes);
}

function nameOf(tags: Tags, oneWay: boolean): StreetName {
  const [name, ref, exit] = [tags.name ?? "", tags.ref ?? "", tags["junction:ref"] ?? ""];
  const signs = oneWay
    ? Object.keys(tags).filter((key) => /^destination/.test(key) && KIND_KEYS.includes(key))
      .sort().map((key) => `${key}=${tags[key]}`)
    : [];
  const all = [name, ref, exit, tags["name:pronunciation"] ?? "", ...signs];
  return { name, ref, exit, id: all.every((text) => text === "") ? "" : all.join("\n") };
}

function lanesOf(tags: Tags): number {
  if (tags.lanes !== undefined) return countOf(tags.lanes);
  return countOf(tags["lanes:forward"]) + countOf(tags["lanes:backward"]);
}

/** A whole number above 0; 0 for anything else. */
function countOf(text: string | undefined): number {
  const count = Number(text ?? "0");
  return Number.isInteger(count) && count > 0 && count < 256 ? count : 0;
}

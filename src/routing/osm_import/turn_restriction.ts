import type { Member, Tags } from "../osm/elements.ts";

/** A turn that is forbidden, or the only one allowed, by the ids of the map's ways and node. */
export interface TurnRestriction {
  readonly kind: "no" | "only";
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** The node of the turn, or the ways between `from` and `to` in order. */
  readonly via: { readonly node: number } | { readonly ways: readonly number[] };
}

/** The keys of a relation that {@linkcode turnRestriction} reads. */
export const RELATION_KEYS: readonly string[] = [
  ...["type", "except", "restriction", "restriction:motorcar", "restriction:motor_vehicle"],
  "restriction:vehicle",
];

/** Vehicles that a car is. */
const CAR_KINDS = new Set(["motorcar", "motor_vehicle", "vehicle"]);

/**
 * The restriction that a relation makes for cars at all times; null where it makes none: another kind of relation, one for other
 * vehicles, one that excepts cars, one that holds at some hours only (those carry `restriction:conditional`), or a broken one.
 */
export function turnRestriction(members: readonly Member[], tags: Tags): TurnRestriction | null {
  const value = tags["restriction:motorcar"] ?? tags["restriction:motor_vehicle"] ??
    tags["restriction:vehicle"] ?? tags.restriction;
  const kind = /^(no|only)_/.exec(value ?? "")?.[1] as "no" | "only" | undefined;
  if (kind === undefined || exceptsCars(tags.except)) return null;
  const ways = (role: string) =>
    members.filter((member) => member.role === role && member.type === "way").map(({ ref }) => ref);
  const node = members.find(({ role, type }) => role === "via" && type === "node");
  const via = node === undefined ? { ways: ways("via") } : { node: node.ref };
  const [from, to] = [ways("from"), ways("to")];
  const complete = isCount(from.length, value === "no_entry") &&
    isCount(to.length, value === "no_exit") && ("node" in via || via.ways.length > 0);
  return complete ? { kind, from, to, via } : null;
}

/** Only entries and exits may have several ways on their side: elsewhere it is unclear what is meant. */
function isCount(ways: number, several: boolean): boolean {
  return ways === 1 || (several && ways > 1);
}

function exceptsCars(except: string | undefined): boolean {
  return except?.split(";").some((kind) => CAR_KINDS.has(kind.trim())) ?? false;
}

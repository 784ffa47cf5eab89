/** Tags as in Mexico's data, for the elements of a made-up country. */

/** Key, value, key, value. */
export type TagList = readonly string[];

export const SIGNAL_TAGS: TagList = ["highway", "traffic_signals", "traffic_signals", "signal"];

const KINDS = ["residential", "residential", "tertiary", "residential", "secondary"] as const;
const SURFACES = ["asphalt", "paved", "concrete", "asphalt"] as const;

/** A street's tags: the middle one of each direction is a main road with many. */
export function streetTags(street: number, seed: number): TagList {
  const number = 1 + seed % 140;
  const kind = KINDS[street % 9 === 4 ? 4 : street % 4]!;
  const tags = ["highway", kind, "name", `Calle ${number}`, "inegi:cvevial", `${seed}`];
  if (street % 2 === 0 && kind === "residential") tags.push("oneway", "yes");
  if (seed % 3 === 0) tags.push("surface", SURFACES[seed % 4]!);
  if (kind !== "secondary") return tags;
  tags.push("lanes", "2", "maxspeed", "50", "lit", "yes", "sidewalk", "both");
  tags.push("name:es", `Calle ${number}`, "alt_name", `Avenida ${seed % 40}`, "ref", `${number}`);
  tags.push("source", "INEGI", "source:name", "survey", "cycleway:both", "no", "hgv", "no");
  return tags;
}

const DRIVES: readonly TagList[] = [
  ["highway", "service"],
  ["highway", "service", "service", "driveway", "access", "private"],
  ["highway", "footway", "surface", "paving_stones"],
  ["highway", "service", "service", "parking_aisle"],
  ["highway", "path"],
];

export function driveTags(drive: number): TagList {
  return DRIVES[drive % DRIVES.length]!;
}

export function buildingTags(building: number, seed: number): TagList {
  if (building % 4 > 0) return ["building", "yes", "ref:catastro", `${seed >>> 4}`];
  const kind = building % 8 === 0 ? "house" : "residential";
  const address = ["addr:housenumber", `${100 + seed % 500}`, "addr:street", `Calle ${seed % 140}`];
  return [
    "building",
    kind,
    ...address,
    "addr:city",
    "Mérida",
    "building:levels",
    `${1 + seed % 3}`,
  ];
}

const LINES: readonly TagList[] = [
  ["landuse", "residential"],
  ["natural", "scrub", "source", "INEGI"],
  ["waterway", "stream", "intermittent", "yes"],
  ["landuse", "farmland"],
  ["barrier", "wall"],
  ["natural", "wood", "leaf_type", "broadleaved"],
];

export function lineTags(line: number): TagList {
  return LINES[line % LINES.length]!;
}

/** A shop, a gate or another single place; one in ten has a unique name. */
export function placeTags(seed: number): TagList {
  if (seed % 10 === 0) return ["shop", "convenience", "name", `Abarrotes ${seed % 1_000_000}`];
  if (seed % 10 === 1) return ["barrier", "gate", "access", "private"];
  return seed % 2 === 0 ? ["natural", "tree"] : ["power", "pole"];
}

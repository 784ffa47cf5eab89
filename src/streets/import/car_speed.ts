/** Reads speeds and other values of tags, with the figures of OSRM 26's car profile. */
import type { Tags } from "../osm_pbf/elements.ts";

/** Km/h without a posted limit. */
const HIGHWAY_KMH: ReadonlyMap<string, number> = new Map([
  ["motorway", 90],
  ["motorway_link", 45],
  ["trunk", 85],
  ["trunk_link", 40],
  ["primary", 65],
  ["primary_link", 30],
  ["secondary", 55],
  ["secondary_link", 25],
  ["tertiary", 40],
  ["tertiary_link", 20],
  ["unclassified", 25],
  ["residential", 25],
  ["living_street", 10],
  ["service", 15],
  ["winter_road", 20],
  ["ice_road", 15],
]);

/** On ways that are not made for cars and that a tag opens to them. */
const OTHER_KMH = 10;
const MOVABLE_BRIDGE_KMH = 5;

const SHARE_OF_LIMIT = 0.8;

const GROUNDS: readonly [kmh: number, key: string, values: string][] = [
  [80, "surface", "cement compacted fine_gravel"],
  [60, "surface", "paving_stones metal bricks"],
  [40, "surface", "grass wood sett grass_paver gravel unpaved ground dirt pebblestone tartan"],
  [30, "surface", "snow cobblestone clay"],
  [20, "surface", "earth stone rocky sand ice"],
  [15, "surface", "laterite"],
  [10, "surface", "mud"],
  [60, "tracktype", "grade1"],
  [40, "tracktype", "grade2"],
  [30, "tracktype", "grade3"],
  [25, "tracktype", "grade4"],
  [20, "tracktype", "grade5"],
  [80, "smoothness", "intermediate"],
  [40, "smoothness", "bad"],
  [20, "smoothness", "very_bad"],
  [10, "smoothness", "horrible"],
  [5, "smoothness", "very_horrible"],
  [0, "smoothness", "impassable"],
];
const GROUND_KMH: ReadonlyMap<string, number> = new Map(
  GROUNDS.flatMap(([kmh, key, values]) =>
    values.split(" ").map((value) => [`${key}=${value}`, kmh] as const)
  ),
);

const MPH = 1.609;
const NO_LIMIT_KMH = 140;

type LimitsInWords = Readonly<Record<string, number | undefined>>;

/** Km/h of limits in words, by the part after the country, such as `urban` in `MX:urban`. */
const LIMITS: LimitsInWords = { urban: 50, rural: 90, trunk: 110, motorway: 130 };

/** Other values of those words by country; 0 is no limit. */
const LIMITS_BY_COUNTRY: Readonly<Record<string, LimitsInWords | undefined>> = {
  "ar": { urban: 40, rural: 110 },
  "at": { rural: 100, trunk: 100 },
  "be": { motorway: 120 },
  "be-bru": { urban: 30, rural: 70 },
  "be-vlg": { rural: 70 },
  "bg": { motorway: 140 },
  "by": { urban: 60, motorway: 110 },
  "ca-on": { rural: 80 },
  "ch": { rural: 80, trunk: 100, motorway: 120 },
  "de": { living_street: 7, rural: 100, motorway: 0 },
  "dk": { rural: 80 },
  "es": { trunk: 90 },
  "fr": { rural: 80 },
  "gb": { nsl_single: 60 * MPH, nsl_dual: 70 * MPH, motorway: 70 * MPH },
  "lv": { living_street: 20 },
  "nl": { rural: 80, trunk: 100 },
  "no": { rural: 80, motorway: 110 },
  "ph": { urban: 40, rural: 80, motorway: 100 },
  "pl": { rural: 100, expressway: 120, motorway: 140 },
  "ro": { trunk: 100 },
  "ru": { living_street: 20, urban: 60, motorway: 110 },
  "uk": { nsl_single: 60 * MPH, nsl_dual: 70 * MPH, motorway: 70 * MPH },
  "za": { urban: 60, rural: 100 },
};

/** Whether cars may use ways of this kind unless a tag forbids it. */
export function isMadeForCars(highway: string): boolean {
  return HIGHWAY_KMH.has(highway);
}

const postedLimit = directedTag(
  ...["maxspeed:advisory", "maxspeed", "source:maxspeed", "maxspeed:type"],
);

/** Km/h in one direction; 0 if the ground is impassable. */
export function waySpeed(tags: Tags, way: Way): number {
  const ground = ["surface", "tracktype", "smoothness"]
    .map((key) => GROUND_KMH.get(`${key}=${tags[key]}`) ?? Infinity);
  const usual = tags.bridge === "movable"
    ? MOVABLE_BRIDGE_KMH
    : HIGHWAY_KMH.get(tags.highway ?? "") ?? OTHER_KMH;
  return Math.min(...ground, limitedKmh(postedLimit(tags, way)) ?? usual);
}

/** The average speed under a posted limit; null if it is unreadable. */
function limitedKmh(limit: string | undefined): number | null {
  if (limit === undefined) return null;
  const kmh = speedKmh(limit) ?? limitInWords(limit.toLowerCase());
  return kmh > 0 ? kmh * SHARE_OF_LIMIT : null;
}

function limitInWords(limit: string): number {
  if (limit === "none") return NO_LIMIT_KMH;
  const [, country = "", word = ""] = /^(.*[a-z]{2}):([a-z_]+)/.exec(limit) ?? [];
  return LIMITS_BY_COUNTRY[country]?.[word] ?? LIMITS[word] ?? 0;
}

/** Driving along a way's nodes, or against them. */
export type Way = "forward" | "backward";

const METERS_AN_INCH = 0.0254;
const INCHES_A_FOOT = 12;
const KG_A_POUND = 0.45359237;

/** Reads the first of `keys` that is tagged, for one direction: `key:forward` before `key`. */
export function directedTag(...keys: string[]): (tags: Tags, way: Way) => string | undefined {
  // Names are built once: to build them for each way took most of the time of a read.
  const named = keys.map((both) => ({
    both,
    forward: `${both}:forward`,
    backward: `${both}:backward`,
  }));
  return (tags, way) => {
    for (const names of named) {
      const value = tags[names[way]] ?? tags[names.both];
      if (value !== undefined) return value;
    }
  };
}

/** Km/h of a numeric speed (`50`, `30 mph`); null for words. */
function speedKmh(text: string): number | null {
  const digits = /^\d+/.exec(text)?.[0];
  if (digits === undefined) return null;
  return Number(digits) * (/mph|mp\/h/.test(text) ? MPH : 1);
}

/** Metres of a size (`2.1`, `2,1 m`, `6'7"`); null if it has no number. */
export function sizeMeters(text: string | undefined): number | null {
  const number = firstNumber(text);
  if (number === null) return null;
  const inches = /'(.*)/.exec(text!)?.[1];
  if (inches === undefined) return number;
  return (number * INCHES_A_FOOT + Number(/\d+/.exec(inches)?.[0] ?? 0)) * METERS_AN_INCH;
}

/** Kilograms of a weight, in tonnes without a unit (`3.5`, `1500 kg`, `4000 lbs`). */
export function weightKg(text: string | undefined): number | null {
  const number = firstNumber(text);
  if (number === null) return null;
  if (text!.includes("lbs")) return number * KG_A_POUND;
  return text!.includes("kg") ? number : number * 1000;
}

function firstNumber(text: string | undefined): number | null {
  const digits = text === undefined ? null : /\d+\.?\d*/.exec(text.replaceAll(",", "."));
  return digits === null ? null : Number(digits[0]);
}

/** How fast a car drives on a way, and how tag values are read. Figures of the car profile of OSRM 26. */
import type { Tags } from "../osm_pbf/elements.ts";

/** Km/h on streets of each kind, without signs that say otherwise. Figures of the car profile of OSRM 26. */
const HIGHWAY_KMH: Readonly<Record<string, number>> = {
  motorway: 90,
  motorway_link: 45,
  trunk: 85,
  trunk_link: 40,
  primary: 65,
  primary_link: 30,
  secondary: 55,
  secondary_link: 25,
  tertiary: 40,
  tertiary_link: 20,
  unclassified: 25,
  residential: 25,
  living_street: 10,
  service: 15,
  winter_road: 20,
  ice_road: 15,
};

/** Ways that are not made for cars, but opened to them by a tag. */
const OTHER_KMH = 10;
const MOVABLE_BRIDGE_KMH = 5;

/** Share of the limit that is driven on average. */
const SHARE_OF_LIMIT = 0.8;

/** The most that each kind of ground lets a car drive. */
const GROUND_KMH: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  surface: {
    cement: 80,
    compacted: 80,
    fine_gravel: 80,
    paving_stones: 60,
    metal: 60,
    bricks: 60,
    grass: 40,
    wood: 40,
    sett: 40,
    grass_paver: 40,
    gravel: 40,
    unpaved: 40,
    ground: 40,
    dirt: 40,
    pebblestone: 40,
    tartan: 40,
    snow: 30,
    cobblestone: 30,
    clay: 30,
    earth: 20,
    stone: 20,
    rocky: 20,
    sand: 20,
    ice: 20,
    laterite: 15,
    mud: 10,
  },
  tracktype: { grade1: 60, grade2: 40, grade3: 30, grade4: 25, grade5: 20 },
  smoothness: {
    intermediate: 80,
    bad: 40,
    very_bad: 20,
    horrible: 10,
    very_horrible: 5,
    impassable: 0,
  },
};

const LIMIT_KEYS = ["maxspeed:advisory", "maxspeed", "source:maxspeed", "maxspeed:type"] as const;

/** Limits given in words, by what follows the country: `MX:urban`. */
const LIMIT_IN_WORDS: Readonly<Record<string, number>> = {
  urban: 50,
  rural: 90,
  trunk: 110,
  motorway: 130,
};

/** Countries in which those words mean something else; 0 is no limit. */
const LIMIT_BY_COUNTRY: Readonly<Record<string, number>> = {
  "none": 140,
  "ar:urban": 40,
  "ar:rural": 110,
  "at:rural": 100,
  "at:trunk": 100,
  "be-bru:rural": 70,
  "be-bru:urban": 30,
  "be-vlg:rural": 70,
  "be:motorway": 120,
  "bg:motorway": 140,
  "by:motorway": 110,
  "by:urban": 60,
  "ca-on:rural": 80,
  "ch:motorway": 120,
  "ch:rural": 80,
  "ch:trunk": 100,
  "de:living_street": 7,
  "de:motorway": 0,
  "de:rural": 100,
  "dk:rural": 80,
  "es:trunk": 90,
  "fr:rural": 80,
  "gb:motorway": 70 * 1.609,
  "gb:nsl_dual": 70 * 1.609,
  "gb:nsl_single": 60 * 1.609,
  "lv:living_street": 20,
  "nl:rural": 80,
  "nl:trunk": 100,
  "no:motorway": 110,
  "no:rural": 80,
  "ph:motorway": 100,
  "ph:rural": 80,
  "ph:urban": 40,
  "pl:expressway": 120,
  "pl:motorway": 140,
  "pl:rural": 100,
  "ro:trunk": 100,
  "ru:living_street": 20,
  "ru:motorway": 110,
  "ru:urban": 60,
  "uk:motorway": 70 * 1.609,
  "uk:nsl_dual": 70 * 1.609,
  "uk:nsl_single": 60 * 1.609,
  "za:rural": 100,
  "za:urban": 60,
};

/** Whether cars drive on ways of this kind unless a tag forbids it. */
export function isMadeForCars(highway: string): boolean {
  return Object.hasOwn(HIGHWAY_KMH, highway);
}

/** Km/h in each direction; 0 where no car gets through. */
export function waySpeed(tags: Tags): BothWays<number> {
  const usual = usualKmh(tags);
  const limit = directedTag(tags, LIMIT_KEYS);
  const ground = groundKmh(tags);
  const speed = (limit: string | undefined) => Math.min(ground, limitedKmh(limit) ?? usual);
  return { forward: speed(limit.forward), backward: speed(limit.backward) };
}

function usualKmh(tags: Tags): number {
  if (tags.bridge === "movable") return MOVABLE_BRIDGE_KMH;
  const highway = tags.highway ?? "";
  return isMadeForCars(highway) ? HIGHWAY_KMH[highway]! : OTHER_KMH;
}

/** What is driven where that limit is posted; null where it says nothing. */
function limitedKmh(limit: string | undefined): number | null {
  if (limit === undefined) return null;
  const kmh = speedKmh(limit) ?? limitInWords(limit.toLowerCase());
  return kmh > 0 ? kmh * SHARE_OF_LIMIT : null;
}

function limitInWords(limit: string): number {
  if (Object.hasOwn(LIMIT_BY_COUNTRY, limit)) return LIMIT_BY_COUNTRY[limit]!;
  const word = /[a-z]{2}:([a-z]+)/.exec(limit)?.[1] ?? "";
  return Object.hasOwn(LIMIT_IN_WORDS, word) ? LIMIT_IN_WORDS[word]! : 0;
}

function groundKmh(tags: Tags): number {
  let most = Infinity;
  for (const [key, speeds] of Object.entries(GROUND_KMH)) {
    const value = tags[key];
    if (value !== undefined && Object.hasOwn(speeds, value)) most = Math.min(most, speeds[value]!);
  }
  return most;
}

/** A value for driving along a way's nodes, and one for driving against them. */
export interface BothWays<T> {
  readonly forward: T;
  readonly backward: T;
}

const METERS_AN_INCH = 0.0254;
const INCHES_A_FOOT = 12;
const KG_A_POUND = 0.45359237;
const KM_A_MILE = 1.609;

/** The first of `keys` that is tagged, for each direction: `key:forward` before `key`. */
export function directedTag(tags: Tags, keys: readonly string[]): BothWays<string | undefined> {
  let forward: string | undefined;
  let backward: string | undefined;
  for (const key of keys) {
    const both = tags[key];
    forward ??= tags[`${key}:forward`] ?? both;
    backward ??= tags[`${key}:backward`] ?? both;
  }
  return { forward, backward };
}

/** Km/h of a speed that begins with a number (`50`, `30 mph`); null for one in words. */
export function speedKmh(text: string): number | null {
  const digits = /^\d+/.exec(text)?.[0];
  if (digits === undefined) return null;
  return Number(digits) * (/mph|mp\/h/.test(text) ? KM_A_MILE : 1);
}

/** Metres of a size (`2.1`, `2,1 m`, `6'7"`); null where it has no number. */
export function sizeMeters(text: string | undefined): number | null {
  const number = firstNumber(text);
  if (number === null) return null;
  const inches = /'(.*)/.exec(text!)?.[1];
  if (inches === undefined) return number;
  return (number * INCHES_A_FOOT + Number(/\d+/.exec(inches)?.[0] ?? 0)) * METERS_AN_INCH;
}

/** Kilograms of a weight, in tonnes unless it says otherwise (`3.5`, `1500 kg`, `4000 lbs`). */
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

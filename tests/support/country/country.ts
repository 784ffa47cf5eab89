/**
 * A made-up country whose every part is computed from its number, so that a file of any size can be written in constant memory:
 * towns of quarters, each with a grid of streets, drives, buildings, other lines and single places.
 *
 * One town lies at Mérida, the others all over Mexico, none within 300 km of it. Quarters alternate between all towns, like ids
 * assigned over the years: each town's nodes are spread over the file.
 *
 * @module
 */
import type { LatLng } from "../../../src/domain/location.ts";

/** How large a country is. */
export interface CountrySize {
  readonly towns: number;
  readonly quartersATown: number;
}

/** Where the first town lies. */
export const FIRST_TOWN: LatLng = { lat: 20.967, lng: -89.624 };

/** Streets of a quarter in either direction. */
export const STREETS = 9;
export const DRIVES = 20;
export const BUILDINGS = 110;
export const LINES = 30;
export const PLACES = 40;
export const DRIVE_NODES = 5;
export const CORNERS = 4;
export const LINE_NODES = 48;

/** The first number of each kind of node in a quarter: junctions, then two bends on each block's edge, and so on. */
const EDGES = STREETS * (STREETS - 1) * 2;
export const FIRST_BEND: number = STREETS * STREETS;
export const FIRST_DRIVE: number = FIRST_BEND + 2 * EDGES;
export const FIRST_CORNER: number = FIRST_DRIVE + DRIVES * DRIVE_NODES;
export const FIRST_LINE: number = FIRST_CORNER + BUILDINGS * CORNERS;
export const FIRST_PLACE: number = FIRST_LINE + LINES * LINE_NODES;
export const QUARTER_NODES: number = FIRST_PLACE + PLACES;

/** The last id of a node: real ones are beyond 2^32 since 2016. */
const LAST_NODE_ID = 12.6e9;

/** Units of 1e-7 degrees in a block: about 70 m, so that a quarter with its margin is 630 m wide. */
export const BLOCK = 6_300;
const QUARTER = STREETS * BLOCK;

/** The number of quarters of a country. */
export function quarterCount({ towns, quartersATown }: CountrySize): number {
  return towns * quartersATown;
}

/** The id of the node with number `node` in a quarter. Ids increase with both, in runs with gaps between. */
export function nodeId(country: CountrySize, quarter: number, node: number): number {
  const room = Math.floor(LAST_NODE_ID / quarterCount(country));
  return 1_000 + quarter * room + node + (node >> 4) * 37;
}

/** The north-western junction of a quarter, in units of 1e-7 degrees. */
export function cornerOf(country: CountrySize, quarter: number): { lat: number; lng: number } {
  const { town, column, row } = placeOf(country, quarter);
  const middle = (townSide(country) - 1) / 2;
  const center = townCenter(town);
  // Towns other than the first are up to ten times as wide.
  const spread = town === 0 ? 1 : 1 + scrambled(town, 3) % 10;
  const step = QUARTER * spread;
  return {
    lat: Math.round(center.lat * 1e7 - (row - middle) * step),
    lng: Math.round(center.lng * 1e7 + (column - middle) * step),
  };
}

/** The quarter east or south of another in its town; null at the town's edge. */
export function neighbourOf(
  country: CountrySize,
  quarter: number,
  side: "east" | "south",
): number | null {
  const { town, column, row } = placeOf(country, quarter);
  const width = townSide(country);
  const next = side === "east" ? row * width + column + 1 : (row + 1) * width + column;
  if (side === "east" && column + 1 === width) return null;
  return next < country.quartersATown ? next * country.towns + town : null;
}

/** A pseudorandom number from 0 to below 2^32, determined by `a` and `b`. */
export function scrambled(a: number, b: number): number {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x165667b1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function placeOf(country: CountrySize, quarter: number) {
  const slot = Math.floor(quarter / country.towns);
  const width = townSide(country);
  return { town: quarter % country.towns, column: slot % width, row: Math.floor(slot / width) };
}

function townSide({ quartersATown }: CountrySize): number {
  return Math.ceil(Math.sqrt(quartersATown));
}

/** Except for the first town: west of the peninsula and within the country's latitudes. */
function townCenter(town: number): LatLng {
  if (town === 0) return FIRST_TOWN;
  const share = (salt: number) => scrambled(town, salt) / 2 ** 32;
  return { lat: 16 + 15 * share(1), lng: -114 + 19 * share(2) };
}

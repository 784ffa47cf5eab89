/**
 * A made-up country, of which every part can be told from its number alone, so that a file of any size is written without
 * holding it: towns of quarters, each with streets in a grid, drives, buildings, other lines and single places.
 *
 * One town lies where Mérida does, the others all over Mexico, none within 300 km of it. The order of quarters goes round all
 * towns, as ids do that are given over the years: each town's nodes stand all over the file.
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

/** Where each kind of node begins in a quarter: junctions come first, then two bends on each block's edge. */
const EDGES = STREETS * (STREETS - 1) * 2;
export const FIRST_BEND: number = STREETS * STREETS;
export const FIRST_DRIVE: number = FIRST_BEND + 2 * EDGES;
export const FIRST_CORNER: number = FIRST_DRIVE + DRIVES * DRIVE_NODES;
export const FIRST_LINE: number = FIRST_CORNER + BUILDINGS * CORNERS;
export const FIRST_PLACE: number = FIRST_LINE + LINES * LINE_NODES;
export const QUARTER_NODES: number = FIRST_PLACE + PLACES;

/** Ids in use when the file was made: beyond 2^32, as they have been since 2016. */
const LAST_NODE_ID = 12.6e9;

/** Units of 1e-7 degrees in a block: about 70 m, so that a quarter with its margin is 630 m wide. */
export const BLOCK = 6_300;
const QUARTER = STREETS * BLOCK;

/** How many quarters a country has. */
export function quarterCount({ towns, quartersATown }: CountrySize): number {
  return towns * quartersATown;
}

/** The id of the node with number `node` in a quarter. Ids rise with both, in runs with gaps between. */
export function nodeId(country: CountrySize, quarter: number, node: number): number {
  const room = Math.floor(LAST_NODE_ID / quarterCount(country));
  return 1_000 + quarter * room + node + (node >> 4) * 37;
}

/** Where a quarter's north-western junction lies, in units of 1e-7 degrees. */
export function cornerOf(country: CountrySize, quarter: number): { lat: number; lng: number } {
  const { town, column, row } = placeOf(country, quarter);
  const middle = (townSide(country) - 1) / 2;
  const center = townCenter(town);
  // Towns other than the first spread over the country around them, up to ten times as wide.
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

/** A number from 0 to below 2^32 that looks random and is always the same for the same two. */
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

/** West of the peninsula and within the country's latitudes, but for the first. */
function townCenter(town: number): LatLng {
  if (town === 0) return FIRST_TOWN;
  const share = (salt: number) => scrambled(town, salt) / 2 ** 32;
  return { lat: 16 + 15 * share(1), lng: -114 + 19 * share(2) };
}

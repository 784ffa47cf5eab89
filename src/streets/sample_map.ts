import { boxOf, toUnits, unitsOf } from "./coordinates.ts";
import {
  addSegment,
  type CarDirection,
  freeTurns,
  type StreetColumns,
  streetColumns,
  streetsOfColumns,
} from "./street_columns.ts";
import type { StreetGraph } from "./street_graph.ts";

// As in the centre of Mérida, odd streets run east-west, numbered southwards, and even ones north-south, westwards.
const ODD_STREETS = Array.from({ length: 16 }, (_, i) => 47 + 2 * i);
const EVEN_STREETS = Array.from({ length: 15 }, (_, i) => 46 + 2 * i);

// Blocks of about 232 by 239 m, twice the real ones, so that these numbers span some 3.4 km each way. The Plaza Grande
// (20.9670, -89.6237) lies between 60, 61, 62 and 63.
const BLOCK = { lat: 0.0021, lng: 0.0023 };
const CALLE_61_LAT = 20.968;
const CALLE_58_LNG = -89.621;

const STREET_KMH = 25;
const AVENUE_KMH = 40;
/** The four streets around the edge are two-way avenues; two more avenues cross in the middle. */
const RING = new Set([47, 77, 46, 74]);
const AVENUES = new Set([59, 60, ...RING]);

/** An invented street grid for the sample restaurant. A car can drive from every corner to every other. */
export function sampleGraph(): StreetGraph {
  const columns = streetColumns();
  const westToEast = EVEN_STREETS.toReversed();
  for (const odd of ODD_STREETS) addBlocks(columns, odd, westToEast.map((even) => ({ odd, even })));
  for (const even of EVEN_STREETS) {
    addBlocks(columns, even, ODD_STREETS.map((odd) => ({ odd, even })));
  }
  const streets = streetsOfColumns(columns);
  const { south, west, north, east } = unitsOf(boxOf(streets));
  const lines = [[south, west, south, east, north, east, north, west, south, west]];
  const areas = [{ name: "Centro", isTown: false, lines }];
  return { ...streets, ...freeTurns(columns, streets), areas };
}

type Corner = Readonly<Record<"odd" | "even", number>>;

/** Adds the street `number` through its corners, given eastwards or southwards, as one segment a block. */
function addBlocks(columns: StreetColumns, number: number, corners: readonly Corner[]): void {
  const kmh = AVENUES.has(number) ? AVENUE_KMH : STREET_KMH;
  const open: CarDirection = { kmh, comfort: 1, access: "open" };
  // Calle 60 runs southwards and 61 eastwards; from there directions alternate.
  const along = number % 4 <= 1;
  const isTwoWay = RING.has(number);
  const street = {
    forward: along || isTwoWay ? open : null,
    backward: !along || isTwoWay ? open : null,
    name: `Calle ${number}`,
    stops: true,
    isRing: false,
    isService: false,
  };
  const places = corners.map(({ odd, even }) => ({
    junction: odd * 100 + even,
    lat: toUnits(CALLE_61_LAT - (odd - 61) / 2 * BLOCK.lat),
    lng: toUnits(CALLE_58_LNG - (even - 58) / 2 * BLOCK.lng),
  }));
  places.slice(1).forEach((end, i) => {
    const start = places[i]!;
    const points = [start, end].map(({ lat, lng }) => [lat, lng] as const);
    addSegment(columns, [start.junction, end.junction], street, points);
  });
}

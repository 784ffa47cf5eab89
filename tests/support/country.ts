/**
 * Writes a PBF file like an extract of a whole country, block by block: towns of streets, buildings and other lines, one at Mérida
 * and none other within 300 km of it. The towns' elements alternate, like ids assigned over the years, so that each town's nodes are
 * spread over the file.
 */
import { blob, dataBlock, type ElementType, headerBlock, type OsmElement } from "./osm_files.ts";

export interface Country {
  readonly towns: number;
  /** The kinds of elements in their order in the file. Default: nodes, ways, relations. */
  readonly order?: readonly ElementType[];
}

/** Corners of a town in either direction, and its streets, each from one corner to the next. */
const SIDE = 40;
export const STREETS: number = 2 * SIDE * (SIDE - 1);
const BENDS = 2;
/** Fields, woods and streams. */
const LINES = 1_400;
const LINE_NODES = 48;
const BUILDINGS = 1_000;
const WALLS = 4;
const RESTRICTIONS = 100;

/** The number of the first node of each kind. */
const FIRST_BEND = SIDE * SIDE;
const FIRST_LINE = FIRST_BEND + STREETS * BENDS;
const FIRST_WALL = FIRST_LINE + LINES * LINE_NODES;

const COUNTS: Readonly<Record<ElementType, number>> = {
  node: FIRST_WALL + BUILDINGS * WALLS,
  way: STREETS + LINES + BUILDINGS,
  relation: RESTRICTIONS,
};

/** Real ids of nodes are beyond 2^32. */
const FIRST_IDS: Readonly<Record<ElementType, number>> = { node: 5e9, way: 1e9, relation: 1e6 };

/** Units of 1e-7 degrees from one corner to the next: about 70 m. */
const BLOCK = 6_300;
const BLOCK_ELEMENTS = 8_000;

/** Writes the file `path`. @returns its size in bytes */
export function writeCountry(
  path: string,
  { towns, order = ["node", "way", "relation"] }: Country,
): number {
  using file = Deno.openSync(path, { write: true, create: true, truncate: true });
  let size = 0;
  const write = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
    size += bytes.length;
  };
  write(blob("OSMHeader", headerBlock()));
  for (const kind of order) {
    let elements: OsmElement[] = [];
    for (let number = 0; number < COUNTS[kind]; number++) {
      for (let town = 0; town < towns; town++) elements.push(MAKERS[kind](number, town, towns));
      if (elements.length < BLOCK_ELEMENTS && number + 1 < COUNTS[kind]) continue;
      write(blob("OSMData", dataBlock(elements)));
      elements = [];
    }
  }
  return size;
}

const MAKERS: Readonly<
  Record<ElementType, (number: number, town: number, towns: number) => OsmElement>
> = { node, way, relation };

function node(number: number, town: number, towns: number): OsmElement {
  const { lat, lng } = townCorner(town);
  const [south, east] = placeInTown(number, town);
  return {
    type: "node",
    id: idOf("node", number, town, towns),
    lat: lat - Math.round(south * BLOCK),
    lng: lng + Math.round(east * BLOCK),
    ...(number < FIRST_BEND && number % 40 === 20 ? { tags: { highway: "traffic_signals" } } : {}),
  };
}

function way(number: number, town: number, towns: number): OsmElement {
  const id = idOf("way", number, town, towns);
  const ref = (node: number) => idOf("node", node, town, towns);
  const run = (first: number, count: number) =>
    Array.from({ length: count }, (_, i) => ref(first + i));
  if (number < STREETS) {
    const [from, to] = endsOf(number);
    const refs = [ref(from), ...run(FIRST_BEND + number * BENDS, BENDS), ref(to)];
    const tags = { highway: "residential", name: `Calle ${number % 140}`, surface: "asphalt" };
    return { type: "way", id, refs, tags };
  }
  if (number < STREETS + LINES) {
    const refs = run(FIRST_LINE + (number - STREETS) * LINE_NODES, LINE_NODES);
    return { type: "way", id, refs, tags: { natural: "scrub", source: "INEGI" } };
  }
  const first = FIRST_WALL + (number - STREETS - LINES) * WALLS;
  const tags = { building: "yes", "ref:catastro": `${id}` };
  return { type: "way", id, refs: [...run(first, WALLS), ref(first)], tags };
}

/** Out of a street between two corners of a row no left turn into the column at its end. */
function relation(number: number, town: number, towns: number): OsmElement {
  const from = number * 7;
  const [, via] = endsOf(from);
  const to = STREETS / 2 + (via % SIDE) * (SIDE - 1) + Math.floor(via / SIDE);
  return {
    type: "relation",
    id: idOf("relation", number, town, towns),
    members: [
      { type: "way", ref: idOf("way", from, town, towns), role: "from" },
      { type: "node", ref: idOf("node", via, town, towns), role: "via" },
      { type: "way", ref: idOf("way", to, town, towns), role: "to" },
    ],
    tags: { type: "restriction", restriction: "no_left_turn" },
  };
}

function idOf(kind: ElementType, number: number, town: number, towns: number): number {
  return FIRST_IDS[kind] + number * towns + town;
}

/** The corners at the ends of a street: of a row for the first half of the streets, else of a column. */
function endsOf(street: number): readonly [number, number] {
  const line = Math.floor(street / (SIDE - 1)) % SIDE;
  const place = street % (SIDE - 1);
  if (street < STREETS / 2) return [line * SIDE + place, line * SIDE + place + 1];
  return [place * SIDE + line, (place + 1) * SIDE + line];
}

/** Blocks south and east of the town's corner, moved a little. */
function placeInTown(number: number, town: number): readonly [number, number] {
  const [south, east] = regularPlace(number);
  const seed = 2 * (64 * number + town);
  return [south + scrambled(seed) / 8, east + scrambled(seed + 1) / 8];
}

function regularPlace(number: number): readonly [number, number] {
  if (number < FIRST_BEND) return [Math.floor(number / SIDE), number % SIDE];
  if (number < FIRST_LINE) {
    const street = Math.floor((number - FIRST_BEND) / BENDS);
    const part = (1 + (number - FIRST_BEND) % BENDS) / (1 + BENDS);
    const [a, b] = endsOf(street).map(regularPlace) as [[number, number], [number, number]];
    return [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])];
  }
  const length = number < FIRST_WALL ? LINE_NODES : WALLS;
  const line = Math.floor(number / length);
  return [SIDE * scrambled(line), SIDE * scrambled(line + 1) + number % length / length];
}

/** The north-western corner of a town, in units of 1e-7 degrees. */
function townCorner(town: number): { lat: number; lng: number } {
  if (town === 0) return { lat: 20.98e7, lng: -89.64e7 };
  // West of the peninsula.
  return { lat: (16 + 2.5 * (town % 6)) * 1e7, lng: (-114 + 2.5 * Math.floor(town / 6)) * 1e7 };
}

/** A pseudorandom number from 0 to below 1, determined by `number`. */
function scrambled(number: number): number {
  return (Math.imul(number, 0x9e3779b1) >>> 0) / 2 ** 32;
}

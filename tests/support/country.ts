/**
 * Writes a PBF file like an extract of a whole country, block by block: towns of streets and other lines, one at Mérida
 * and none other within 300 km of it. The towns' elements alternate, like ids assigned over the years, so that each
 * town's nodes are spread over the file.
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
/** Fields, woods, streams and houses. */
const LINES = 1_613;
const LINE_NODES = 48;
const CORNERS = SIDE * SIDE;

const COUNTS: Readonly<Record<ElementType, number>> = {
  node: CORNERS + LINES * LINE_NODES,
  way: STREETS + LINES,
  relation: 100,
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
      for (let town = 0; town < towns; town++) {
        const idOf = (kind: ElementType, n: number) => FIRST_IDS[kind] + n * towns + town;
        elements.push(MAKERS[kind](number, town, idOf));
      }
      if (elements.length < BLOCK_ELEMENTS && number + 1 < COUNTS[kind]) continue;
      write(blob("OSMData", dataBlock(elements)));
      elements = [];
    }
  }
  return size;
}

type IdOf = (kind: ElementType, number: number) => number;

const MAKERS: Readonly<
  Record<ElementType, (number: number, town: number, idOf: IdOf) => OsmElement>
> = { node, way, relation };

function node(number: number, town: number, idOf: IdOf): OsmElement {
  const line = Math.floor((number - CORNERS) / LINE_NODES);
  const [south, east] = number < CORNERS
    ? [Math.floor(number / SIDE), number % SIDE]
    : [line % SIDE + 0.5, line / SIDE + number % LINE_NODES / LINE_NODES];
  // The first is at Mérida, the others are west of the peninsula.
  const [lat, lng] = town === 0
    ? [20.98, -89.64]
    : [16 + 2.5 * (town % 6), -114 + 2.5 * Math.floor(town / 6)];
  return {
    type: "node",
    id: idOf("node", number),
    lat: Math.round(lat * 1e7 - south * BLOCK),
    lng: Math.round(lng * 1e7 + east * BLOCK),
  };
}

function way(number: number, _town: number, idOf: IdOf): OsmElement {
  const id = idOf("way", number);
  if (number < STREETS) {
    const refs = endsOf(number).map((corner) => idOf("node", corner));
    const tags = { highway: "residential", name: `Calle ${number % 140}`, surface: "asphalt" };
    return { type: "way", id, refs, tags };
  }
  const first = CORNERS + (number - STREETS) * LINE_NODES;
  const refs = Array.from({ length: LINE_NODES }, (_, i) => idOf("node", first + i));
  return { type: "way", id, refs, tags: { natural: "scrub", "ref:catastro": `${id}` } };
}

/** Out of a street between two corners of a row no left turn into the column at its end. */
function relation(number: number, _town: number, idOf: IdOf): OsmElement {
  const from = number * 7;
  const [, via] = endsOf(from);
  const to = STREETS / 2 + (via % SIDE) * (SIDE - 1) + Math.floor(via / SIDE);
  return {
    type: "relation",
    id: idOf("relation", number),
    members: [
      { type: "way", ref: idOf("way", from), role: "from" },
      { type: "node", ref: idOf("node", via), role: "via" },
      { type: "way", ref: idOf("way", to), role: "to" },
    ],
    tags: { type: "restriction", restriction: "no_left_turn" },
  };
}

/** The corners at the ends of a street: of a row for the first half of the streets, else of a column. */
function endsOf(street: number): readonly [number, number] {
  const line = Math.floor(street / (SIDE - 1)) % SIDE;
  const place = street % (SIDE - 1);
  if (street < STREETS / 2) return [line * SIDE + place, line * SIDE + place + 1];
  return [place * SIDE + line, (place + 1) * SIDE + line];
}

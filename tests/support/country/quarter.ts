/** The nodes and ways of one quarter of a made-up country. */
import { randomNumbers } from "../../routing/_town.ts";
import {
  BLOCK,
  BUILDINGS,
  cornerOf,
  CORNERS,
  type CountrySize,
  DRIVE_NODES,
  DRIVES,
  FIRST_BEND,
  FIRST_CORNER,
  FIRST_DRIVE,
  FIRST_LINE,
  LINE_NODES,
  LINES,
  neighbourOf,
  nodeId,
  PLACES,
  quarterCount,
  scrambled,
  STREETS,
} from "./country.ts";
import {
  buildingTags,
  driveTags,
  lineTags,
  placeTags,
  SIGNAL_TAGS,
  streetTags,
  type TagList,
} from "./country_tags.ts";

/** Called with each node of a quarter in ascending order; units of 1e-7 degrees. */
export type VisitNode = (node: number, lat: number, lng: number, tags: TagList | null) => void;
/** Called with each way; `refs` are ids of nodes, overwritten by those of the next way. */
export type VisitWay = (way: number, refs: readonly number[], tags: TagList) => void;

/** Ways in a quarter, including those that lead to its neighbours. */
const BLOCKS = STREETS - 1;
const PIECES = BLOCKS / 2;
const STREET_WAYS = 2 * STREETS * PIECES;
export const QUARTER_WAYS: number = STREET_WAYS + 2 + DRIVES + BUILDINGS + LINES;

const LAST_WAY_ID = 1.35e9;
const METERS_10 = 900;

/** The id of the way with number `way` in a quarter. */
export function wayId(country: CountrySize, quarter: number, way: number): number {
  return 100 + quarter * Math.floor(LAST_WAY_ID / quarterCount(country)) + way * 3;
}

export function nodesOf(country: CountrySize, quarter: number, visit: VisitNode): void {
  const { lat, lng } = cornerOf(country, quarter);
  const random = randomNumbers(scrambled(quarter, 5));
  const within = (size: number) => Math.floor((random() - 0.5) * size);
  let node = 0;
  const add = (south: number, east: number, tags: TagList | null = null) =>
    visit(node++, lat - Math.round(south), lng + Math.round(east), tags);

  for (let i = 0; i < STREETS * STREETS; i++) {
    const signal = i % 40 === 20 ? SIGNAL_TAGS : null;
    const bent = BLOCK / 6;
    add(Math.floor(i / STREETS) * BLOCK + within(bent), i % STREETS * BLOCK + within(bent), signal);
  }
  for (const along of ["row", "column"]) {
    for (let edge = 0; edge < STREETS * BLOCKS; edge++) {
      const across = Math.floor(edge / BLOCKS) * BLOCK;
      const from = edge % BLOCKS * BLOCK;
      for (const part of [1 / 3, 2 / 3]) {
        const [a, b] = [across + within(BLOCK / 8), from + part * BLOCK + within(BLOCK / 8)];
        if (along === "row") add(a, b);
        else add(b, a);
      }
    }
  }
  const somewhere = () => random() * BLOCKS * BLOCK;
  const wander = (count: number, step: number) => {
    let [south, east] = [somewhere(), somewhere()];
    for (let i = 0; i < count; i++) add(south += within(step), east += within(step));
  };
  for (let drive = 0; drive < DRIVES; drive++) wander(DRIVE_NODES, 4 * METERS_10);
  for (let building = 0; building < BUILDINGS; building++) {
    const [south, east] = [somewhere(), somewhere()];
    const [deep, wide] = [METERS_10 * (0.5 + random()), METERS_10 * (0.5 + random())];
    for (let corner = 0; corner < CORNERS; corner++) {
      add(south + (corner > 1 ? deep : 0) + within(20), east + (corner % 3 > 0 ? wide : 0));
    }
  }
  for (let line = 0; line < LINES; line++) wander(LINE_NODES, 6 * METERS_10);
  for (let place = 0; place < PLACES; place++) {
    add(somewhere(), somewhere(), placeTags(scrambled(quarter, place)));
  }
}

export function waysOf(country: CountrySize, quarter: number, visit: VisitWay): void {
  const refs: number[] = [];
  const id = (node: number, of = quarter) => nodeId(country, of, node);
  let way = 0;
  const end = (tags: TagList) => {
    visit(way++, refs, tags);
    refs.length = 0;
  };

  for (let street = 0; street < 2 * STREETS; street++) {
    for (let piece = 0; piece < PIECES; piece++) {
      for (let block = 2 * piece; block <= 2 * piece + 2; block++) {
        refs.push(id(junction(street, block)));
        if (block === 2 * piece + 2) break;
        const bend = FIRST_BEND + 2 * (street * BLOCKS + block);
        refs.push(id(bend), id(bend + 1));
      }
      end(streetTags(street, scrambled(quarter, street)));
    }
  }
  for (const side of ["east", "south"] as const) {
    const next = neighbourOf(country, quarter, side);
    const middle = STREETS >> 1;
    const street = side === "east" ? middle : STREETS + middle;
    if (next === null) way++;
    else {
      refs.push(id(junction(street, BLOCKS)), id(junction(street, 0), next));
      end(streetTags(street, quarter));
    }
  }
  const run = (first: number, count: number) => {
    for (let node = first; node < first + count; node++) refs.push(id(node));
  };
  for (let drive = 0; drive < DRIVES; drive++) {
    refs.push(id(scrambled(quarter, drive) % (STREETS * STREETS)));
    run(FIRST_DRIVE + drive * DRIVE_NODES, DRIVE_NODES);
    end(driveTags(drive));
  }
  for (let building = 0; building < BUILDINGS; building++) {
    const first = FIRST_CORNER + building * CORNERS;
    run(first, CORNERS);
    refs.push(id(first));
    end(buildingTags(building, scrambled(quarter, building)));
  }
  for (let line = 0; line < LINES; line++) {
    run(FIRST_LINE + line * LINE_NODES, LINE_NODES);
    end(lineTags(line));
  }
}

/** The number of the junction where `street` (rows first, then columns) has its `block`th corner. */
export function junction(street: number, block: number): number {
  return street < STREETS ? street * STREETS + block : block * STREETS + street - STREETS;
}

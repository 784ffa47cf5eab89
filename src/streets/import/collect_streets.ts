/** Collects the streets for cars and the named areas of a file, by the ids of their nodes, and those nodes. */
import { type Box, unitsOf } from "../coordinates.ts";
import type { CarStreet } from "../street_columns.ts";
import { type Member, NO_PLACE, type OsmSource, type Tags } from "../osm_pbf/elements.ts";
import {
  AREA_KEYS,
  areaOf,
  areaRelations,
  type CollectedAreas,
  type PlaceNode,
  placeNode,
} from "./areas.ts";
import { type CarObstacle, carObstacle, NODE_KEYS } from "./car_obstacle.ts";
import { carStreet, WAY_KEYS } from "./car_profile.ts";

export interface CollectedWays extends CollectedAreas {
  /** Pieces of ways. A way that leaves the clip and returns has several. */
  readonly runs: readonly StreetRun[];
  /** The node ids of all runs and of the lines of areas. */
  readonly refs: Float64Array;
  readonly restrictions: readonly TurnRestriction[];
  /** The number of ways with `highway` in the file, and of those that were kept. */
  readonly waysRead: number;
  readonly waysKept: number;
}

export interface StreetRun {
  readonly way: number;
  readonly street: CarStreet;
  /** Its node ids are `refs[first]` to `refs[end - 1]`. */
  readonly first: number;
  readonly end: number;
}

/** Reads ways for cars, restrictions and areas, and keeps the pieces of ways that touch `inside`; null keeps all. */
export async function collectWays(
  source: OsmSource,
  inside: NodeIds | null,
  onProgress?: (bytes: number) => void,
): Promise<CollectedWays> {
  const runs: StreetRun[] = [];
  const refs: number[] = [];
  const restrictions: TurnRestriction[] = [];
  const areas = await areaRelations(source);
  const bounds = new Set(areas.flatMap(({ ways }) => ways));
  const areaLines = new Map<number, readonly [first: number, end: number]>();
  let waysRead = 0;
  let waysKept = 0;

  function addRun(way: number, street: CarStreet, nodes: number[]): void {
    const first = refs.length;
    nodes.forEach((node, i) => {
      if (node !== nodes[i - 1]) refs.push(node);
    });
    runs.push({ way, street, first, end: refs.length });
  }

  await source.read({
    keys: { way: [...WAY_KEYS, ...AREA_KEYS], relation: ["type", "except", ...RESTRICTION_KEYS] },
    way(id, nodesOf, tags) {
      const area = areaOf(tags);
      if (area !== null) areas.push({ ...area, ways: [id] });
      const isLine = area !== null || bounds.has(id);
      if (tags.highway === undefined && !isLine) return;
      const nodes = nodesOf();
      const pieces = inside === null ? [nodes] : piecesInside(nodes, inside);
      if (isLine && pieces.length > 0) {
        const first = refs.length;
        for (const node of nodes) refs.push(node);
        areaLines.set(id, [first, refs.length]);
      }
      if (tags.highway === undefined) return;
      waysRead++;
      if (pieces.length === 0) return;
      const street = carStreet(tags);
      if (street === null) return;
      waysKept++;
      for (const piece of pieces) addRun(id, street, piece);
    },
    relation(_id, members, tags) {
      const restriction = turnRestriction(members, tags);
      if (restriction !== null) restrictions.push(restriction);
    },
  }, onProgress);
  return {
    runs,
    refs: Float64Array.from(refs),
    restrictions,
    areas,
    areaLines,
    waysRead,
    waysKept,
  };
}

/** The pieces of a way whose nodes lie inside, each with the node before and after it. */
function piecesInside(nodes: readonly number[], inside: NodeIds): number[][] {
  const within = nodes.map((node) => inside.indexOf(node) >= 0);
  const pieces: number[][] = [];
  for (let i = 0; i < nodes.length; i++) {
    if (!within[i] && !within[i - 1] && !within[i + 1]) continue;
    // Two consecutive nodes outside belong to two pieces.
    const goesOn = i > 0 && (within[i] || within[i - 1]) && pieces.length > 0;
    if (goesOn) pieces.at(-1)!.push(nodes[i]!);
    if (!goesOn) pieces.push([nodes[i]!]);
    else if (!within[i] && within[i + 1]) pieces.push([nodes[i]!]);
  }
  return pieces.filter((piece) => piece.length > 1);
}

/** Nodes by their index in {@linkcode NodeIds}. */
export interface CollectedNodes {
  /** Units of 1e-7 degrees; {@linkcode NO_PLACE} for a node that the file lacks. */
  readonly lat: Int32Array;
  readonly lng: Int32Array;
  readonly obstacles: ReadonlyMap<number, CarObstacle>;
  /** Towns and colonias of the whole file that are nodes. */
  readonly places: readonly PlaceNode[];
  /** The time of the data; null if the file lacks it. */
  readonly timestamp: Temporal.Instant | null;
  /** How many have no location. */
  readonly unplaced: number;
}

export async function nodesInside(
  source: OsmSource,
  box: Box,
  onProgress?: (bytes: number) => void,
): Promise<NodeIds> {
  const ids: number[] = [];
  const { south, west, north, east } = unitsOf(box);
  await source.read({
    keys: { node: [] },
    node(id, lat, lng) {
      if (lat >= south && lat <= north && lng >= west && lng <= east) ids.push(id);
    },
  }, onProgress);
  return nodeIds(Float64Array.from(ids));
}

export async function collectNodes(
  source: OsmSource,
  ids: NodeIds,
  onProgress?: (bytes: number) => void,
): Promise<CollectedNodes> {
  const lat = new Int32Array(ids.length).fill(NO_PLACE);
  const lng = new Int32Array(ids.length);
  const obstacles = new Map<number, CarObstacle>();
  const places: PlaceNode[] = [];
  let unplaced = 0;
  const timestamp = await source.read({
    keys: { node: [...NODE_KEYS, ...AREA_KEYS] },
    node(id, lat1e7, lng1e7, tags) {
      const place = tags && lat1e7 !== NO_PLACE && placeNode(tags, { id, lat1e7, lng1e7 });
      if (place) places.push(place);
      const index = ids.indexOf(id);
      if (index < 0) return;
      lat[index] = lat1e7;
      if (lat1e7 === NO_PLACE) unplaced++;
      lng[index] = lng1e7;
      const obstacle = tags === null ? null : carObstacle(tags);
      if (obstacle !== null) obstacles.set(index, obstacle);
    },
  }, onProgress);
  return { lat, lng, obstacles, places, timestamp, unplaced };
}

/** A forbidden turn, or the only allowed one, by the ids of ways and nodes. */
export interface TurnRestriction {
  readonly kind: "no" | "only";
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** The node of the turn, or the ways between `from` and `to`, in order. */
  readonly via: { readonly node: number } | { readonly ways: readonly number[] };
}

const CAR_KINDS = ["motorcar", "motor_vehicle", "vehicle"];
/** The keys of a relation that hold the kind of restriction, the most specific first. */
const RESTRICTION_KEYS = [...CAR_KINDS.map((kind) => `restriction:${kind}`), "restriction"];

/** The restriction of a relation that holds for cars at all times; null if there is none, or it is broken. */
export function turnRestriction(
  membersOf: () => readonly Member[],
  tags: Tags,
): TurnRestriction | null {
  if (!/^restriction(:|$)/.test(tags.type ?? "")) return null;
  const value = RESTRICTION_KEYS.map((key) => tags[key]).find((text) => text !== undefined);
  // What is forbidden on red is allowed on green.
  const kind = /^(no|only)_(?!.*_on_red$)/.exec(value ?? "")?.[1] as "no" | "only" | undefined;
  const excepted = tags.except?.split(";").map((vehicle) => vehicle.trim()) ?? [];
  if (kind === undefined || CAR_KINDS.some((car) => excepted.includes(car))) return null;
  const members = membersOf();
  const ways = (role: string) =>
    members.filter((member) => member.role === role && member.type === "way").map(({ ref }) => ref);
  const node = members.find(({ role, type }) => role === "via" && type === "node");
  const via = node === undefined ? { ways: ways("via") } : { node: node.ref };
  const [from, to] = [ways("from"), ways("to")];
  // With several ways, only `no_entry` and `no_exit` have a clear meaning.
  const isClear = (ways: readonly number[], many: string) =>
    ways.length === 1 || (value === many && ways.length > 1);
  const isWhole = isClear(from, "no_entry") && isClear(to, "no_exit") &&
    ("node" in via || via.ways.length > 0);
  return isWhole ? { kind, from, to, via } : null;
}

export interface NodeIds {
  readonly length: number;
  /** The index of an id in ascending order, from 0; -1 if it is not in the set. */
  indexOf(id: number): number;
}

/** Makes the set of `ids`, which may repeat and be in any order. */
export function nodeIds(ids: Float64Array): NodeIds {
  const sorted = sortedOnce(ids);
  const { length } = sorted;
  const least = sorted[0] ?? 0;
  const span = (sorted[length - 1] ?? 0) - least + 1;
  // Ids are spread so evenly over their range that a directory of cells leaves few steps to search.
  const directory = new Uint32Array(length + 2);
  const cellOf = (id: number) => Math.floor((id - least) / span * length);
  for (const id of sorted) directory[cellOf(id) + 1]!++;
  for (let cell = 0; cell <= length; cell++) directory[cell + 1]! += directory[cell]!;

  return {
    length,
    indexOf(id) {
      const cell = cellOf(id);
      if (!(cell >= 0 && cell < length)) return -1;
      let low = directory[cell]!;
      let high = directory[cell + 1]!;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (sorted[middle]! < id) low = middle + 1;
        else high = middle;
      }
      return sorted[low] === id ? low : -1;
    },
  };
}

/** Filters in place: `filter` of a typed array would need the memory of another array. */
function sortedOnce(ids: Float64Array): Float64Array {
  const sorted = ids.toSorted();
  let length = 0;
  for (const id of sorted) {
    if (length === 0 || sorted[length - 1] !== id) sorted[length++] = id;
  }
  return length === sorted.length ? sorted : sorted.slice(0, length);
}

/** Colonias and towns of a file: ways and relations that enclose them, and points. */
import { foldText } from "../../domain/text.ts";
import { type Box, boxAround, rangeOf, unitsOf } from "../coordinates.ts";
import { NO_PLACE, type OsmSource, type Tags } from "../osm_pbf/elements.ts";
import type { NamedArea } from "../street_graph.ts";
import { words } from "../words.ts";

/** Areas by the ids of the ways around them. */
export interface CollectedAreas {
  readonly areas: readonly AreaWays[];
  /** The place of each way's node ids in `refs`. */
  readonly areaLines: ReadonlyMap<number, readonly [first: number, end: number]>;
}

interface AreaWays extends Omit<NamedArea, "lines"> {
  readonly ways: readonly number[];
}

export const AREA_KEYS: readonly string[] = [
  ...["name", "place", "boundary", "admin_level", "landuse"],
];
const COLONIAS = words("neighbourhood quarter suburb");
const TOWNS = words("city town village hamlet");
/** Levels of administrative boundaries: a town, and within one. */
const TOWN_LEVEL = "8";
const COLONIA_LEVELS = words("9 10 11");

/** The area that an element with these tags is; null if it is none. */
export function areaOf(
  { name: written, place = "", boundary, admin_level = "", landuse }: Tags,
): Omit<NamedArea, "lines"> | null {
  const level = boundary === "administrative" ? admin_level : "";
  const isTown = TOWNS.has(place) || level === TOWN_LEVEL;
  const isColonia = COLONIAS.has(place) || COLONIA_LEVELS.has(level) || landuse === "residential";
  const name = isTown || isColonia ? written?.trim() : "";
  return name ? { name, isTown } : null;
}

/** Reads the areas that are relations, which follow their ways in the file. */
export async function areaRelations(source: OsmSource): Promise<AreaWays[]> {
  const found: AreaWays[] = [];
  await source.read({
    keys: { relation: AREA_KEYS },
    relation(_id, members, tags) {
      const area = areaOf(tags);
      if (area === null) return;
      const ways = members().filter(({ type }) => type === "way").map(({ ref }) => ref);
      found.push({ ...area, ways });
    },
  });
  return found;
}

/** The areas that their ways enclose, the smallest first. @param refs the nodes of the ways, by index */
export function enclosedAreas(
  { areas, areaLines }: CollectedAreas,
  refs: Uint32Array,
  { lat, lng }: Readonly<Record<"lat" | "lng", Int32Array>>,
): NamedArea[] {
  const bySize = areas.flatMap(({ ways, ...area }) => {
    const lines = ways.map((way) => refs.slice(...areaLines.get(way) ?? [0, 0]));
    const nodes = lines.flatMap((line) => [...line]);
    if (!areClosed(lines) || nodes.some((node) => lat[node] === NO_PLACE)) return [];
    const ranges = [lat, lng].map((axis) => rangeOf(nodes.map((node) => axis[node]!)));
    const [height, width] = ranges.map(([least, greatest]) => greatest - least);
    const points = lines.map((line) => [...line].flatMap((node) => [lat[node]!, lng[node]!]));
    return [{ size: height! * width!, area: { ...area, lines: points } }];
  });
  return bySize.sort((a, b) => a.size - b.size).map(({ area }) => area);
}

/** Whether the lines make rings. Of some areas the clip leaves out ways. */
function areClosed(lines: readonly Uint32Array[]): boolean {
  const ends = lines.flatMap((line) => [line[0], line.at(-1)]);
  const isPaired = (end: number) => ends.filter((other) => other === end).length % 2 === 0;
  return ends.length > 0 && ends.every((end) => end !== undefined && isPaired(end));
}

/** Towns up to so far from the map are known, so that an address there is not taken for one on the map. */
const TOWNS_KM = 100;

/** A town or a colonia without a border, and its kind. */
export interface PlaceNode extends NamedArea {
  readonly id: number;
  readonly place: string | undefined;
}

/** The town or colonia that a node with these tags is; null if it is none. */
export function placeNode(
  tags: Tags,
  { id, lat1e7, lng1e7 }: Readonly<Record<"id" | "lat1e7" | "lng1e7", number>>,
): PlaceNode | null {
  const { place } = tags;
  const area = place === "hamlet" ? null : areaOf(tags);
  return area && { ...area, lines: [[lat1e7, lng1e7]], id, place };
}

/** Those that count on a map of this box: its colonias, and towns around it. One that is an area too is left out. */
export function placesAround(
  nodes: readonly PlaceNode[],
  box: Box,
  areas: readonly NamedArea[],
): NamedArea[] {
  const center = { lat: (box.south + box.north) / 2, lng: (box.west + box.east) / 2 };
  const around = unitsOf(boxAround(center, TOWNS_KM));
  const map = unitsOf(box);
  const isIn = ({ lines: [at] }: PlaceNode, { south, west, north, east }: Box) =>
    at![0]! >= south && at![0]! <= north && at![1]! >= west && at![1]! <= east;
  const named = new Set(areas.map(({ name }) => foldText(name)));
  const colonias = nodes.filter((node) =>
    !node.isTown && isIn(node, map) && !named.has(foldText(node.name))
  );
  for (const { name } of colonias) named.add(foldText(name));
  const towns = nodes.filter((node) => {
    // A village far away is not meant where a colonia has its name; a city may be.
    const isKnown = (isIn(node, map) || node.place === "village") && named.has(foldText(node.name));
    return node.isTown && isIn(node, around) && !isKnown;
  });
  return [...colonias, ...towns].map(({ name, isTown, lines }) => ({ name, isTown, lines }));
}

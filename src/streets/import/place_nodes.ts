/** Towns and colonias that a file knows as points. */
import { foldText } from "../../domain/text.ts";
import { type Box, boxAround, unitsOf } from "../coordinates.ts";
import type { Tags } from "../osm_pbf/elements.ts";
import type { NamedArea } from "../street_graph.ts";
import { words } from "./car_speed.ts";

export const PLACE_KEYS: readonly string[] = ["place", "name"];
/** How far from the map a town is known, by which texts that name it are told from those of the map. */
const TOWNS_KM = 100;
const TOWNS = words("city town village");
const COLONIAS = words("suburb neighbourhood quarter");

/** A town or a colonia without a border, and its kind. */
export interface PlaceNode extends NamedArea {
  readonly id: number;
  readonly place: string;
}

/** The place that a node with these tags is; null if it is none. */
export function placeNode(
  { name, place = "" }: Tags,
  { id, lat1e7, lng1e7 }: Readonly<Record<"id" | "lat1e7" | "lng1e7", number>>,
): PlaceNode | null {
  const isTown = TOWNS.has(place);
  const written = isTown || COLONIAS.has(place) ? name?.trim() : "";
  return written ? { name: written, isTown, lines: [[lat1e7, lng1e7]], id, place } : null;
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

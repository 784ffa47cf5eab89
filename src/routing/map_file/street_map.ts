import type { StreetGraph } from "../street_graph.ts";
import type { StreetIndex } from "../street_index.ts";
import type { OsmBox } from "../osm_pbf/elements.ts";

/** Whose the data is, in the words of its licence. */
export const ATTRIBUTION =
  "(c) OpenStreetMap contributors, Open Database License 1.0 (ODbL), openstreetmap.org/copyright";

/** What a map file says about itself. */
export interface MapInfo {
  /** The box around all of its streets. */
  readonly bbox: OsmBox;
  /** The instant of the state of the data, as in `2024-09-08T20:21:00Z`; null where its source did not tell. */
  readonly timestamp: string | null;
  /** Who has to be named wherever the map is shown. */
  readonly attribution: string;
  /** Name of the file that it was imported from. */
  readonly source: string;
}

/** A map ready for routing. */
export interface StreetMap {
  readonly graph: StreetGraph;
  readonly index: StreetIndex;
  readonly info: MapInfo;
}

/** A map file that cannot be used: which, why, and how to get one that can. */
export class MapFileError extends Error {
  override readonly name = "MapFileError";

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`${path}: ${problem}`, options);
  }
}

/** The box around all streets of a graph. */
export function boxOf({ pointLat, pointLng }: StreetGraph): OsmBox {
  const range = (units: Int32Array) =>
    units.reduce(
      ([least, most], unit) => [Math.min(least, unit), Math.max(most, unit)] as [number, number],
      [Infinity, -Infinity] as [number, number],
    );
  const [south, north] = range(pointLat);
  const [west, east] = range(pointLng);
  return { south: south / 1e7, west: west / 1e7, north: north / 1e7, east: east / 1e7 };
}

/**
 * Streets for cars: maps of OpenStreetMap data, the drives from one place, addresses in words. Points are in degrees
 * (WGS84), lengths in metres unless a name says `km`, times in seconds. The only file that is imported from outside.
 */
import type { LatLng } from "../domain/location.ts";
import type { FoundAddress, PictureWords, PlannedRoute, SearchFrom } from "../ports/streets.ts";
import { addressFinder } from "./address_finder.ts";
import { routesWork } from "./built_in_planner.ts";
import { boxOf } from "./coordinates.ts";
import {
  type ImportedStreets,
  type ImportOptions,
  importStreets,
} from "./import/import_streets.ts";
import { ATTRIBUTION, type MapContents, type MapInfo, readMap, writeMap } from "./map_file.ts";
import { namedAreas } from "./named_areas.ts";
import type { OsmSource } from "./osm_pbf/elements.ts";
import { routePicture } from "./picture/route_picture.ts";
import { sampleGraph } from "./sample_map.ts";
import { PREFERENCES } from "./shortest_path_tree.ts";
import { inSlices } from "./street_graph.ts";
import { streetIndex } from "./street_index.ts";
import { StreetsError } from "./streets_error.ts";

export { type Box, boxAround } from "./coordinates.ts";
export { openOsm } from "./osm_pbf/open_osm.ts";
export { osrmPlanner } from "./osrm_planner.ts";
export { StreetsError };
export type { ImportOptions, MapInfo };

export interface StreetMap {
  readonly info: MapInfo;
  /** The points that an address in words may mean, nearest to `from` first. The first call makes the index of names. */
  locate(text: string, from: SearchFrom): Promise<FoundAddress>;
  /** The town in which the point lies; null if the map knows none there. */
  townAt(point: LatLng): string | null;
  /**
   * Computes the drives from `origin` to every street, in slices.
   * @param preference seconds plus 0.05 a metre (the default), the least seconds, or the least metres
   * @throws {StreetsError} if no street lies within 200 m of `origin`
   */
  drivesFrom(origin: LatLng, preference?: keyof typeof PREFERENCES): Promise<Drives>;
}

/** The drives from one place. */
export interface Drives {
  /** Reads one drive, in some 4 µs. */
  plan(destination: LatLng): PlannedRoute;
  /** Draws that drive as one `svg` element of at most 40 KB, without a style sheet; null if there is none. */
  picture(destination: LatLng, words: PictureWords): string | null;
  /** Measures the share (0 to 1) of the streets around the origin to which a car can drive, and says it in Spanish. */
  reach(radiusKm: number): { readonly share: number; readonly says: string };
}

/** Reads a map file. @throws {StreetsError} for one that is missing, damaged, of another version or no map */
export async function loadMap(path: string): Promise<StreetMap> {
  return streetMap(await readMap(path), false);
}

/** An invented street grid like the centre of Mérida, around 20.967, -89.6237. Its pictures say so. */
export function sampleMap(): StreetMap {
  const graph = sampleGraph();
  const info = { bbox: boxOf(graph), timestamp: null, attribution: "made up" };
  return streetMap({ graph, index: streetIndex(graph), info }, true);
}

function streetMap({ info, ...streets }: MapContents, isInvented: boolean): StreetMap {
  const areas = namedAreas(streets.graph);
  return {
    info,
    locate: addressFinder(streets, areas),
    townAt: areas.townAt,
    async drivesFrom(origin, preference = "balanced") {
      const routes = await inSlices(routesWork(streets, origin, PREFERENCES[preference]));
      const source = { ...streets, routes, isInvented };
      return {
        plan: routes.plan,
        picture: (destination, words) => routePicture(source, destination, words),
        reach(radiusKm) {
          const { km, reachedKm } = routes.reach(radiusKm);
          const share = km === 0 ? 0 : reachedKm / km;
          const streets = `${km.toFixed(1)} km de calles, y en auto se llega al`;
          const says = `A ${radiusKm} km a la redonda hay ${streets} ${Math.floor(share * 100)} %`;
          return { share, says };
        },
      };
    },
  };
}

export interface ImportedMap extends Pick<ImportedStreets, "counts"> {
  readonly info: MapInfo;
  readonly bytes: number;
  /** Streets from junction to junction, and turns that restrictions forbid there. */
  readonly segments: number;
  readonly restrictions: number;
  /** What of the circle a car reaches from its centre, in Spanish; null without a circle or a street there. */
  readonly reach: string | null;
}

/** With a greater share of streets with missing nodes, drives would take detours that no car needs. */
const MAX_LOST = 0.02;

/**
 * Makes the map file at `path`, whose old content stays until the new one is complete.
 * @throws {StreetsError} if the data is damaged or has no street for cars in the clip or at the restaurant, or the map
 * cannot be written
 */
export async function importMap(
  source: OsmSource,
  path: string,
  options: ImportOptions = {},
): Promise<ImportedMap> {
  const { graph, timestamp, counts, restrictions } = await importStreets(source, options);
  const { near, nearCut } = counts;
  if (nearCut > MAX_LOST * near && !options.isPartial) {
    const share = `${nearCut} de ${near} vías dentro del radio (${
      (100 * nearCut / near).toFixed(1)
    } %)`;
    const remedy = "descarga el archivo otra vez, o uno más grande; --partial lo acepta así";
    throw new StreetsError(`${source.path}: le faltan nodos a ${share}: ${remedy}`);
  }
  const segments = graph.segmentMeters.length;
  if (segments === 0) {
    const { clip } = options;
    const where = clip ? `en ${clip.south},${clip.west},${clip.north},${clip.east}` : "en él";
    const remedy = "usa los datos de tu ciudad, y --around si el restaurante está en otro lado";
    throw new StreetsError(`${source.path}: no hay calles para autos ${where}; ${remedy}`);
  }
  const info = { bbox: boxOf(graph), timestamp, attribution: ATTRIBUTION };
  const map = { graph, index: streetIndex(graph), info };
  const { circle = null } = options;
  // A map without a street at the restaurant would replace one that has it.
  const reach = circle && await streetMap(map, false).drivesFrom(circle.center)
    .then(
      (drives) => circle.radiusKm > 0 ? drives.reach(circle.radiusKm).says : null,
      (error: Error) => {
        if (options.mayLackStreet) return null;
        throw error;
      },
    );
  const bytes = await writeMap(path, map);
  return { info, bytes, segments, restrictions: restrictions.length, counts, reach };
}

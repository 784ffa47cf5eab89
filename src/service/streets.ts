/** The source of routes: an OSRM, a map file, the sample map or none. */
import type { Config } from "../config/config.ts";
import type { PictureWords } from "../ports/guests.ts";
import type { AddressFinder, RoutePlanner } from "../ports/streets.ts";
import type { LatLng } from "../domain/location.ts";
import type { Restaurant, RouteChoice } from "../domain/restaurant.ts";
import type { Log } from "../log.ts";
import { addressFinder } from "../routing/address_finder.ts";
import { noMapPlanner, plannerOf, routesWork, streetRoutes } from "../routing/built_in_planner.ts";
import { loadMap, type MapInfo } from "../routing/map_file.ts";
import { osrmPlanner } from "../routing/osrm_planner.ts";
import { type PictureSource, routePicture } from "../routing/picture/route_picture.ts";
import { sampleMap } from "../routing/sample_map.ts";
import {
  BALANCED,
  FASTEST,
  type RoutePreference,
  SHORTEST,
} from "../routing/shortest_path_tree.ts";
import { inSlices } from "../routing/street_graph.ts";
import { streetIndex } from "../routing/street_index.ts";
import type { RestaurantSource } from "./restaurant.ts";

/** Plans and draws on the map as last loaded; calls from before a reload use the old map. */
interface Streets {
  readonly planner: RoutePlanner;
  readonly locate: AddressFinder;
  /** Draws the drive to a destination; null if there is none. */
  picture(destination: LatLng, words: PictureWords): string | null;
}

export interface StreetSource extends Streets {
  /** Why MAP_FILE is not used; null if it is, or there is none. */
  problem(): string | null;
  /**
   * Reloads the map for the current restaurant, and clears the cache of routes, because OSRM may have a new map. If that fails, the old
   * map stays, but plans nothing for a restaurant that has moved.
   */
  reload(): Promise<void>;
}

const PREFERENCES: Readonly<Record<RouteChoice, RoutePreference>> = {
  balanced: BALANCED,
  fastest: FASTEST,
  shortest: SHORTEST,
};

/** A map that cannot be used is logged: what does not need it is served. */
export async function openStreets(
  config: Config,
  restaurant: RestaurantSource,
  log: Pick<Log, "error">,
): Promise<StreetSource> {
  let origin = restaurant.current().location;
  let problem: string | null = null;
  let current = await readStreets(config, restaurant).catch((error: Error) => {
    problem = error.message;
    log.error(NO_MAP, problem);
    return readStreets({ ...config, mapFile: null }, restaurant);
  });
  return {
    planner: {
      plan: (destination) => current().planner.plan(destination),
      basis: () => current().planner.basis?.() ?? null,
    },
    locate: (text, from) => current().locate(text, from),
    picture: (destination, words) => current().picture(destination, words),
    problem: () => problem,
    async reload() {
      const next = restaurant.current().location;
      try {
        current = await readStreets(config, restaurant);
        problem = null;
      } catch (error) {
        // A price from the restaurant's old place would be wrong.
        if (origin.lat !== next.lat || origin.lng !== next.lng) {
          current = withoutPicture(noMapPlanner);
          problem = (error as Error).message;
        }
        throw error;
      } finally {
        origin = next;
      }
    },
  };
}

const NO_MAP = "MAP_FILE is not used: the service starts without what needs a map, such as prices";

/** @returns a getter that always returns the same streets */
async function readStreets(
  { osrmUrl, mapFile }: Config,
  restaurant: RestaurantSource,
): Promise<() => Streets> {
  const served = restaurant.current();
  if (osrmUrl !== null) {
    const now = () => performance.now();
    const planner = osrmPlanner({ url: osrmUrl, origin: served.location, now });
    return withoutPicture(planner, mapFile ? addressFinder(await loadMap(mapFile)) : noMapFinder);
  }
  if (mapFile !== null) {
    const streets = withPicture(await mapStreets(mapFile, served));
    return () => streets;
  }
  // The sample map prices only the sample restaurant: a real guest must not be charged an invented price.
  if (!served.sample) return withoutPicture(noMapPlanner);
  // Built at the first call, so that the start does not wait. Map and restaurant are part of the program: no error is possible.
  let built: Streets | undefined;
  return () => built ??= withPicture(sampleStreets(served));
}

/** The map in the file at `path`, with the drives from the restaurant. @throws {MapFileError | OffTheMap} */
export async function mapStreets(
  path: string,
  { location, routeChoice }: Restaurant,
): Promise<PictureSource & { readonly info: MapInfo }> {
  const { graph, index, info } = await loadMap(path);
  const preference = PREFERENCES[routeChoice];
  const routes = await inSlices(routesWork(graph, location, { index, preference }));
  return { graph, index, info, routes, isInvented: false };
}

export function sampleStreets({ location, routeChoice }: Restaurant): PictureSource {
  const graph = sampleMap();
  const index = streetIndex(graph);
  const routes = streetRoutes(graph, location, { index, preference: PREFERENCES[routeChoice] });
  return { graph, index, routes, isInvented: true };
}

function withPicture(source: PictureSource): Streets {
  return {
    planner: plannerOf(source.routes),
    locate: addressFinder(source),
    picture: (destination, language) => routePicture(source, destination, language),
  };
}

const noMapFinder: AddressFinder = () => Promise.resolve(null);

function withoutPicture(planner: RoutePlanner, locate = noMapFinder): () => Streets {
  const streets = { planner, locate, picture: () => null };
  return () => streets;
}

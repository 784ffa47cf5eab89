/** The source of routes: an engine, a map file, the sample map or none. */
import type { Config } from "../config/config.ts";
import type { RoutePlanner } from "../ports/streets.ts";
import type { Language } from "../domain/text.ts";
import { dayOf, wallMinute } from "../domain/local_time.ts";
import type { LatLng } from "../domain/location.ts";
import type { Restaurant, RouteChoice } from "../domain/restaurant.ts";
import { noMapPlanner, plannerOf, routesWork, streetRoutes } from "../routing/built_in_planner.ts";
import { enginePlanner } from "../routing/engines/engine_planner.ts";
import { loadMap } from "../routing/map_file/map_file.ts";
import {
  OSM_CREDIT,
  type PictureSource,
  routePictures,
  SAMPLE_CREDIT,
} from "../routing/picture/route_picture.ts";
import { sampleMap } from "../routing/sample_map.ts";
import {
  BALANCED,
  FASTEST,
  type RoutePreference,
  SHORTEST,
} from "../routing/shortest_path_tree.ts";
import { inSlices } from "../routing/street_graph.ts";
import { streetIndex } from "../routing/street_index.ts";
import type { Storage } from "../storage/storage.ts";
import type { RestaurantSource } from "./restaurant.ts";

/** Plans and draws on the map as last loaded; calls from before a reload use the old map. */
interface Streets {
  readonly planner: RoutePlanner;
  /** Draws the drive to a destination; null if there is none. */
  picture(destination: LatLng, language: Language): string | null;
}

export interface StreetSource extends Streets {
  /**
   * Reloads the map for the current restaurant, and clears the cache of an engine, which may have a new map.
   * @throws {Error} if the map is invalid; the old map stays, but plans nothing for a restaurant that has moved
   */
  reload(): Promise<void>;
}

/** The route preference of each choice in the restaurant file. */
export const PREFERENCES: Readonly<Record<RouteChoice, RoutePreference>> = {
  balanced: BALANCED,
  fastest: FASTEST,
  shortest: SHORTEST,
};

/** @throws {Error} if the map cannot be used, with the remedy */
export async function openStreets(
  config: Config,
  restaurant: RestaurantSource,
  storage: Storage,
): Promise<StreetSource> {
  let origin = restaurant.current().location;
  let current = await readStreets(config, restaurant, storage);
  return {
    planner: {
      plan: (destination) => current().planner.plan(destination),
      basis: () => current().planner.basis?.() ?? null,
    },
    picture: (destination, language) => current().picture(destination, language),
    async reload() {
      const next = restaurant.current().location;
      try {
        current = await readStreets(config, restaurant, storage);
      } catch (error) {
        // A price from the restaurant's old place would be wrong.
        if (origin.lat !== next.lat || origin.lng !== next.lng) {
          current = withoutPicture(noMapPlanner());
        }
        throw error;
      } finally {
        origin = next;
      }
    },
  };
}

/** @returns a getter that always returns the same streets */
async function readStreets(
  { router, mapFile }: Config,
  restaurant: RestaurantSource,
  { routerCalls }: Storage,
): Promise<() => Streets> {
  if (router !== null) {
    const planner = enginePlanner(router, {
      origin: () => restaurant.current().location,
      now: () => performance.now(),
      day: () => today(restaurant.current()),
      takeCall: (limit) => routerCalls.take(today(restaurant.current()), limit),
    });
    return withoutPicture(planner);
  }
  const { location, routeChoice, sample } = restaurant.current();
  const preference = PREFERENCES[routeChoice];
  if (mapFile !== null) {
    const { graph, index } = await loadMap(mapFile);
    const routes = await inSlices(routesWork(graph, location, { index, preference }));
    return withPicture({ graph, index, routes, credit: OSM_CREDIT });
  }
  // The sample map prices only the sample restaurant: a real guest must not be charged an invented price.
  return sample ? sampleStreets(location, preference) : withoutPicture(noMapPlanner());
}

/** Built at the first call, so that no start waits for them. Map and restaurant are part of the program, so that no error is possible. */
function sampleStreets(location: LatLng, preference: RoutePreference): () => Streets {
  let built: (() => Streets) | undefined;
  const build = () => {
    const graph = sampleMap();
    const index = streetIndex(graph);
    const routes = streetRoutes(graph, location, { index, preference });
    return withPicture({ graph, index, routes, credit: SAMPLE_CREDIT });
  };
  return () => (built ??= build())();
}

function withPicture(source: PictureSource): () => Streets {
  const streets = { planner: plannerOf(source.routes), picture: routePictures(source) };
  return () => streets;
}

function withoutPicture(planner: RoutePlanner): () => Streets {
  const streets = { planner, picture: () => null };
  return () => streets;
}

function today({ timeZone }: Restaurant): string {
  return dayOf(wallMinute(Date.now(), timeZone));
}

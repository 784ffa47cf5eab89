/** Where routes come from: an engine, a map file, the sample map, or nowhere. */
import type { Config } from "../config/config.ts";
import type { RoutePlanner } from "../ports.ts";
import type { Language } from "../domain/text.ts";
import { dayOf, wallMinute } from "../domain/local_time.ts";
import type { LatLng } from "../domain/location.ts";
import type { Restaurant, RouteChoice } from "../domain/restaurant.ts";
import { plannerOf, routesWork, streetRoutes } from "../routing/built_in_planner.ts";
import { enginePlanner } from "../routing/engines/engine_planner.ts";
import { loadMap } from "../routing/map_file/map_file.ts";
import { noMapPlanner } from "../routing/planners.ts";
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

/** By the map as last loaded; questions from before a reload get the old map's answer. */
interface Streets {
  readonly planner: RoutePlanner;
  /** Draws the drive to a destination; null where there is none to draw. */
  picture(destination: LatLng, language: Language): string | null;
}

export interface StreetSource extends Streets {
  /**
   * Loads the map again, for the restaurant as it now is. What an engine has answered so far is forgotten: it may have a new map.
   * @throws {Error} with what is wrong; the old map stays, but plans nothing for a restaurant that has moved
   */
  reload(): Promise<void>;
}

/** What each choice of the restaurant file means. */
export const PREFERENCES: Readonly<Record<RouteChoice, RoutePreference>> = {
  balanced: BALANCED,
  fastest: FASTEST,
  shortest: SHORTEST,
};

/** @throws {Error} where the map cannot be used, with what to do about it */
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
        // A price from where the restaurant used to be would be wrong.
        if (origin.lat !== next.lat || origin.lng !== next.lng) current = unseen(noMapPlanner());
        throw error;
      } finally {
        origin = next;
      }
    },
  };
}

/** @returns what gives the streets, always the same ones */
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
    return unseen(planner);
  }
  const { location, routeChoice, sample } = restaurant.current();
  const preference = PREFERENCES[routeChoice];
  if (mapFile !== null) {
    const { graph, index } = await loadMap(mapFile);
    const routes = await inSlices(routesWork(graph, location, { index, preference }));
    return drawn({ graph, index, routes, credit: OSM_CREDIT });
  }
  // The sample map prices the sample restaurant and no other: an invented price would be charged to a real guest.
  return sample ? sampleStreets(location, preference) : unseen(noMapPlanner());
}

/** Built at the first question, so that no start waits for them. Map and restaurant come with the program, so nothing in them is wrong. */
function sampleStreets(location: LatLng, preference: RoutePreference): () => Streets {
  let built: (() => Streets) | undefined;
  const build = () => {
    const graph = sampleMap();
    const index = streetIndex(graph);
    const routes = streetRoutes(graph, location, { index, preference });
    return drawn({ graph, index, routes, credit: SAMPLE_CREDIT });
  };
  return () => (built ??= build())();
}

function drawn(source: PictureSource): () => Streets {
  const streets = { planner: plannerOf(source.routes), picture: routePictures(source) };
  return () => streets;
}

function unseen(planner: RoutePlanner): () => Streets {
  const streets = { planner, picture: () => null };
  return () => streets;
}

function today({ timeZone }: Restaurant): string {
  return dayOf(wallMinute(Date.now(), timeZone));
}

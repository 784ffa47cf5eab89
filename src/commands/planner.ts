/** Where routes come from: an engine, a map file, the sample map, or nowhere. */
import type { Config } from "../config.ts";
import type { RoutePlanner } from "../deps.ts";
import { dayOf, wallMinute } from "../domain/local_time.ts";
import type { LatLng } from "../domain/location.ts";
import type { Restaurant, RouteChoice } from "../domain/restaurant.ts";
import type { RestaurantSource } from "../restaurant/source.ts";
import { builtInPlanner } from "../routing/built_in_planner.ts";
import { enginePlanner } from "../routing/engines/engine_planner.ts";
import { loadMap } from "../routing/map_file.ts";
import { noMapPlanner } from "../routing/no_map_planner.ts";
import { sampleMap } from "../routing/sample_map.ts";
import {
  BALANCED,
  FASTEST,
  type RoutePreference,
  SHORTEST,
} from "../routing/shortest_path_tree.ts";
import type { Storage } from "../storage/storage.ts";

export interface PlannerSource {
  /** Plans by the map as last loaded; whoever asked before a reload gets the old map's answer. */
  readonly planner: RoutePlanner;
  /**
   * Loads the map again, for the restaurant as it now is.
   * @throws {Error} with what is wrong; the old map stays, but plans nothing for a restaurant that has moved
   */
  reload(): Promise<void>;
}

const PREFERENCES: Readonly<Record<RouteChoice, RoutePreference>> = {
  balanced: BALANCED,
  fastest: FASTEST,
  shortest: SHORTEST,
};

/** @throws {Error} where the map cannot be used, with what to do about it */
export async function plannerSource(
  config: Config,
  restaurant: RestaurantSource,
  storage: Storage,
): Promise<PlannerSource> {
  let origin = restaurant.current().location;
  let current = await makePlanner(config, restaurant, storage);
  return {
    planner: { plan: (destination) => current.plan(destination) },
    async reload() {
      const next = restaurant.current().location;
      try {
        current = await makePlanner(config, restaurant, storage);
      } catch (error) {
        // A price reckoned from where the restaurant used to be would be wrong.
        if (!isSame(origin, next)) current = noMapPlanner();
        throw error;
      } finally {
        origin = next;
      }
    },
  };
}

async function makePlanner(
  { router, mapFile }: Config,
  restaurant: RestaurantSource,
  { routerCalls }: Storage,
): Promise<RoutePlanner> {
  if (router !== null) {
    return enginePlanner(router, {
      origin: () => restaurant.current().location,
      now: () => performance.now(),
      takeCall: (limit) => routerCalls.take(today(restaurant.current()), limit),
    });
  }
  const { location, routeChoice, sample } = restaurant.current();
  const preference = PREFERENCES[routeChoice];
  if (mapFile !== null) {
    const { graph, index } = await loadMap(mapFile);
    return builtInPlanner(graph, location, { index, preference });
  }
  // The sample map prices the sample restaurant and no other: an invented price would be charged to a real guest.
  return sample ? builtInPlanner(sampleMap(), location, { preference }) : noMapPlanner();
}

function today({ timeZone }: Restaurant): string {
  return dayOf(wallMinute(Date.now(), timeZone));
}

function isSame(a: LatLng, b: LatLng): boolean {
  return a.lat === b.lat && a.lng === b.lng;
}

import type { PlannedRoute, RoutePlanner } from "../deps.ts";
import type { LatLng } from "../domain/location.ts";
import { type Arrival, arrivalAt, reachedSegments } from "./arrival.ts";
import { mainNetwork } from "./main_network.ts";
import {
  BALANCED,
  type RoutePreference,
  type ShortestPathTree,
  shortestPathTree,
} from "./shortest_path_tree.ts";
import { type StreetGraph, streetName } from "./street_graph.ts";
import { type SnappedPosition, type StreetIndex, streetIndex } from "./street_index.ts";
import { isLarge, SNAP_LIMIT_METERS, startingPlaces } from "./usable_segments.ts";

export { SNAP_LIMIT_METERS };

/** How routes are found. */
export interface RouterOptions {
  /** What makes one route better than another. Default: {@linkcode BALANCED}. */
  readonly preference?: RoutePreference;
  /** The index of the graph's streets, where there is one already. Default: built anew. */
  readonly index?: StreetIndex;
}

/** The cheapest drives from one origin to everywhere. */
export interface StreetRoutes {
  /** The route to a destination; at a junction, by whichever of its streets is cheapest to arrive on. */
  plan(destination: LatLng): PlannedRoute;
  /** Where that route ends on a street, and how it gets there; null where no car does. */
  end(destination: LatLng): RouteEnd | null;
  readonly tree: ShortestPathTree;
  /** The segments on which a drive may end: 1, else 0. */
  readonly reached: Uint8Array;
}

/** The place on a street at which a route ends. */
export interface RouteEnd {
  readonly place: SnappedPosition;
  readonly arrival: Arrival;
}

/** The planner that needs no engine: everything is reckoned here, a route is then looked up in memory. */
export function builtInPlanner(
  graph: StreetGraph,
  origin: LatLng,
  options?: RouterOptions,
): RoutePlanner {
  return plannerOf(streetRoutes(graph, origin, options));
}

/** The routes as a planner. */
export function plannerOf(routes: StreetRoutes): RoutePlanner {
  return { plan: routes.plan, basis: () => routes };
}

/** {@linkcode streetRoutes} of which only the plan is wanted. */
export function streetRouter(
  graph: StreetGraph,
  origin: LatLng,
  options?: RouterOptions,
): (destination: LatLng) => PlannedRoute {
  return streetRoutes(graph, origin, options).plan;
}

/**
 * Computes every cheapest drive from `origin` (the restaurant) at once, and answers from that.
 * A destination is matched to the nearest street from which the car also gets back, or else to the nearest that it gets to.
 * @throws {Error} where no street of the main network is within 200 m of `origin`
 */
export function streetRoutes(
  graph: StreetGraph,
  origin: LatLng,
  { preference = BALANCED, index = streetIndex(graph) }: RouterOptions = {},
): StreetRoutes {
  const main = mainNetwork(graph);
  const origins = startingPlaces(graph, main, index, origin);
  const tree = shortestPathTree(graph, origins, preference);
  const reached = reachedSegments(graph, tree);
  const returning = isLarge(graph, main)
    ? main.map((isMain, s) => isMain & reached[s]!)
    : reached.slice();
  for (const { segment } of origins) returning[segment] = 1;
  const snap = (point: LatLng) => {
    const places = index.nearest(point, SNAP_LIMIT_METERS, returning);
    return places.length > 0 ? places : index.nearest(point, SNAP_LIMIT_METERS, reached);
  };
  const end = (destination: LatLng) =>
    cheapestArrival(snap(destination), (place) => arrivalAt(graph, tree, place));

  return {
    tree,
    reached,
    end,
    plan(destination) {
      const best = end(destination);
      if (best === null) return noRoute(graph, index, destination);
      const { place, arrival } = best;
      return {
        kind: "route",
        meters: arrival.meters,
        seconds: arrival.seconds,
        street: streetName(graph, place.segment),
        metersToStreet: place.meters,
      };
    },
  };
}

function cheapestArrival(
  places: readonly SnappedPosition[],
  arrivalAt: (place: SnappedPosition) => Arrival | null,
): RouteEnd | null {
  let best: RouteEnd | null = null;
  for (const place of places) {
    const arrival = arrivalAt(place);
    if (arrival === null || (best !== null && best.arrival.cost <= arrival.cost)) continue;
    best = { place, arrival };
  }
  return best;
}

/** No car gets there: names the street on which the point lies all the same, where there is one. */
function noRoute(graph: StreetGraph, index: StreetIndex, destination: LatLng): PlannedRoute {
  const [place] = index.nearest(destination, SNAP_LIMIT_METERS);
  if (place === undefined) return { kind: "no_route", street: null, metersToStreet: null };
  return {
    kind: "no_route",
    street: streetName(graph, place.segment),
    metersToStreet: place.meters,
  };
}

import type { PlannedRoute, RoutePlanner } from "../deps.ts";
import type { LatLng } from "../domain/location.ts";
import { type Arrival, arrivalAt, reachedSegments } from "./arrival.ts";
import { mainNetwork } from "./main_network.ts";
import { BALANCED, type RoutePreference, shortestPathTree } from "./shortest_path_tree.ts";
import {
  openEdges,
  segmentCount,
  type StreetGraph,
  streetName,
  type StreetPosition,
} from "./street_graph.ts";
import { type SnappedPosition, type StreetIndex, streetIndex } from "./street_index.ts";

/** How far a point may lie from a street, in metres. */
const SNAP_LIMIT_METERS = 200;

/** How routes are found. */
export interface RouterOptions {
  /** What makes one route better than another. Default: {@linkcode BALANCED}. */
  readonly preference?: RoutePreference;
  /** The index of the graph's streets, where there is one already. Default: built anew. */
  readonly index?: StreetIndex;
}

/** The planner that needs no engine: everything is reckoned here, a route is then looked up in memory. */
export function builtInPlanner(
  graph: StreetGraph,
  origin: LatLng,
  options?: RouterOptions,
): RoutePlanner {
  const route = streetRouter(graph, origin, options);
  return { plan: (destination) => Promise.resolve(route(destination)) };
}

/**
 * Computes every cheapest drive from `origin` (the restaurant) at once, and answers from that.
 * A destination is matched to the nearest street from which the car also gets back, or else to the nearest that it gets to.
 * @returns the route to a destination, synchronously; at a junction, by whichever of its streets is cheapest to arrive on
 * @throws {Error} where no street of the main network is within 200 m of `origin`
 */
export function streetRouter(
  graph: StreetGraph,
  origin: LatLng,
  { preference = BALANCED, index = streetIndex(graph) }: RouterOptions = {},
): (destination: LatLng) => PlannedRoute {
  const main = mainNetwork(graph);
  const origins = startingPlaces(graph, main, index, origin);
  const tree = shortestPathTree(graph, origins, preference);
  const reached = reachedSegments(graph, tree);
  const returning = segmentsWithin(graph, main).map((within, s) => within & reached[s]!);
  for (const { segment } of origins) returning[segment] = 1;
  const snap = (point: LatLng) => {
    const places = index.nearest(point, SNAP_LIMIT_METERS, returning);
    return places.length > 0 ? places : index.nearest(point, SNAP_LIMIT_METERS, reached);
  };

  return (destination) => {
    const best = cheapestArrival(snap(destination), (place) => arrivalAt(graph, tree, place));
    if (best === null) return noRoute(graph, index, destination);
    const { place, arrival } = best;
    return {
      kind: "route",
      meters: arrival.meters,
      seconds: arrival.seconds,
      street: streetName(graph, place.segment),
      metersToStreet: place.meters,
    };
  };
}

/** The place on the street in front of the restaurant, from which a car gets around in the town. */
function startingPlaces(
  graph: StreetGraph,
  main: Uint8Array,
  index: StreetIndex,
  origin: LatLng,
): readonly StreetPosition[] {
  const places = index.nearest(origin, SNAP_LIMIT_METERS, segmentsInto(graph, main));
  if (places.length > 0) return places;
  throw new Error(
    `the map has no street within ${SNAP_LIMIT_METERS} m of the restaurant ` +
      `(${origin.lat}, ${origin.lng}): check its location, or use a map of its town`,
  );
}

/** The segments from which a car gets into the main network. */
function segmentsInto(graph: StreetGraph, main: Uint8Array): Uint8Array {
  return Uint8Array.from(
    { length: segmentCount(graph) },
    (_, s) =>
      graph.segmentNoStop[s] === 0 &&
        openEdges(graph, s).some((edge) => main[graph.edgeTo[edge]!] === 1)
        ? 1
        : 0,
  );
}

/** The segments from which, and to which, a car gets from anywhere in the main network. */
function segmentsWithin(graph: StreetGraph, main: Uint8Array): Uint8Array {
  const within = new Uint8Array(segmentCount(graph));
  main.forEach((isMain, node) => {
    for (let edge = graph.firstEdge[node]!; isMain && edge < graph.firstEdge[node + 1]!; edge++) {
      within[graph.edgeSegment[edge]!]! |= main[graph.edgeTo[edge]!]!;
    }
  });
  return within;
}

function cheapestArrival(
  places: readonly SnappedPosition[],
  arrivalAt: (place: SnappedPosition) => Arrival | null,
): { place: SnappedPosition; arrival: Arrival } | null {
  let best: { place: SnappedPosition; arrival: Arrival } | null = null;
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

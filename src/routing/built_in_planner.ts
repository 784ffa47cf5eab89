import type { PlannedRoute, RoutePlanner } from "../deps.ts";
import type { LatLng } from "../domain/location.ts";
import { type Arrival, arrivalAt, reachedSegments } from "./arrival.ts";
import { mainNetwork } from "./main_network.ts";
import { shortestPathTree } from "./shortest_path_tree.ts";
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

/** The planner that needs no engine: everything is reckoned here, a route is then looked up in memory. */
export function builtInPlanner(graph: StreetGraph, origin: LatLng): RoutePlanner {
  const route = streetRouter(graph, origin);
  return { plan: (destination) => Promise.resolve(route(destination)) };
}

/**
 * Computes every cheapest drive from `origin` (the restaurant) at once, and answers from that.
 * @returns the route to a destination, synchronously; at a junction, by whichever of its streets is cheapest to arrive on
 * @throws {Error} where no street of the main network is within 200 m of `origin`
 */
export function streetRouter(
  graph: StreetGraph,
  origin: LatLng,
): (destination: LatLng) => PlannedRoute {
  const index = streetIndex(graph);
  const tree = shortestPathTree(graph, startingPlaces(graph, index, origin));
  const reached = reachedSegments(graph, tree);

  return (destination) => {
    const places = index.nearest(destination, SNAP_LIMIT_METERS, reached);
    const best = cheapestArrival(places, (place) => arrivalAt(graph, tree, place));
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
  index: StreetIndex,
  origin: LatLng,
): readonly StreetPosition[] {
  const places = index.nearest(origin, SNAP_LIMIT_METERS, segmentsIntoMainNetwork(graph));
  if (places.length > 0) return places;
  throw new Error(
    `the map has no street within ${SNAP_LIMIT_METERS} m of the restaurant ` +
      `(${origin.lat}, ${origin.lng}): check its location, or use a map of its town`,
  );
}

function segmentsIntoMainNetwork(graph: StreetGraph): Uint8Array {
  const main = mainNetwork(graph);
  return Uint8Array.from(
    { length: segmentCount(graph) },
    (_, s) => openEdges(graph, s).some((edge) => main[graph.edgeTo[edge]!] === 1) ? 1 : 0,
  );
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

import type { LatLng } from "../domain/location.ts";
import { openEdges, segmentCount, type StreetGraph, type StreetPosition } from "./street_graph.ts";
import type { StreetIndex } from "./street_index.ts";

/** How far a point may lie from a street, in metres. */
export const SNAP_LIMIT_METERS = 200;

/** The restaurant lies on no street of the map. The message says what to do. */
export class OffTheMap extends Error {
  override readonly name = "OffTheMap";
}

/**
 * The place on the street in front of the restaurant, from which a car gets around in the town.
 * @throws {OffTheMap} where no street of the main network is near
 */
export function startingPlaces(
  graph: StreetGraph,
  main: Uint8Array,
  index: StreetIndex,
  origin: LatLng,
): readonly StreetPosition[] {
  const places = index.nearest(origin, SNAP_LIMIT_METERS, segmentsInto(graph, main));
  if (places.length > 0) return places;
  throw new OffTheMap(
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
export function segmentsWithin(graph: StreetGraph, main: Uint8Array): Uint8Array {
  const within = new Uint8Array(segmentCount(graph));
  main.forEach((isMain, node) => {
    for (let edge = graph.firstEdge[node]!; isMain && edge < graph.firstEdge[node + 1]!; edge++) {
      within[graph.edgeSegment[edge]!]! |= main[graph.edgeTo[edge]!]!;
    }
  });
  return within;
}

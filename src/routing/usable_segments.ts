import type { LatLng } from "../domain/location.ts";
import { segmentsInto } from "./main_network.ts";
import { ACCESS, openEdges, type StreetGraph, type StreetPosition } from "./street_graph.ts";
import type { StreetIndex } from "./street_index.ts";

/** How far a point may lie from a street, in metres. */
export const SNAP_LIMIT_METERS = 200;

/** The restaurant lies on no street of the map. The message says what to do. */
export class OffTheMap extends Error {
  override readonly name = "OffTheMap";
}

/** On a map of fewer streets, one that no car comes back from is no mistake of the mappers, but as good as the others. */
const LARGE_NETWORK = 1000;

/** Whether the main network has so many directed edges that streets outside of it count as cut off, as OSRM has it. */
export function isLarge({ edgeSegment }: StreetGraph, main: Uint8Array): boolean {
  let edges = 0;
  for (const segment of edgeSegment) edges += main[segment]!;
  return edges >= LARGE_NETWORK;
}

/**
 * The place on the street in front of the restaurant from which a car gets around in the town and back; where there is none, or
 * the map is small, on one from which it gets away at least.
 * That may be a private street, the restaurant's own, where no other is as near.
 * @param main the segments of the main network
 * @throws {OffTheMap} where no such street is near
 */
export function startingPlaces(
  graph: StreetGraph,
  main: Uint8Array,
  index: StreetIndex,
  origin: LatLng,
): readonly StreetPosition[] {
  const nearest = (segments: Uint8Array) => {
    const usable = segments.map((isUsable, s) => isUsable & ~graph.segmentNoStop[s]!);
    return index.nearest(origin, SNAP_LIMIT_METERS, usable);
  };
  const within = isLarge(graph, main) ? nearest(main) : [];
  const places = within.length > 0 ? within : nearest(segmentsInto(graph, main));
  if (places.length > 0) return openOnes(graph, places);
  throw new OffTheMap(
    `the map has no street within ${SNAP_LIMIT_METERS} m of the restaurant ` +
      `(${origin.lat}, ${origin.lng}): check its location, or use a map of its town`,
  );
}

/** Those of `places` that lie on streets open to all; all of them where none does. */
function openOnes(
  graph: StreetGraph,
  places: readonly StreetPosition[],
): readonly StreetPosition[] {
  const open = places.filter(({ segment }) =>
    openEdges(graph, segment).some((edge) => graph.edgeAccess[edge] === ACCESS.open)
  );
  return open.length > 0 ? open : places;
}

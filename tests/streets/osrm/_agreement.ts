/** The built-in router and OSRM on the same points. */
import type { LatLng } from "../../../src/domain/location.ts";
import type { StreetRoutes } from "../../../src/streets/built_in_planner.ts";
import { boxOf } from "../../../src/streets/coordinates.ts";
import type { StreetGraph } from "../../../src/streets/street_graph.ts";
import { type StreetIndex, streetIndex } from "../../../src/streets/street_index.ts";
import { mainNetwork, meters, pointOn } from "../_small_graphs.ts";
import { randomNumbers } from "../_town.ts";

/** The differences at a point, as shares of OSRM's values. */
interface Difference {
  readonly meters: number;
  readonly seconds: number;
}

/** What a comparison of many pins found. */
export interface Agreement {
  readonly found: Difference[];
  /** How many pins OSRM matches to a street on which no drive may end: left out of the comparison. */
  noStop: number;
  /** How many pins the two match to places that are not equally near. */
  elsewhere: number;
}

interface OsrmRoute {
  readonly meters: number;
  readonly seconds: number;
  /** The point of a street to which the destination was matched, and the metres between the two. */
  readonly matched: LatLng;
  readonly snapMeters: number;
}

/** OSRM's route without ferries, which the built-in router does not use; null if there is none. */
export async function osrmRoute(url: string, from: LatLng, to: LatLng): Promise<OsrmRoute | null> {
  const path =
    `/route/v1/driving/${from.lng},${from.lat};${to.lng},${to.lat}?overview=false&exclude=ferry`;
  const answer = await (await fetch(url + path)).json();
  if (answer.code !== "Ok") return null;
  const { distance: meters, duration: seconds } = answer.routes[0];
  const { distance: snapMeters, location: [lng, lat] } = answer.waypoints[1];
  return { meters, seconds, matched: { lat, lng }, snapMeters };
}

/**
 * OSRM rounds coordinates to a millionth of a degree before it compares distances, so that at a corner it may take
 * either street.
 */
const ROUNDING_METERS = 0.3;

/** Compares the drives from `from` to the points of streets to which OSRM matches `pins`. */
export async function compareDrives(
  { graph, index, routes, agreement }: {
    readonly graph: StreetGraph;
    readonly index: StreetIndex;
    readonly routes: StreetRoutes;
    readonly agreement: Agreement;
  },
  url: string,
  from: LatLng,
  pins: readonly LatLng[],
): Promise<void> {
  for (const pin of pins) {
    const other = await osrmRoute(url, from, pin);
    if (other === null || other.snapMeters > 200) continue;
    const places = index.nearest(other.matched).filter(({ meters }) => meters < 1);
    if (places.every(({ segment }) => graph.segmentStops[segment] === 0)) {
      agreement.noStop++;
      continue;
    }
    const end = routes.end(pin);
    const own = routes.plan(other.matched);
    if (end === null || own.kind !== "route" || other.meters < 1) continue;
    const [ownMeters, otherMeters] = [pointOn(graph, end.place), other.matched]
      .map((place) => meters(pin, place));
    if (Math.abs(ownMeters! - otherMeters!) > ROUNDING_METERS) agreement.elsewhere++;
    agreement.found.push({
      meters: Math.abs(own.meters / other.meters - 1),
      seconds: Math.abs(own.seconds / other.seconds - 1),
    });
  }
}

/** Points within 200 m of streets, as dense as the map's streets: near points of their geometry. */
export function pointsNearStreets(graph: StreetGraph, count: number, seed: number): LatLng[] {
  const random = randomNumbers(seed);
  const aside = () => (random() - 0.5) * 0.002;
  return Array.from({ length: count }, () => {
    const at = Math.floor(random() * graph.pointLat.length);
    return {
      lat: graph.pointLat[at]! / 1e7 + aside(),
      lng: graph.pointLng[at]! / 1e7 + aside(),
    };
  });
}

/** Points of streets of the main network from which drives may begin, near points of their geometry. */
export function startsOnStreets(graph: StreetGraph, count: number, seed: number): LatLng[] {
  const main = mainNetwork(graph);
  const index = streetIndex(graph);
  const usable = main.map((isMain, segment) => isMain & graph.segmentStops[segment]!);
  return pointsNearStreets(graph, count * 50, seed)
    .flatMap((point) => index.nearest(point, usable).slice(0, 1))
    .filter(({ meters }) => meters < 25)
    .slice(0, count).map((place) => pointOn(graph, place));
}

/** Points anywhere in the map's bounding box within 200 m of a street. */
export function pointsAnywhere(graph: StreetGraph, count: number, seed: number): LatLng[] {
  const random = randomNumbers(seed);
  const index = streetIndex(graph);
  const { south, west, north, east } = boxOf(graph);
  const points: LatLng[] = [];
  while (points.length < count) {
    const lat = south + random() * (north - south);
    const lng = west + random() * (east - west);
    if (index.nearest({ lat, lng }).length > 0) points.push({ lat, lng });
  }
  return points;
}

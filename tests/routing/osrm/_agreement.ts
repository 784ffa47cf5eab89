/** The built-in router and OSRM on the same points. */
import type { LatLng } from "../../../src/domain/location.ts";
import type { PlannedRoute } from "../../../src/ports/streets.ts";
import type { StreetGraph } from "../../../src/routing/street_graph.ts";
import { boxOf } from "../../../src/routing/map_file/layout.ts";
import { streetIndex } from "../../../src/routing/street_index.ts";
import { randomNumbers } from "../town.ts";
import { mainNetwork } from "../small_graphs.ts";

/** The differences at a point, as shares of OSRM's values. */
export interface Difference {
  readonly point: LatLng;
  readonly meters: number;
  readonly seconds: number;
}

export interface OsrmRoute {
  readonly meters: number;
  readonly seconds: number;
  /** From the destination to its street. */
  readonly snapMeters: number;
}

/** OSRM's route without ferries, which the built-in router does not use; null if there is none. */
export async function osrmRoute(url: string, from: LatLng, to: LatLng): Promise<OsrmRoute | null> {
  const path =
    `/route/v1/driving/${from.lng},${from.lat};${to.lng},${to.lat}?overview=false&exclude=ferry`;
  const answer = await (await fetch(url + path)).json();
  if (answer.code !== "Ok") return null;
  const { distance: meters, duration: seconds } = answer.routes[0];
  return { meters, seconds, snapMeters: answer.waypoints[1].distance };
}

/** The differences at the `points` that both routers match to a street within 200 m. */
export async function differences(
  route: (destination: LatLng) => PlannedRoute,
  url: string,
  from: LatLng,
  points: readonly LatLng[],
): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const point of points) {
    const own = route(point);
    const other = await osrmRoute(url, from, point);
    if (own.kind !== "route" || other === null || other.snapMeters > 200) continue;
    if (other.meters < 1) continue;
    found.push({
      point,
      meters: Math.abs(own.meters / other.meters - 1),
      seconds: Math.abs(own.seconds / other.seconds - 1),
    });
  }
  return found;
}

/** The value that `share` of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
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

/** Places a few steps off streets of the main network, like those of restaurants. */
export function startsOnStreets(graph: StreetGraph, count: number, seed: number): LatLng[] {
  const main = mainNetwork(graph);
  const index = streetIndex(graph);
  const isOnMain = (point: LatLng) =>
    index.nearest(point, 25).some(({ segment }) => main[segment] === 1);
  return pointsNearStreets(graph, count * 50, seed).filter(isOnMain).slice(0, count);
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
    if (index.nearest({ lat, lng }, 200).length > 0) points.push({ lat, lng });
  }
  return points;
}

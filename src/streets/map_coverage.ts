import type { LatLng } from "../domain/location.ts";
import {
  boxAround,
  metersBetween,
  toUnits,
  UNITS_A_DEGREE,
  unitScale,
  unitsOf,
} from "./coordinates.ts";
import { SNAP_LIMIT_METERS } from "./built_in_planner.ts";
import type { StreetGraph } from "./street_graph.ts";
import type { IndexedStreets, StreetIndex } from "./street_index.ts";

export interface MapCoverage {
  /** Share of the circle within 200 m of a reachable street, 0 to 1. */
  readonly share: number;
  readonly reachedKm: number;
  readonly unreachedKm: number;
}

const STEP_METERS = 50;
/** In wide circles points lie farther apart, so that sampling takes about a second. */
const MAX_POINTS = 100_000;

/** Measures a circle on a grid of points, 50 m apart up to 8.9 km. @param reached the segments on which a drive may end: 1, else 0 */
export function mapCoverage(
  { graph, index }: IndexedStreets,
  reached: Uint8Array,
  center: LatLng,
  radiusKm: number,
): MapCoverage {
  const radius = radiusKm * 1000;
  const stepMeters = Math.max(STEP_METERS, Math.sqrt(Math.PI * radius * radius / MAX_POINTS));
  const points = circlePoints(center, radius, stepMeters);
  const near = points.filter((point) =>
    index.nearest(point, SNAP_LIMIT_METERS, reached).length > 0
  );
  const inside = segmentsAround(graph, index, center, radius);
  const isMissed = (segment: number) => reached[segment] === 0 && graph.segmentStops[segment] === 1;
  return {
    share: near.length / points.length,
    reachedKm: kilometers(graph, inside.filter((segment) => reached[segment] === 1)),
    unreachedKm: kilometers(graph, inside.filter(isMissed)),
  };
}

function circlePoints(center: LatLng, radius: number, step: number): LatLng[] {
  const scale = unitScale(toUnits(center.lat));
  const points: LatLng[] = [];
  const steps = Math.floor(radius / step);
  for (let north = -steps; north <= steps; north++) {
    for (let east = -steps; east <= steps; east++) {
      if (Math.hypot(north, east) * step > radius) continue;
      points.push({
        lat: center.lat + north * step / scale.lat / UNITS_A_DEGREE,
        lng: center.lng + east * step / scale.lng / UNITS_A_DEGREE,
      });
    }
  }
  return points;
}

/** Segments whose first or last point lies in the circle. */
function segmentsAround(
  { firstPoint, pointLat, pointLng }: StreetGraph,
  index: StreetIndex,
  center: LatLng,
  radius: number,
): number[] {
  const [lat, lng] = [toUnits(center.lat), toUnits(center.lng)];
  const isInside = (p: number) => metersBetween(lat, lng, pointLat[p]!, pointLng[p]!) <= radius;
  return Array.from(index.within(unitsOf(boxAround(center, radius / 1000)))).filter((segment) =>
    isInside(firstPoint[segment]!) || isInside(firstPoint[segment + 1]! - 1)
  );
}

function kilometers(graph: StreetGraph, segments: readonly number[]): number {
  return segments.reduce((sum, segment) => sum + graph.segmentMeters[segment]!, 0) / 1000;
}

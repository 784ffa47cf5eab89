import type { LatLng } from "../domain/location.ts";
import { SNAP_LIMIT_METERS } from "./built_in_planner.ts";
import { toUnits, UNITS_A_DEGREE, unitScale } from "./coordinates.ts";
import type { StreetIndex } from "./street_index.ts";

const STEP_METERS = 50;
/** In wide circles points lie farther apart, so that sampling takes about a second. */
const MAX_POINTS = 100_000;

/**
 * Measures a circle on a grid of points, 50 m apart up to 8.9 km.
 * @param reached the segments on which a drive may end: 1, else 0
 * @returns the share within 200 m of such a segment, 0 to 1
 */
export function mapCoverage(
  index: StreetIndex,
  reached: Uint8Array,
  center: LatLng,
  radiusKm: number,
): number {
  const radius = radiusKm * 1000;
  const stepMeters = Math.max(STEP_METERS, Math.sqrt(Math.PI * radius * radius / MAX_POINTS));
  const points = circlePoints(center, radius, stepMeters);
  const near = points.filter((point) =>
    index.nearest(point, SNAP_LIMIT_METERS, reached).length > 0
  );
  return near.length / points.length;
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

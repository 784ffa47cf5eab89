/**
 * Coordinates in whole units of 1e-7 degrees, as in OpenStreetMap. Metres are on the WGS84 ellipsoid: on a sphere,
 * streets are 0.3 % off.
 */
import type { LatLng } from "../domain/location.ts";

export const UNITS_A_DEGREE = 1e7;

const EQUATORIAL_RADIUS_M = 6_378_137;
const ECCENTRICITY_SQUARED = 0.00669437999014;
const RADIANS_A_UNIT = Math.PI / 180 / UNITS_A_DEGREE;

/** Metres in one unit at a latitude. */
export interface UnitScale {
  readonly lat: number;
  readonly lng: number;
}

export function toUnits(degrees: number): number {
  return Math.round(degrees * UNITS_A_DEGREE);
}

/** The scale at the latitude `lat` (units), from the ellipsoid's two radii of curvature there. */
export function unitScale(lat: number): UnitScale {
  const sin = Math.sin(lat * RADIANS_A_UNIT);
  const flattening = 1 - ECCENTRICITY_SQUARED * sin * sin;
  const normal = EQUATORIAL_RADIUS_M / Math.sqrt(flattening);
  const meridional = normal * (1 - ECCENTRICITY_SQUARED) / flattening;
  return {
    lat: meridional * RADIANS_A_UNIT,
    lng: normal * Math.cos(lat * RADIANS_A_UNIT) * RADIANS_A_UNIT,
  };
}

/** Metres in a straight line between two points in units, exact to a millimetre over the length of a street. */
export function metersBetween(latA: number, lngA: number, latB: number, lngB: number): number {
  const scale = unitScale((latA + latB) / 2);
  return Math.hypot((latB - latA) * scale.lat, (lngB - lngA) * scale.lng);
}

export interface Box {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** The box in degrees that extends `km` kilometres from `center` to each side. */
export function boxAround(center: LatLng, km: number): Box {
  const scale = unitScale(toUnits(center.lat));
  const up = km * 1000 / scale.lat / UNITS_A_DEGREE;
  const aside = km * 1000 / scale.lng / UNITS_A_DEGREE;
  return {
    south: Math.max(-90, center.lat - up),
    west: Math.max(-180, center.lng - aside),
    north: Math.min(90, center.lat + up),
    east: Math.min(180, center.lng + aside),
  };
}

export interface Circle {
  readonly center: LatLng;
  readonly radiusKm: number;
}

/** Whether a point in units lies in the circle. */
export function inCircle({ center, radiusKm }: Circle): (lat: number, lng: number) => boolean {
  const [lat, lng] = [toUnits(center.lat), toUnits(center.lng)];
  const scale = unitScale(lat);
  const square = (radiusKm * 1000) ** 2;
  return (north, east) =>
    ((north - lat) * scale.lat) ** 2 + ((east - lng) * scale.lng) ** 2 <= square;
}

export function boxOf(
  { pointLat, pointLng }: { readonly pointLat: Int32Array; readonly pointLng: Int32Array },
): Box {
  const [south, north] = rangeOf(pointLat);
  const [west, east] = rangeOf(pointLng);
  return {
    south: south / UNITS_A_DEGREE,
    west: west / UNITS_A_DEGREE,
    north: north / UNITS_A_DEGREE,
    east: east / UNITS_A_DEGREE,
  };
}

export function unitsOf({ south, west, north, east }: Box): Box {
  return { south: toUnits(south), west: toUnits(west), north: toUnits(north), east: toUnits(east) };
}

export function rangeOf(numbers: ArrayLike<number>): [least: number, greatest: number] {
  let [least, greatest] = [Infinity, -Infinity];
  for (let i = 0; i < numbers.length; i++) {
    least = Math.min(least, numbers[i]!);
    greatest = Math.max(greatest, numbers[i]!);
  }
  return [least, greatest];
}

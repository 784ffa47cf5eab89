import type { LatLng } from "../../domain/location.ts";
import { toUnits, UNITS_A_DEGREE, unitScale } from "../coordinates.ts";
import type { OsmBox } from "../osm/elements.ts";

/** The box that reaches so many kilometres from `center` to each side. */
export function boxAround(center: LatLng, km: number): OsmBox {
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

/** Whether a point, in units of 1e-7 degrees, lies in a box. */
export function insideOf(box: OsmBox): (lat: number, lng: number) => boolean {
  const [south, west] = [toUnits(box.south), toUnits(box.west)];
  const [north, east] = [toUnits(box.north), toUnits(box.east)];
  return (lat, lng) => lat >= south && lat <= north && lng >= west && lng <= east;
}

/** A point on the ground: WGS84 decimal degrees, as in OSM. */
export interface LatLng {
  /** Latitude, -90 to 90. */
  readonly lat: number;
  /** Longitude, -180 to 180. */
  readonly lng: number;
}

/** Mean earth radius in kilometres (IUGG). */
const EARTH_RADIUS_KM = 6371.0088;

/** Straight-line (great circle) distance in kilometres, by the haversine formula. */
export function haversineKm(a: LatLng, b: LatLng): number {
  const radians = Math.PI / 180;
  const sinLat = Math.sin((b.lat - a.lat) * radians / 2);
  const sinLng = Math.sin((b.lng - a.lng) * radians / 2);
  const h = sinLat * sinLat +
    Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * sinLng * sinLng;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Where Mexico lies. */
import type { LatLng } from "./location.ts";

/** Whether the point lies in the box around Mexico. */
export function isInMexico({ lat, lng }: LatLng): boolean {
  return lat >= 14.4 && lat <= 32.8 && lng >= -118.5 && lng <= -86.6;
}

/** The point in Mexico that was probably meant where latitude and longitude were swapped or the minus sign was lost; null for none. */
export function pointMeant({ lat, lng }: LatLng): LatLng | null {
  const candidates = [[lat, lng], [lng, lat]].map(([a = 0, b = 0]) => ({
    lat: Math.abs(a),
    lng: -Math.abs(b),
  }));
  return candidates.find(isInMexico) ?? null;
}

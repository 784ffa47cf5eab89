/** Points in Monaco, for engines that serve its map. */
import type { LatLng } from "../../../src/domain/location.ts";

export const MONACO = "osrm_monaco.osm.pbf";

/** On the Place d'Armes. */
export const RESTAURANT: LatLng = { lat: 43.7325, lng: 7.4189 };
/** In the sea, 423 m from the nearest street. */
export const AT_SEA: LatLng = { lat: 43.728, lng: 7.43 };
/** In the centre of Merida, Yucatan. */
export const MERIDA: LatLng = { lat: 20.967, lng: -89.6237 };

/** 48 points over the town and some of the sea, none with round coordinates. */
export const SCATTERED: readonly LatLng[] = Array.from({ length: 48 }, (_, nth) => ({
  lat: round(43.7241 + Math.floor(nth / 8) * 0.0048 + (nth % 3) * 0.00037),
  lng: round(7.4093 + (nth % 8) * 0.0043 + (nth % 5) * 0.00021),
}));

function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

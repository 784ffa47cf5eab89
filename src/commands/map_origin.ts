import type { Environment } from "../config/config.ts";
import { isDegrees, parseDecimal } from "../domain/coordinates.ts";
import type { LatLng } from "../domain/location.ts";
import { loadRestaurant } from "../restaurant/load.ts";
import { BALANCED, type RoutePreference } from "../routing/shortest_path_tree.ts";
import { PREFERENCES } from "./planner.ts";

/** Where drives start, and how far. */
export interface MapOrigin {
  readonly location: LatLng;
  /** How far the restaurant delivers; null where no restaurant is known. */
  readonly radiusKm: number | null;
  readonly preference: RoutePreference;
}

/**
 * A point given on the command line, or else the restaurant of RESTAURANT_FILE; null where there is neither.
 * @throws {RestaurantFileError} for a file with problems
 */
export async function mapOrigin(
  given: LatLng | null,
  environment: Environment,
): Promise<MapOrigin | null> {
  const file = environment["RESTAURANT_FILE"];
  if (file === undefined || file === "") {
    return given && { location: given, radiusKm: null, preference: BALANCED };
  }
  const { location, tariff, routeChoice } = await loadRestaurant(file);
  return {
    location: given ?? location,
    radiusKm: tariff.maxRadiusKm,
    preference: PREFERENCES[routeChoice],
  };
}

/** The point that `20.967,-89.624` writes; null for anything else. */
export function pointOf(text: string): LatLng | null {
  const [lat, lng, more] = text.split(",").map((part) => parseDecimal(part.trim()));
  if (lat === undefined || lat === null || lng === undefined || lng === null) return null;
  return more === undefined && isDegrees("lat", lat) && isDegrees("lng", lng) ? { lat, lng } : null;
}

/** What is wrong with a point, for who wrote it. */
export function notAPoint(option: string, text: string): string {
  return `--${option} ${text}: give latitude,longitude in degrees, for example 20.967,-89.624`;
}

/** What the commands that look into a map have in common. */
import type { Environment } from "../config/config.ts";
import { isDegrees, type LatLng, parseDecimal } from "../domain/location.ts";
import { RestaurantFileError } from "../restaurant/problems.ts";
import { loadRestaurant } from "../restaurant/load.ts";
import { OffTheMap } from "../routing/built_in_planner.ts";
import { MapFileError } from "../routing/map_file/layout.ts";
import { BALANCED, type RoutePreference } from "../routing/shortest_path_tree.ts";
import type { CommandIo } from "./io.ts";
import { PREFERENCES } from "../service/streets.ts";

/**
 * Does `work` with the arguments read, and says what went wrong where that is for the caller to mend.
 *
 * @param wanted the arguments, or what is wrong with them
 * @returns the exit code: what `work` gives, 1 where a file or a place stands in its way, 2 where the arguments make no sense
 */
export async function mapCommand<Arguments extends object>(
  wanted: Arguments | string,
  io: CommandIo,
  work: (wanted: Arguments) => Promise<number>,
): Promise<number> {
  if (typeof wanted === "string") {
    io.err(wanted);
    return 2;
  }
  try {
    return await work(wanted);
  } catch (error) {
    if (!FORESEEN.some((kind) => error instanceof kind)) throw error;
    io.err((error as Error).message);
    return 1;
  }
}

/** Errors whose message says all there is to say. */
const FORESEEN = [MapFileError, RestaurantFileError, OffTheMap];

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

/** How far engines may move a point onto a street. Left alone, some match a point in the sea to a street in another country. */
import type { PlannedRoute } from "../../deps.ts";
import type { LatLng } from "../../domain/location.ts";
import { SNAP_LIMIT_METERS } from "../built_in_planner.ts";
import { metersBetween, toUnits } from "../coordinates.ts";
import { EngineError } from "./engine_error.ts";

export { SNAP_LIMIT_METERS };

/** No street near the point, or no way there; the engine did not say which street lies next to it. */
export const NO_ROUTE: PlannedRoute = { kind: "no_route", street: null, metersToStreet: null };

/** `route` where its end lies within 200 m of the point that was asked for; no route otherwise. */
export function matched(route: Extract<PlannedRoute, { kind: "route" }>): PlannedRoute {
  const { street, metersToStreet } = route;
  if (metersToStreet <= SNAP_LIMIT_METERS) return route;
  return { kind: "no_route", street, metersToStreet };
}

/**
 * Refuses routes that begin elsewhere than at the restaurant.
 * @param metersToStreet from the restaurant to where the engine let the route begin
 * @throws {EngineError} where that is over 200 m
 */
export function requireOriginMatched(metersToStreet: number, engine: string): void {
  if (metersToStreet <= SNAP_LIMIT_METERS) return;
  throw new EngineError(
    "wrong",
    `${engine}'s map has no street within ${SNAP_LIMIT_METERS} m of the restaurant: ` +
      "check its location, or give the engine a map of its town",
  );
}

/** Metres in a straight line. */
export function metersApart(a: LatLng, b: LatLng): number {
  return metersBetween(toUnits(a.lat), toUnits(a.lng), toUnits(b.lat), toUnits(b.lng));
}

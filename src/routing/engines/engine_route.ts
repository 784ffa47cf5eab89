/** What a question to an engine needs, and what is believed of its answer. */
import type { PlannedRoute } from "../../deps.ts";
import type { LatLng } from "../../domain/location.ts";
import { SNAP_LIMIT_METERS } from "../built_in_planner.ts";
import { metersBetween, toUnits } from "../coordinates.ts";
import { EngineError } from "./exchange.ts";

export { SNAP_LIMIT_METERS };

/** One question to an engine. */
export interface RouteQuestion {
  /** Base address without a trailing slash; it may have a path. */
  readonly url: string;
  /** Google's API key. */
  readonly key: string | null;
  /** The restaurant. */
  readonly origin: LatLng;
  readonly destination: LatLng;
  /** How long the exchange may take, in milliseconds. Default: 2,000. */
  readonly timeLimitMs?: number | undefined;
}

/** No street near the point, or no way there; the engine did not say which street lies next to it. */
export const NO_ROUTE: PlannedRoute = { kind: "no_route", street: null, metersToStreet: null };

/**
 * The route where its ends lie within 200 m of the points that were asked for. Left alone, some engines match a point in the sea
 * to a street in another country.
 * @param metersToOrigin from the restaurant to where the engine let the route begin
 * @throws {EngineError} where that is over 200 m
 */
export function matched(
  engine: string,
  metersToOrigin: number,
  route: Extract<PlannedRoute, { kind: "route" }>,
): PlannedRoute {
  if (!(metersToOrigin <= SNAP_LIMIT_METERS)) {
    throw new EngineError(
      "wrong",
      `${engine}'s map has no street within ${SNAP_LIMIT_METERS} m of the restaurant: ` +
        "check its location, or give the engine a map of its town",
    );
  }
  const { street, metersToStreet } = route;
  if (metersToStreet <= SNAP_LIMIT_METERS) return route;
  return { kind: "no_route", street, metersToStreet };
}

/** Metres in a straight line. */
export function metersApart(a: LatLng, b: LatLng): number {
  return metersBetween(toUnits(a.lat), toUnits(a.lng), toUnits(b.lat), toUnits(b.lng));
}

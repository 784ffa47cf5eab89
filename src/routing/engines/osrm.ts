/** OSRM 5 and later: `GET /route/v1/driving/...` of osrm-routed. */
import * as v from "valibot";
import type { PlannedRoute } from "../../ports/streets.ts";
import type { LatLng } from "../../domain/location.ts";
import { SNAP_LIMIT_METERS } from "../built_in_planner.ts";
import {
  AMOUNT,
  ERROR_NAME,
  exchange,
  NO_ROUTE,
  parseAnswer,
  refusal,
  type RouteRequest,
  withinSnapLimit,
} from "./exchange.ts";

const WAYPOINT = v.object({ distance: AMOUNT, name: v.string() });

const ROUTED = v.object({
  code: v.literal("Ok"),
  routes: v.looseTuple([v.object({ distance: AMOUNT, duration: AMOUNT })]),
  waypoints: v.strictTuple([WAYPOINT, WAYPOINT]),
});
const REFUSED = v.object({ code: ERROR_NAME });
const WITHOUT_ROUTE = ["NoRoute", "NoSegment"];

/**
 * Requests a route from the OSRM server at `url`.
 * @throws {EngineError}
 */
export async function osrmRoute(
  { url, origin, destination, timeLimitMs }: RouteRequest,
): Promise<PlannedRoute> {
  const points = `${lngLat(origin)};${lngLat(destination)}`;
  // Without a radius, a point in another country is matched to the nearest street of the map.
  const query = `overview=false&radiuses=;${SNAP_LIMIT_METERS}`;
  const { status, body } = await exchange({
    engine: "OSRM",
    url: `${url}/route/v1/driving/${points}?${query}`,
    method: "GET",
    timeLimitMs,
  });
  if (status !== 200) return readRefusal(status, body);
  const { routes: [route], waypoints: [start, end] } = parseAnswer(ROUTED, body, "OSRM");
  return withinSnapLimit("OSRM", start.distance, {
    kind: "route",
    meters: route.distance,
    seconds: route.duration,
    street: end.name === "" ? null : end.name,
    metersToStreet: end.distance,
  });
}

function readRefusal(status: number, body: unknown): PlannedRoute {
  const code = v.is(REFUSED, body) ? body.code : undefined;
  if (status === 400 && code !== undefined && WITHOUT_ROUTE.includes(code)) return NO_ROUTE;
  throw refusal("OSRM", status, code);
}

/** OSRM reads six decimals (a decimetre). */
function lngLat({ lat, lng }: LatLng): string {
  return `${lng.toFixed(6)},${lat.toFixed(6)}`;
}

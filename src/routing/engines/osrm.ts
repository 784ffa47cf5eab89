/** OSRM 5 and later (osrm-routed), and Valhalla 3 (valhalla_service), which can answer in OSRM's format. */
import * as v from "valibot";
import type { PlannedRoute } from "../../ports/streets.ts";
import type { LatLng } from "../../domain/location.ts";
import { NO_ROUTE, SNAP_LIMIT_METERS } from "../built_in_planner.ts";
import {
  AMOUNT,
  type EngineAnswer,
  ERROR_NAME,
  exchange,
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
/** No path, no street near a point; Valhalla's name for points too far apart. */
const WITHOUT_ROUTE = ["NoRoute", "NoSegment", "DistanceExceeded"];

export async function osrmRoute(
  { url, origin, destination, signal }: RouteRequest,
): Promise<PlannedRoute> {
  const points = `${lngLat(origin)};${lngLat(destination)}`;
  // Without a radius, a point in another country is matched to the nearest street of the map.
  const query = `overview=false&radiuses=;${SNAP_LIMIT_METERS}`;
  const path = `/route/v1/driving/${points}?${query}`;
  return readOsrmAnswer("OSRM", await exchange({ engine: "OSRM", url: url + path, signal }));
}

/** OSRM reads six decimals (a decimetre). */
function lngLat({ lat, lng }: LatLng): string {
  return `${lng.toFixed(6)},${lat.toFixed(6)}`;
}

export async function valhallaRoute(
  { url, origin, destination, signal }: RouteRequest,
): Promise<PlannedRoute> {
  const answer = await exchange({
    engine: "Valhalla",
    url: `${url}/route`,
    body: {
      locations: [
        { lat: origin.lat, lon: origin.lng },
        // Default of Valhalla: 35 km.
        { lat: destination.lat, lon: destination.lng, search_cutoff: SNAP_LIMIT_METERS },
      ],
      costing: "auto",
      directions_type: "none",
      // Valhalla's own format holds neither the street's name nor its distance.
      format: "osrm",
    },
    signal,
  });
  return readOsrmAnswer("Valhalla", answer);
}

function readOsrmAnswer(engine: string, { status, body }: EngineAnswer): PlannedRoute {
  if (status !== 200) {
    const code = v.is(REFUSED, body) ? body.code : undefined;
    if (status === 400 && code !== undefined && WITHOUT_ROUTE.includes(code)) return NO_ROUTE;
    throw refusal(engine, status, code);
  }
  const { routes: [route], waypoints: [start, end] } = parseAnswer(ROUTED, body, engine);
  return withinSnapLimit(engine, start.distance, {
    kind: "route",
    meters: route.distance,
    seconds: route.duration,
    street: end.name === "" ? null : end.name,
    metersToStreet: end.distance,
  });
}

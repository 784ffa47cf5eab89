/** Valhalla 3: `POST /route` of valhalla_service, which can answer in OSRM's format. */
import type { PlannedRoute } from "../../ports/streets.ts";
import { SNAP_LIMIT_METERS } from "../built_in_planner.ts";
import { exchange, type RouteRequest } from "./exchange.ts";
import { readOsrmAnswer } from "./osrm.ts";

/**
 * Requests a route from the Valhalla server at `url`.
 * @throws {EngineError}
 */
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

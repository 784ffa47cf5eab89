/** The engines as planners, without cache, circuit breaker, limit and retry. */
import type { PlannedRoute, RoutePlanner } from "../../../src/ports/streets.ts";
import type { LatLng } from "../../../src/domain/location.ts";
import type { RouteRequest } from "../../../src/routing/engines/exchange.ts";
import { googleRoute } from "../../../src/routing/engines/google.ts";
import { osrmRoute } from "../../../src/routing/engines/osrm.ts";
import { valhallaRoute } from "../../../src/routing/engines/valhalla.ts";

interface EnginePlace {
  readonly url: string;
  readonly origin: LatLng;
  readonly key?: string;
  readonly timeLimitMs?: number | undefined;
}

function plannerOf(
  route: (request: RouteRequest) => Promise<PlannedRoute>,
): (place: EnginePlace) => RoutePlanner {
  return ({ timeLimitMs = 10_000, ...place }) => ({
    plan: (destination) =>
      route({ key: null, ...place, destination, signal: AbortSignal.timeout(timeLimitMs) }),
  });
}

export const osrmPlanner = plannerOf(osrmRoute);
export const valhallaPlanner = plannerOf(valhallaRoute);
export const googlePlanner = plannerOf(googleRoute);

/** Valhalla 3: `POST /route` of valhalla_service. */
import * as v from "valibot";
import type { PlannedRoute, RoutePlanner } from "../../deps.ts";
import type { LatLng } from "../../domain/location.ts";
import { AMOUNT, refusal, understood } from "./answer.ts";
import { EngineError } from "./engine_error.ts";
import type { EngineOptions } from "./engine_options.ts";
import { exchange } from "./exchange.ts";
import {
  matched,
  metersApart,
  NO_ROUTE,
  requireOriginMatched,
  SNAP_LIMIT_METERS,
} from "./matched.ts";
import { polylineEnds } from "./polyline.ts";

const ROUTED = v.object({
  trip: v.object({
    summary: v.object({ length: AMOUNT, time: AMOUNT }),
    legs: v.strictTuple([v.object({ shape: v.string() })]),
    units: v.literal("kilometers"),
  }),
});
const REFUSED = v.object({ error_code: v.pipe(v.number(), v.safeInteger()) });

/** No path, no street near a point, points in parts that do not join, points too far apart. */
const WITHOUT_ROUTE = [442, 171, 170, 154];

/** Asks the Valhalla server at `url`; `plan` throws an {@linkcode EngineError} where that does not work out. */
export function valhallaPlanner({ url, origin, timeLimitMs }: EngineOptions): RoutePlanner {
  return {
    async plan(destination) {
      const { status, body } = await exchange({
        engine: "Valhalla",
        url: `${url}/route`,
        method: "POST",
        body: {
          locations: [
            { lat: origin.lat, lon: origin.lng },
            // Where absent, streets up to 35 km away will do.
            { lat: destination.lat, lon: destination.lng, search_cutoff: SNAP_LIMIT_METERS },
          ],
          costing: "auto",
          directions_type: "none",
        },
        timeLimitMs,
      });
      return status === 200 ? readRoute(body, origin, destination) : readRefusal(status, body);
    },
  };
}

/** The answer repeats the points as they were sent; the ends of the shape are where they were matched. */
function readRoute(body: unknown, origin: LatLng, destination: LatLng): PlannedRoute {
  const { summary, legs: [{ shape }] } = understood(ROUTED, body, "Valhalla").trip;
  const { first, last } = endsOf(shape);
  requireOriginMatched(metersApart(origin, first), "Valhalla");
  return matched({
    kind: "route",
    // It comes in kilometres with three decimals.
    meters: Math.round(summary.length * 1000),
    seconds: summary.time,
    street: null,
    metersToStreet: metersApart(destination, last),
  });
}

function readRefusal(status: number, body: unknown): PlannedRoute {
  const code = v.is(REFUSED, body) ? body.error_code : undefined;
  if (status === 400 && code !== undefined && WITHOUT_ROUTE.includes(code)) return NO_ROUTE;
  throw refusal("Valhalla", status, code);
}

function endsOf(shape: string): ReturnType<typeof polylineEnds> {
  try {
    return polylineEnds(shape);
  } catch {
    throw new EngineError("wrong", "Valhalla's answer is not as expected at trip.legs.0.shape");
  }
}

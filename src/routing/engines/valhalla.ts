/** Valhalla 3: `POST /route` of valhalla_service. */
import * as v from "valibot";
import type { PlannedRoute } from "../../ports/streets.ts";
import type { LatLng } from "../../domain/location.ts";
import { SNAP_LIMIT_METERS } from "../built_in_planner.ts";
import {
  AMOUNT,
  EngineError,
  exchange,
  metersApart,
  NO_ROUTE,
  parseAnswer,
  refusal,
  type RouteRequest,
  withinSnapLimit,
} from "./exchange.ts";

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

/**
 * Requests a route from the Valhalla server at `url`.
 * @throws {EngineError}
 */
export async function valhallaRoute(
  { url, origin, destination, timeLimitMs }: RouteRequest,
): Promise<PlannedRoute> {
  const { status, body } = await exchange({
    engine: "Valhalla",
    url: `${url}/route`,
    method: "POST",
    body: {
      locations: [
        { lat: origin.lat, lon: origin.lng },
        // Default of Valhalla: 35 km.
        { lat: destination.lat, lon: destination.lng, search_cutoff: SNAP_LIMIT_METERS },
      ],
      costing: "auto",
      directions_type: "none",
    },
    timeLimitMs,
  });
  if (status !== 200) return readRefusal(status, body);
  const { summary, legs: [{ shape }] } = parseAnswer(ROUTED, body, "Valhalla").trip;
  // The answer repeats the points as sent; the ends of the shape are the points on the streets.
  const { first, last } = polylineEnds(shape);
  return withinSnapLimit("Valhalla", metersApart(origin, first), {
    kind: "route",
    // Kilometres with three decimals.
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

const UNITS_A_DEGREE = 1e6;
const FIRST_CODE = 63;
const MORE = 32;

/**
 * The first and the last point of an encoded polyline with six decimals.
 *
 * Each coordinate is the difference from the one before, with its sign in the lowest bit, written in groups of five bits, lowest
 * first. A group is a character from `?` on; its sixth bit is set when more groups follow.
 * @throws {EngineError} if `text` is not such a line
 */
export function polylineEnds(text: string): { readonly first: LatLng; readonly last: LatLng } {
  let at = 0;
  const difference = (): number => {
    let bits = 0;
    for (let shift = 0; shift < 32; shift += 5) {
      const code = text.charCodeAt(at++) - FIRST_CODE;
      if (!(code >= 0 && code < 2 * MORE)) break;
      bits |= (code % MORE) << shift;
      if (code < MORE) return bits & 1 ? ~(bits >>> 1) : bits >>> 1;
    }
    throw new EngineError("wrong", "Valhalla's answer is not as expected at trip.legs.0.shape");
  };
  let first: LatLng | undefined;
  let [lat, lng] = [0, 0];
  do {
    lat += difference();
    lng += difference();
    first ??= degrees(lat, lng);
  } while (at < text.length);
  return { first, last: degrees(lat, lng) };
}

function degrees(lat: number, lng: number): LatLng {
  return { lat: lat / UNITS_A_DEGREE, lng: lng / UNITS_A_DEGREE };
}

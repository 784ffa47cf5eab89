/** Google Routes API v2, `computeRoutes`. Each question costs money. */
import * as v from "valibot";
import type { PlannedRoute } from "../../ports.ts";
import type { LatLng } from "../../domain/location.ts";
import {
  AMOUNT,
  EngineError,
  ERROR_NAME,
  exchange,
  keyRefused,
  matched,
  metersApart,
  NO_ROUTE,
  refusal,
  type RouteQuestion,
  understood,
} from "./exchange.ts";

const ENGINE = "Google Routes";

/** The leg's ends are the streets to which the points were moved: Google has no radius that it could be asked to keep to. */
const FIELDS =
  "routes.distanceMeters,routes.duration,routes.legs.startLocation,routes.legs.endLocation";

/** JSON made of protocol buffers leaves out what is zero. */
const DEGREES = v.optional(v.pipe(v.number(), v.finite()), 0);

const PLACE = v.object({ latLng: v.object({ latitude: DEGREES, longitude: DEGREES }) });

const ROUTE = v.object({
  distanceMeters: v.optional(AMOUNT),
  duration: v.pipe(v.string(), v.regex(/^\d+(\.\d{1,9})?s$/)),
  legs: v.strictTuple([
    v.object({ startLocation: PLACE, endLocation: PLACE }),
  ]),
});
/** Where no car gets there, the answer is `{}`. */
const ANSWER = v.object({ routes: v.optional(v.array(ROUTE), []) });
const REFUSED = v.object({ error: v.object({ status: ERROR_NAME }) });
/** A wrong key is told among the details of an HTTP 400. */
const WRONG_KEY = v.object({
  error: v.object({ details: v.looseTuple([v.object({ reason: v.literal("API_KEY_INVALID") })]) }),
});

/**
 * The route as the Routes API at `url` has it. The key goes into a header, so that no URL, and with it no
 * error, can hold it.
 * @throws {EngineError}
 */
export async function googleRoute(
  { url, key, origin, destination, timeLimitMs }: RouteQuestion,
): Promise<PlannedRoute> {
  const { status, body } = await exchange({
    engine: ENGINE,
    url: `${url}/directions/v2:computeRoutes`,
    method: "POST",
    headers: { "X-Goog-Api-Key": key ?? "", "X-Goog-FieldMask": FIELDS },
    body: {
      origin: waypoint(origin),
      destination: waypoint(destination),
      travelMode: "DRIVE",
      // The price must not change with the hour; it is the cheaper question, too.
      routingPreference: "TRAFFIC_UNAWARE",
    },
    timeLimitMs,
  });
  if (status === 200) return readRoute(body, origin, destination);
  if (v.is(WRONG_KEY, body)) throw keyRefused(ENGINE, status);
  throw refusal(ENGINE, status, v.is(REFUSED, body) ? body.error.status : undefined);
}

function waypoint({ lat, lng }: LatLng): unknown {
  return { location: { latLng: { latitude: lat, longitude: lng } } };
}

function readRoute(body: unknown, origin: LatLng, destination: LatLng): PlannedRoute {
  const { routes: [route] } = understood(ANSWER, body, ENGINE);
  if (route === undefined) return NO_ROUTE;
  const [{ startLocation, endLocation }] = route.legs;
  return matched(ENGINE, metersApart(origin, placeOf(startLocation)), {
    kind: "route",
    meters: metersOf(route),
    seconds: Number(route.duration.slice(0, -1)),
    street: null,
    metersToStreet: metersApart(destination, placeOf(endLocation)),
  });
}

function placeOf({ latLng }: v.InferOutput<typeof PLACE>): LatLng {
  return { lat: latLng.latitude, lng: latLng.longitude };
}

/** A route of no length is one that takes no time; otherwise the length is missing, and must not be priced as none. */
function metersOf({ distanceMeters, duration }: v.InferOutput<typeof ROUTE>): number {
  if (distanceMeters !== undefined) return distanceMeters;
  if (duration === "0s") return 0;
  throw new EngineError("wrong", `${ENGINE}' answer is not as expected at routes.0.distanceMeters`);
}

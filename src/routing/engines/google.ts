/** Google Routes API v2, `computeRoutes`. Each request costs money. */
import * as v from "valibot";
import type { PlannedRoute } from "../../ports/streets.ts";
import type { LatLng } from "../../domain/location.ts";
import { NO_ROUTE } from "../built_in_planner.ts";
import { metersBetween, toUnits } from "../coordinates.ts";
import {
  AMOUNT,
  EngineError,
  ERROR_NAME,
  exchange,
  keyRefused,
  parseAnswer,
  refusal,
  type RouteRequest,
  withinSnapLimit,
} from "./exchange.ts";

const ENGINE = "Google Routes";

/** The leg's ends are the places on streets to which the points were moved: the API has no parameter that limits how far. */
const FIELDS =
  "routes.distanceMeters,routes.duration,routes.legs.startLocation,routes.legs.endLocation";

/** JSON made of protocol buffers omits zeros. */
const DEGREES = v.optional(v.pipe(v.number(), v.finite()), 0);

const PLACE = v.object({ latLng: v.object({ latitude: DEGREES, longitude: DEGREES }) });

const ROUTE = v.object({
  distanceMeters: v.optional(AMOUNT),
  duration: v.pipe(v.string(), v.regex(/^\d+(\.\d{1,9})?s$/)),
  legs: v.strictTuple([
    v.object({ startLocation: PLACE, endLocation: PLACE }),
  ]),
});
/** Without a route the answer is `{}`. */
const ANSWER = v.object({ routes: v.optional(v.array(ROUTE), []) });
const REFUSED = v.object({ error: v.object({ status: ERROR_NAME }) });
/** A wrong key is reported in the details of an HTTP 400. */
const WRONG_KEY = v.object({
  error: v.object({ details: v.looseTuple([v.object({ reason: v.literal("API_KEY_INVALID") })]) }),
});

/** Requests a route from the Routes API at `url`. The key goes into a header, so that no URL, and no error, can hold it. */
export async function googleRoute(
  { url, key, origin, destination, signal }: RouteRequest,
): Promise<PlannedRoute> {
  const { status, body } = await exchange({
    engine: ENGINE,
    url: `${url}/directions/v2:computeRoutes`,
    headers: { "X-Goog-Api-Key": key ?? "", "X-Goog-FieldMask": FIELDS },
    body: {
      origin: waypoint(origin),
      destination: waypoint(destination),
      travelMode: "DRIVE",
      // The price must not change with the hour. This request is also the cheaper one.
      routingPreference: "TRAFFIC_UNAWARE",
    },
    signal,
  });
  if (status === 200) return readRoute(body, origin, destination);
  if (v.is(WRONG_KEY, body)) throw keyRefused(ENGINE, status);
  throw refusal(ENGINE, status, v.is(REFUSED, body) ? body.error.status : undefined);
}

function waypoint({ lat, lng }: LatLng): unknown {
  return { location: { latLng: { latitude: lat, longitude: lng } } };
}

function readRoute(body: unknown, origin: LatLng, destination: LatLng): PlannedRoute {
  const { routes: [route] } = parseAnswer(ANSWER, body, ENGINE);
  if (route === undefined) return NO_ROUTE;
  const [{ startLocation, endLocation }] = route.legs;
  return withinSnapLimit(ENGINE, metersApart(origin, placeOf(startLocation)), {
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

function metersApart(a: LatLng, b: LatLng): number {
  return metersBetween(toUnits(a.lat), toUnits(a.lng), toUnits(b.lat), toUnits(b.lng));
}

/** A route that takes no time has no length. Otherwise the length is missing and must not be priced as zero. */
function metersOf({ distanceMeters, duration }: v.InferOutput<typeof ROUTE>): number {
  if (distanceMeters !== undefined) return distanceMeters;
  if (duration === "0s") return 0;
  throw new EngineError("wrong", `${ENGINE}' answer is not as expected at routes.0.distanceMeters`);
}

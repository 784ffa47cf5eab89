/** Google Routes API v2, `computeRoutes`. Each question costs money. */
import * as v from "valibot";
import type { PlannedRoute, RoutePlanner } from "../../deps.ts";
import type { LatLng } from "../../domain/location.ts";
import { AMOUNT, ERROR_NAME, refusal, understood } from "./answer.ts";
import { EngineError } from "./engine_error.ts";
import type { EngineOptions } from "./engine_options.ts";
import { exchange } from "./exchange.ts";
import { matched, metersApart, NO_ROUTE } from "./matched.ts";

export interface GoogleOptions extends EngineOptions {
  /** The API key. It goes into a header, so that no URL, and with it no error, can hold it. */
  readonly key: string;
}

/** The leg's end is the street to which the destination was moved: Google has no radius that it could be asked to keep to. */
const FIELDS = "routes.distanceMeters,routes.duration,routes.legs.endLocation";

/** JSON made of protocol buffers leaves out what is zero. */
const DEGREES = v.optional(v.pipe(v.number(), v.finite()), 0);

const ROUTE = v.object({
  distanceMeters: v.optional(AMOUNT),
  duration: v.pipe(v.string(), v.regex(/^\d+(\.\d{1,9})?s$/)),
  legs: v.strictTuple([
    v.object({
      endLocation: v.object({ latLng: v.object({ latitude: DEGREES, longitude: DEGREES }) }),
    }),
  ]),
});
/** Where no car gets there, the answer is `{}`. */
const ANSWER = v.object({ routes: v.optional(v.array(ROUTE), []) });
const REFUSED = v.object({ error: v.object({ status: ERROR_NAME }) });

/** Asks Google, or whatever stands in for it at `url`; `plan` throws an {@linkcode EngineError} where that does not work out. */
export function googlePlanner({ url, key, origin, timeLimitMs }: GoogleOptions): RoutePlanner {
  return {
    async plan(destination) {
      const { status, body } = await exchange({
        engine: "Google Routes",
        url: `${url}/directions/v2:computeRoutes`,
        method: "POST",
        headers: { "X-Goog-Api-Key": key, "X-Goog-FieldMask": FIELDS },
        body: {
          origin: waypoint(origin),
          destination: waypoint(destination),
          travelMode: "DRIVE",
          // The price must not change with the hour; it is the cheaper question, too.
          routingPreference: "TRAFFIC_UNAWARE",
        },
        timeLimitMs,
      });
      if (status === 200) return readRoute(body, destination);
      throw refusal("Google Routes", status, v.is(REFUSED, body) ? body.error.status : undefined);
    },
  };
}

function waypoint({ lat, lng }: LatLng): unknown {
  return { location: { latLng: { latitude: lat, longitude: lng } } };
}

function readRoute(body: unknown, destination: LatLng): PlannedRoute {
  const { routes: [route] } = understood(ANSWER, body, "Google Routes");
  if (route === undefined) return NO_ROUTE;
  const [{ endLocation: { latLng: { latitude, longitude } } }] = route.legs;
  return matched({
    kind: "route",
    meters: metersOf(route),
    seconds: Number(route.duration.slice(0, -1)),
    street: null,
    metersToStreet: metersApart(destination, { lat: latitude, lng: longitude }),
  });
}

/** A route of no length is one that takes no time; otherwise the length is missing, and must not be priced as none. */
function metersOf({ distanceMeters, duration }: v.InferOutput<typeof ROUTE>): number {
  if (distanceMeters !== undefined) return distanceMeters;
  if (duration === "0s") return 0;
  throw new EngineError(
    "wrong",
    "Google Routes' answer is not as expected at routes.0.distanceMeters",
  );
}

/**
 * A double of Google's Routes API, for lack of the real one: it answers in the shape that `computeRoutes` is documented to have
 * (fields of the mask only, zeros left out, `{}` where there is no route), checks what Google would check, and routes nothing.
 */
import type { LatLng } from "../../../src/domain/location.ts";
import { type Asked, json, type ScriptedEngine, scriptedEngine } from "./_scripted_engine.ts";

export const GOOGLE_KEY = "SECRET-key_1";

export interface GoogleRoute {
  readonly distanceMeters?: number;
  readonly duration: string;
  /** Where the street is to which the destination was moved. */
  readonly end: LatLng;
  /** The same of the origin; where it is by default. */
  readonly start?: LatLng;
}

/** The double, which gives `route()` for every question; null for none. */
export function googleRecordedShape(route: () => GoogleRoute | null): ScriptedEngine {
  return scriptedEngine((asked) => complaint(asked) ?? answer(route(), asked));
}

function answer(route: GoogleRoute | null, { body }: Asked): Response {
  if (route === null) return json({});
  const { end, start, ...rest } = route;
  const place = ({ lat, lng }: LatLng) => ({ latLng: { latitude: lat, longitude: lng } });
  const startLocation = start === undefined ? Object(body).origin.location : place(start);
  return json({ routes: [{ legs: [{ startLocation, endLocation: place(end) }], ...rest }] });
}

/** An error in Google's form, with the texts that it has been seen to give. */
export function googleError(
  code: number,
  status: string,
  message: string,
  details: readonly unknown[] = [],
): Response {
  return json({ error: { code, message, status, details } }, code);
}

function complaint({ method, target, headers, body }: Asked): Response | null {
  if (method !== "POST" || target !== "/directions/v2:computeRoutes") {
    return new Response("Not Found", { status: 404 });
  }
  if (headers.get("x-goog-api-key") !== GOOGLE_KEY) {
    return googleError(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [
      {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason: "API_KEY_INVALID",
        domain: "googleapis.com",
      },
    ]);
  }
  if (!headers.has("x-goog-fieldmask")) {
    return googleError(400, "INVALID_ARGUMENT", "FieldMask is a required parameter.");
  }
  const { origin, destination } = Object(body);
  if (isWaypoint(origin) && isWaypoint(destination)) return null;
  return googleError(400, "INVALID_ARGUMENT", "Origin and destination must be set.");
}

function isWaypoint(value: unknown): boolean {
  const { latitude, longitude } = Object(value).location?.latLng ?? {};
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

/**
 * A double of Google's Routes API: it answers in the documented shape of `computeRoutes` (only the fields of the mask, zeros
 * omitted, `{}` without a route), checks what Google checks, and routes nothing.
 */
import type { LatLng } from "../../../src/domain/location.ts";
import {
  json,
  type ReceivedRequest,
  type ScriptedEngine,
  scriptedEngine,
} from "./_scripted_engine.ts";

export const GOOGLE_KEY = "SECRET-key_1";

export interface GoogleRoute {
  readonly distanceMeters?: number;
  readonly duration: string;
  /** The place on a street to which the destination was moved. */
  readonly end: LatLng;
  /** The same of the origin. Default: the origin. */
  readonly start?: LatLng;
}

/** The double, which answers every request with `route()`; null for no route. */
export function googleRecordedShape(route: () => GoogleRoute | null): ScriptedEngine {
  return scriptedEngine((request) => complaint(request) ?? answer(route(), request));
}

function answer(route: GoogleRoute | null, { body }: ReceivedRequest): Response {
  if (route === null) return json({});
  const { end, start, ...rest } = route;
  const place = ({ lat, lng }: LatLng) => ({ latLng: { latitude: lat, longitude: lng } });
  const startLocation = start === undefined ? Object(body).origin.location : place(start);
  return json({ routes: [{ legs: [{ startLocation, endLocation: place(end) }], ...rest }] });
}

/** An error in Google's form, with texts that Google has sent. */
export function googleError(
  code: number,
  status: string,
  message: string,
  details: readonly unknown[] = [],
): Response {
  return json({ error: { code, message, status, details } }, code);
}

function complaint({ method, target, headers, body }: ReceivedRequest): Response | null {
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

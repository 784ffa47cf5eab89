/** Plans routes with an OSRM 5 or later (osrm-routed) that the operator runs, in as few requests as possible. */
import * as v from "valibot";
import type { LatLng } from "../domain/location.ts";
import type { PlannedRoute } from "../ports/streets.ts";
import { SNAP_LIMIT_METERS } from "./street_index.ts";
import { StreetsError } from "./streets_error.ts";

interface OsrmOptions extends Pick<OsrmRequest, "url" | "origin"> {
  /** Milliseconds that never go back. */
  now(): number;
}

type PlanRoute = (destination: LatLng) => Promise<PlannedRoute>;

/** Plans drives from `origin`. A plan rejects with {@linkcode OsrmError} while OSRM is down. */
export function osrmPlanner(
  { url, origin, now }: OsrmOptions,
  send: typeof osrmRoute = osrmRoute,
): { readonly plan: PlanRoute } {
  const retried = withRetry(send, { url, origin });
  // A cached route needs no server, and an open circuit sends no request.
  return { plan: withCache(withCircuitBreaker(retried, now), now) };
}

/** Routes in the cache, about 4 MB. Beyond it the least recently used is dropped. */
const MAX_ROUTES = 10_000;
const ROUTE_MS = 24 * 60 * 60_000;
/** Shorter than for a route, so that a corrected map takes effect soon. */
const NO_ROUTE_MS = 10 * 60_000;

/** Caches routes by rounded point, which is also requested, so that no price depends on an earlier request. */
function withCache(plan: PlanRoute, now: () => number): PlanRoute {
  // A Map iterates in order of insertion, so that its first key is the least recently used.
  const routes = new Map<string, { readonly route: PlannedRoute; readonly until: number }>();
  const running = new Map<string, Promise<PlannedRoute>>();

  async function planAnew(key: string, destination: LatLng): Promise<PlannedRoute> {
    const route = await plan(destination);
    routes.set(key, { route, until: now() + (route.kind === "route" ? ROUTE_MS : NO_ROUTE_MS) });
    const [oldest] = routes.keys();
    if (routes.size > MAX_ROUTES && oldest !== undefined) routes.delete(oldest);
    return route;
  }

  return async (point) => {
    const destination = { lat: rounded(point.lat), lng: rounded(point.lng) };
    const key = `${destination.lat},${destination.lng}`;
    const known = routes.get(key);
    if (known !== undefined) {
      routes.delete(key);
      if (now() < known.until) {
        routes.set(key, known);
        return known.route;
      }
    }
    const route = running.get(key) ??
      planAnew(key, destination).finally(() => running.delete(key));
    running.set(key, route);
    return await route;
  };
}

/** To 5 decimals; adding zero turns -0 into 0. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5 + 0;
}

/** Consecutive failures that open the circuit, and the time for which it stays open. */
const MAX_FAILURES = 5;
const OPEN_MS = 30_000;

/** Sends no request while the circuit is open. A single one then tries OSRM, and any answer closes the circuit. */
function withCircuitBreaker(plan: PlanRoute, now: () => number): PlanRoute {
  let failures = 0;
  let openedAt: number | null = null;
  let trying = false;

  return async (destination) => {
    const trial = openedAt !== null;
    if (openedAt !== null && (trying || now() - openedAt < OPEN_MS)) {
      throw new OsrmError("wrong", `no request to OSRM for ${OPEN_MS / 1000} s, since it failed`);
    }
    trying = trial;
    try {
      const route = await plan(destination);
      // An answer to a request sent before the circuit opened says nothing about OSRM now.
      if (trial || openedAt === null) [failures, openedAt] = [0, null];
      return route;
    } catch (error) {
      if (!(error instanceof OsrmError)) throw error;
      if (error.fault === "refused") {
        // A server that refuses one request is working.
        if (trial) [failures, openedAt] = [0, null];
      } else if (trial || openedAt === null && ++failures >= MAX_FAILURES) {
        openedAt = now();
      }
      throw error;
    } finally {
      if (trial) trying = false;
    }
  };
}

const TIME_LIMIT_MS = 2_000;

function withRetry(send: typeof osrmRoute, ends: Pick<OsrmRequest, "url" | "origin">): PlanRoute {
  return async (destination) => {
    const request = { ...ends, destination, signal: AbortSignal.timeout(TIME_LIMIT_MS) };
    try {
      return await send(request);
    } catch (error) {
      if (!(error instanceof OsrmError && error.fault === "cut")) throw error;
      return await send(request);
    }
  };
}

/**
 * - `cut`: no connection was made, or it broke
 * - `refused`: OSRM refuses this request (HTTP 4xx)
 * - `wrong`: no answer in time, HTTP 401, 403, 429 or 5xx, or an answer that cannot be used
 */
export type OsrmFault = "cut" | "refused" | "wrong";

/** OSRM gave no usable answer. The message holds no coordinates, so that it may be logged. */
export class OsrmError extends StreetsError {
  override readonly name = "OsrmError";
  constructor(readonly fault: OsrmFault, message: string) {
    super(message);
  }
}

interface OsrmRequest {
  /** Base address without a trailing slash. */
  readonly url: string;
  readonly origin: LatLng;
  readonly destination: LatLng;
  readonly signal: AbortSignal;
}

/** The drive between two points, whose ends lie within 200 m of them. @throws {OsrmError} */
export async function osrmRoute(request: OsrmRequest): Promise<PlannedRoute> {
  try {
    const response = await send(request);
    return readAnswer(response.status, parseJson(await response.text(), response.status));
  } catch (error) {
    if (request.signal.aborted) throw new OsrmError("wrong", "OSRM gave no answer in time");
    if (error instanceof OsrmError) throw error;
    // The message of `fetch` may hold the coordinates.
    throw new OsrmError("cut", "OSRM cannot be reached at OSRM_URL, or broke off its answer");
  }
}

async function send({ url, origin, destination, signal }: OsrmRequest): Promise<Response> {
  const points = `${lngLat(origin)};${lngLat(destination)}`;
  // Without a radius, a point in another country is matched to the nearest street of the map.
  const query = `overview=false&radiuses=;${SNAP_LIMIT_METERS}`;
  const target = `${url}/route/v1/driving/${points}?${query}`;
  // A redirect would send the guest's position to another server.
  const response = await fetch(target, { redirect: "manual", signal });
  if (response.status < 300 || response.status > 399) return response;
  await response.body?.cancel();
  const redirect = `OSRM sent a redirect (HTTP ${response.status})`;
  throw new OsrmError("wrong", `${redirect}: set OSRM_URL to the address it leads to`);
}

/** OSRM reads six decimals (a decimetre). */
function lngLat({ lat, lng }: LatLng): string {
  return `${lng.toFixed(6)},${lat.toFixed(6)}`;
}

function parseJson(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OsrmError("wrong", `OSRM answered HTTP ${status} without valid JSON`);
  }
}

/** Metres or seconds. */
const AMOUNT = v.pipe(v.number(), v.finite(), v.minValue(0));
const WAYPOINT = v.object({ distance: AMOUNT, name: v.string() });
const ROUTED = v.object({
  code: v.literal("Ok"),
  routes: v.looseTuple([v.object({ distance: AMOUNT, duration: AMOUNT })]),
  waypoints: v.strictTuple([WAYPOINT, WAYPOINT]),
});
/** The name of an error, limited for the log. */
const REFUSED = v.object({ code: v.pipe(v.string(), v.regex(/^\w{1,60}$/)) });
const WITHOUT_ROUTE = ["NoRoute", "NoSegment"];

function readAnswer(status: number, body: unknown): PlannedRoute {
  if (status !== 200) {
    const code = v.is(REFUSED, body) ? body.code : undefined;
    if (status === 400 && code !== undefined && WITHOUT_ROUTE.includes(code)) {
      return { kind: "no_route", street: null, metersToStreet: null };
    }
    const isDown = status < 400 || status >= 500 || [401, 403, 429].includes(status);
    const detail = code === undefined ? "" : ` (${code})`;
    throw new OsrmError(isDown ? "wrong" : "refused", `OSRM answered HTTP ${status}${detail}`);
  }
  const { success, output, issues } = v.safeParse(ROUTED, body);
  if (!success) {
    // The message names the path of a wrong value, not the value, which may be a position.
    const path = v.getDotPath(issues[0]) ?? "the top";
    throw new OsrmError("wrong", `OSRM's answer is not as expected at ${path}`);
  }
  return withinSnapLimit(output);
}

/** Checks distances, because a server may ignore the radius and match a point in the sea to a street elsewhere. */
function withinSnapLimit(
  { routes: [route], waypoints: [start, end] }: v.InferOutput<typeof ROUTED>,
): PlannedRoute {
  if (!(start.distance <= SNAP_LIMIT_METERS)) {
    throw new OsrmError(
      "wrong",
      `OSRM's map has no street within ${SNAP_LIMIT_METERS} m of the restaurant: ` +
        "check its location, or give OSRM a map of its town",
    );
  }
  const at = { street: end.name === "" ? null : end.name, metersToStreet: end.distance };
  if (end.distance > SNAP_LIMIT_METERS) return { kind: "no_route", ...at };
  return { kind: "route", meters: route.distance, seconds: route.duration, ...at };
}

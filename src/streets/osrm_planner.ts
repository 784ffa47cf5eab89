/** Plans routes with an OSRM that the operator runs, in as few requests as possible. */
import type { LatLng } from "../domain/location.ts";
import type { PlannedRoute } from "../ports/streets.ts";
import { OsrmError, type OsrmRequest, osrmRoute } from "./osrm_request.ts";

export interface OsrmOptions extends Pick<OsrmRequest, "url" | "origin"> {
  /** Milliseconds that never go back. */
  now(): number;
}

type PlanRoute = (destination: LatLng) => Promise<PlannedRoute>;
type SendRequest = (request: OsrmRequest) => Promise<PlannedRoute>;

/** Plans drives from `origin`. A plan rejects with {@linkcode OsrmError} while OSRM is down. */
export function osrmPlanner(
  { url, origin, now }: OsrmOptions,
  send: SendRequest = osrmRoute,
): { readonly plan: PlanRoute } {
  const retried = withRetry(send, { url, origin });
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

function withRetry(send: SendRequest, ends: Pick<OsrmRequest, "url" | "origin">): PlanRoute {
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

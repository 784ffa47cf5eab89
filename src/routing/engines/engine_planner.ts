/** Plans routes with an engine that the operator runs or pays for, in as few requests as possible. */
import type { PlannedRoute, RoutePlanner } from "../../ports/streets.ts";
import type { LatLng } from "../../domain/location.ts";
import { type EngineChoice, EngineError, type EngineFault, type RouteRequest } from "./exchange.ts";
import { googleRoute } from "./google.ts";
import { osrmRoute, valhallaRoute } from "./osrm.ts";

export interface EngineDeps {
  origin(): LatLng;
  /** Milliseconds that never go back. */
  now(): number;
  day(): string;
  /** Counts one more call today, on all instances together, unless that makes more than `limit`: then false. */
  takeCall(limit: number): Promise<boolean>;
}

type Drive = Pick<RouteRequest, "origin" | "destination">;
type PlanRoute = (drive: Drive) => Promise<PlannedRoute>;
type SendRequest = (request: RouteRequest) => Promise<PlannedRoute>;

const ENGINES = { osrm: osrmRoute, valhalla: valhallaRoute, google: googleRoute };

/** The planner of `choice`. @param engine sends one request */
export function enginePlanner(
  choice: EngineChoice,
  deps: EngineDeps,
  engine: SendRequest = ENGINES[choice.engine],
): RoutePlanner {
  // Cached routes need no engine, an open circuit sends nothing, and only requests that are sent are counted.
  const limited = withDailyLimit(withRetry(engine, choice), choice, deps);
  const plan = withCache(withCircuitBreaker(limited, deps), deps);
  return { plan: (destination) => plan({ origin: deps.origin(), destination }) };
}

/** Drives in the cache, about 4 MB; beyond it the least recently used is dropped. */
const MAX_DRIVES = 10_000;
const ROUTE_MS = 24 * 60 * 60_000;
/** Shorter than for a route, so that a corrected map takes effect soon. */
const NO_ROUTE_MS = 10 * 60_000;

/** Caches routes by rounded point, which the request holds too: no price depends on which neighbour came first. Failures are not cached. */
function withCache(plan: PlanRoute, { now }: EngineDeps): PlanRoute {
  // A Map iterates its keys in the order in which they were set: the first is the least recently used.
  const routes = new Map<string, { readonly route: PlannedRoute; readonly until: number }>();
  const running = new Map<string, Promise<PlannedRoute>>();

  async function planAnew(key: string, drive: Drive): Promise<PlannedRoute> {
    const route = await plan(drive);
    routes.set(key, { route, until: now() + (route.kind === "route" ? ROUTE_MS : NO_ROUTE_MS) });
    const [oldest] = routes.keys();
    if (routes.size > MAX_DRIVES && oldest !== undefined) routes.delete(oldest);
    return route;
  }

  return async ({ origin, destination: { lat, lng } }) => {
    const destination = { lat: rounded(lat), lng: rounded(lng) };
    const key = [origin.lat, origin.lng, destination.lat, destination.lng].join();
    const known = routes.get(key);
    if (known !== undefined) {
      routes.delete(key);
      if (now() < known.until) {
        routes.set(key, known);
        return known.route;
      }
    }
    const route = running.get(key) ??
      planAnew(key, { origin, destination }).finally(() => running.delete(key));
    running.set(key, route);
    return await route;
  };
}

/** To 5 decimals; adding zero turns -0 into 0. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5 + 0;
}

/** The engine has failed repeatedly, and no request is sent for now. */
export class CircuitOpen extends Error {
  override readonly name = "CircuitOpen";
}

/** Failures in a row that open the circuit, and how long it stays open. */
const MAX_FAILURES = 5;
const OPEN_MS = 30_000;

/**
 * Opens the circuit after some failures in a row, or at once when the engine refuses the key: while it is open no request is sent;
 * then a single request tries the engine, and any answer closes it.
 */
function withCircuitBreaker(plan: PlanRoute, { now }: EngineDeps): PlanRoute {
  let inARow = 0;
  let openedAt: number | null = null;
  let trying = false;

  function close(): void {
    [inARow, openedAt] = [0, null];
  }

  return async (drive) => {
    const trial = openedAt !== null;
    if (openedAt !== null && (trying || now() - openedAt < OPEN_MS)) {
      throw new CircuitOpen(`no request to the routing engine for ${OPEN_MS / 1000} s`);
    }
    trying = trial;
    try {
      const route = await plan(drive);
      // An answer to a request sent before the circuit opened says nothing about the engine now.
      if (trial || openedAt === null) close();
      return route;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      const { fault } = error;
      if (fault === "refused") {
        // An engine that refuses one request is working.
        if (trial) close();
      } else if (fault === "key" || trial || openedAt === null && ++inARow >= MAX_FAILURES) {
        openedAt = now();
      }
      throw error;
    } finally {
      if (trial) trying = false;
    }
  };
}

export class DailyLimitReached extends Error {
  override readonly name = "DailyLimitReached";
}

/**
 * Sends at most `dailyLimit` requests a day. A request is counted before it is sent, and stays counted when it fails, because it
 * may have been charged. A request refused for its key was not charged, so the next one uses its count.
 */
function withDailyLimit(
  plan: PlanRoute,
  { dailyLimit }: EngineChoice,
  { takeCall, day }: EngineDeps,
): PlanRoute {
  if (dailyLimit === null) return plan;
  const uncharged: string[] = [];
  return async (drive) => {
    const today = day();
    while (uncharged.length > 0 && uncharged[0] !== today) uncharged.shift();
    if (uncharged.pop() === undefined && !await takeCall(dailyLimit)) {
      throw new DailyLimitReached(
        `the ${dailyLimit} calls a day that ROUTER_DAILY_LIMIT allows are used up: ` +
          "until midnight, only points in the cache have a price",
      );
    }
    try {
      return await plan(drive);
    } catch (error) {
      if (error instanceof EngineError && error.fault === "key") uncharged.push(today);
      throw error;
    }
  };
}

const TIME_LIMIT_MS = 2_000;

function withRetry(send: SendRequest, choice: EngineChoice): PlanRoute {
  // An engine that charges must not have received the request.
  const isPaid = choice.engine === "google";
  const retried: readonly EngineFault[] = isPaid ? ["not_sent"] : ["not_sent", "cut"];
  return async (drive) => {
    const request = { ...choice, ...drive, signal: AbortSignal.timeout(TIME_LIMIT_MS) };
    try {
      return await send(request);
    } catch (error) {
      if (!(error instanceof EngineError && retried.includes(error.fault))) throw error;
      return await send(request);
    }
  };
}

import type { PlannedRoute, RoutePlanner } from "../../deps.ts";
import type { LatLng } from "../../domain/location.ts";

export interface CacheOptions {
  /** Milliseconds; only differences count. */
  now(): number;
  /** How many points are kept; then the one that was asked for longest ago goes. 10,000 where absent: some 4 MB. */
  readonly maxPoints?: number | undefined;
  /** How long a route is kept, in milliseconds. A day where absent. */
  readonly routeMs?: number | undefined;
  /** How long it is kept that there is none, in milliseconds. 10 minutes where absent: a mended map should not wait. */
  readonly noRouteMs?: number | undefined;
}

interface Kept {
  readonly route: PlannedRoute;
  readonly until: number;
}

const DAY_MS = 24 * 60 * 60_000;
const TEN_MINUTES_MS = 10 * 60_000;

/**
 * The same planner, asked once for each point, rounded to 5 decimals (a metre). It is asked for the rounded point, so that a
 * price does not depend on which of its neighbours came first. Callers that want the same point at once share one question.
 * Failures are not kept.
 */
export function withCache(planner: RoutePlanner, options: CacheOptions): RoutePlanner {
  const { now, maxPoints = 10_000, routeMs = DAY_MS, noRouteMs = TEN_MINUTES_MS } = options;
  // A Map remembers the order in which its keys were set: the first is the one that was asked for longest ago.
  const kept = new Map<string, Kept>();
  const asked = new Map<string, Promise<PlannedRoute>>();

  const recall = (key: string): PlannedRoute | null => {
    const entry = kept.get(key);
    if (entry === undefined) return null;
    kept.delete(key);
    if (now() >= entry.until) return null;
    kept.set(key, entry);
    return entry.route;
  };
  const ask = async (key: string, point: LatLng): Promise<PlannedRoute> => {
    const route = await planner.plan(point);
    kept.set(key, { route, until: now() + (route.kind === "route" ? routeMs : noRouteMs) });
    const [oldest] = kept.keys();
    if (kept.size > maxPoints && oldest !== undefined) kept.delete(oldest);
    return route;
  };

  return {
    async plan(destination) {
      const point = { lat: rounded(destination.lat), lng: rounded(destination.lng) };
      const key = `${point.lat},${point.lng}`;
      const route = recall(key);
      if (route !== null) return route;
      const running = asked.get(key) ?? ask(key, point).finally(() => asked.delete(key));
      asked.set(key, running);
      return await running;
    },
  };
}

/** To 5 decimals; adding zero turns -0 into 0. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5 + 0;
}

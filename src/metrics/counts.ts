/** Counts requests, and what becomes of what the ports are asked. */
import type { RequestLine } from "../http/listener.ts";
import type { PlannedRoute, ReservationStore, ReserveOutcome, RoutePlanner } from "../ports.ts";
import type { Buckets, Histogram, Metric } from "./exposition.ts";

/** By listener, route and status, and how long they took. Costs a request two look-ups and three additions. */
export interface RequestCounts {
  /** What the listener of that name tells its requests to. */
  listener(name: "public" | "staff"): (line: RequestLine) => void;
  readonly metrics: readonly (Metric | Histogram)[];
}

/** Seconds. The clock counts whole milliseconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const BOUNDS_MS = BOUNDS.map((seconds) => seconds * 1000);

interface RouteCounts {
  readonly statuses: Map<number, number>;
  readonly durations: number[];
  sumMs: number;
}

export function requestCounts(): RequestCounts {
  const listeners = new Map<string, Map<string, RouteCounts>>();
  const everyRoute = <T>(read: (labels: Record<string, string>, counts: RouteCounts) => T): T[] =>
    [...listeners].flatMap(([listener, routes]) =>
      [...routes].map(([route, counts]) => read({ listener, route }, counts))
    );
  return {
    listener(name) {
      const routes = new Map<string, RouteCounts>();
      listeners.set(name, routes);
      return (line) => count(routes, line);
    },
    metrics: [
      {
        name: "sobremesa_http_requests_total",
        type: "counter",
        help: "Requests answered, by listener, route and status.",
        samples: () =>
          everyRoute((labels, { statuses }) =>
            [...statuses].map(([status, value]) => ({
              labels: { ...labels, status: String(status) },
              value,
            }))
          ).flat(),
      },
      {
        name: "sobremesa_http_request_duration_seconds",
        type: "histogram",
        help: "Time from a request's arrival to its answer, in whole milliseconds.",
        series: () => everyRoute(durationSeries),
      },
    ],
  };
}

function count(routes: Map<string, RouteCounts>, { route, status, ms }: RequestLine): void {
  let counts = routes.get(route);
  if (counts === undefined) {
    counts = { statuses: new Map(), durations: new Array(BOUNDS.length + 1).fill(0), sumMs: 0 };
    routes.set(route, counts);
  }
  counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1);
  let bucket = 0;
  while (bucket < BOUNDS_MS.length && ms > BOUNDS_MS[bucket]!) bucket++;
  counts.durations[bucket]!++;
  counts.sumMs += ms;
}

function durationSeries(
  labels: Record<string, string>,
  { durations, sumMs }: RouteCounts,
): Buckets {
  return { labels, bounds: BOUNDS, counts: durations, sum: sumMs / 1000 };
}

/** A port, and what it has counted since it was made. */
export interface Counted<Port> {
  readonly port: Port;
  readonly metric: Metric;
}

export function countedReservations(store: ReservationStore): Counted<ReservationStore> {
  const { add, metric } = outcomeCounter<ReserveOutcome["kind"]>(
    "sobremesa_reservations_total",
    "Reservations asked of the database, by outcome.",
  );
  const port: ReservationStore = {
    findReplay: store.findReplay,
    async reserve(candidate) {
      const outcome = await store.reserve(candidate);
      add(outcome.kind);
      return outcome;
    },
  };
  return { port, metric };
}

export function countedPlanner(planner: RoutePlanner): Counted<RoutePlanner> {
  const { add, metric } = outcomeCounter<PlannedRoute["kind"] | "error">(
    "sobremesa_routes_total",
    "Routes asked of the router, by outcome. Quotes kept in memory ask for none.",
  );
  const counted = (route: PlannedRoute): PlannedRoute => {
    add(route.kind);
    return route;
  };
  const failed = (error: unknown): never => {
    add("error");
    throw error;
  };
  const port: RoutePlanner = {
    plan(destination) {
      try {
        const route = planner.plan(destination);
        return route instanceof Promise ? route.then(counted, failed) : counted(route);
      } catch (error) {
        return failed(error);
      }
    },
    basis: () => planner.basis?.() ?? null,
  };
  return { port, metric };
}

function outcomeCounter<Outcome extends string>(name: string, help: string) {
  const counts = new Map<Outcome, number>();
  const samples = () => [...counts].map(([outcome, value]) => ({ labels: { outcome }, value }));
  return {
    add: (outcome: Outcome) => void counts.set(outcome, (counts.get(outcome) ?? 0) + 1),
    metric: { name, type: "counter", help, samples } satisfies Metric,
  };
}

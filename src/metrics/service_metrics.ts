/** What the running service tells a Prometheus. */
import { type RateLimit, type TokenBuckets, tokenBuckets } from "../http/rate_limit.ts";
import type { ReservationStore, RoutePlanner } from "../ports.ts";
import {
  countedPlanner,
  countedReservations,
  type RequestCounts,
  requestCounts,
} from "./counts.ts";
import type { Histogram, Metric } from "./exposition.ts";

export interface ServiceMetrics {
  readonly requests: RequestCounts;
  /** The ports that count. */
  readonly reservations: ReservationStore;
  readonly planner: RoutePlanner;
  /** By the name of the limit. */
  readonly buckets: ReadonlyMap<string, TokenBuckets>;
  readonly metrics: readonly (Metric | Histogram)[];
}

/** What is running; `commit` is empty where that is not known. */
export interface Build {
  readonly version: string;
  readonly commit: string;
  readonly deno: string;
}

export interface ServiceMetricsOptions {
  readonly limits: Readonly<Record<string, RateLimit>>;
  readonly reservations: ReservationStore;
  readonly planner: RoutePlanner;
  /** How many reservations wait for a commit. */
  waiting(): number;
  clockDoubted(): boolean;
  readonly build: Build;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

export function serviceMetrics(options: ServiceMetricsOptions): ServiceMetrics {
  const { limits, waiting, clockDoubted, build, startedAt } = options;
  const requests = requestCounts();
  const reservations = countedReservations(options.reservations);
  const planner = countedPlanner(options.planner);
  const buckets = new Map(
    Object.entries(limits).map(([name, limit]) => [name, tokenBuckets(limit)]),
  );
  return {
    requests,
    reservations: reservations.port,
    planner: planner.port,
    buckets,
    metrics: [
      ...requests.metrics,
      reservations.metric,
      gauge(
        "sobremesa_reservations_waiting",
        "Reservations that wait for a commit.",
        () => [{ value: waiting() }],
      ),
      planner.metric,
      gauge(
        "sobremesa_clock_doubted",
        "1 while the machine's clock is not believed and nothing is erased for its age, else 0.",
        () => [{ value: clockDoubted() ? 1 : 0 }],
      ),
      gauge(
        "sobremesa_limited_addresses",
        "Client addresses that a rate limit remembers; refusals are requests with status 429.",
        () => [...buckets].map(([limit, { size }]) => ({ labels: { limit }, value: size })),
      ),
      gauge(
        "process_resident_memory_bytes",
        "Resident memory.",
        () => [{ value: Deno.memoryUsage().rss }],
      ),
      gauge(
        "process_start_time_seconds",
        "When the process started, since the epoch.",
        () => [{ value: startedAt / 1000 }],
      ),
      gauge(
        "sobremesa_build_info",
        "1, with what is running.",
        () => [{ labels: { ...build }, value: 1 }],
      ),
    ],
  };
}

function gauge(name: string, help: string, samples: Metric["samples"]): Metric {
  return { name, type: "gauge", help, samples };
}

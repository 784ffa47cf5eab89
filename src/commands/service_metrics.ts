/** What the running service tells a Prometheus. */
import { LIMIT_NAMES } from "../app.ts";
import type { Config } from "../config/config.ts";
import { type TokenBuckets, tokenBuckets } from "../http/rate_limit.ts";
import { countedPlanner, countedReservations } from "../metrics/counted_ports.ts";
import type { Histogram, Metric } from "../metrics/exposition.ts";
import { type RequestCounts, requestCounts } from "../metrics/request_counts.ts";
import type { ReservationStore, RoutePlanner } from "../ports.ts";
import { withTimeLimit } from "../routing/planners.ts";
import type { Storage } from "../storage/storage.ts";
import { COMMIT } from "./build_info.ts";
import type { PlannerSource } from "./planner.ts";
import { VERSION } from "./version.ts";

export interface ServiceMetrics {
  readonly requests: RequestCounts;
  /** The ports that count. */
  readonly reservations: ReservationStore;
  readonly planner: RoutePlanner;
  readonly buckets: ReadonlyMap<string, TokenBuckets>;
  readonly metrics: readonly (Metric | Histogram)[];
}

/** What is counted. */
interface Counting {
  readonly storage: Pick<Storage, "reservations" | "waiting" | "clock">;
  readonly streets: Pick<PlannerSource, "planner">;
}

export function serviceMetrics(
  { limits }: Pick<Config, "limits">,
  { storage, streets }: Counting,
): ServiceMetrics {
  const requests = requestCounts();
  const reservations = countedReservations(storage.reservations);
  const planner = countedPlanner(withTimeLimit(streets.planner));
  const buckets = new Map(LIMIT_NAMES.map((name) => [name, tokenBuckets(limits[name])]));
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
        () => storage.waiting(),
      ),
      planner.metric,
      gauge(
        "sobremesa_clock_doubted",
        "1 while the machine's clock is not believed and nothing is erased for its age, else 0.",
        () => storage.clock.doubt() === null ? 0 : 1,
      ),
      {
        name: "sobremesa_limited_addresses",
        type: "gauge",
        help:
          "Client addresses that a rate limit remembers; refusals are requests with status 429.",
        samples: () =>
          [...buckets].map(([limit, { size }]) => ({ labels: { limit }, value: size })),
      },
      ...processMetrics(Date.now()),
    ],
  };
}

function processMetrics(startedAt: number): Metric[] {
  const build = { version: VERSION, commit: COMMIT ?? "", deno: Deno.version.deno };
  return [
    gauge("process_resident_memory_bytes", "Resident memory.", () => Deno.memoryUsage().rss),
    gauge(
      "process_start_time_seconds",
      "When the process started, since the epoch.",
      () => startedAt / 1000,
    ),
    {
      name: "sobremesa_build_info",
      type: "gauge",
      help: "1, with what is running.",
      samples: () => [{ labels: build, value: 1 }],
    },
  ];
}

function gauge(name: string, help: string, read: () => number): Metric {
  return { name, type: "gauge", help, samples: () => [{ value: read() }] };
}

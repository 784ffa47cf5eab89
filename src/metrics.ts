/** GET /metrics: counts of the service for a Prometheus on the same machine, in its text exposition format 0.0.4. */
import type { Answer } from "./http/answer.ts";
import { isLoopback } from "./http/client_address.ts";
import type { TokenBuckets } from "./http/rate_limit.ts";
import type { Route } from "./http/router.ts";
import type { RequestLine } from "./log.ts";
import type { RoutePlanner } from "./ports/streets.ts";
import type { ReservationStore } from "./ports/reservations.ts";

export interface Metric {
  /** In base units, with the unit and `_total` if it is a counter: `sobremesa_http_request_duration_seconds`. */
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
  /** The present values, each with the rest of its name: `{outcome="held"}`. */
  samples(): readonly Sample[];
}

type Sample = readonly [suffix: string, value: number];

interface ServiceMetrics {
  readonly requests: RequestCounts["listener"];
  /** The given store and planner, counted. */
  readonly reservations: ReservationStore;
  readonly planner: RoutePlanner;
  readonly metrics: readonly Metric[];
}

export function serviceMetrics({ buckets, reservations, planner, clockDoubted }: {
  readonly buckets: ReadonlyMap<string, TokenBuckets>;
  /** `waiting` is the number that waits for a commit. */
  readonly reservations: ReservationStore & { waiting(): number };
  readonly planner: RoutePlanner;
  clockDoubted(): boolean;
}): ServiceMetrics {
  const requests = requestCounts();
  const held = outcomeCounter(
    "sobremesa_reservations_total",
    "Reservations requested from the database, by outcome.",
  );
  const routes = outcomeCounter(
    "sobremesa_routes_total",
    "Routes requested from the router, by outcome. A cached quote requests none.",
  );
  return {
    requests: requests.listener,
    reservations: countedStore(reservations, held.add),
    planner: countedPlanner(planner, routes.add),
    metrics: [
      ...requests.metrics,
      held.metric,
      gauge(
        "sobremesa_reservations_waiting",
        "Reservations that wait for a commit.",
        () => [["", reservations.waiting()]],
      ),
      routes.metric,
      gauge(
        "sobremesa_clock_doubted",
        "1 while nothing is erased for its age until a person confirms the date or the clock is set, else 0.",
        () => [["", Number(clockDoubted())]],
      ),
      gauge(
        "sobremesa_limited_addresses",
        "Client addresses that a rate limit remembers; refusals are requests with status 429.",
        () => [...buckets].map(([limit, { size }]) => [labels({ limit }), size]),
      ),
    ],
  };
}

function gauge(name: string, help: string, samples: Metric["samples"]): Metric {
  return { name, type: "gauge", help, samples };
}

function outcomeCounter(name: string, help: string) {
  const counts = new Map<string, number>();
  const samples: Metric["samples"] = () =>
    [...counts].map(([outcome, count]) => [labels({ outcome }), count]);
  const metric: Metric = { name, type: "counter", help, samples };
  return { metric, add: (outcome: string) => add(counts, outcome) };
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Labels as text. None of this program's contains a quote or a backslash. */
function labels(named: Readonly<Record<string, string>>): string {
  return `{${Object.entries(named).map(([name, value]) => `${name}="${value}"`).join(",")}}`;
}

function countedStore(store: ReservationStore, add: (outcome: string) => void): ReservationStore {
  return {
    ...store,
    async reserve(request) {
      const outcome = await store.reserve(request);
      add(outcome.kind);
      return outcome;
    },
  };
}

function countedPlanner(planner: RoutePlanner, add: (outcome: string) => void): RoutePlanner {
  return {
    ...planner,
    plan(destination) {
      const route = planner.plan(destination);
      if (route instanceof Promise) route.then(({ kind }) => add(kind), () => add("error"));
      else add(route.kind);
      return route;
    },
  };
}

export interface RequestCounts {
  listener(name: "public" | "staff"): (line: RequestLine) => void;
  readonly metrics: readonly Metric[];
}

/** Upper bounds of the buckets, in seconds. The clock counts whole milliseconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const BOUNDS_MS = BOUNDS.map((seconds) => seconds * 1000);

interface RouteCounts {
  readonly labels: Readonly<Record<"listener" | "route", string>>;
  readonly statuses: Map<number, number>;
  /** The requests up to each bound and above the one before; the last number is of those above all bounds. */
  readonly durations: number[];
  sumMs: number;
}

/** Counts requests and their time by listener, route and status, with two look-ups and three additions for each. */
export function requestCounts(): RequestCounts {
  const all: RouteCounts[] = [];
  const metrics: readonly Metric[] = [
    {
      name: "sobremesa_http_requests_total",
      type: "counter",
      help: "Requests answered, by listener, route and status.",
      samples: () => all.flatMap(statusSamples),
    },
    {
      name: "sobremesa_http_request_duration_seconds",
      type: "histogram",
      help: "Time from a request's arrival to its answer, in whole milliseconds.",
      samples: () => all.flatMap(durationSamples),
    },
  ];
  return {
    metrics,
    listener(listener) {
      const routes = new Map<string, RouteCounts>();
      return ({ route, status, ms }) => {
        let counts = routes.get(route);
        if (counts === undefined) {
          const durations = new Array(BOUNDS.length + 1).fill(0);
          counts = { labels: { listener, route }, statuses: new Map(), durations, sumMs: 0 };
          routes.set(route, counts);
          all.push(counts);
        }
        add(counts.statuses, status);
        let bucket = 0;
        while (bucket < BOUNDS_MS.length && ms > BOUNDS_MS[bucket]!) bucket++;
        counts.durations[bucket]!++;
        counts.sumMs += ms;
      };
    },
  };
}

function statusSamples({ labels: own, statuses }: RouteCounts): Sample[] {
  return [...statuses].map(([status, count]) => {
    return [labels({ ...own, status: String(status) }), count];
  });
}

/** Each bucket of a histogram includes the smaller ones. */
function durationSamples({ labels: own, durations, sumMs }: RouteCounts): Sample[] {
  let count = 0;
  const buckets = durations.map((inBucket, at): Sample => {
    const le = String(BOUNDS[at] ?? "+Inf");
    return [`_bucket${labels({ ...own, le })}`, count += inBucket];
  });
  return [...buckets, [`_sum${labels(own)}`, sumMs / 1000], [`_count${labels(own)}`, count]];
}

/**
 * Answers only requests of this machine, neither through a proxy nor from the page of a site whose name was made to
 * resolve to this machine: metrics hold no data of guests, but much of the restaurant.
 */
export function metricsRoute(metrics: readonly Metric[]): Route {
  const ownName = Deno.hostname().toLowerCase();
  const isLocal = (host: string): boolean => {
    const name = host.toLowerCase().replace(/:\d*$/, "").replace(/^\[(.*)\]$/, "$1");
    return name === ownName || LOCAL_NAME.test(name) || isLoopback(name);
  };
  return {
    method: "GET",
    path: "/metrics",
    answer({ request: { headers }, peer }) {
      const forwarded = [...headers.keys()].some((name) => FORWARDING.test(name));
      if (forwarded || !isLoopback(peer()) || !isLocal(headers.get("host") ?? "")) return REFUSED;
      return {
        status: 200,
        headers: { ...HEADERS, "content-type": "text/plain; version=0.0.4; charset=utf-8" },
        body: expositionText(metrics),
      };
    },
  };
}

const HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

const REFUSED: Answer = {
  status: 403,
  headers: { ...HEADERS, "content-type": "text/plain; charset=utf-8" },
  body: "Solo desde este mismo equipo, sin intermediario.\n",
};

const FORWARDING = /^(forwarded|via|x-(forwarded|original|real)\b.*|(.+-)?(client|connecting)-ip)$/;
const LOCAL_NAME = /^(.+\.)?localhost$/;

export function expositionText(metrics: readonly Metric[]): string {
  return metrics.flatMap(({ name, help, type, samples }) => [
    `# HELP ${name} ${help}\n`,
    `# TYPE ${name} ${type}\n`,
    ...samples().map(([suffix, value]) => `${name}${suffix} ${value}\n`),
  ]).join("");
}

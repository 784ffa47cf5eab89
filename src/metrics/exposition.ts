/** GET /metrics, for a Prometheus on the same machine, in its text exposition format 0.0.4. */
import type { Answer } from "../http/answer.ts";
import { isLoopback } from "../http/client_address.ts";
import type { Route } from "../http/router.ts";

export type Labels = Readonly<Record<string, string>>;

/** One value of a metric. */
export interface Sample {
  readonly labels?: Labels;
  readonly value: number;
}

/** A metric as it is read. */
export interface Metric {
  /** In base units, with the unit and `_total` where it is a counter: `sobremesa_http_request_duration_seconds`. */
  readonly name: string;
  readonly type: "counter" | "gauge";
  readonly help: string;
  samples(): readonly Sample[];
}

/** A metric whose samples fall into buckets. */
export interface Histogram {
  readonly name: string;
  readonly type: "histogram";
  readonly help: string;
  series(): readonly Buckets[];
}

export interface Buckets {
  readonly labels: Labels;
  /** Upper bounds, rising, and how many samples lie between each and the one before; one count more for those beyond. */
  readonly bounds: readonly number[];
  readonly counts: readonly number[];
  readonly sum: number;
}

/**
 * Answers requests from this machine that have not come through a proxy, nor from a page of a browser that was told that its site
 * lies here: metrics say nothing of guests, but much of the house.
 */
export function metricsRoute(metrics: readonly (Metric | Histogram)[]): Route {
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
        headers: { ...HEADERS, "content-type": EXPOSITION_TYPE },
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

/** Whatever a proxy adds to say for whom it asks. */
const FORWARDING = /^(forwarded|via|x-(forwarded|original|real)\b.*|(.+-)?(client|connecting)-ip)$/;
const LOCAL_NAME = /^(.+\.)?localhost$/;

const EXPOSITION_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** All of `metrics` as text. */
export function expositionText(metrics: readonly (Metric | Histogram)[]): string {
  return metrics.map((metric) =>
    [
      `# HELP ${metric.name} ${metric.help}`,
      `# TYPE ${metric.name} ${metric.type}`,
      ...(metric.type === "histogram"
        ? metric.series().flatMap((series) => histogramLines(metric.name, series))
        : metric.samples().map(({ labels = {}, value }) => line(metric.name, labels, value))),
    ].map((text) => `${text}\n`).join("")
  ).join("");
}

function histogramLines(name: string, { labels, bounds, counts, sum }: Buckets): string[] {
  let count = 0;
  const buckets = counts.map((inBucket, at) => {
    count += inBucket;
    const le = at < bounds.length ? String(bounds[at]) : "+Inf";
    return line(`${name}_bucket`, { ...labels, le }, count);
  });
  return [...buckets, line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, count)];
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escaped(text)}"`);
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

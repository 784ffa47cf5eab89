/** Prometheus' text exposition format, version 0.0.4. */

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

export const EXPOSITION_TYPE = "text/plain; version=0.0.4; charset=utf-8";

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

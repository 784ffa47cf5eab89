/** One run of wrk against a server, with its results and cost. */
import type { MeasuredServer } from "./measured_server.ts";
import { median } from "../figures.ts";

export interface Run {
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** CPU seconds of the server for a million requests. */
  readonly cpuPerMillion: number;
  /** Megabytes resident afterwards. */
  readonly megabytes: number;
  /** Answers that were not 2xx or 3xx, or none. */
  readonly errors: number;
}

export interface Load {
  /** With its query. */
  readonly path: string;
  readonly connections: number;
  readonly seconds: number;
  /** Set for reservations: when, and the number of the first guest. */
  readonly reserve?: { readonly dia: string; readonly hora: string; readonly first: number };
}

export async function measure(server: MeasuredServer, load: Load): Promise<Run> {
  const { path, connections, seconds, reserve } = load;
  const before = server.cpuSeconds();
  const { stdout } = await new Deno.Command("wrk", {
    args: [
      "--threads",
      "1",
      "--connections",
      String(connections),
      "--duration",
      `${seconds}s`,
      "--script",
      new URL(reserve ? "./reserve.lua" : "./read.lua", import.meta.url).pathname,
      `${server.url}${path}`,
    ],
    env: reserve ? { DIA: reserve.dia, HORA: reserve.hora, FIRST: String(reserve.first) } : {},
  }).output();
  const text = new TextDecoder().decode(stdout);
  const [, requests, errors, p50, p99] = /RESULT (\d+) (\d+) ([\d.]+) ([\d.]+)/.exec(text)!.map(
    Number,
  );
  const [, perSecond] = /Requests\/sec:\s+([\d.]+)/.exec(text)!.map(Number);
  return {
    requestsPerSecond: perSecond!,
    p50: p50! / 1000,
    p99: p99! / 1000,
    cpuPerMillion: (server.cpuSeconds() - before) / requests! * 1e6,
    megabytes: server.megabytes(),
    errors: errors!,
  };
}

/** The median of each field. */
export function medianRun(runs: readonly Run[]): Run {
  const of = (field: keyof Run) => median(runs.map((run) => run[field]));
  return {
    requestsPerSecond: of("requestsPerSecond"),
    p50: of("p50"),
    p99: of("p99"),
    cpuPerMillion: of("cpuPerMillion"),
    megabytes: of("megabytes"),
    errors: Math.max(...runs.map(({ errors }) => errors)),
  };
}

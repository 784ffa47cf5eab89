import type { Slot } from "../service/_guests.ts";
import { residentMb } from "../support/process_state.ts";
import { freePort } from "../support/service_process.ts";
import { posts, runWrk, type WrkRun } from "./wrk.ts";

/** A server under measurement, on a port of its own. Nothing reads its log: that would take from what is measured. */
export interface MeasuredServer extends AsyncDisposable {
  readonly name: string;
  readonly url: string;
  /** Milliseconds from its start to its first answer. */
  readonly startMs: number;
  /** CPU seconds since it started, of the process and its threads. */
  cpuSeconds(): number;
  /** Megabytes resident now. */
  megabytes(): number;
}

const TICKS_A_SECOND = 100;

/** Starts `command`, with PORT replaced by the port, and waits until it answers `path`. */
export async function startMeasuredServer(
  name: string,
  command: readonly string[],
  { path, env = {} }: { readonly path: string; readonly env?: Readonly<Record<string, string>> },
): Promise<MeasuredServer> {
  const port = freePort();
  const [program = "", ...args] = command.map((word) => word === "PORT" ? String(port) : word);
  const begun = performance.now();
  const child = new Deno.Command(program, {
    args,
    env: { ...env, PORT: String(port), STAFF_PORT: String(freePort()) },
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  await firstAnswer(port, path);
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    startMs: performance.now() - begun,
    cpuSeconds() {
      const fields = Deno.readTextFileSync(`/proc/${child.pid}/stat`).split(") ")[1]!.split(" ");
      return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
    },
    megabytes: () => residentMb(child.pid),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
}

/** What has not answered by then does not answer. */
const MAX_START_MS = 30_000;

/** Waits for a 200. Plain sockets cost little compared with the measured start. */
async function firstAnswer(port: number, path: string): Promise<void> {
  const request = `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
  const start = performance.now();
  while (performance.now() - start < MAX_START_MS) {
    try {
      using connection = await Deno.connect({ hostname: "127.0.0.1", port });
      await connection.write(new TextEncoder().encode(request));
      const begun = new Uint8Array("HTTP/1.1 200".length);
      await connection.read(begun);
      if (new TextDecoder().decode(begun) === "HTTP/1.1 200") return;
    } catch (error) {
      if (!(error instanceof Deno.errors.ConnectionRefused)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  throw new Error(`port ${port} did not answer ${path} with 200`);
}

export interface Load {
  /** With its query. */
  readonly path: string;
  readonly connections: number;
  readonly seconds: number;
  /** Set for reservations: when, and the number of the first guest. */
  readonly reserve?: Slot & { readonly first: number };
}

export interface MeasuredRun extends WrkRun {
  /** Requests refused or without an answer. */
  readonly errors: number;
  /** CPU seconds of the server for a million requests. */
  readonly cpuPerMillion: number;
  /** Megabytes resident afterwards. */
  readonly megabytes: number;
}

/** One run of wrk against a server. */
export async function measure(
  server: MeasuredServer,
  { path, reserve, ...load }: Load,
): Promise<MeasuredRun> {
  const script = reserve && reservations(reserve, reserve.first);
  const before = server.cpuSeconds();
  const run = await runWrk(`${server.url}${path}`, { ...load, script });
  return {
    ...run,
    errors: run.refused + run.unanswered,
    cpuPerMillion: (server.cpuSeconds() - before) / run.requests * 1e6,
    megabytes: server.megabytes(),
  };
}

/** A script that reserves for four at `slot`, each time for another guest. */
export function reservations({ dia, hora }: Slot, first: number): string {
  return posts({ dia, hora, personas: 4, nombre: "Guadalupe Pech", telefono: "PHONE" }, first);
}

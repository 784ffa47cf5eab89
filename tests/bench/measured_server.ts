import type { Slot } from "../service/_guests.ts";
import { freePort } from "../support/service_process.ts";
import { posts, runWrk, type WrkRun } from "./wrk.ts";

/** A server under measurement: a process on its own port, with its use of CPU and memory. */
export interface MeasuredServer extends AsyncDisposable {
  readonly name: string;
  readonly url: string;
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
  options: { readonly env?: Record<string, string>; readonly path: string; readonly cwd?: string },
): Promise<MeasuredServer> {
  const port = freePort();
  const [program = "", ...args] = command.map((word) => word === "PORT" ? String(port) : word);
  const child = new Deno.Command(program, {
    args,
    cwd: options.cwd,
    env: { ...options.env, PORT: String(port), STAFF_PORT: String(freePort()) },
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}${options.path}`);
  return {
    name,
    url,
    cpuSeconds() {
      const fields = Deno.readTextFileSync(`/proc/${child.pid}/stat`).split(") ")[1]!.split(" ");
      return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
    },
    megabytes: () => megabytesOf(child.pid),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
}

/** Megabytes that the process has resident now. */
export function megabytesOf(pid: number): number {
  const status = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const status = await fetch(url).then(async (response) => {
      await response.body?.cancel();
      return response.status;
    }).catch(() => 0);
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${url} did not answer 200`);
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
export async function measure(server: MeasuredServer, load: Load): Promise<MeasuredRun> {
  const { path, connections, seconds, reserve } = load;
  const script = reserve && reservations(reserve, reserve.first);
  const before = server.cpuSeconds();
  const run = await runWrk(`${server.url}${path}`, {
    connections,
    seconds,
    ...(script === undefined ? {} : { script }),
  });
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

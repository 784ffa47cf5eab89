import { freePort } from "../../support/service_process.ts";

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
    megabytes() {
      const status = Deno.readTextFileSync(`/proc/${child.pid}/status`);
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
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

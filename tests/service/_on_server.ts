/** A libSQL server and a relay in front of it, through which a service reaches it. */
import { join } from "node:path";
import { assertEquals } from "@std/assert";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { type Sqld, sqldPath, startSqld } from "../support/sqld.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp_proxy.ts";
import { eventually, isGone } from "../support/eventually.ts";
import { type Answers, NO_LIMITS } from "./_guests.ts";
import { compare, rowsAt } from "./_rows.ts";

interface RelayedServer extends AsyncDisposable {
  readonly sqld: Sqld;
  /** The relay between services and the server. */
  readonly relay: TcpProxy;
  /** A folder for files of services, removed after the test. */
  readonly folder: string;
  /** Starts a service that reaches the server through the relay, with its DATA_DIR in the folder. */
  start(name: string, env?: Readonly<Record<string, string>>): Promise<ServiceProcess>;
}

/** Registers a test on a real server. */
export function testOnRelayedServer(
  name: string,
  run: (relayed: RelayedServer) => Promise<void>,
): void {
  Deno.test({
    name,
    ignore: sqldPath === null,
    async fn() {
      await using relayed = await startRelayedServer();
      await run(relayed);
    },
  });
}

/** @throws {Error} if no server is installed */
export async function startRelayedServer(): Promise<RelayedServer> {
  const folder = await Deno.makeTempDir();
  const sqld = await startSqld(join(folder, "sqld"));
  const relay = startTcpProxy(sqld.port);
  return {
    sqld,
    relay,
    folder,
    start: (name, env = {}) =>
      startServiceProcess({
        env: { ...NO_LIMITS, DATABASE_URL: relay.url, DATA_DIR: join(folder, name), ...env },
      }),
    async [Symbol.asyncDispose]() {
      await relay[Symbol.asyncDispose]();
      await sqld.kill();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Resolves when no reservation is in doubt. */
export async function settled({ dataDir }: ServiceProcess): Promise<void> {
  await eventually(() => isGone(join(dataDir, "doubts.log")));
}

export async function assertTrue(url: string, answers: Answers): Promise<void> {
  assertEquals(answers.unanswered.size, 0, "the service did not end, so every guest has an answer");
  assertEquals([...compare(await rowsAt(url), answers)], []);
}

/** Resolves once 40 more guests have this outcome. */
export async function more(
  answers: Answers,
  outcome: "held" | "refused",
  until: (holds: (answers: Answers) => boolean) => Promise<void>,
): Promise<void> {
  const wanted = answers[outcome].size + 40;
  await until((now) => now[outcome].size >= wanted);
}

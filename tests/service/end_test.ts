import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { startServer } from "../../src/http/server.ts";
import {
  freePort,
  programCommand,
  type ServiceProcess,
  startServiceProcess,
} from "../support/service_process.ts";
import { eventually } from "../support/eventually.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { endOf, endUnderLoad, MAX_END_MS } from "./_end.ts";
import { bodyOf, freeSlot, NO_LIMITS, reserve, type Slot, statusOf } from "./_guests.ts";
import { testOnRelayedServer } from "./_on_server.ts";
import { rowsInFile } from "./_rows.ts";
import { portIn, spawn } from "./_spawned.ts";

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  Deno.test(`${signal} under load, with boards open: every request that was begun is answered, and the exit code is 0`, async () => {
    await using service = await startServiceProcess({ env: NO_LIMITS });
    await endUnderLoad(service, signal);
  });
}

Deno.test("a reservation whose body is being sent at SIGTERM is answered, even if more signals follow", async () => {
  await using service = await startServiceProcess();
  const slot = await freeSlot(service.url);
  const caller = await halfABody(service, slot);
  const ended = endOf(service, "SIGTERM");
  ended.catch(() => {});
  await service.logged(({ message }) => message === "stopping");
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    Deno.kill(service.pid, signal);
  }
  await caller.send(caller.rest);
  const answer = await caller.readAll();
  assert(answer.startsWith("HTTP/1.1 200 "), answer);
  const [folio] = /R-[0-9A-Z]{8}/.exec(answer)!;
  await ended;
  assertEquals([...await rowsInFile(service.dataDir)], [[1, folio]]);
});

Deno.test("neither a stalled body nor idle connections delay the end", async () => {
  await using service = await startServiceProcess();
  const caller = await halfABody(service, await freeSlot(service.url));
  const idle = await Promise.all([1, 2, 3].map(() => idleConnection(service)));
  await endOf(service, "SIGTERM");
  await caller.readAll();
  idle.forEach((connection) => connection.close());
});

Deno.test("a listener with idle connections only ends at once, however long it may take", async () => {
  const onBroken = () => {};
  const server = startServer(() => new Response("a"), { hostname: "127.0.0.1", port: 0, onBroken });
  const url = `http://127.0.0.1:${server.port}`;
  const idle = await Promise.all([1, 2, 3].map(() => idleConnection({ url })));
  await server.shutdown(3_600_000);
  idle.forEach((connection) => connection.close());
});

Deno.test("a copy that waits for another process does not delay the end", async () => {
  await using folder = await tempFolder();
  using lock = await Deno.create(join(folder.path, "copies.lock"));
  await lock.lock(true);
  await using service = await startServiceProcess({ env: { DATA_DIR: folder.path } });
  await endOf(service, "SIGTERM");
});

Deno.test("a log without a reader does not delay the end", async () => {
  await using folder = await tempFolder();
  await using service = spawn(programCommand(["serve"]), { PORT: "0", DATA_DIR: folder.path });
  const port = portIn(await service.readUntil(/MUESTRA/));
  // About 600 kB of log, while a pipe holds 64.
  for (let n = 0; n < 80; n++) {
    await Promise.all(Array.from({ length: 50 }, async () => {
      await statusOf(`http://127.0.0.1:${port}/nowhere`);
    }));
  }
  service.child.kill("SIGTERM");
  const timer = setTimeout(() => service.child.kill("SIGKILL"), MAX_END_MS);
  const { code, signal } = await service.child.status;
  clearTimeout(timer);
  assertEquals([code, signal], [0, null]);
});

testOnRelayedServer("a database that hangs does not delay the end", async ({ relay, start }) => {
  await using service = await start("one");
  const slot = await freeSlot(service.url);
  relay.fault = () => "swallow";
  const requests = Array.from(
    { length: 5 },
    (_, n) => reserve(service.url, n, slot).catch(() => null),
  );
  await eventually(() => relay.hits > 0);
  await endOf(service, "SIGTERM");
  const answers = await Promise.all(requests);
  assertEquals(answers.filter((answer) => answer?.status === 200), []);
});

interface SlowCaller {
  /** The rest of the body, not sent yet. */
  readonly rest: string;
  send(text: string): Promise<void>;
  /** Reads until the connection ends. */
  readAll(): Promise<string>;
}

/** A caller in the middle of its body, which the service has begun to read: it answered "100 Continue". */
async function halfABody(service: ServiceProcess, slot: Slot): Promise<SlowCaller> {
  const connection = await connect(service);
  const body = bodyOf(1, slot);
  const send = async (text: string) => void await connection.write(new TextEncoder().encode(text));
  await send(
    `POST /api/reserva HTTP/1.1\r\nHost: mesa\r\nContent-Length: ${body.length}\r\n` +
      "Expect: 100-continue\r\n\r\n",
  );
  await connection.read(new Uint8Array(1_024));
  await send(body.slice(0, 20));
  return {
    rest: body.slice(20),
    send,
    async readAll() {
      let text = "";
      for await (const bytes of connection.readable) text += new TextDecoder().decode(bytes);
      return text;
    },
  };
}

/** An idle connection after one answer. */
async function idleConnection(service: Pick<ServiceProcess, "url">): Promise<Deno.TcpConn> {
  const connection = await connect(service);
  await connection.write(new TextEncoder().encode("GET /healthz HTTP/1.1\r\nHost: mesa\r\n\r\n"));
  await connection.read(new Uint8Array(4_096));
  return connection;
}

function connect({ url }: Pick<ServiceProcess, "url">): Promise<Deno.TcpConn> {
  return Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(url).port) });
}

for (const signal of ["SIGTERM", "SIGHUP"] as const) {
  Deno.test(`${signal} at the first answer, before the start has finished, is handled`, async () => {
    await using folder = await tempFolder();
    const port = freePort();
    const env = { PORT: String(port), STAFF_PORT: "0", DATA_DIR: folder.path };
    await using service = spawn(programCommand(["serve"]), env);
    await eventually(() => isAnswering(port));
    service.child.kill(signal);
    if (signal === "SIGHUP") {
      await service.readUntil(/loaded again/);
      assert(await isAnswering(port));
      service.child.kill("SIGTERM");
    }
    await service.readUntil(/"stopped"/);
    assertEquals((await service.child.status).code, 0);
  });
}

async function isAnswering(port: number): Promise<boolean> {
  return await statusOf(`http://127.0.0.1:${port}/healthz`).catch(() => null) === 200;
}

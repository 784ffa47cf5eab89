import { assert, assertEquals } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import { rawRequest } from "../support/raw_http.ts";
import { run } from "../support/run.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { readDay, signIn } from "../service/_board.ts";
import { endOf } from "../service/_end.ts";
import { freeSlot, NO_LIMITS, noAnswers, startCrowd } from "../service/_guests.ts";
import { compare, rowsInFile } from "../service/_rows.ts";
import { report, times, torture } from "./_torture.ts";

/** Limit of open files, about 30 of which are open from the start. */
const OPEN_FILES = 100;
const CONNECTIONS = 300;

torture(
  "with more connections than open files, connected clients are served, and new ones once there are less",
  async () => {
    const rounds = times(2, 10);
    for (let round = 0; round < rounds; round++) await surviveTooManyConnections();
    report(`${rounds} floods`);
  },
);

/**
 * Opens more connections to both listeners than the service can accept, then closes them: both must accept connections
 * again.
 */
async function surviveTooManyConnections(): Promise<void> {
  await using service = await startServiceProcess({ env: NO_LIMITS });
  const cookie = await signIn(service);
  assert(cookie !== null, "staff can sign in");
  assertEquals(await readDay(service, cookie), 200);
  const answers = noAnswers();
  const slot = await freeSlot(service.url);
  const crowd = startCrowd({ url: service.url, slot, answers, first: 0, lanes: 8 });
  await crowd.until(({ held }) => held.size > 20);
  await run("prlimit", "--pid", `${service.pid}`, `--nofile=${OPEN_FILES}:${OPEN_FILES}`);
  const ports = [service.url, service.staffUrl].map((url) => Number(new URL(url).port));
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, n) => connect(ports[n % ports.length]!)),
  );
  await service.logged(({ message }) => message.includes("broke"));
  const before = answers.held.size;
  await crowd.until(({ held }) => held.size > before + 100);
  await crowd.stop();
  for (const connection of connections) connection?.close();
  for (const port of ports) await eventually(() => isAnswered(port));
  assertEquals(await readDay(service, cookie), 200);
  await stillReserves(service, answers.held.size);
  assertEquals(answers.refused.size, 0);
  assertEquals([...compare(await rowsInFile(service.dataDir), answers)], []);
  await endOf(service, "SIGTERM");

  /** New guests on new connections. */
  async function stillReserves({ url }: ServiceProcess, first: number): Promise<void> {
    const late = startCrowd({ url, slot, answers, first: 100_000 + first, lanes: 8 });
    await late.until(({ held }) => held.size > first + 100);
    await late.stop();
  }
}

/** Null if the connection is refused. */
async function connect(port: number): Promise<Deno.TcpConn | null> {
  return await Deno.connect({ hostname: "127.0.0.1", port }).catch(() => null);
}

/** Whether a new connection gets an answer within a second. */
async function isAnswered(port: number): Promise<boolean> {
  const begun = performance.now();
  return await rawRequest("GET / HTTP/1.1\r\nHost: mesa\r\n\r\n", { port })
    .then(() => performance.now() - begun < 1_000, () => false);
}

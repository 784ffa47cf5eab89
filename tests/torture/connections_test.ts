import { assertEquals, assertGreaterOrEqual, assertLess } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import { freeSlot, NO_LIMITS, reserve } from "../service/_guests.ts";
import { residentMb } from "../support/process_state.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { startCaddy, TRUSTED_PROXIES } from "./faults/caddy.ts";
import { slowClients } from "./faults/slow_clients.ts";
import { type Framing, type StalledBodies, stalledBodies } from "./faults/stalled_bodies.ts";
import { report, torture } from "./_torture.ts";

const SLOW = 500;
/** Time after connecting, whose cost is not measured. */
const SETTLE_MS = 1_000;

torture(`with ${SLOW} slow clients connected directly, others are served`, async () => {
  await withService(async (service) => {
    await using clients = await slowClients(Number(new URL(service.url).port), SLOW);
    await assertServes(service.url);
    // The service abandons a body after 10 seconds; cutting off clients that send none is the task of Caddy.
    assertGreaterOrEqual(clients.unfinished, SLOW / 5 * 3, "they are still connected");
  });
});

torture(
  `with ${SLOW} slow clients connected to Caddy, others are served, and the slow ones are cut off`,
  async () => {
    await withService(async (service, folder) => {
      await using caddy = await startCaddy(service.url, folder);
      await using clients = await slowClients(caddy.port, SLOW);
      await assertServes(caddy.url);
      await eventually(() => clients.unfinished === 0);
    });
  },
);

/** Megabytes that stalled bodies may take, at the first and at a second round. */
const MAX_MORE: Readonly<Record<Framing, readonly [number, number]>> = {
  "Content-Length": [200, 320],
  chunked: [200, 320],
  "HTTP/2": [400, 400],
};
const STALLED = { "Content-Length": 4_000, chunked: 4_000, "HTTP/2": 10_000 } as const;
/** Of each kind: Caddy opens as many connections to the service. */
const PROXIED = 1_000;
const FRAMINGS = ["Content-Length", "chunked", "HTTP/2"] as const;

for (const framing of FRAMINGS) {
  const count = STALLED[framing];
  torture(
    `${count} clients that stall in the middle of a body (${framing}) take little memory, and others are served`,
    async () => {
      await withService(async (service) => {
        await assertServes(service.url);
        const before = residentMb(service.pid);
        for (const [round, max] of MAX_MORE[framing].entries()) {
          await using bodies = await stalledBodies(service.url, count, framing);
          assertLess(await moreMegabytes(service, before, [bodies]), max);
          assertEquals(bodies.waiting, count, "all stalled during the measurement");
          if (round === 0) await eventually(() => bodies.waiting === 0);
        }
      });
    },
  );
}

torture(
  `${PROXIED} clients of each kind that stall in the middle of a body sent to Caddy take little memory, and are cut off`,
  async () => {
    await withService(async (service, folder) => {
      await using caddy = await startCaddy(service.url, folder);
      await assertServes(caddy.url);
      const before = residentMb(service.pid);
      await using open = new AsyncDisposableStack();
      const all: StalledBodies[] = [];
      for (const framing of FRAMINGS) {
        all.push(open.use(await stalledBodies(caddy.url, PROXIED, framing)));
      }
      assertLess(await moreMegabytes(service, before, all), MAX_MORE.chunked[0]);
      await assertServes(caddy.url);
      await eventually(() => all.every(({ waiting }) => waiting === 0));
    });
  },
);

/** Megabytes more than `before` after the service has answered others, who come after what was sent. */
async function moreMegabytes(
  service: ServiceProcess,
  before: number,
  bodies: readonly StalledBodies[],
): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  await assertServes(service.url);
  const more = residentMb(service.pid) - before;
  const waiting = bodies.reduce((sum, one) => sum + one.waiting, 0);
  report(`${waiting} stalled bodies: ${more.toFixed(0)} MB more`);
  return more;
}

/** So many requests also bring a service that has just started to the memory at which it stays. */
const REQUESTS = 500;

let guests = 0;

async function assertServes(url: string): Promise<void> {
  const slot = await freeSlot(url);
  for (let n = 0; n < REQUESTS; n++) {
    const response = await fetch(`${url}/api/info`);
    await response.arrayBuffer();
    assertEquals(response.status, 200);
    if (n % 50 === 0) assertEquals((await reserve(url, guests++, slot)).status, 200);
  }
}

async function withService(
  run: (service: ServiceProcess, folder: string) => Promise<void>,
): Promise<void> {
  await using folder = await tempFolder();
  const env = { ...NO_LIMITS, TRUSTED_PROXIES, DATA_DIR: folder.path };
  await using service = await startServiceProcess({ env });
  await run(service, folder.path);
}

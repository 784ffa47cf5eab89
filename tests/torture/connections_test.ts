import { assertEquals, assertGreaterOrEqual, assertLess } from "@std/assert";
import { median, percentile } from "../bench/figures.ts";
import { type MeasuredServer, startMeasuredServer } from "../bench/measured_server.ts";
import { eventually } from "../support/eventually.ts";
import { freeSlot, NO_LIMITS, reserve, type Slot } from "../service/_guests.ts";
import { surviveTooManyConnections } from "../service/_too_many_connections.ts";
import { programCommand } from "../support/service_process.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { startCaddy, TRUSTED_PROXIES } from "./faults/caddy.ts";
import { slowClients } from "./faults/slow_clients.ts";
import { type Framing, type StalledBodies, stalledBodies } from "./faults/stalled_bodies.ts";
import { report, requireProgram, times, torture } from "./_torture.ts";

const SLOW = 500;
const ROUNDS = times(3, 7);
const SECONDS = times(2, 10);
/** The p99 with slow clients is at most MAX_TIMES the one without, or MAX_MS if that is more. */
const MAX_TIMES = 5;
const MAX_MS = { reads: 25, reservations: 100 };
/** Caddy's longest timeout of a request is 10 seconds. */
const CUT_MS = 20_000;
/** Time after connecting, whose cost is not measured. */
const SETTLE_MS = 1_000;

torture(`with ${SLOW} slow clients connected directly, others are served as before`, async () => {
  await withService(async (service) => {
    const slot = await freeSlot(service.url);
    const clients = await compareP99("directly", slot, service.url);
    // The service abandons a body after 10 seconds; cutting off clients that send none is the task of Caddy.
    assertGreaterOrEqual(clients, SLOW / 5 * 3, "they were connected during the measurement");
  });
});

torture(
  `with ${SLOW} slow clients connected to Caddy, others are served as before, and the slow ones are cut off`,
  async () => {
    await requireProgram("caddy", "version");
    await withService(async (service, folder) => {
      await using caddy = await startCaddy(service.url, folder);
      const slot = await freeSlot(caddy.url);
      await compareP99("behind Caddy", slot, caddy.url);
      await using clients = await slowClients(caddy.port, SLOW);
      const begun = performance.now();
      await eventually(() => clients.unfinished === 0, CUT_MS);
      report(
        `behind Caddy: all cut off within ${((performance.now() - begun) / 1000).toFixed(1)} s`,
      );
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
        const before = service.megabytes();
        for (const [round, max] of MAX_MORE[framing].entries()) {
          await using bodies = await stalledBodies(service.url, count, framing);
          assertLess(await moreMegabytes(service, before, [bodies]), max);
          assertEquals(bodies.waiting, count, "all stalled during the measurement");
          if (round === 0) await eventually(() => bodies.waiting === 0, CUT_MS);
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
      const before = service.megabytes();
      await using open = new AsyncDisposableStack();
      const all: StalledBodies[] = [];
      for (const framing of FRAMINGS) {
        all.push(open.use(await stalledBodies(caddy.url, PROXIED, framing)));
      }
      assertLess(await moreMegabytes(service, before, all), MAX_MORE.chunked[0]);
      await assertServes(caddy.url);
      await eventually(() => all.every(({ waiting }) => waiting === 0), CUT_MS);
    });
  },
);

torture(
  "with more connections than open files, it serves again by itself within 5 seconds",
  async () => {
    const rounds = times(2, 10);
    let slowest = 0;
    for (let round = 0; round < rounds; round++) {
      slowest = Math.max(slowest, await surviveTooManyConnections());
    }
    report(`${rounds} floods, served again after at most ${slowest} ms (limit 5000 ms)`);
  },
);

/** Megabytes more than `before` after the service has answered others, who come after what was sent. */
async function moreMegabytes(
  service: MeasuredServer,
  before: number,
  bodies: readonly StalledBodies[],
): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  await assertServes(service.url);
  const more = service.megabytes() - before;
  const waiting = bodies.reduce((sum, one) => sum + one.waiting, 0);
  report(`${waiting} stalled bodies: ${more.toFixed(0)} MB more`);
  return more;
}

/** So many requests also bring a service that has just started to the memory at which it stays. */
const REQUESTS = 500;

async function assertServes(url: string): Promise<void> {
  for (let n = 0; n < REQUESTS; n++) {
    const response = await fetch(`${url}/api/info`);
    await response.arrayBuffer();
    assertEquals(response.status, 200);
  }
}

async function withService(
  run: (service: MeasuredServer, folder: string) => Promise<void>,
): Promise<void> {
  await using folder = await tempFolder();
  await using service = await startMeasuredServer("sobremesa", programCommand(["serve"]), {
    path: "/healthz",
    env: { ...NO_LIMITS, TRUSTED_PROXIES, DATA_DIR: folder.path },
  });
  await run(service, folder.path);
}

interface P99 {
  readonly reads: number;
  readonly reservations: number;
}

/**
 * Compares the API's p99 at `url` with and without slow clients, alternating.
 * @returns the number of slow clients that never finish and are still connected
 */
async function compareP99(how: string, slot: Slot, url: string): Promise<number> {
  const quiet: P99[] = [];
  const slow: P99[] = [];
  let left = 0;
  for (let round = 0; round < ROUNDS; round++) {
    quiet.push(await p99(slot, url));
    await using clients = await slowClients(Number(new URL(url).port), SLOW);
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    slow.push(await p99(slot, url));
    left = clients.unfinished;
  }
  for (const what of ["reads", "reservations"] as const) {
    const [without, with_] = [quiet, slow].map((all) => median(all.map((one) => one[what])));
    report(
      `${how}: p99 of ${what} ${without!.toFixed(1)} ms, with ${SLOW} slow clients ` +
        `${with_!.toFixed(1)} ms: ${(with_! / without!).toFixed(2)} times`,
    );
    assertLess(with_!, Math.max(MAX_TIMES * without!, MAX_MS[what]));
  }
  return left;
}

const LANES = 4;
const PAUSE_MS = 5;
let guests = 0;

/** The p99 under a light load: at its limit a server would show the machine's other work, not the slow clients. */
async function p99(slot: Slot, url: string): Promise<P99> {
  const reads: number[] = [];
  const reservations: number[] = [];
  const end = performance.now() + 1_000 * SECONDS;
  await Promise.all(Array.from({ length: LANES }, async () => {
    for (let n = 0; performance.now() < end; n++) {
      const begun = performance.now();
      if (n % 5 === 0) {
        assertEquals((await reserve(url, guests++, slot)).status, 200);
        reservations.push(performance.now() - begun);
      } else {
        const response = await fetch(`${url}${n % 2 ? "/api/info" : "/api/disponibilidad"}`);
        await response.arrayBuffer();
        assertEquals(response.status, 200);
        reads.push(performance.now() - begun);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }));
  return { reads: percentile(reads, 0.99), reservations: percentile(reservations, 0.99) };
}

/**
 * Effect of writes on readers: the p99 of GET /api/disponibilidad at 32 connections, idle, with 1,000 reservations a
 * second, and under as many as 64 callers can send. Medians of three rounds in one run. Exits with 1 if a limit is
 * exceeded or if a reservation of the 64 callers got no folio.
 *
 *   deno task bench flood      needs wrk; SOBREMESA names the executable; without it the sources are run
 */
import { programCommand } from "../support/service_process.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { freeSlot, NO_LIMITS, reserve, type Slot } from "../service/_guests.ts";
import { measure, startMeasuredServer } from "./measured_server.ts";
import { atMost, median, medians, print } from "./figures.ts";

const ROUNDS = 3;
const SECONDS = 5;
const PATH = "/api/disponibilidad";
const STEADY_PER_SECOND = 1_000;
const MAX_OPEN = 1_000;
const MAX_TIMES_IDLE = 3;
const MAX_FLOOD_MS = 10;
/** Otherwise readers had a lighter load than stated. */
const MAX_NOT_HELD = 50;

await using folder = await tempFolder();
await using service = await startMeasuredServer("Sobremesa", programCommand(["serve"]), {
  path: "/api/info",
  env: { ...NO_LIMITS, DATA_DIR: folder.path },
});
const slot = await freeSlot(service.url);
let guests = 0;
const rounds: Round[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const idle = await readsP99();
  const writer = steadyWriter(slot);
  const steady = await readsP99();
  const held = await writer.stop();
  const flood = measure(service, {
    path: "/api/reserva",
    connections: 64,
    seconds: SECONDS + 1,
    reserve: { ...slot, first: guests += 500_000 },
  });
  const flooded = await readsP99();
  const { perSecond, errors } = await flood;
  rounds.push({ idle, steady, flood: flooded, held, errors });
  print(`round ${round + 1}: flood of ${perSecond.toFixed(0)} reservations/s`);
}
report();

interface Round {
  readonly idle: number;
  readonly steady: number;
  readonly flood: number;
  readonly held: number;
  readonly errors: number;
}

async function readsP99(): Promise<number> {
  return (await measure(service, { path: PATH, connections: 32, seconds: SECONDS })).p99;
}

/** Sends the due reservations each hundredth of a second without waiting for answers. */
function steadyWriter(slot: Slot): { stop(): Promise<number> } {
  const open = new Set<Promise<void>>();
  const begun = performance.now();
  let sent = 0;
  let held = 0;
  const send = async (n: number) => {
    const { status } = await reserve(service.url, n, slot);
    if (status === 200) held++;
  };
  const timer = setInterval(() => {
    const due = (performance.now() - begun) / 1000 * STEADY_PER_SECOND;
    for (; sent < due; sent++) {
      // A machine that cannot keep up would never answer more than its listener queues: they count as not held.
      if (open.size >= MAX_OPEN) continue;
      const answer = send(guests++).catch(() => {});
      open.add(answer);
      answer.finally(() => open.delete(answer));
    }
  }, 10);
  return {
    async stop() {
      clearInterval(timer);
      const seconds = (performance.now() - begun) / 1000;
      await Promise.all(open);
      return held / seconds;
    },
  };
}

function report(): void {
  const { idle, steady, flood, held } = medians(rounds);
  print(
    `p99 idle ${idle.toFixed(2)} ms, with ${held.toFixed(0)} reservations/s ${
      steady.toFixed(2)
    } ms, under a flood ${flood.toFixed(2)} ms`,
  );
  const times = median(rounds.map((round) => round.steady / round.idle));
  atMost(MAX_TIMES_IDLE, "steady p99, times the idle one", times);
  atMost(MAX_FLOOD_MS, "p99 under a flood, ms", flood);
  atMost(MAX_NOT_HELD, "steady load not held, a second", STEADY_PER_SECOND - held);
  atMost(0, "flood reservations not held", Math.max(...rounds.map(({ errors }) => errors)));
}

/**
 * Benefit of shared commits: reservations a second with 64 callers at once, as a multiple of those that the same
 * callers get if every reservation has its own commit. Same SQL, on a file database. Fails if the multiple is below
 * five, or if a limit of the room costs more than 0.15 of them.
 *
 *   deno run --allow-all tests/bench/reservations_bench.ts [folder on a real disk]
 */
import { addDays } from "../../src/domain/local_time.ts";
import type { ReservationRequest } from "../../src/domain/reservation/reservation.ts";
import { openStore, type Store } from "../../src/storage/store.ts";
import { randomBytes, request } from "../storage/_fixture.ts";
import { atLeast, median, medians, print } from "./figures.ts";

const CALLERS = 64;
const ROUNDS = 3;
const ROUND_MS = 1_500;
const MIN_RATIO = 5;
const MIN_LIMITED = 0.85;
/** An evening's parties, who all meet in the room. */
const PARTIES = 25;
const ROOM = { people: 40 * PARTIES, stayMinutes: 120 };

const TIMES = ["19:00", "19:30", "20:00", "20:30", "21:00"];
let next = 0;

const folder = await Deno.makeTempDir({ dir: Deno.args[0] ?? Deno.cwd(), prefix: "data-bench-" });
/** Each has a folder of its own, as two services have. */
const open = async (name: string, batchLimit?: number): Promise<Store> => {
  const dataDir = `${folder}/${name}`;
  await Deno.mkdir(dataDir);
  const url = `file:${dataDir}/sobremesa.db`;
  const kept = { url, dataDir, retentionDays: 365, batchLimit };
  return await openStore({ ...kept, now: Date.now, randomBytes, log: print });
};

try {
  const [alone, shared, limited] = await Promise.all([
    open("alone", 1),
    open("shared"),
    open("limited"),
  ]);
  const rounds: { alone: number; shared: number; limited: number }[] = [];
  await rate(alone, 300);
  await rate(shared, 300);
  await rate(limited, 300, ROOM);
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      alone: await rate(alone, ROUND_MS),
      shared: await rate(shared, ROUND_MS),
      limited: await rate(limited, ROUND_MS, ROOM),
    });
  }
  const rates = medians(rounds);
  print(`${CALLERS} callers, a commit each     ${rates.alone.toFixed(0)} reservations/s`);
  print(`${CALLERS} callers, shared commits    ${rates.shared.toFixed(0)} reservations/s`);
  atLeast(MIN_RATIO, "multiple", rates.shared / rates.alone);
  const share = median(rounds.map(({ limited, shared }) => limited / shared));
  atLeast(MIN_LIMITED, "of them with a limit of the room", share);
  for (const store of [alone, shared, limited]) await store.close();
} finally {
  await Deno.remove(folder, { recursive: true });
}

/** Reservations a second with callers that each wait for an answer before the next request. */
async function rate(
  storage: Store,
  ms: number,
  room: ReservationRequest["room"] = null,
): Promise<number> {
  const start = performance.now();
  let held = 0;
  await Promise.all(Array.from({ length: CALLERS }, async () => {
    while (performance.now() - start < ms) {
      const day = addDays("2026-03-14", Math.floor(next / PARTIES));
      const time = TIMES[next % TIMES.length]!;
      const asked = request(next++, { day, serviceDay: day, time, room });
      const { kind } = await storage.reservations.reserve(asked);
      if (kind !== "held") throw new Error(`expected held, got ${kind}`);
      held++;
    }
  }));
  return held / (performance.now() - start) * 1_000;
}

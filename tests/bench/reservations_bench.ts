/**
 * Benefit of shared commits: reservations a second with 64 callers at once, as a multiple of those that the same callers get
 * if every reservation has its own commit. Same SQL, on a file database. Fails if the multiple is below five.
 *
 *   deno run --allow-all tests/bench/reservations_bench.ts [folder on a real disk]
 */
import { openStore, type Store } from "../../src/storage/store.ts";
import { randomBytes, request } from "../storage/_fixture.ts";
import { median, print } from "./figures.ts";

const CALLERS = 64;
const ROUNDS = 3;
const ROUND_MS = 1_500;
const MIN_RATIO = 5;

let next = 0;

const folder = await Deno.makeTempDir({ dir: Deno.args[0] ?? Deno.cwd(), prefix: "data-bench-" });
const open = (name: string, batchLimit?: number): Promise<Store> =>
  openStore({
    url: `file:${folder}/${name}.db`,
    dataDir: folder,
    now: Date.now,
    randomBytes,
    log: print,
    batchLimit,
  });

try {
  const [alone, shared] = [await open("alone", 1), await open("shared")];
  const rates = { alone: [] as number[], shared: [] as number[] };
  await rate(alone, 300);
  await rate(shared, 300);
  for (let round = 0; round < ROUNDS; round++) {
    rates.alone.push(await rate(alone, ROUND_MS));
    rates.shared.push(await rate(shared, ROUND_MS));
  }
  const multiple = median(rates.shared) / median(rates.alone);
  print(`${CALLERS} callers, a commit each     ${median(rates.alone).toFixed(0)} reservations/s`);
  print(`${CALLERS} callers, shared commits    ${median(rates.shared).toFixed(0)} reservations/s`);
  print(`multiple                      ${multiple.toFixed(1)} (at least ${MIN_RATIO})`);
  await alone.close();
  await shared.close();
  if (multiple < MIN_RATIO) Deno.exitCode = 1;
} finally {
  await Deno.remove(folder, { recursive: true });
}

/** Reservations a second with callers that each wait for an answer before the next request. */
async function rate(storage: Store, ms: number): Promise<number> {
  const start = performance.now();
  let held = 0;
  await Promise.all(Array.from({ length: CALLERS }, async () => {
    while (performance.now() - start < ms) {
      const { kind } = await storage.reservations.reserve(request(next++));
      if (kind !== "held") throw new Error(`expected held, got ${kind}`);
      held++;
    }
  }));
  return held / (performance.now() - start) * 1_000;
}

/**
 * What sharing commits is worth: reservations a second with 64 callers at once, as a multiple of what the same callers get
 * where every reservation has a commit of its own. Same SQL, on a file database. Fails where it is worth less than five times.
 *
 *   deno run --allow-all tests/bench/reservations_bench.ts [folder on a real disk]
 */
import { openStorage, type Storage } from "../../src/storage/storage.ts";
import { candidate, randomBytes } from "../storage/_fixture.ts";

const CALLERS = 64;
const ROUNDS = 3;
const ROUND_MS = 1_500;
const LEAST = 5;

let next = 0;

const folder = await Deno.makeTempDir({ dir: Deno.args[0] ?? Deno.cwd(), prefix: "data-bench-" });
const open = (name: string, batchLimit?: number): Promise<Storage> =>
  openStorage({
    url: `file:${folder}/${name}.db`,
    dataDir: folder,
    now: Date.now,
    randomBytes,
    log: say,
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
  say(`${CALLERS} callers, a commit each     ${median(rates.alone).toFixed(0)} reservations/s`);
  say(`${CALLERS} callers, shared commits    ${median(rates.shared).toFixed(0)} reservations/s`);
  say(`multiple                      ${multiple.toFixed(1)} (at least ${LEAST})`);
  await alone.close();
  await shared.close();
  if (multiple < LEAST) Deno.exitCode = 1;
} finally {
  await Deno.remove(folder, { recursive: true });
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function say(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
}

/** Reservations a second with callers each of whom waits for its answer before it asks again. */
async function rate(storage: Storage, ms: number): Promise<number> {
  const start = performance.now();
  let held = 0;
  await Promise.all(Array.from({ length: CALLERS }, async () => {
    while (performance.now() - start < ms) {
      const { kind } = await storage.reservations.reserve(candidate(next++));
      if (kind !== "held") throw new Error(`expected held, got ${kind}`);
      held++;
    }
  }));
  return held / (performance.now() - start) * 1_000;
}

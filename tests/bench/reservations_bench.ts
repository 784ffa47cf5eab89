/**
 * What sharing commits is worth: reservations a second with 64 callers at once, as a multiple of the same SQL committed one
 * reservation at a time, on a file database. Fails where it is worth less than five times.
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
try {
  const storage = await openStorage({
    url: `file:${folder}/bench.db`,
    dataDir: folder,
    now: Date.now,
    randomBytes,
    log: say,
  });
  const warm = await rate(storage, 1, 300);
  say(`warmed up at ${warm.toFixed(0)}/s`);
  const alone: number[] = [];
  const shared: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await rate(storage, 1, ROUND_MS));
    shared.push(await rate(storage, CALLERS, ROUND_MS));
  }
  const multiple = median(shared) / median(alone);
  say(`one commit each      ${median(alone).toFixed(0)} reservations/s`);
  say(`${CALLERS} callers, shared   ${median(shared).toFixed(0)} reservations/s`);
  say(`multiple             ${multiple.toFixed(1)} (at least ${LEAST})`);
  await storage.close();
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

/** Reservations a second with so many callers, each of whom waits for its answer before it asks again. */
async function rate(storage: Storage, callers: number, ms: number): Promise<number> {
  const start = performance.now();
  let held = 0;
  await Promise.all(Array.from({ length: callers }, async () => {
    while (performance.now() - start < ms) {
      const { kind } = await storage.reservations.reserve(candidate(next++));
      if (kind !== "held") throw new Error(`expected held, got ${kind}`);
      held++;
    }
  }));
  return held / (performance.now() - start) * 1_000;
}

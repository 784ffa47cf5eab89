/**
 * Cost of stored reservations for the next request: a guest reserves, staff open an evening of 300, a check for news; each with
 * 100,000 and with 1,000,000 stored, as a multiple of the same with 1,000. On file databases, one caller at a time. Fails if it
 * is over 1.1.
 *
 *   deno run --allow-all tests/bench/stored_bench.ts [folder on a real disk]
 */
import { openStore, type Store } from "../../src/storage/store.ts";
import { randomBytes, request } from "../storage/_fixture.ts";
import { median, print } from "./_figures.ts";

const STORED = [1_000, 100_000, 1_000_000];
const A_DAY = 300;
const ROUNDS = 60;
const ROUND = 25;
const MAX_RATIO = 1.1;
const EVENING = "2026-03-14";

const FILL = `WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < ?1 - 1)
  INSERT INTO reservations (folio, day, time, service_day, party_size, name, phone, occasion, comments,
    source, status, created_at, version, acknowledged_at, acknowledged_by)
  SELECT 'R-' || translated, day, printf('%02d:30', 13 + n % 10), day, 1 + n % 12, 'José Núñez ' || n,
    '+52' || (9990000000 + n * 7919 % 10000000), 'general', 'Alergia a la nuez', 'asistente',
    iif(day < '${EVENING}', 'arrived', 'confirmed'), 1, 1, 1, 'Lupe'
  FROM (SELECT n, date('${EVENING}', (n / ${A_DAY} - ?1 / ${A_DAY} + 2) || ' days') AS day,
    substr(upper(hex(randomblob(4))), 1, 8) AS translated FROM n)
  WHERE true ON CONFLICT DO NOTHING`;
const folder = await Deno.makeTempDir({ dir: Deno.args[0] ?? Deno.cwd(), prefix: "data-bench-" });
const storages: Store[] = [];
let next = 0;

/** The measured actions, by name; each function does one of them. */
const WORK: Record<string, (storage: Store) => Promise<unknown>> = {
  "a guest reserves": async ({ reservations }) => {
    const reservation = request(next++, { day: "2026-05-01", serviceDay: "2026-05-01" });
    const { kind } = await reservations.reserve(reservation);
    if (kind !== "held") throw new Error(`expected held, got ${kind}`);
  },
  "an evening of 300": async ({ book }) => {
    const found = await book.onServiceDay(EVENING);
    if (found.length < A_DAY - 5) throw new Error(`an evening of ${found.length}`);
  },
  "a check for news": async ({ house }) => await house.refresh(),
};

try {
  for (const stored of STORED) storages.push(await filledStorage(stored));
  for (const [name, work] of Object.entries(WORK)) {
    const times = await measure(work);
    const multiples = times.map((time) => time / times[0]!);
    print(`${name.padEnd(24)}${times.map((ms) => `${(ms * 1_000).toFixed(0)} µs`).join(", ")}`);
    print(
      `  multiples of the first ${
        multiples.map((each) => each.toFixed(2)).join(", ")
      } (at most ${MAX_RATIO})`,
    );
    if (multiples.some((each) => each > MAX_RATIO)) Deno.exitCode = 1;
  }
} finally {
  for (const storage of storages) await storage.close();
  await Deno.remove(folder, { recursive: true });
}

async function filledStorage(stored: number): Promise<Store> {
  const dataDir = `${folder}/${stored}`;
  const storage = await openStore({
    url: `file:${dataDir}/sobremesa.db`,
    dataDir,
    now: () => Date.parse(`${EVENING}T20:00Z`),
    randomBytes,
    log: print,
    retentionDays: 36_500,
  });
  await storage.database.write([{ sql: FILL, args: [stored] }]);
  await storage.database.read({ sql: "PRAGMA wal_checkpoint(TRUNCATE)" });
  return storage;
}

/** Milliseconds of one `work` on each storage. The storages alternate, so that a disturbance affects all. */
async function measure(work: (storage: Store) => Promise<unknown>): Promise<number[]> {
  const rounds = storages.map((): number[] => []);
  for (let round = -5; round < ROUNDS; round++) {
    for (const [place, storage] of storages.entries()) {
      const start = performance.now();
      for (let n = 0; n < ROUND; n++) await work(storage);
      if (round >= 0) rounds[place]!.push((performance.now() - start) / ROUND);
    }
  }
  return rounds.map(median);
}

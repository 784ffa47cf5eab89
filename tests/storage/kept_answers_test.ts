/** What late requests and late voids need is kept as long as they can, and no longer. */
import { assertEquals } from "@std/assert";
import { voidDoubts } from "../../src/storage/doubts.ts";
import { decide } from "../../src/storage/attempts.ts";
import { type TestDatabase, testOnEach } from "../support/databases.ts";
import {
  eventually,
  folios,
  held,
  type Machine,
  machineAt,
  NOW,
  openTestStorage,
  request,
  rows,
  type TestStorage,
} from "./_fixture.ts";

const DAY_MS = 24 * 60 * 60_000;
const ABSENT = { folio: "R-0123ABCD", at: NOW, request: request(9) };

testOnEach("what retries and voids left goes after a month, not before", async (database) => {
  await using kept = await openKept(database);
  const { storage, machine } = kept;
  const folio = await held(storage, request(1));
  for (let n = 0; n < 50; n++) await storage.reservations.reserve(request(1));
  await voidDoubts(storage.database, [ABSENT], machine.now());
  await kept.after(29 * DAY_MS);
  assertEquals(await kept.counts(), { confirmations: 50, voids: 1 });
  assertEquals(await decide(storage.database, [ABSENT], machine.now()), [{ kind: "none" }]);
  await kept.after(2 * DAY_MS);
  assertEquals(await kept.counts(), { confirmations: 0, voids: 0 });
  assertEquals((await folios(storage)).includes(folio), true);
});

testOnEach("a table that a retry was answered with stands until its service", async (database) => {
  await using kept = await openKept(database);
  const { storage, machine } = kept;
  const [day, serviceDay] = ["2026-06-08", "2026-06-08"];
  const asked = request(1, { day, serviceDay });
  const folio = await held(storage, asked);
  assertEquals((await storage.reservations.reserve(asked)).kind, "replayed");
  // A day before it.
  await kept.after(89 * DAY_MS);
  await voidDoubts(storage.database, [{ folio, at: NOW }], machine.now());
  assertEquals((await folios(storage)).includes(folio), true);
});

testOnEach("a reservation that only a voided retry confirmed goes with it", async (database) => {
  await using kept = await openKept(database);
  const { storage, machine } = kept;
  const folio = await held(storage, request(1));
  const retry = { folio: "R-0123ABCE", at: NOW, request: request(1) };
  assertEquals((await decide(storage.database, [retry], NOW))[0]?.kind, "replayed");
  await voidDoubts(storage.database, [{ folio, at: NOW }], NOW);
  await kept.after(90 * DAY_MS);
  assertEquals(await kept.counts(), { confirmations: 1, voids: 1 });
  await voidDoubts(storage.database, [retry], machine.now());
  assertEquals((await folios(storage)).includes(folio), false);
  await kept.after(31 * DAY_MS);
  assertEquals(await kept.counts(), { confirmations: 0, voids: 0 });
});

testOnEach("a void that was made while the clock was behind stays as long", async (database) => {
  await using kept = await openKept(database);
  const { storage, machine } = kept;
  machine.leap(-400 * DAY_MS);
  await voidDoubts(storage.database, [ABSENT], machine.now());
  machine.leap(400 * DAY_MS);
  await kept.after(29 * DAY_MS);
  assertEquals(await kept.counts(), { confirmations: 0, voids: 1 });
  await kept.after(2 * DAY_MS);
  assertEquals(await kept.counts(), { confirmations: 0, voids: 0 });
});

interface Kept extends AsyncDisposable {
  readonly storage: TestStorage;
  readonly machine: Machine;
  /** Lets time pass, until what is out of date then has been deleted. */
  after(ms: number): Promise<void>;
  counts(): Promise<Record<"confirmations" | "voids", number>>;
}

async function openKept(database: TestDatabase): Promise<Kept> {
  const machine = machineAt();
  const { now, monotonic } = machine;
  const nightlyCopies = { timeZone: () => "Etc/UTC", pollMs: 5 };
  const storage = await openTestStorage(database, { now, monotonic, nightlyCopies });
  const count = async (table: string) =>
    Number((await rows(storage, `SELECT count(*) AS n FROM ${table}`))[0]?.n);
  let guests = 100;
  return {
    storage,
    machine,
    async after(ms) {
      // Its key goes with all that is out of date.
      await held(storage, request(guests++));
      machine.run(ms);
      await eventually(async () => await count("idempotency_keys") === 0);
    },
    counts: async () => ({
      confirmations: await count("confirmations"),
      voids: await count("voids"),
    }),
    [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose](),
  };
}

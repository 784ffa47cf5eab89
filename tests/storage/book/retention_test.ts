import { removeClosure } from "../../support/taking_back.ts";
import { assert, assertEquals } from "@std/assert";
import { addDays } from "../../../src/domain/local_time.ts";
import { type TestDatabase, testOnEach } from "../../support/databases.ts";
import { join } from "node:path";
import { believeClock } from "../../../src/storage/database/believed_clock.ts";
import { decide } from "../../../src/storage/book/attempts.ts";
import { backUp, backupFolder } from "../../../src/storage/database/backup.ts";
import { exists, filesAt } from "../../../src/storage/database/database_files.ts";
import { voidDoubts } from "../../../src/storage/book/doubts.ts";
import {
  eventually,
  folios,
  held,
  type Machine,
  machineAt,
  NOW,
  openTestStorage,
  ownFolder,
  passing,
  request,
  rows,
  type TestStorage,
  withCopies,
} from "../_fixture.ts";

/** The day of {@linkcode NOW}. */
const TODAY = "2026-03-10";
const DAY_MS = 24 * 60 * 60_000;

testOnEach("what is too old is erased to counts by itself, no day too early", async (database) => {
  const days = [-400, -367, -366, -365, 0, 30];
  const kept: string[] = [];
  {
    await using storage = await openTestStorage(database, { retentionDays: 1_000 });
    for (const [n, ago] of days.entries()) {
      const day = addDays(TODAY, ago);
      const folio = await held(storage, request(n, { day, serviceDay: day }));
      if (ago >= -366) kept.push(folio);
    }
    const tail = { day: addDays(TODAY, -366), serviceDay: addDays(TODAY, -367), time: "00:30" };
    await held(storage, request(10, tail));
    // An hour has not gone by since it began with nothing to do.
    assertEquals((await folios(storage)).length, 7);
  }
  const news: string[] = [];
  await using storage = await openTestStorage(database, { info: (line) => news.push(line) });
  await eventually(async () => (await folios(storage)).length === kept.length);
  assertEquals(await folios(storage), kept.toSorted());
  const counts = await rows(storage, "SELECT service_day, parties FROM erased_reservations");
  assertEquals(counts.map((row) => ({ ...row })), [
    { service_day: addDays(TODAY, -400), parties: 1 },
    { service_day: addDays(TODAY, -367), parties: 2 },
  ]);
  await eventually(() => news.length > 0);
  assertEquals(storage.logged, [], "it is routine, and nothing went wrong");
  assertEquals(news, [
    `3 reservations from before ${addDays(TODAY, -366)} have been erased to counts, ` +
    "without a copy: none is made here",
  ]);
});

testOnEach("many are erased in parts, on record as one, while guests reserve", async (database) => {
  {
    await using storage = await openTestStorage(database, { retentionDays: 10_000 });
    await storage.database.write([{ sql: FILL, args: [1_100] }]);
  }
  await using storage = await openTestStorage(database);
  const given: string[] = [];
  await eventually(async () => {
    given.push(await held(storage, request(given.length)));
    return (await folios(storage)).length === given.length;
  });
  assert(given.length > 1, `${given.length} guests reserved meanwhile`);
  assertEquals(await storage.erasure.records(9), [
    { at: NOW, reason: "retention", actor: "sistema", reservations: 1_100 },
  ]);
  const [counts] = await rows(storage, "SELECT sum(people) AS people FROM erased_reservations");
  assertEquals(counts?.people, 4_400);
});

testOnEach("a service that ends leaves what is still too old to the next", async (database) => {
  {
    await using storage = await openTestStorage(database, { retentionDays: 10_000 });
    await storage.database.write([{ sql: FILL, args: [1_100] }]);
  }
  {
    await using storage = await openTestStorage(database);
    await eventually(async () => (await folios(storage)).length < 1_100);
  }
  await using storage = await openTestStorage(database);
  await eventually(async () => (await folios(storage)).length === 0);
  const [record] = await rows(storage, "SELECT sum(reservations) AS n FROM erasures");
  assertEquals(record?.n, 1_100);
});

testOnEach(
  "keys, past dishes and closures, old turns and sessions that would have ended go within the hour, nothing else",
  async (database) => {
    const machine = machineAt();
    await using storage = await openTestStorage(database, withCopies(machine));
    await held(storage, request(1));
    await held(storage, request(2, { idempotencyKey: "k" }));
    await storage.switches.by("Lupe").soldOut("panuchos", "2026-03-14");
    await storage.switches.soldOut("papadzules", "2026-03-15");
    await storage.switches.soldOut("kibis", null);
    await storage.closures.add({ kind: "day", day: "2026-03-12" }, "Boda de Ana");
    const full = { kind: "full", from: "2026-03-13T20:30", to: "2026-03-13T20:31" } as const;
    await storage.closures.add(full, "");
    const texts = async (sql: string) =>
      (await rows(storage, sql)).map((row) => Object.values(row).join()).toSorted();
    const keys = () => texts("SELECT kind FROM idempotency_keys");
    const dishes = () => texts("SELECT dish FROM sold_out");
    const closures = () => texts("SELECT coalesce(day, starts) FROM closures");
    const sessions = () => texts("SELECT session FROM ended_sessions");
    for (const days of [1, 8]) {
      await storage.staffKey.endSession(`${days} days`, machine.now() + days * DAY_MS);
    }
    const after = (ms: number) => passing(storage, machine, ms);
    await after(60 * 60_000);
    await eventually(async () => (await keys()).length === 1);
    assertEquals(await keys(), ["header"]);
    await after(6 * DAY_MS - 60 * 60_000);
    await eventually(async () => (await keys()).length === 0);
    assertEquals(await dishes(), ["kibis", "panuchos", "papadzules"]);
    assertEquals(await closures(), ["2026-03-12", "2026-03-13T20:30"]);
    await after(DAY_MS);
    await eventually(async () => (await dishes()).length === 2);
    assertEquals(await dishes(), ["kibis", "papadzules"]);
    assertEquals(await closures(), ["2026-03-13T20:30"]);
    assertEquals(await sessions(), ["8 days"]);
    assertEquals((await folios(storage)).length, 2);
    await after(393 * DAY_MS);
    await storage.switches.by("Ana").pause(null);
    assertEquals((await storage.switches.turns()).length, 2);
    await after(DAY_MS);
    await eventually(async () => (await storage.switches.turns()).length === 1);
    assertEquals((await storage.switches.turns())[0]?.name, "pause");
  },
);

testOnEach("what was taken back is known for 30 days, put back or not", async (database) => {
  const machine = machineAt();
  await using storage = await openTestStorage(database, withCopies(machine));
  const closures = storage.closures.by("Lupe");
  for (const isUndone of [true, false]) {
    const id = await closures.add({ kind: "day", day: "2026-03-14" }, "Boda de Ana");
    const change = await removeClosure(closures, id);
    if (isUndone) await closures.putBack(change!);
  }
  const kept = async () =>
    (await rows(storage, "SELECT undone IS NULL AS last FROM removals")).length;
  await passing(storage, machine, 30 * DAY_MS);
  await storage.poll.refresh();
  assertEquals([await kept(), (await closures.removals()).length], [2, 1]);
  await passing(storage, machine, 60 * 60_000);
  await eventually(async () => await kept() === 0);
});

testOnEach("a clock two years ahead erases nothing until it is accepted", async (database) => {
  const machine = machineAt();
  const options = withCopies(machine);
  const kept: string[] = [];
  {
    await using storage = await openTestStorage(database, options);
    const { switches } = storage;
    for (const [n, day] of [TODAY, "2026-03-14", "2026-06-08"].entries()) {
      kept.push(await held(storage, request(n, { day, serviceDay: day })));
    }
    await switches.by("Lupe").soldOut("panuchos", "2026-03-14");
    await storage.restaurants.add({ text: "{0}", after: 0, actor: "Lupe" });
    await storage.restaurants.add({ text: "{1}", after: 1, actor: "Lupe" });
  }
  machine.leap(2 * 365 * DAY_MS);
  await using storage = await openTestStorage(database, options);
  const left = () =>
    Promise.all(
      ["reservations", "idempotency_keys", "sold_out", "switch_turns", "restaurant_versions"].map(
        async (table) => {
          const [row] = await rows(storage, `SELECT count(*) AS n FROM ${table}`);
          return row?.n;
        },
      ),
    );
  await storage.restaurants.add({ text: "{2}", after: 2, actor: "Lupe" });
  await held(storage, request(9, { day: "2028-03-14", serviceDay: "2028-03-14" }));
  await new Promise((resolve) => setTimeout(resolve, 300));
  assertEquals(await left(), [4, 4, 1, 1, 3]);
  assertEquals((await folios(storage)).filter((folio) => kept.includes(folio)), kept.toSorted());

  await believeClock(storage.database, machine.now());
  await eventually(async () => (await left()).join() === "1,1,0,0,2");
});

Deno.test(
  "a reservation goes from the database once the night's copy holds it, and from that copy after the next night's",
  async () => {
    await using folder = await ownFolder();
    // By itself it is old on the 12th, and a day is added to that.
    const day = "2025-03-11";
    const machine = machineAt(Date.parse("2026-03-12T12:00:00Z"));
    let [gone, moved] = ["", ""];
    await makeOld(folder, async (storage) => {
      gone = await held(storage, request(1, { day, serviceDay: day }));
      await held(storage, request(2));
      moved = await held(storage, request(3));
    });
    const before = join(backupFolder(folder.path), "sobremesa-2026-03-10-before-upgrade-120000.db");
    await Deno.mkdir(backupFolder(folder.path));
    await backUp(filesAt(folder.path), before);
    const nightly = (day: string) => join(backupFolder(folder.path), `sobremesa-${day}.db`);
    await using storage = await openTestStorage(folder, withCopies(machine));
    const stands = async () => (await folios(storage)).includes(gone);
    // The copy from before knows it under a later day.
    const moving = "UPDATE reservations SET day = ?1, service_day = ?1 WHERE folio = ?2";
    await storage.database.write([{ sql: moving, args: [day, moved] }]);

    await eventually(async () => await holds(nightly("2026-03-12"), 1));
    assert(await stands(), "it is not old yet");
    machine.run(DAY_MS);
    await eventually(async () => !await stands());
    assertEquals(await holds(nightly("2026-03-13"), 1), true);
    assertEquals(await holds(nightly("2026-03-12"), 1), true);
    assertEquals(await holds(before, 1), true);
    machine.run(DAY_MS);
    await eventually(async () => !await holds(nightly("2026-03-13"), 1));
    for (const path of [nightly("2026-03-12"), nightly("2026-03-14"), before]) {
      for (const n of [1, 3]) await eventually(async () => !await holds(path, n));
    }
    assertEquals(await holds(nightly("2026-03-13"), 2), true);
    assertEquals(storage.logged, [
      `2 reservations from before 2025-03-12 have been erased to counts`,
    ]);
  },
);

Deno.test("without a copy nothing is erased for seven days", async () => {
  await using folder = await ownFolder();
  await makeOld(folder, (storage) => storage.database.write([{ sql: FILL, args: [3] }]));
  // No folder can be made where a file is.
  await Deno.writeTextFile(backupFolder(folder.path), "");
  const machine = machineAt();
  const told: boolean[] = [];
  const options = withCopies(machine);
  const copies = { ...options.copies!, onCopy: (isMade: boolean) => void told.push(isMade) };
  await using storage = await openTestStorage(folder, { ...options, copies });
  const failures = () =>
    storage.logged.filter((line) => line === "the nightly copy of the database was not made");
  for (let nights = 1; nights <= 7; nights++) {
    await eventually(() => failures().length === nights);
    assert(told.length >= nights && !told.includes(true), `${told}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assertEquals((await folios(storage)).length, 3, `after ${nights} nights`);
    machine.run(DAY_MS);
  }
  await eventually(async () => (await folios(storage)).length === 0);
  await eventually(() => storage.logged.some((line) => line.startsWith("3 reservations")));
  assertEquals(
    storage.logged.find((line) => line.startsWith("3 reservations")),
    "3 reservations from before 2025-03-16 have been erased to counts, " +
      "without a copy: none could be made since 2026-03-10",
  );

  await Deno.remove(backupFolder(folder.path));
  machine.run(DAY_MS);
  await storage.database.write([{ sql: FILL, args: [2] }]);
  await eventually(async () => (await folios(storage)).length === 0);
  assertEquals(await rows(storage, "SELECT * FROM settings WHERE name = 'copies'"), []);
  await eventually(() => told.at(-1) === true);
});

/** So many reservations of 2024. */
const FILL = `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1)
  INSERT INTO reservations (folio, day, time, service_day, party_size, name, phone, occasion, status,
    arrived_at, created_at, version)
  SELECT 'R-' || printf('%08d', n), '2024-03-14', '20:30', '2024-03-14', 4, 'Ana', '+529991234567',
    'general', 'arrived', '2024-03-14T20:37', 1, 1 FROM n`;

/** Makes what is too old, before anything erases it. */
async function makeOld(
  database: Pick<TestDatabase, "url" | "dataDir">,
  make: (storage: TestStorage) => Promise<unknown>,
): Promise<void> {
  await using storage = await openTestStorage(database, { retentionDays: 10_000 });
  await make(storage);
}

/**
 * Whether the copy at `path` holds request number `n`. A reader of SQLite's would keep the service from erasing in it.
 */
async function holds(path: string, n: number): Promise<boolean> {
  if (!await exists(path)) return false;
  const bytes = new TextDecoder("latin1").decode(await Deno.readFile(path));
  return bytes.includes(request(n).phone);
}

/** What late requests and late voids need is kept as long as they can arrive, and no longer. */

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

testOnEach(
  "a table that a retry was answered with stands until its service is over, wherever that is",
  async (database) => {
    await using kept = await openKept(database);
    const { storage, machine } = kept;
    const [day, serviceDay] = ["2026-06-08", "2026-06-08"];
    const asked = request(1, { day, serviceDay });
    const other = request(2, { day, serviceDay });
    const folio = await held(storage, asked);
    await held(storage, other);
    for (const each of [asked, other]) {
      assertEquals((await storage.reservations.reserve(each)).kind, "replayed");
    }
    // Two days after it by UTC: its hours after midnight may not be over in every time zone.
    await kept.after(92 * DAY_MS);
    assertEquals((await kept.counts()).confirmations, 2);
    await voidDoubts(storage.database, [{ folio, at: NOW }], machine.now());
    assertEquals((await folios(storage)).includes(folio), true);
    await kept.after(DAY_MS);
    assertEquals((await kept.counts()).confirmations, 1, "that of the void reservation");
  },
);

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
  const storage = await openTestStorage(database, withCopies(machine));
  const count = async (table: string) =>
    Number((await rows(storage, `SELECT count(*) AS n FROM ${table}`))[0]?.n);
  let guests = 100;
  return {
    storage,
    machine,
    async after(ms) {
      // Its key goes with all that is out of date.
      await held(storage, request(guests++));
      await passing(storage, machine, ms);
      await eventually(async () => await count("idempotency_keys") === 0);
    },
    counts: async () => ({
      confirmations: await count("confirmations"),
      voids: await count("voids"),
    }),
    [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose](),
  };
}

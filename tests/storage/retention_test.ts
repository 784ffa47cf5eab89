import { assert, assertEquals } from "@std/assert";
import { addDays } from "../../src/domain/local_time.ts";
import { testOnEach } from "../support/databases.ts";
import { candidate, eventually, folios, held, NOW, openTestStorage, rows } from "./_fixture.ts";

/** The day of {@linkcode NOW}. */
const TODAY = "2026-03-10";

testOnEach(
  "what is too old is erased to counts by itself, and no day too early",
  async (database) => {
    const days = [-400, -367, -366, -365, 0, 30];
    const kept: string[] = [];
    {
      await using storage = await openTestStorage(database, { retentionDays: 1_000 });
      for (const [n, ago] of days.entries()) {
        const day = addDays(TODAY, ago);
        const folio = await held(storage, candidate(n, { day, serviceDay: day }));
        if (ago >= -366) kept.push(folio);
      }
      const tail = { day: addDays(TODAY, -366), serviceDay: addDays(TODAY, -367), time: "00:30" };
      await held(storage, candidate(10, tail));
      // An hour has not gone by since it began with nothing to do.
      assertEquals((await folios(storage)).length, 7);
    }
    await using storage = await openTestStorage(database);
    await eventually(async () => (await folios(storage)).length === kept.length);
    assertEquals(await folios(storage), kept.toSorted());
    const counts = await rows(storage, "SELECT service_day, parties FROM erased_reservations");
    assertEquals(counts.map((row) => ({ ...row })), [
      { service_day: addDays(TODAY, -400), parties: 1 },
      { service_day: addDays(TODAY, -367), parties: 2 },
    ]);
    await eventually(() => storage.logged.length > 0);
    assertEquals(storage.logged, [
      `3 reservations from before ${addDays(TODAY, -366)} have been erased to counts`,
    ]);
  },
);

testOnEach(
  "many are erased a few at a time, on record as one, while guests reserve",
  async (database) => {
    {
      await using storage = await openTestStorage(database, { retentionDays: 10_000 });
      await storage.database.write([{ sql: FILL, args: [1_100] }]);
    }
    await using storage = await openTestStorage(database);
    const given: string[] = [];
    await eventually(async () => {
      given.push(await held(storage, candidate(given.length)));
      return (await folios(storage)).length === given.length;
    });
    assert(given.length > 1, `${given.length} guests reserved meanwhile`);
    const records = await rows(storage, "SELECT at, reason, actor, reservations FROM erasures");
    assertEquals(records.map((row) => ({ ...row })), [
      { at: NOW, reason: "retention", actor: "sistema", reservations: 1_100 },
    ]);
    const [counts] = await rows(storage, "SELECT sum(people) AS people FROM erased_reservations");
    assertEquals(counts?.people, 4_400);
  },
);

testOnEach(
  "a service that ends leaves the rest of what is too old to the next",
  async (database) => {
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
  },
);

/** So many reservations of 2024. */
const FILL = `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1)
  INSERT INTO reservations (folio, day, time, service_day, party_size, name, phone, occasion, status,
    created_at, version)
  SELECT 'R-' || printf('%08d', n), '2024-03-14', '20:30', '2024-03-14', 4, 'Ana', '+529991234567',
    'general', 'arrived', 1, 1 FROM n`;

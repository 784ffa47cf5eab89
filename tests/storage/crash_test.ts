import { assert, assertEquals } from "@std/assert";
import { testOnEach } from "../support/databases.ts";
import { candidate, folios, openTestStorage, rows } from "./_fixture.ts";
import { startReserving, type Told } from "./_reserving_process.ts";

const ROUNDS = 20;

testOnEach(
  "killed while writing, the service loses no folio that it told, and a retry gets what it did not tell",
  async (database) => {
    const told: Told = { held: new Map(), refused: new Set() };
    for (let round = 0; round < ROUNDS; round++) {
      const reserving = startReserving(database, round * 100_000);
      await reserving.until(({ held }) => held.size > 5 * round);
      await reserving.kill();
      for (const [n, folio] of reserving.told.held) told.held.set(n, folio);
      for (const n of reserving.told.refused) told.refused.add(n);
    }
    assertEquals(told.refused.size, 0);
    await using storage = await openTestStorage(database);
    const acknowledged = new Set(told.held.values());
    const standing = new Set(await folios(storage));
    assert(
      acknowledged.size >= 5 * ROUNDS * (ROUNDS - 1) / 2,
      `only ${acknowledged.size} were told`,
    );
    assertEquals(acknowledged.difference(standing).size, 0);
    for (const { folio, phone } of await rows(storage, "SELECT folio, phone FROM reservations")) {
      if (acknowledged.has(String(folio))) continue;
      const n = Number(String(phone).slice("+52999".length)) - 1_000_000;
      assert(!told.held.has(n), `${n} has two rows`);
      const retry = await storage.reservations.reserve(candidate(n));
      assertEquals([retry.kind, "folio" in retry && retry.folio], ["replayed", folio]);
    }
  },
);

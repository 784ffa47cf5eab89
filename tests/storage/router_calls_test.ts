import { assertEquals, assertRejects } from "@std/assert";
import { testOnEach } from "../support/databases.ts";
import { openTestStorage, rows, testStore, testTwoStores } from "./_fixture.ts";

const DAY = "2026-03-10";

testStore("calls are counted up to the limit, each day anew", async (storage) => {
  const take = (day: string) => storage.takeRouterCall(day, 3);
  const taken = [await take(DAY), await take(DAY), await take(DAY), await take(DAY)];
  assertEquals(taken, [true, true, true, false]);
  assertEquals(await take("2026-03-11"), true);
  assertEquals(await take(DAY), false);
  assertEquals(await rows(storage, "SELECT day, calls FROM router_calls ORDER BY day"), [
    { day: DAY, calls: 3 },
    { day: "2026-03-11", calls: 1 },
  ]);
});

testOnEach("what was counted stays counted over a restart", async (database) => {
  {
    await using storage = await openTestStorage(database);
    for (const _ of Array(3)) await storage.takeRouterCall(DAY, 5);
  }
  await using storage = await openTestStorage(database);
  assertEquals(await storage.takeRouterCall(DAY, 3), false);
  assertEquals(await storage.takeRouterCall(DAY, 4), true);
  assertEquals(await storage.takeRouterCall(DAY, 4), false);
});

testTwoStores("instances that share a database share the limit", async (one, other) => {
  const takes = Array.from(
    { length: 40 },
    (_, nth) => (nth % 2 === 0 ? one : other).takeRouterCall(DAY, 25),
  );
  const taken = await Promise.all(takes);
  assertEquals(taken.filter(Boolean).length, 25);
});

testStore("the table refuses what is no day and no count", async (storage) => {
  for (const [day, calls] of [["2026-02-30", 1], ["hoy", 1], [null, 1], [DAY, 0], [DAY, "many"]]) {
    await assertRejects(
      () =>
        storage.database.write([{
          sql: "INSERT INTO router_calls (day, calls) VALUES (?, ?)",
          args: [day ?? null, calls ?? null],
        }]),
      Error,
      "SQLITE_CONSTRAINT",
    );
  }
});

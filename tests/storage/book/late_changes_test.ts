/**
 * Changes whose bytes a proxy holds and lets arrive after a later one, on a real server: what was answered last holds.
 */
import { removeClosure, resume } from "../../support/taking_back.ts";
import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Database } from "../../../src/storage/database/database.ts";
import { closures, switches } from "../../../src/storage/book/switches.ts";
import { testOnServer } from "../../support/databases.ts";
import type { TcpProxy } from "../../support/tcp_proxy.ts";
import { openFar } from "../_far.ts";
import { NOW, randomBytes, rows, type TestStorage, testStore, testTwoStores } from "../_fixture.ts";

const ROUNDS = 20;
/** In each request that changes a switch or a closure, and in no other. */
const CHANGE = "INSERT INTO switch_counters";

const EARLY = { serviceDay: "2026-03-14", closes: "2026-03-14T22:00" };
const DAY = { kind: "day", day: "2026-03-14" } as const;
const FULL = { kind: "full", from: "2026-03-14T20:30", to: "2026-03-14T20:31" } as const;

/** Who changes: an instance's switches and closures, by a name. */
type By = Pick<TestStorage, "switches" | "closures">;

interface Kind {
  readonly name: string;
  on(by: By): Promise<unknown>;
  off(by: By, near: TestStorage): Promise<unknown>;
  /** What is 1 if it is on, and 0 if it is off. */
  readonly count: string;
}

/** @param near the instance that knows the closure */
const remove = async ({ closures }: By, near: TestStorage) =>
  await removeClosure(closures, await closureId(near));

const closureId = async ({ poll }: TestStorage): Promise<number> => {
  await poll.refresh();
  return poll.current().closures[0]?.id ?? 0;
};

const KINDS: readonly Kind[] = [{
  name: "a pause",
  on: ({ switches }) => switches.pause(null),
  off: ({ closures }) => resume(closures),
  count: "SELECT count(*) AS n FROM settings WHERE name = 'pause'",
}, {
  name: "the kitchen",
  on: ({ switches }) => switches.kitchen(EARLY),
  off: ({ switches }) => switches.kitchen(null),
  count: "SELECT count(*) AS n FROM settings WHERE name = 'kitchen'",
}, {
  name: "a dish",
  on: ({ switches }) => switches.soldOut("panuchos", null),
  off: ({ switches }) => switches.available("panuchos"),
  count: "SELECT count(*) AS n FROM sold_out",
}, {
  name: "a closure",
  on: ({ closures }) => closures.add(DAY, "boda"),
  off: remove,
  count: "SELECT count(*) AS n FROM closures",
}, {
  name: "a full time",
  on: ({ closures }) => closures.add(FULL, ""),
  off: remove,
  count: "SELECT count(*) AS n FROM closures",
}];

for (const { name, on, off, count } of KINDS) {
  testOnServer(`${name} that arrives late undoes nothing newer`, async (database) => {
    await using far = await openFar(database, { fetchTimeoutMs: 60_000 });
    const { near } = far;
    const lupe = by(far.storage, "Lupe");
    const rosa = by(near, "Rosa");
    for (let round = 0; round < ROUNDS; round++) {
      const [late, newer] = round % 2 === 0 ? [on, off] : [off, on];
      // Sold out, put back and sold out again: the state is the one before the late change, its turn is not.
      if (round % 4 < 2) await newer(rosa, near);
      await makeLate(far.proxy, () => late(lupe, near));
      if (round % 4 === 3) await late(rosa, near);
      await newer(rosa, near);
      await far.proxy.release();
      const [found] = await rows(near, count);
      assertEquals(found?.n, newer === on ? 1 : 0, `round ${round}`);
      const actors = (await near.switches.turns()).map(({ actor }) => actor);
      assert(!actors.includes("Lupe"), `round ${round}: ${actors}`);
    }
  });
}

testOnServer("a late change that nothing newer followed is made once", async (database) => {
  await using far = await openFar(database, { fetchTimeoutMs: 60_000 });
  const { near } = far;
  await makeLate(far.proxy, () => by(far.storage, "Lupe").closures.add(DAY, "boda"));
  await far.proxy.release();
  assertEquals((await rows(near, "SELECT day FROM closures")).length, 1);
  const id = await by(near, "Rosa").closures.add(DAY, "boda");
  assertEquals(await closureId(near), id);
  assertEquals((await rows(near, "SELECT day FROM closures")).length, 1);
});

testTwoStores("simultaneous changes of two instances are all answered", async (one, other) => {
  await Promise.all(
    [one, other].flatMap(({ switches, closures }) =>
      Array.from({ length: 10 }, async () => {
        await switches.pause(null);
        await switches.soldOut("panuchos", null);
        await resume(closures);
      })
    ),
  );
  await one.poll.refresh();
  const { pause, soldOut } = one.poll.current();
  assertEquals([pause, soldOut.length], [null, 1]);
  const counted = await rows(one, "SELECT switch, turn FROM switch_counters ORDER BY switch");
  assertEquals(counted.map((row) => ({ ...row })), [
    { switch: "dish panuchos", turn: 20 },
    { switch: "pause", turn: 40 },
  ]);
});

testStore("a change that an HTTP client sends twice is made once", async (storage) => {
  const twice: Database = {
    ...storage.database,
    async write(statements) {
      await storage.database.write(statements);
      return await storage.database.write(statements);
    },
  };
  const options = { now: () => NOW, randomBytes, actor: "Lupe" };
  await switches(twice, options).pause(null);
  const book = closures(twice, options);
  const id = await book.add(DAY, "boda");
  assertEquals(await book.add(DAY, "boda"), id);
  await removeClosure(book, id);
  assertEquals((await rows(storage, "SELECT id FROM closures")).length, 0);
  const counted = await rows(storage, "SELECT switch, turn FROM switch_counters ORDER BY switch");
  assertEquals(counted.map(({ turn }) => turn), [3, 1]);
});

function by({ switches, closures }: TestStorage, actor: string): By {
  return { switches: switches.by(actor), closures: closures.by(actor) };
}

/** Makes a change that the proxy holds, cut off from its caller, who is told that it failed. */
async function makeLate(proxy: TcpProxy, change: () => Promise<unknown>): Promise<void> {
  let isHeld = false;
  proxy.fault = (text) => {
    if (!text.includes(CHANGE)) return "relay";
    if (isHeld) return "refuse";
    isHeld = true;
    return "hold_and_cut";
  };
  await assertRejects(change);
  assert(isHeld);
}

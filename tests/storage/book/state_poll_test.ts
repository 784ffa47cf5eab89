/** The poll of the state: what every instance follows of switches and of reservations. */
import { resume } from "../../support/taking_back.ts";
import {
  assertEquals,
  assertNotEquals,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import { voidDoubts } from "../../../src/storage/book/doubts.ts";
import type { StoreOptions } from "../../../src/storage/book/context.ts";
import { openStatePoll, type StatePoll } from "../../../src/storage/book/state_poll.ts";
import type { Store } from "../../../src/storage/store.ts";
import { testOnEach, testOnServer } from "../../support/databases.ts";
import { openFar } from "../_far.ts";
import {
  edit,
  eventually,
  held,
  NOW,
  openTestStorage,
  request,
  rows,
  testStore,
  testTwoStores,
  values,
} from "../_fixture.ts";

const NEVER = { pollMs: 3_600_000 };

testStore("a refused reservation makes the poll read at once", async (storage, database) => {
  await using other = await openTestStorage(database);
  await other.switches.pause(null);
  assertEquals(storage.poll.current().pause, null);
  await storage.reservations.reserve(request(1));
  assertEquals(storage.poll.current().pause, { until: null });
}, NEVER);

testOnEach("a restaurant that begins to limit the people comes with them counted", async (db) => {
  /** A service whose first version of the restaurant sets the limit. */
  const limiting = (): Partial<StoreOptions> => {
    let limited = false;
    return { ...NEVER, countsPeople: () => limited, onRestaurant: () => void (limited = true) };
  };
  const expected = [{ at: "2026-03-14T20:30", left: null, people: 4 }];
  await using saving = await openTestStorage(db, limiting());
  await held(saving, request(1));
  await saving.poll.refresh();
  assertEquals(saving.poll.current().stays, []);
  await saving.restaurants.add({ text: "{}", after: 0, actor: "Lupe" });
  assertEquals(saving.poll.current().stays, expected);
  await using starting = await openTestStorage(db, limiting());
  assertEquals(starting.poll.current().stays, expected);
});

testStore("the polled state is the same object until it changes", async (storage) => {
  const before = storage.poll.current();
  await held(storage, request(1));
  await storage.poll.refresh();
  assertStrictEquals(storage.poll.current(), before);
  await storage.switches.pause(null);
  assertNotStrictEquals(storage.poll.current(), before);
});

testOnServer("without a server the poll keeps its state, and follows later", async (database) => {
  await using storage = await openTestStorage(database, { pollMs: 10, fetchTimeoutMs: 500 });
  await storage.switches.pause(null);
  await database.sqld.kill();
  const said = () => storage.logged.filter((message) => message.includes("switches")).length;
  await eventually(() => said() === 1);
  await storage.poll.refresh();
  await storage.poll.refresh();
  assertEquals([storage.poll.current().pause, said()], [{ until: null }, 1]);
  await database.sqld.restart();
  await using other = await openTestStorage(database);
  await resume(other.closures);
  await eventually(() => storage.poll.current().pause === null);
});

/** What is announced of reservations. */

testStore("what happens to a reservation is announced there at once", async (storage) => {
  const { book } = storage;
  const follower = follow(storage.poll);
  const folio = await held(storage, request(1));
  await follower.heard();
  await book.edit(edit(folio));
  await follower.heard();
  const other = await held(storage, request(2));
  await follower.heard();
  await book.acknowledge([other], "Lupe");
  await follower.heard();
  await book.take(values(), "Lupe", "R-0123ABCD");
  await follower.heard();
  await voidDoubts(storage.database, [{ folio, at: NOW }], NOW);
  storage.poll.wake();
  await follower.heard();
  const people = { today: "2026-03-14", upcoming: true, actor: "Lupe" };
  await storage.erasure.erase(request(2).phone, people);
  await follower.heard();
}, NEVER);

testTwoStores("another instance hears at its next poll", async (one, other) => {
  const follower = follow(other.poll);
  const folio = await held(one, request(1));
  await other.poll.refresh();
  follower.told();
  await one.book.acknowledge([folio], "Lupe");
  await other.poll.refresh();
  follower.told();
});

Deno.test("an instance polls once a second", async () => {
  const { setTimeout } = globalThis;
  const waits: unknown[] = [];
  const read = () => Promise.resolve([{ restaurant: null }]);
  const database = { damage: null, read } as unknown as Store["database"];
  try {
    Object.assign(globalThis, { setTimeout: (_: unknown, ms: unknown) => waits.push(ms) });
    const poll = await openStatePoll({ database, now: () => NOW, log: () => {} }, () => {});
    await poll.close();
  } finally {
    globalThis.setTimeout = setTimeout;
  }
  assertEquals(waits, [1_000]);
});

testTwoStores("of what pours in on two instances no board misses any", async (one, other) => {
  const followers = [one, other].map(({ poll }) => follow(poll));
  const folios = await Promise.all(
    Array.from({ length: 600 }, (_, n) => held(n % 2 === 0 ? one : other, request(n))),
  );
  for (const [nth, { book }] of [one, other].entries()) {
    await eventually(async () => {
      await followers[nth]!.heard();
      const shown = await book.onServiceDay(request(1).serviceDay);
      return shown.length === folios.length;
    });
  }
});

testOnEach(
  "calling staff is no news",
  async (database) => {
    await using storage = await openTestStorage(database, { pollMs: 20 });
    const follower = follow(storage.poll);
    const folio = await held(storage, request(1));
    await follower.heard();
    const call = await storage.alerts.claim({ from: "2026-03-14", overdue: NOW });
    await call!.made();
    await storage.book.acknowledge(["R-00000000"], "Lupe");
    await storage.reservations.reserve(request(1));
    await storage.switches.soldOut("panuchos", null);
    await storage.poll.refresh();
    follower.untold();
    await storage.book.acknowledge([folio], "Lupe");
    await follower.heard();
  },
);

testStore("of past events none is stored, and no number comes twice", async (storage) => {
  const follower = follow(storage.poll);
  for (const n of [1, 2]) {
    await held(storage, request(n));
    await follower.heard();
    assertEquals(await rows(storage, "SELECT id FROM reservation_events"), [{ id: n }]);
  }
}, { pollMs: 20 });

testOnEach("a backup that takes the place of the database is news", async (db) => {
  await using storage = await openTestStorage(db, { pollMs: 20 });
  const follower = follow(storage.poll);
  for (const n of [1, 2, 3]) await held(storage, request(n));
  await storage.poll.refresh();
  await follower.heard();
  await storage.database.write([{ sql: "UPDATE reservation_events SET id = 1" }]);
  await follower.heard();
});

testOnServer("what happened while the database was away is announced later", async (database) => {
  await using far = await openFar(database, { fetchTimeoutMs: 2_000, pollMs: 50 });
  const { storage, near, proxy } = far;
  proxy.fault = () => "refuse";
  const refused = async (polls: number) => {
    const before = proxy.hits;
    await eventually(() => proxy.hits >= before + polls);
  };
  // A poll that began before has ended, and cannot see what is held now.
  await refused(2);
  const follower = follow(storage.poll);
  await held(near, request(1));
  await refused(3);
  follower.untold();
  proxy.fault = () => "relay";
  await follower.heard();
});

/** Follows the reservations as the board does. */
function follow({ lastEvent }: Pick<StatePoll, "lastEvent">) {
  let seen = lastEvent();
  const told = (): void => {
    assertNotEquals(lastEvent(), seen);
    seen = lastEvent();
  };
  return {
    /** Fails if there has been no news since the last call. */
    told,
    /** Resolves once there has been news since the last call. */
    async heard(): Promise<void> {
      await eventually(() => lastEvent() !== seen);
      told();
    },
    /** Fails if there has been news since. */
    untold: (): void => assertEquals(lastEvent(), seen),
  };
}

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import type { ReservationFeed } from "../../src/ports.ts";
import { voidDoubts } from "../../src/storage/doubts.ts";
import { pruneEvents } from "../../src/storage/feed.ts";
import { testOnEach, testOnServer } from "../support/databases.ts";
import { startTcpProxy } from "../support/tcp_proxy.ts";
import {
  candidate,
  edit,
  eventually,
  held,
  NOW,
  openTestStorage,
  rows,
  values,
} from "./_fixture.ts";

const NEVER = { pollMs: 3_600_000 };

testOnEach("what happens to a reservation is told at once where it was done", async (database) => {
  await using storage = await openTestStorage(database, NEVER);
  const { book, feed } = storage;
  const follower = follow(feed, await feed.last());
  const folio = await held(storage, candidate(1));
  await follower.told([folio]);
  await book.edit(edit(folio));
  await follower.told([folio]);
  const other = await held(storage, candidate(2));
  await follower.told([other]);
  await book.acknowledge([other, folio], "Lupe");
  // Whoever changes a reservation has seen it: it was acknowledged before.
  await follower.told([other]);
  await book.take(values(), "Lupe", "R-0123ABCD");
  await follower.told(["R-0123ABCD"]);
  const people = { today: "2026-03-14", upcoming: true, actor: "Lupe" };
  await storage.erasure.erase(candidate(2).phone, people);
  await follower.told([other]);
  follower.leave();
});

testOnEach("another instance is told within two seconds", async (database) => {
  await using one = await openTestStorage(database);
  await using other = await openTestStorage(database);
  const follower = follow(other.feed, await other.feed.last());
  for (let n = 1; n <= 3; n++) {
    const folio = await held(one, candidate(n));
    const start = performance.now();
    await follower.told([folio]);
    await one.book.acknowledge([folio], "Lupe");
    await follower.told([folio]);
    assert(performance.now() - start < 4_000, "two seconds each");
  }
  follower.leave();
});

testOnEach("a reservation that is voided leaves the board", async (database) => {
  await using storage = await openTestStorage(database);
  const follower = follow(storage.feed, await storage.feed.last());
  const folio = await held(storage, candidate(1));
  await follower.told([folio]);
  await voidDoubts(storage.database, [{ folio, at: NOW }], NOW);
  await follower.told([folio]);
  assertEquals(await storage.book.find([folio]), []);
  follower.leave();
});

testOnEach(
  "of what pours in on two instances nobody misses any nor sees any twice",
  async (database) => {
    await using one = await openTestStorage(database);
    await using other = await openTestStorage(database);
    const followers = [follow(one.feed, 0), follow(other.feed, 0), follow(other.feed, 0)];
    const folios = await Promise.all(
      Array.from({ length: 600 }, (_, n) => held(n % 2 === 0 ? one : other, candidate(n))),
    );
    for (const follower of followers) {
      await eventually(() => follower.seen.length >= folios.length);
      assertEquals(follower.seen.toSorted(), folios.toSorted());
      follower.leave();
    }
  },
);

testOnEach(
  "folios come once, in the order of what happened first, and from any event on",
  async (database) => {
    await using storage = await openTestStorage(database);
    const { book, feed } = storage;
    const [a, b] = [await held(storage, candidate(1)), await held(storage, candidate(2))];
    await book.edit(edit(a));
    await eventually(async () => await feed.last() === 3);
    await using later = await openTestStorage(database);
    // One reads what it kept in memory, the other asks the database.
    for (const { feed } of [storage, later]) {
      assertEquals(await feed.since(0), { last: 3, folios: [a, b] });
      assertEquals(await feed.since(1), { last: 3, folios: [b, a] });
      assertEquals(await feed.since(2), { last: 3, folios: [a] });
      assertEquals(await feed.since(3), { last: 3, folios: [] });
      assertEquals(await feed.since(4), null);
    }
  },
);

testOnEach(
  "who is told nothing new is not called, and calling staff is nothing new",
  async (database) => {
    await using storage = await openTestStorage(database, { pollMs: 20 });
    const folio = await held(storage, candidate(1));
    await eventually(async () => await storage.feed.last() === 1);
    let calls = 0;
    const leave = storage.feed.subscribe(() => calls++);
    const call = await storage.alerts.claim({ from: "2026-03-14", overdue: NOW });
    await call!.made();
    await storage.book.acknowledge(["R-00000000"], "Lupe");
    await storage.reservations.reserve(candidate(1));
    await storage.switches.soldOut("panuchos", null);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assertEquals([calls, await storage.feed.last()], [0, 1]);
    leave();
    await storage.book.acknowledge([folio], "Lupe");
    await eventually(async () => await storage.feed.last() === 2);
    assertEquals(calls, 0);
  },
);

testOnEach("a listener that fails leaves the others told", async (database) => {
  await using storage = await openTestStorage(database, NEVER);
  let calls = 0;
  const leaves = [
    storage.feed.subscribe(() => {
      throw new Error("a board is gone");
    }),
    storage.feed.subscribe(() => calls++),
  ];
  await held(storage, candidate(1));
  await eventually(() => calls === 1);
  assertEquals(storage.logged, ["a listener to the reservations fails"]);
  leaves.forEach((leave) => leave());
});

testOnEach(
  "a switch is no new reservation, and a reservation is no new switch",
  async (database) => {
    await using storage = await openTestStorage(database, { pollMs: 20 });
    const before = storage.house.current();
    await held(storage, candidate(1));
    await storage.house.refresh();
    assert(before === storage.house.current());
  },
);

testOnEach(
  "of old events the last twenty thousand are kept, and who is older begins anew",
  async (database) => {
    await using storage = await openTestStorage(database, { pollMs: 20 });
    const first = await held(storage, candidate(1));
    await storage.database.write([{ sql: FILL, args: [25_000] }]);
    await eventually(async () => await storage.feed.last() === 25_001);
    await pruneEvents(storage.database);
    assertEquals(
      (await rows(storage, "SELECT min(id) AS id FROM reservation_events"))[0]?.id,
      5_002,
    );
    await using later = await openTestStorage(database);
    for (const { feed } of [storage, later]) {
      assertEquals(await feed.since(5_000), null);
      assertEquals((await feed.since(5_001))?.folios.length, 20_000);
      assertEquals((await feed.since(25_000))?.folios, ["R-00025000"]);
    }
    assertNotEquals(first, "R-00025000");
  },
);

testOnEach(
  "where a backup takes the place of the database, readers begin anew and go on",
  async (database) => {
    await using storage = await openTestStorage(database, { pollMs: 20 });
    await Promise.all([1, 2, 3].map((n) => held(storage, candidate(n))));
    await eventually(async () => await storage.feed.last() === 3);
    await storage.database.write([{ sql: "DELETE FROM reservation_events WHERE id > 1" }]);
    await eventually(async () => await storage.feed.last() === 1);
    assertEquals(await storage.feed.since(3), null);
    const follower = follow(storage.feed, 1);
    const folio = await held(storage, candidate(4));
    await follower.told([folio]);
    follower.leave();
  },
);

testOnServer(
  "what happened while the database was away is told when it is back",
  async (database) => {
    await using proxy = startTcpProxy(database.sqld.port);
    await using near = await openTestStorage(database);
    const dataDir = await Deno.makeTempDir();
    {
      const options = { fetchTimeoutMs: 200, pollMs: 50 };
      await using far = await openTestStorage({ url: proxy.url, dataDir }, options);
      const follower = follow(far.feed, await far.feed.last());
      proxy.fault = () => "refuse";
      const folios = [await held(near, candidate(1)), await held(near, candidate(2))];
      await eventually(() => proxy.hits >= 3);
      assertEquals(follower.seen, []);
      proxy.fault = () => "relay";
      await follower.told(folios);
      follower.leave();
    }
    await Deno.remove(dataDir, { recursive: true });
  },
);

/** So many reservations, R-00000001 and on. */
const FILL = `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1)
  INSERT INTO reservations (folio, day, time, service_day, party_size, name, phone, occasion, status,
    created_at, version)
  SELECT 'R-' || printf('%08d', n), '2026-03-14', '20:30', '2026-03-14', 4, 'Ana', '+529991234567',
    'general', 'confirmed', 1, 1 FROM n`;

interface Follower {
  /** Every folio told so far. */
  readonly seen: string[];
  /** Resolves once exactly `folios` have been told since the last call. */
  told(folios: readonly string[]): Promise<void>;
  leave(): void;
}

/** Reads as a board does: from the last event it knows, whenever it is called. */
function follow(feed: ReservationFeed, from: number): Follower {
  const seen: string[] = [];
  let [event, checked] = [from, 0];
  let reading = Promise.resolve();
  const read = async (): Promise<void> => {
    const news = await feed.since(event);
    if (news === null) throw new Error("the reader is too old");
    event = news.last;
    seen.push(...news.folios);
  };
  const leave = feed.subscribe(() => reading = reading.then(read));
  return {
    seen,
    async told(folios) {
      await eventually(() => seen.length >= checked + folios.length);
      assertEquals(seen.slice(checked), folios);
      checked = seen.length;
    },
    leave,
  };
}

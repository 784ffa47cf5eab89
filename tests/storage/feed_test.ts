import { assert, assertEquals } from "@std/assert";
import type { ReservationFeed } from "../../src/ports.ts";
import { voidDoubts } from "../../src/storage/doubts.ts";
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
  const follower = follow(feed);
  const folio = await held(storage, candidate(1));
  await follower.told();
  await book.edit(edit(folio));
  await follower.told();
  const other = await held(storage, candidate(2));
  await follower.told();
  await book.acknowledge([other, folio], "Lupe");
  await follower.told();
  await book.take(values(), "Lupe", "R-0123ABCD");
  await follower.told();
  const people = { today: "2026-03-14", upcoming: true, actor: "Lupe" };
  await storage.erasure.erase(candidate(2).phone, people);
  await follower.told();
  follower.leave();
});

testOnEach("another instance is told within two seconds", async (database) => {
  await using one = await openTestStorage(database);
  await using other = await openTestStorage(database);
  const follower = follow(other.feed);
  for (let n = 1; n <= 3; n++) {
    const folio = await held(one, candidate(n));
    const start = performance.now();
    await follower.told();
    await one.book.acknowledge([folio], "Lupe");
    await follower.told();
    assert(performance.now() - start < 4_000, "two seconds each");
  }
  follower.leave();
});

testOnEach("a reservation that is voided leaves the board", async (database) => {
  await using storage = await openTestStorage(database);
  const follower = follow(storage.feed);
  const folio = await held(storage, candidate(1));
  await follower.told();
  await voidDoubts(storage.database, [{ folio, at: NOW }], NOW);
  await follower.told();
  assertEquals(await storage.book.find([folio]), []);
  follower.leave();
});

testOnEach(
  "of what pours in on two instances every reader sees the last",
  async (database) => {
    await using one = await openTestStorage(database);
    await using other = await openTestStorage(database);
    const seen = [0, 0, 0];
    const leaves = [one, other, other].map(({ feed, book }, nth) =>
      feed.subscribe(async () => void (seen[nth] = (await book.arrivals("2026-03-14"))[0]!.parties))
    );
    await Promise.all(
      Array.from({ length: 600 }, (_, n) => held(n % 2 === 0 ? one : other, candidate(n))),
    );
    await eventually(() => seen.every((parties) => parties === 600));
    leaves.forEach((leave) => leave());
  },
);

testOnEach(
  "who is told nothing new is not called, and calling staff is nothing new",
  async (database) => {
    await using storage = await openTestStorage(database, { pollMs: 20 });
    let calls = 0;
    const first = storage.feed.subscribe(() => calls++);
    const folio = await held(storage, candidate(1));
    await eventually(() => calls === 1);
    first();
    const leave = storage.feed.subscribe(() => calls++);
    const call = await storage.alerts.claim({ from: "2026-03-14", overdue: NOW });
    await call!.made();
    await storage.book.acknowledge(["R-00000000"], "Lupe");
    await storage.reservations.reserve(candidate(1));
    await storage.switches.soldOut("panuchos", null);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assertEquals(calls, 1);
    leave();
    await storage.book.acknowledge([folio], "Lupe");
    await new Promise((resolve) => setTimeout(resolve, 300));
    assertEquals(calls, 1);
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
  "where a backup takes the place of the database, readers are told and go on",
  async (database) => {
    await using storage = await openTestStorage(database, { pollMs: 20 });
    const follower = follow(storage.feed);
    await Promise.all([1, 2, 3].map((n) => held(storage, candidate(n))));
    await follower.told();
    await storage.house.refresh();
    await storage.database.write([{ sql: "UPDATE reservation_events SET id = 1" }]);
    await follower.told();
    await held(storage, candidate(4));
    await follower.told();
    assertEquals(await rows(storage, "SELECT count(*) AS n FROM reservation_events"), [{ n: 1 }]);
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
      const follower = follow(far.feed);
      proxy.fault = () => "refuse";
      await held(near, candidate(1));
      await eventually(() => proxy.hits >= 3);
      assertEquals(follower.calls(), 0);
      proxy.fault = () => "relay";
      await follower.told();
      follower.leave();
    }
    await Deno.remove(dataDir, { recursive: true });
  },
);

interface Follower {
  calls(): number;
  /** Resolves once it has been called since this was called last. */
  told(): Promise<void>;
  leave(): void;
}

function follow(feed: ReservationFeed): Follower {
  let [calls, checked] = [0, 0];
  const leave = feed.subscribe(() => calls++);
  return {
    calls: () => calls,
    async told() {
      await eventually(() => calls > checked);
      checked = calls;
    },
    leave,
  };
}

import { assert, assertEquals } from "@std/assert";
import { testOnEach } from "../../support/databases.ts";
import {
  edit,
  eventually,
  held,
  machineAt,
  NOW,
  openTestStorage,
  request,
  rows,
  testStore,
} from "../_fixture.ts";

const FROM = "2026-03-14";
const MINUTE = 60_000;

/** Nothing is overdue yet: staff are called only if there is no board. */
const DUE_WITHOUT_BOARDS = { from: FROM, overdue: NOW - 1 };

testStore("no call is made for what was seen, changed, cancelled or is past", async (storage) => {
  const { book, alerts } = storage;
  await book.acknowledge([await held(storage, request(1))], "Lupe");
  await book.edit(edit(await held(storage, request(2))));
  const changes = { partySize: 9 };
  await book.edit(edit(await held(storage, request(3)), { action: "edited", changes }));
  await held(storage, request(4, { day: "2026-03-13", serviceDay: "2026-03-13" }));
  assertEquals(await alerts.claim({ from: FROM, overdue: NOW }), null);
});

testOnEach("a call that failed, or whose caller died, is another's to make", async (database) => {
  const clock = machineAt();
  await using one = await openTestStorage(database, { now: clock.now });
  await using other = await openTestStorage(database, { now: clock.now });
  const due = { from: FROM, overdue: NOW };
  await held(one, request(1));
  const failed = await one.alerts.claim(due);
  assertEquals(await other.alerts.claim(due), null);
  await failed!.failed();
  const claimed = await other.alerts.claim(due);
  assertEquals(claimed?.count, 1);
  clock.run(MINUTE - 1);
  assertEquals(await one.alerts.claim(due), null);
  clock.run(1);
  const again = await one.alerts.claim(due);
  assertEquals(again?.count, 1);
  // An instance that took too long changes nothing of it.
  await claimed!.failed();
  assertEquals(await other.alerts.claim(due), null);
  await again!.made();
  assertEquals(await other.alerts.claim(due), null);
});

testOnEach("what was made before the clock was set back an hour is overdue", async (database) => {
  const clock = machineAt();
  await using storage = await openTestStorage(database, { now: clock.now });
  storage.boards.setConnected(true);
  await eventually(async () => (await rows(storage, "SELECT * FROM instances")).length === 1);
  const due = () => storage.alerts.claim({ from: FROM, overdue: clock.now() - 3 * MINUTE });
  await held(storage, request(1));
  // As another instance's clock may be behind.
  clock.leap(-1_000);
  assertEquals(await due(), null);
  clock.leap(-60 * MINUTE);
  assertEquals((await due())?.count, 1);
});

testOnEach("staff are called at once while no instance has a board", async (database) => {
  const clock = machineAt();
  await using here = await openTestStorage(database, { now: clock.now });
  await using there = await openTestStorage(database, { now: clock.now });
  await held(here, request(1));
  there.boards.setConnected(true);
  await eventually(async () =>
    (await rows(here, "SELECT * FROM instances WHERE has_boards")).length === 1
  );
  assertEquals(await here.alerts.claim(DUE_WITHOUT_BOARDS), null);
  // An instance that died does not say that its boards are gone.
  clock.run(MINUTE - 1);
  assertEquals(await here.alerts.claim(DUE_WITHOUT_BOARDS), null);
  clock.run(1);
  const call = await here.alerts.claim(DUE_WITHOUT_BOARDS);
  assertEquals(call?.count, 1);
});

testOnEach(
  "once the last board has left, staff are called at once",
  async (database) => {
    await using storage = await openTestStorage(database);
    await held(storage, request(1));
    const until = async () =>
      (await rows(storage, "SELECT until FROM instances WHERE has_boards"))[0]?.until;
    storage.boards.setConnected(true);
    await eventually(async () => await until() === NOW + MINUTE);
    assertEquals(await storage.alerts.claim(DUE_WITHOUT_BOARDS), null);
    storage.boards.setConnected(false);
    await eventually(async () => await until() === undefined);
    assertEquals((await storage.alerts.claim(DUE_WITHOUT_BOARDS))?.count, 1);
    assertEquals(storage.logged, []);
  },
);

testOnEach("an instance that ends takes its boards with it", async (database) => {
  await using stays = await openTestStorage(database);
  {
    await using ends = await openTestStorage(database);
    ends.boards.setConnected(true);
    await eventually(async () =>
      (await rows(stays, "SELECT * FROM instances WHERE has_boards")).length === 1
    );
  }
  assertEquals(await rows(stays, "SELECT * FROM instances WHERE has_boards"), []);
  await held(stays, request(1));
  assert(await stays.alerts.claim(DUE_WITHOUT_BOARDS) !== null);
});

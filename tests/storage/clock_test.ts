/** What is made of a clock that leaps: reservations go by it, erasing does not until there is reason to believe it. */
import { assert, assertEquals } from "@std/assert";
import { believeClock, clockDoubt, newestTime } from "../../src/storage/believed_clock.ts";
import { openDatabase } from "../../src/storage/open_database.ts";
import { type TestDatabase, testOnEach } from "../support/databases.ts";
import {
  candidate,
  eventually,
  held,
  type Machine,
  machineAt,
  NOW,
  openTestStorage,
  rows,
  type TestStorage,
} from "./_fixture.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** Looks every 5 milliseconds. */
function start(database: TestDatabase, { now, monotonic }: Machine): Promise<TestStorage> {
  const nightlyCopies = { timeZone: () => "Etc/UTC", pollMs: 5 };
  return openTestStorage(database, { now, monotonic, nightlyCopies });
}

/** What is written down as the newest time. */
async function newest(storage: TestStorage): Promise<number> {
  const [row] = await rows(
    storage,
    "SELECT value ->> 'newest' AS newest FROM settings WHERE name = 'clock'",
  );
  return Number(row?.newest);
}

/** Lets `ms` go by in minutes, each of which is looked at. */
function runLookingOn(machine: Machine, storage: TestStorage, ms: number): void {
  for (let passed = 0; passed < ms; passed += MINUTE) {
    machine.run(MINUTE);
    storage.clock.doubt();
  }
}

for (
  const { leap, kind } of [
    { leap: 2 * DAY + 1, kind: "ahead" },
    { leap: 10 * DAY, kind: "ahead" },
    { leap: 2 * YEAR, kind: "far_ahead" },
    { leap: -YEAR, kind: "behind" },
  ]
) {
  const days = Math.floor(leap / DAY);
  testOnEach(`a clock off by ${days} days at a start is in doubt`, async (database) => {
    const machine = machineAt();
    await (await start(database, machine)).close();
    machine.leap(leap);
    await using storage = await start(database, machine);
    assertEquals(storage.clock.doubt(), {
      kind,
      shown: machine.now(),
      newest: NOW,
    });
    await held(storage, candidate(1));
    machine.run(HOUR);
    assertEquals(storage.clock.doubt()?.kind, kind);
    assertEquals(await newest(storage), NOW, "the newest time does not move");
    const said = storage.logged.filter((line) => line.startsWith("the clock shows"));
    assertEquals(said.length, 1, "said once");
    assert(said[0]!.includes('"sobremesa clock accept"'), said[0]);
  });

  testOnEach(
    `a clock that leaps by ${days} days under a running service is in doubt until it is mended`,
    async (database) => {
      const machine = machineAt();
      await using storage = await start(database, machine);
      assertEquals(storage.clock.doubt(), null);
      machine.leap(leap);
      assertEquals(storage.clock.doubt()?.kind, kind);
      await held(storage, candidate(1));
      machine.leap(-leap);
      assertEquals(storage.clock.doubt(), null);
      assertEquals(await newest(storage), NOW);
      assertEquals(storage.logged.length, 2);
      assertEquals(storage.logged[1], "the clock is believed again");
    },
  );
}

testOnEach("two days ahead are believed, and the newest time is written", async (database) => {
  const machine = machineAt();
  await (await start(database, machine)).close();
  machine.leap(2 * DAY);
  await using storage = await start(database, machine);
  assertEquals(storage.clock.doubt(), null);
  await eventually(async () => await newest(storage) === machine.now());
  machine.run(5 * MINUTE);
  await eventually(async () => await newest(storage) === machine.now());
  assertEquals(storage.logged, []);
});

testOnEach(
  "a clock up to forty days ahead is believed once it has run steadily for 24 hours",
  async (database) => {
    const machine = machineAt();
    await (await start(database, machine)).close();
    machine.leap(40 * DAY);
    await using storage = await start(database, machine);
    runLookingOn(machine, storage, DAY - MINUTE);
    assertEquals(storage.clock.doubt()?.kind, "ahead");
    runLookingOn(machine, storage, MINUTE);
    assertEquals(storage.clock.doubt(), null);
    await eventually(async () => await newest(storage) === machine.now());
    assertEquals(storage.clock.doubt(), null);
  },
);

testOnEach("another leap, or a restart, begins the 24 hours anew", async (database) => {
  const machine = machineAt();
  await (await start(database, machine)).close();
  machine.leap(10 * DAY);
  {
    await using storage = await start(database, machine);
    runLookingOn(machine, storage, DAY - HOUR);
    machine.leap(-HOUR);
    runLookingOn(machine, storage, DAY - HOUR);
    assertEquals(storage.clock.doubt()?.kind, "ahead", "a leap");
  }
  await using storage = await start(database, machine);
  runLookingOn(machine, storage, DAY - HOUR);
  assertEquals(storage.clock.doubt()?.kind, "ahead", "a restart");
  runLookingOn(machine, storage, HOUR);
  assertEquals(storage.clock.doubt(), null);
});

testOnEach("forty days and more are never believed by themselves", async (database) => {
  const machine = machineAt();
  await (await start(database, machine)).close();
  machine.leap(40 * DAY + 1);
  await using storage = await start(database, machine);
  runLookingOn(machine, storage, 3 * DAY);
  assertEquals(storage.clock.doubt()?.kind, "far_ahead");
  assertEquals(await newest(storage), NOW);
});

testOnEach(
  "a clock is not believed while that of another instance goes on from the newest time",
  async (database) => {
    const right = machineAt();
    const wrong = machineAt(NOW + 10 * DAY);
    await using here = await start(database, right);
    await using there = await start(database, wrong);
    for (let hours = 0; hours < 30; hours++) {
      right.run(HOUR);
      await eventually(async () => await newest(here) === right.now());
      await there.house.refresh();
      runLookingOn(wrong, there, HOUR);
    }
    assertEquals(there.clock.doubt()?.kind, "ahead");
    assertEquals(here.clock.doubt(), null);
  },
);

testOnEach("a clock that is mended after days in doubt is believed", async (database) => {
  const machine = machineAt();
  await using storage = await start(database, machine);
  machine.leap(2 * YEAR);
  runLookingOn(machine, storage, 5 * DAY);
  machine.leap(-2 * YEAR);
  assertEquals(storage.clock.doubt(), null);
  await eventually(async () => await newest(storage) === NOW + 5 * DAY);
});

for (const leap of [2 * YEAR, -YEAR]) {
  testOnEach(
    `a clock off by ${leap / DAY} days is believed within two seconds after a person accepts it`,
    async (database) => {
      const machine = machineAt();
      await (await start(database, machine)).close();
      machine.leap(leap);
      await using storage = await start(database, machine);
      assert(storage.clock.doubt() !== null);
      const command = await openDatabase({ url: database.url, now: machine.now });
      const doubt = async () => clockDoubt(machine.now(), await newestTime(command));
      assertEquals((await doubt())?.newest, NOW);
      await believeClock(command, machine.now());
      assertEquals(await doubt(), null);
      await command.close();
      const accepted = performance.now();
      await eventually(() => storage.clock.doubt() === null);
      assert(performance.now() - accepted < 2_000);
      assertEquals(await newest(storage), machine.now());
    },
  );
}

testOnEach(
  "of a database that an earlier version left, the last reservation gives the time, once",
  async (database) => {
    const machine = machineAt();
    {
      await using storage = await start(database, machine);
      await held(storage, candidate(1));
      await storage.database.write([{ sql: "DELETE FROM settings WHERE name = 'clock'" }]);
    }
    machine.leap(2 * YEAR);
    for (let times = 0; times < 2; times++) {
      await using storage = await start(database, machine);
      assertEquals(storage.clock.doubt()?.newest, NOW);
      await held(storage, candidate(2 + times));
    }
  },
);

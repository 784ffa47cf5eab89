/** What is made of a clock that leaps: reservations go by it, erasing does not until there is reason to believe it. */
import { assert, assertEquals } from "@std/assert";
import {
  believeClock,
  clockDoubt,
  newestTime,
} from "../../../src/storage/database/believed_clock.ts";
import { openDatabase } from "../../../src/storage/database/open_database.ts";
import { type TestDatabase, testOnEach } from "../../support/databases.ts";
import {
  eventually,
  held,
  type Machine,
  machineAt,
  NOW,
  openTestStorage,
  request,
  rows,
  type TestStorage,
  withCopies,
} from "../_fixture.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

function start(database: TestDatabase, machine: Machine): Promise<TestStorage> {
  return openTestStorage(database, withCopies(machine));
}

/** What is written down as the newest time. */
async function newest(storage: TestStorage): Promise<number> {
  const [row] = await rows(
    storage,
    "SELECT value ->> 'newest' AS newest FROM settings WHERE name = 'clock'",
  );
  return Number(row?.newest);
}

for (const leap of [2 * DAY + 1, 2 * YEAR, -YEAR]) {
  const days = Math.floor(leap / DAY);
  testOnEach(`a clock off by ${days} days at a start is in doubt`, async (database) => {
    const machine = machineAt();
    await (await start(database, machine)).close();
    machine.leap(leap);
    await using storage = await start(database, machine);
    assertEquals(storage.clock.doubt(), { shown: machine.now(), newest: NOW });
    await held(storage, request(1));
    machine.run(60 * DAY);
    assertEquals(storage.clock.doubt(), { shown: machine.now(), newest: NOW });
    await storage.clock.keep();
    assertEquals(await newest(storage), NOW, "the newest time does not move");
    const said = storage.logged.filter((line) =>
      line.startsWith("the clock is in doubt: el reloj dice")
    );
    assertEquals(said.length, 1, "said once");
    assert(said[0]!.includes("en el tablero"), said[0]);
  });

  testOnEach(`a clock that leaps ${days} days is in doubt until it is mended`, async (database) => {
    const machine = machineAt();
    await using storage = await start(database, machine);
    assertEquals(storage.clock.doubt(), null);
    machine.leap(leap);
    assertEquals(storage.clock.doubt()?.shown, machine.now());
    await held(storage, request(1));
    machine.leap(-leap);
    assertEquals(storage.clock.doubt(), null);
    assertEquals(await newest(storage), NOW);
    assertEquals(storage.logged.length, 2);
    assertEquals(storage.logged[1], "the clock is believed again");
  });
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

testOnEach("a clock that was ahead and is set back is believed within days", async (database) => {
  const machine = machineAt();
  await using storage = await start(database, machine);
  for (let leaps = 1; leaps <= 2; leaps++) {
    machine.leap(2 * DAY - MINUTE);
    await eventually(async () => await newest(storage) === machine.now());
  }
  machine.leap(-2 * DAY);
  assertEquals(storage.clock.doubt(), null);
  machine.leap(-DAY);
  assert(storage.clock.doubt() !== null);
  machine.run(DAY);
  assertEquals(storage.clock.doubt(), null);
  machine.run(3 * DAY);
  await eventually(async () => await newest(storage) === machine.now());
});

testOnEach("a wrong clock is in doubt beside another whose clock is right", async (database) => {
  const right = machineAt();
  const wrong = machineAt(NOW + 10 * DAY);
  await using here = await start(database, right);
  await using there = await start(database, wrong);
  right.run(HOUR);
  wrong.run(HOUR);
  await eventually(async () => await newest(here) === right.now());
  await there.poll.refresh();
  assertEquals(there.clock.doubt()?.newest, right.now());
  assertEquals(here.clock.doubt(), null);
});

testOnEach("a clock that is mended after days in doubt is believed", async (database) => {
  const machine = machineAt();
  await using storage = await start(database, machine);
  machine.leap(2 * YEAR);
  assert(storage.clock.doubt() !== null);
  machine.run(5 * DAY);
  machine.leap(-2 * YEAR);
  assertEquals(storage.clock.doubt(), null);
  await eventually(async () => await newest(storage) === NOW + 5 * DAY);
});

for (const leap of [2 * YEAR, -YEAR]) {
  testOnEach(
    `accepted, a clock off by ${leap / DAY} days is believed at the next poll`,
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
      await storage.poll.refresh();
      assertEquals(storage.clock.doubt(), null);
      assertEquals(await newest(storage), machine.now());
    },
  );
}

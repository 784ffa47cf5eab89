/** Kitchen, sold-out dishes and pauses: what the house knows of them, and what they refuse. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { UNSWITCHED } from "../../src/domain/schedule/services.ts";
import { openDatabase } from "../../src/storage/open_database.ts";
import { switches } from "../../src/storage/switches.ts";
import { testOnEach } from "../support/databases.ts";
import {
  eventually,
  folios,
  held,
  NOW,
  openTestStorage,
  randomBytes,
  request,
  type TestStorage,
  testStore,
} from "./_fixture.ts";

const SATURDAY = "2026-03-14";
const SUNDAY = "2026-03-15";
const EARLY = {
  serviceDay: SATURDAY,
  closes: "2026-03-14T22:00",
  lastArrival: "2026-03-14T21:30",
};

testStore("the house follows every switch that this instance turns at once", async (storage) => {
  const { switches, house } = storage;
  await switches.kitchen(EARLY);
  const { lastArrival: _, ...earlyKitchen } = EARLY;
  assertEquals(house.current(), { ...UNSWITCHED, earlyKitchen });
  await switches.kitchen(null);
  assertEquals(house.current(), UNSWITCHED);
  await switches.soldOut("panuchos", SATURDAY);
  await switches.soldOut("kibis", null);
  assertEquals(house.current(), {
    ...UNSWITCHED,
    soldOut: [
      { dishId: "kibis", serviceDay: null },
      { dishId: "panuchos", serviceDay: SATURDAY },
    ],
  });
  await switches.available("panuchos");
  await switches.available("kibis");
  assertEquals(house.current(), UNSWITCHED);
}, { pollMs: 3_600_000 });

testStore("every switch is followed within 2 s on another instance", async (storage, database) => {
  const outside = await openDatabase({ url: database.url, now: () => NOW });
  try {
    const other = switches(outside, { now: () => NOW, randomBytes });
    const start = performance.now();
    await other.kitchen(EARLY);
    await other.soldOut("panuchos", null);
    await eventually(() => {
      const { earlyKitchen, soldOut } = storage.house.current();
      return earlyKitchen !== null && soldOut.length === 1;
    });
    assert(performance.now() - start < 2_000, "not within two seconds");
  } finally {
    await outside.close();
  }
});

testOnEach("what is switched outlives the service", async (database) => {
  {
    await using storage = await openTestStorage(database);
    await storage.switches.pause(null);
    await storage.switches.kitchen(EARLY);
    await storage.switches.soldOut("panuchos", null);
  }
  await using storage = await openTestStorage(database);
  const { lastArrival: _, ...earlyKitchen } = EARLY;
  assertEquals(storage.house.current(), {
    pause: { until: null },
    closures: [],
    earlyKitchen,
    soldOut: [{ dishId: "panuchos", serviceDay: null }],
    expected: {},
  });
});

testStore(
  "an early kitchen takes the last arrival and nothing later that service day, after midnight included",
  async (storage) => {
    await storage.switches.kitchen(EARLY);
    const times = [
      [SATURDAY, "21:00", SATURDAY],
      [SATURDAY, "21:30", SATURDAY],
      [SATURDAY, "22:00", SATURDAY],
      [SUNDAY, "00:30", SATURDAY],
      [SATURDAY, "23:30", "2026-03-13"],
      [SUNDAY, "22:00", SUNDAY],
    ] as const;
    const kinds = await Promise.all(times.map(async ([day, time, serviceDay], n) => {
      const { kind } = await storage.reservations.reserve(request(n, { day, time, serviceDay }));
      return kind;
    }));
    assertEquals(kinds, ["held", "held", "closed", "closed", "held", "held"]);
  },
);

testStore("an early kitchen may fall after midnight, and ends with its switch", async (storage) => {
  await storage.switches.kitchen({
    serviceDay: SATURDAY,
    closes: "2026-03-15T00:15",
    lastArrival: "2026-03-14T23:45",
  });
  const night = { day: SUNDAY, time: "00:00", serviceDay: SATURDAY };
  assertEquals(await storage.reservations.reserve(request(1, night)), { kind: "closed" });
  assertEquals(
    (await storage.reservations.reserve(request(2, { ...night, day: SATURDAY, time: "23:30" })))
      .kind,
    "held",
  );
  await storage.switches.kitchen(null);
  assertEquals((await storage.reservations.reserve(request(1, night))).kind, "held");
});

testStore("a retry of what was held before the kitchen closed gets its folio", async (storage) => {
  const late = request(1, { time: "22:30" });
  const made = await storage.reservations.reserve(late);
  assert(made.kind === "held");
  await storage.switches.kitchen(EARLY);
  const again = await storage.reservations.reserve(late);
  assert(again.kind === "replayed");
  assertEquals(again.folio, made.folio);
});

testStore("a dish sold out again is held or let go as last said", async (storage) => {
  await storage.switches.soldOut("panuchos", null);
  await storage.switches.soldOut("panuchos", SATURDAY);
  assertEquals(storage.house.current().soldOut, [{ dishId: "panuchos", serviceDay: SATURDAY }]);
  await storage.switches.available("panuchos");
  await storage.switches.available("panuchos");
  assertEquals(storage.house.current().soldOut, []);
});

testStore("half a surrogate pair and a long reason are refused", async (storage) => {
  const { closures, switches } = storage;
  const add = (reason: string) => closures.add({ kind: "day", day: SATURDAY }, reason);
  await assertRejects(() => add("boda \ud83d"), TypeError, "half a surrogate pair");
  await assertRejects(() => switches.soldOut("\ud83d", null), TypeError, "half a surrogate pair");
  await assertRejects(() => add("x".repeat(201)), Error, "CHECK");
  assertEquals(storage.house.current(), UNSWITCHED);
  await add("boda de Ana 💍");
  assertEquals(storage.house.current().closures.length, 1);
});

/** Switches that turn while reservations pour in on two instances. */

const DAY = "2026-03-14";

interface Turn {
  readonly name: string;
  readonly refusal: "paused" | "closed";
  turn(storage: TestStorage): Promise<unknown>;
}

const TURNS: readonly Turn[] = [
  { name: "a pause", refusal: "paused", turn: ({ switches }) => switches.pause(null) },
  {
    name: "a closed day",
    refusal: "closed",
    turn: ({ closures }) => closures.add({ kind: "day", day: DAY }, ""),
  },
  {
    name: "a closed span",
    refusal: "closed",
    turn: ({ closures }) =>
      closures.add({ kind: "span", from: `${DAY}T19:00`, to: `${DAY}T21:00` }, ""),
  },
  {
    name: "an early kitchen",
    refusal: "closed",
    turn: ({ switches }) =>
      switches.kitchen({
        serviceDay: DAY,
        closes: `${DAY}T20:45`,
        lastArrival: `${DAY}T20:15`,
      }),
  },
];

for (const { name, refusal, turn } of TURNS) {
  testOnEach(`after the answer to ${name} no instance holds another table`, async (database) => {
    await using one = await openTestStorage(database);
    await using other = await openTestStorage(database);
    let answered = false;
    let late = 0;
    const pour = async (storage: TestStorage, from: number) => {
      for (let n = from; n < from + 100; n++) {
        const startedLate = answered;
        const { kind } = await storage.reservations.reserve(request(n));
        assert(kind === "held" || kind === refusal, kind);
        assert(!(startedLate && kind === "held"), `held after ${name} was answered`);
        if (startedLate) late++;
      }
    };
    const pouring = Promise.all(
      Array.from({ length: 8 }, (_, n) => pour(n % 2 === 0 ? one : other, n * 1_000)),
    );
    // Reported below; a failure while the switch turns must not end the whole run.
    pouring.catch(() => {});
    for (let n = 9_000; n < 9_005; n++) await held(one, request(n));
    await turn(one);
    answered = true;
    const standing = await folios(one);
    await pouring;
    assertEquals(await folios(one), standing);
    assert(late > 0, `no reservation came after ${name}`);
  });
}

import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { addDays } from "../../src/domain/local_time.ts";
import { UNSWITCHED } from "../../src/domain/schedule/services.ts";
import { openDatabase } from "../../src/storage/open_database.ts";
import { switches } from "../../src/storage/switches.ts";
import { testOnEach, testOnServer } from "../support/databases.ts";
import {
  clockAt,
  eventually,
  folios,
  held,
  NOW,
  openTestStorage,
  randomBytes,
  request,
  rows,
  testStore,
  testTwoStores,
} from "./_fixture.ts";

const MINUTE = 60_000;

testOnEach("a pause ends at its instant", async (database) => {
  const clock = clockAt();
  await using storage = await openTestStorage(database, { now: clock.now });
  await storage.switches.pause(NOW + MINUTE);
  clock.advance(MINUTE - 1);
  assertEquals(await storage.reservations.reserve(request(1)), { kind: "paused" });
  clock.advance(1);
  await held(storage, request(1));
});

testStore("a pause of a night refuses it alone, on every instance", async (storage, database) => {
  await using other = await openTestStorage(database);
  const { serviceDay } = request(1);
  await storage.switches.pauseNight(serviceDay);
  for (const { reservations } of [storage, other]) {
    assertEquals(await reservations.reserve(request(1)), { kind: "closed" });
  }
  const next = request(2, { day: addDays(serviceDay, 1), serviceDay: addDays(serviceDay, 1) });
  assertEquals((await other.reservations.reserve(next)).kind, "held");
  await storage.switches.resume();
  assertEquals((await other.reservations.reserve(request(1))).kind, "held");
});

testStore("a later pause replaces the earlier one, and resuming ends it", async (storage) => {
  await storage.switches.pause(NOW + MINUTE);
  await storage.switches.pause(null);
  assertEquals(storage.house.current().pause, { until: null });
  await storage.switches.resume();
  assertEquals(storage.house.current().pause, null);
  await storage.switches.resume();
  await held(storage, request(1));
});

testStore("a span closes its first minute and not its last", async (storage) => {
  await storage.closures.add(
    { kind: "span", from: "2026-03-14T20:30", to: "2026-03-14T21:30" },
    "boda",
  );
  const at = async (time: string) =>
    (await storage.reservations.reserve(
      request(1, { time, alike: time.replace(":", "").padStart(64, "0") }),
    )).kind;
  assertEquals(
    await Promise.all(["20:00", "20:30", "21:00", "21:30"].map(at)),
    ["held", "closed", "closed", "held"],
  );
});

testStore("a span reaches over midnight", async (storage) => {
  await storage.closures.add(
    { kind: "span", from: "2026-03-14T23:30", to: "2026-03-15T00:30" },
    "",
  );
  const night = { day: "2026-03-15", serviceDay: "2026-03-14" };
  assertEquals(await storage.reservations.reserve(request(1, { ...night, time: "00:00" })), {
    kind: "closed",
  });
  await held(storage, request(2, { ...night, time: "00:30" }));
});

testStore("a closed day closes its services with their tail after midnight", async (storage) => {
  await storage.closures.add({ kind: "day", day: "2026-03-14" }, "");
  const tail = { day: "2026-03-15", time: "00:30", serviceDay: "2026-03-14" };
  assertEquals(await storage.reservations.reserve(request(1)), { kind: "closed" });
  assertEquals(await storage.reservations.reserve(request(2, tail)), { kind: "closed" });
  await held(
    storage,
    request(3, { day: "2026-03-14", time: "00:30", serviceDay: "2026-03-13" }),
  );
  await held(storage, request(4, { day: "2026-03-15", serviceDay: "2026-03-15" }));
});

testStore("a removed closure closes nothing, and removing it again finds none", async (storage) => {
  const id = await storage.closures.add({ kind: "day", day: "2026-03-14" }, "");
  assertEquals(await storage.closures.remove(id), true);
  assertEquals(await storage.closures.remove(id), false);
  await held(storage, request(1));
});

testStore("a closure that is added twice is there once", async (storage) => {
  const { closures } = storage;
  const day = await closures.add({ kind: "day", day: "2026-03-14" }, "boda");
  const span = await closures.add({
    kind: "span",
    from: "2026-03-14T20:00",
    to: "2026-03-14T21:00",
  }, "boda");
  assertEquals(await closures.add({ kind: "day", day: "2026-03-14" }, "boda"), day);
  assertEquals(
    await closures.add({ kind: "span", from: "2026-03-14T20:00", to: "2026-03-14T21:00" }, "boda"),
    span,
  );
  assertEquals((await rows(storage, "SELECT id FROM closures")).length, 2);
});

testStore("a closure leaves the reservations that were made before it", async (storage) => {
  const folio = await held(storage, request(1));
  await storage.closures.add({ kind: "day", day: "2026-03-14" }, "");
  assertEquals(await folios(storage), [folio]);
});

testOnEach("closures that have not ended are listed by their start", async (database) => {
  const clock = clockAt(Date.parse("2026-03-12T21:59Z"));
  await using storage = await openTestStorage(database, { now: clock.now });
  const { closures, house } = storage;
  const span = await closures.add({
    kind: "span",
    from: "2026-03-10T20:00",
    to: "2026-03-10T22:00",
  }, "b");
  const day = await closures.add({ kind: "day", day: "2026-03-10" }, "a");
  const later = await closures.add({ kind: "day", day: "2026-03-12" }, "c");
  const listed = async () => (await house.refresh(), house.current().closures);
  // Two days after their end they are over on every clock.
  assertEquals(await listed(), [
    { id: day, kind: "day", day: "2026-03-10", reason: "a" },
    { id: span, kind: "span", from: "2026-03-10T20:00", to: "2026-03-10T22:00", reason: "b" },
    { id: later, kind: "day", day: "2026-03-12", reason: "c" },
  ]);
  clock.advance(MINUTE);
  assertEquals((await listed()).map(({ id }) => id), [day, later]);
  clock.advance(120 * MINUTE);
  assertEquals((await listed()).map(({ id }) => id), [later]);
});

testStore("a span must end after it starts, and both must exist", async (storage) => {
  for (
    const [from, to] of [
      ["2026-03-14T20:00", "2026-03-14T20:00"],
      ["2026-03-14T20:00", "2026-02-30T20:00"],
      ["2026-03-14 20:00", "2026-03-14T21:00"],
      ["2026-03-14T20:00", "2026-03-14T25:00"],
    ] as const
  ) {
    await assertRejects(() => storage.closures.add({ kind: "span", from, to }, ""), Error);
  }
  await assertRejects(() => storage.closures.add({ kind: "day", day: "2026-02-30" }, ""), Error);
  assertEquals(await rows(storage, "SELECT * FROM closures"), []);
});

testStore("the house follows what this instance switches at once", async (storage) => {
  assertEquals(storage.house.current(), UNSWITCHED);
  await storage.switches.pause(NOW + MINUTE);
  const id = await storage.closures.add({ kind: "day", day: "2026-03-14" }, "boda");
  assertEquals(storage.house.current(), {
    ...UNSWITCHED,
    pause: { until: NOW + MINUTE },
    closures: [{ id, kind: "day", day: "2026-03-14", reason: "boda" }],
  });
}, { pollMs: 3_600_000 });

testStore("the house follows another process's switches within 2 s", async (storage, database) => {
  const outside = await openDatabase({ url: database.url, now: () => NOW });
  try {
    await switches(outside, { now: () => NOW, randomBytes }).pause(null);
    const start = performance.now();
    while (storage.house.current().pause === null) {
      assert(performance.now() - start < 2_000, "not within two seconds");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    await outside.close();
  }
});

testStore("a refused reservation makes the house look at once", async (storage, database) => {
  await using other = await openTestStorage(database);
  await other.switches.pause(null);
  assertEquals(storage.house.current().pause, null);
  await storage.reservations.reserve(request(1));
  assertEquals(storage.house.current().pause, { until: null });
}, { pollMs: 3_600_000 });

testStore("the state of the house is the same object until it changes", async (storage) => {
  const before = storage.house.current();
  await held(storage, request(1));
  await storage.house.refresh();
  assertStrictEquals(storage.house.current(), before);
  await storage.switches.pause(null);
  assertNotStrictEquals(storage.house.current(), before);
});

testTwoStores("instances that start at once share one key for drafts", async (one, other) => {
  const iv = new Uint8Array(12);
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv },
    one.draftKey,
    new Uint8Array([1, 2, 3]),
  );
  const opened = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, other.draftKey, sealed);
  assertEquals(new Uint8Array(opened), new Uint8Array([1, 2, 3]));
  await assertRejects(() => crypto.subtle.exportKey("raw", one.draftKey), Error);
  assertEquals(JSON.stringify(one.draftKey.algorithm), `{"name":"AES-GCM","length":256}`);
});

testOnServer("without a server the house keeps its state, and follows later", async (database) => {
  await using storage = await openTestStorage(database, { pollMs: 10, fetchTimeoutMs: 500 });
  await storage.switches.pause(null);
  await database.sqld.kill();
  const said = () => storage.logged.filter((message) => message.includes("switches")).length;
  await eventually(() => said() === 1);
  await storage.house.refresh();
  await storage.house.refresh();
  assertEquals([storage.house.current().pause, said()], [{ until: null }, 1]);
  await database.sqld.restart();
  await using other = await openTestStorage(database);
  await other.switches.resume();
  await eventually(() => storage.house.current().pause === null);
});

testStore("several days are closed together, once, over the end of a month", async (storage) => {
  const week = { kind: "days", from: "2026-03-30", to: "2026-04-02" } as const;
  await storage.closures.add({ kind: "day", day: "2026-03-31" }, "boda");
  const id = await storage.closures.add(week, "obra");
  assertEquals(await storage.closures.add(week, "obra"), id);
  const listed = storage.house.current().closures
    .map((closure) => closure.kind === "day" && [closure.day, closure.reason]);
  assertEquals(listed, [
    ["2026-03-30", "obra"],
    ["2026-03-31", "boda"],
    ["2026-03-31", "obra"],
    ["2026-04-01", "obra"],
    ["2026-04-02", "obra"],
  ]);
  const reserve = (day: string, n: number) =>
    storage.reservations.reserve(request(n, { day, serviceDay: day }));
  assertEquals((await reserve("2026-04-01", 1)).kind, "closed");
  assertEquals((await reserve("2026-04-03", 2)).kind, "held");
});

testOnEach("who turned each switch last is kept, if named", async (database) => {
  const clock = clockAt();
  await using storage = await openTestStorage(database, { now: clock.now });
  const { switches, closures } = storage;
  await switches.pause(null);
  assertEquals(await switches.turns(), []);
  const lupe = switches.by("Lupe");
  await lupe.pause(null);
  await lupe.soldOut("panuchos", null);
  clock.advance(MINUTE);
  await switches.by("sobremesa").resume();
  const span = { kind: "span", from: "2026-03-14T20:00", to: "2026-03-14T21:00" } as const;
  const id = await closures.by("Rosa").add(span, "boda");
  await closures.by("Otra").add(span, "boda");
  const days = { kind: "days", from: "2026-03-20", to: "2026-03-21" } as const;
  await closures.by("Rosa").add(days, "obra");
  const turn = (name: string, actor: string, at = NOW + MINUTE) => ({ name, actor, at });
  const sorted = async () =>
    (await switches.turns()).toSorted((one, other) => one.name < other.name ? -1 : 1);
  assertEquals<unknown>(await sorted(), [
    turn(`closure ${id}`, "Rosa"),
    turn(`closure ${id + 1}`, "Rosa"),
    turn(`closure ${id + 2}`, "Rosa"),
    turn("dish panuchos", "Lupe", NOW),
    turn("pause", "sobremesa"),
  ]);
  assertEquals(storage.house.current().pause, null, "the house has followed");
  await assertRejects(() => switches.by("\ud800").pause(null), TypeError);
});

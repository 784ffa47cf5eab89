import { assertEquals } from "@std/assert";
import type { ReservationEdit } from "../../../src/ports/reservations.ts";
import { voidDoubts } from "../../../src/storage/book/doubts.ts";
import {
  edit,
  held,
  holdAll,
  NOW,
  request,
  seen,
  testByClock,
  testStore,
  testTwoStores,
  values,
} from "../_fixture.ts";

const SATURDAY = "2026-03-14";

testStore("staff read a reservation as the guest made it", async (storage) => {
  const said = { name: "José 🎉 O'Brien", comments: 'sin nuez\nmesa "afuera"' } as const;
  const asked = { ...said, occasion: "cumpleanos", source: "mi-asistente", partySize: 40 } as const;
  const folio = await held(storage, request(1, asked));
  assertEquals(await storage.book.onServiceDay(SATURDAY), [seen(folio, asked)]);
  assertEquals(await storage.book.history(folio), [{
    version: 1,
    at: NOW,
    actor: "mi-asistente",
    action: "created",
    before: null,
    after: values({ ...said, occasion: "cumpleanos", partySize: 40 }),
  }]);
});

testStore("reservations are found by their folios, in the order asked for", async (storage) => {
  const folios = await holdAll(storage, [{}, {}, {}]);
  const asked = [folios[2]!, "R-00000000", folios[0]!];
  const found = await storage.book.find(asked);
  assertEquals(found.map(({ folio }) => folio), [folios[2], folios[0]]);
  assertEquals(await storage.book.find([]), []);
});

testStore("days are counted by who is expected, and their hours by state", async (storage) => {
  const { book } = storage;
  const folios = await holdAll(storage, [
    { partySize: 2, time: "20:30" },
    { partySize: 3, time: "20:30" },
    { partySize: 17, time: "20:30" },
    { partySize: 5, day: "2026-03-15", time: "00:30", serviceDay: SATURDAY },
    { partySize: 7, time: "21:00" },
    { partySize: 11, time: "21:00" },
    { partySize: 13, day: "2026-03-16", serviceDay: "2026-03-16" },
  ]);
  const came = `${SATURDAY}T20:37`;
  const arrival = { action: "arrived", changes: { status: "arrived", arrived: came } } as const;
  await book.edit(edit(folios[1]!, arrival));
  await book.edit(edit(folios[2]!, arrival));
  const left = `${SATURDAY}T22:15`;
  await book.edit(edit(folios[2]!, { version: 2, action: "left", changes: { left } }));
  await book.edit(edit(folios[4]!));
  await book.edit(edit(folios[5]!, { action: "no_show", changes: { status: "no_show" } }));
  assertEquals(await book.totals("2026-03-13", "2026-03-16"), [
    { serviceDay: SATURDAY, parties: 4, people: 27 },
    { serviceDay: "2026-03-16", parties: 1, people: 13 },
  ]);
  assertEquals((await book.totals(SATURDAY, SATURDAY)).length, 1);
  const nobody = { arrived: null, isWalkIn: false, left: null };
  const at = (time: string) => ({ day: SATURDAY, time, ...nobody });
  assertEquals(await book.arrivals(SATURDAY), [
    { ...at("20:30"), status: "arrived", arrived: came, left, parties: 1, people: 17 },
    { ...at("20:30"), status: "arrived", arrived: came, parties: 1, people: 3 },
    { ...at("20:30"), status: "confirmed", parties: 1, people: 2 },
    { ...at("21:00"), status: "cancelled", parties: 1, people: 7 },
    { ...at("21:00"), status: "no_show", parties: 1, people: 11 },
    { ...at("00:30"), day: "2026-03-15", status: "confirmed", parties: 1, people: 5 },
  ]);
});

testStore(
  "tables are those of two months and to come, the most used first, each with who has it that evening",
  async (storage) => {
    const { book } = storage;
    const at = (day: string, time = "20:00") => ({ day, serviceDay: day, time });
    const [old, ...folios] = await holdAll(storage, [
      at("2026-01-12"),
      at("2026-01-13"),
      at("2026-01-13"),
      at("2026-03-20"),
      at(SATURDAY, "21:00"),
      { ...at("2026-03-15", "00:30"), serviceDay: SATURDAY },
      at(SATURDAY),
      at(SATURDAY),
      at(SATURDAY),
    ]);
    const labels = ["A", "B", "B", "A", "A", "A", "B", "C"];
    const seat = (folio: string, table: string) =>
      book.edit(edit(folio, { action: "seated", changes: { table } }));
    await seat(old!, "X");
    for (const [index, folio] of folios.entries()) await seat(folio, labels[index]!);
    const change = (index: number, version: number, changes: ReservationEdit["changes"]) =>
      book.edit(edit(folios[index]!, { version, action: "edited", changes }));
    const came = { status: "arrived", arrived: `${SATURDAY}T20:30` } as const;
    await change(4, 2, came);
    await change(5, 2, came);
    await change(5, 3, { left: `${SATURDAY}T21:00` });
    await change(7, 2, { status: "no_show" });
    const tables = await book.tables(SATURDAY, SATURDAY);
    assertEquals(
      tables.map(({ label, parties }) => [label, ...parties.map(({ folio }) => folio)]),
      [["A", folios[4], folios[3]], ["B", folios[6]], ["C"]],
    );
  },
);

testStore(
  "tables are the hundred that are used most, and each that a party has, however many they are",
  async (storage) => {
    const { book } = storage;
    const often = Array.from({ length: 101 }, (_, n) => `T${1001 + n}`);
    const tonight = ["A", "B"];
    const uses = [
      ...[...often, ...often].map((table) => ({ table, day: "2026-03-13" })),
      ...tonight.map((table) => ({ table, day: SATURDAY })),
    ];
    await Promise.all(
      uses.map(({ table, day }, n) =>
        book.take(values({ table, day, serviceDay: day }), "Lupe", `R-${10_000_000 + n}`)
      ),
    );
    const labels = (await book.tables(SATURDAY, SATURDAY)).map(({ label }) => label);
    assertEquals(labels, [...often.slice(0, 100), ...tonight]);
  },
);

testStore("a closure hits the confirmed reservations that it covers", async (storage) => {
  const { book } = storage;
  const [early, late, night, cancelled, next] = await holdAll(storage, [
    { time: "13:00" },
    { time: "21:00" },
    { day: "2026-03-15", time: "00:30", serviceDay: SATURDAY },
    { time: "21:00" },
    { day: "2026-03-15", time: "13:00", serviceDay: "2026-03-15" },
  ]);
  await book.edit(edit(cancelled!));
  const hit = async (closure: Parameters<typeof book.hitBy>[0]) =>
    (await book.hitBy(closure)).map(({ folio }) => folio);
  assertEquals(await hit({ kind: "day", day: SATURDAY }), [early, late, night]);
  const span = (from: string, to: string) => hit({ kind: "span", from, to });
  assertEquals(await span("2026-03-14T21:00", "2026-03-15T00:30"), [late]);
  assertEquals(await span("2026-03-14T13:01", "2026-03-15T13:01"), [late, night, next]);
  assertEquals(await span("2026-03-14T13:00", "2026-03-14T13:01"), [early]);
});

testStore("a range of days is given whole, by time, however much it is", async (storage) => {
  const times = ["00:30", "20:30", "13:00"];
  const asked = Array.from({ length: 2_500 }, (_, n) => ({
    day: `2026-03-1${n % 5}`,
    serviceDay: n % 3 === 0
      ? `2026-03-${String((n % 5) + 9).padStart(2, "0")}`
      : `2026-03-1${n % 5}`,
    time: times[n % 3]!,
  }));
  await holdAll(storage, asked);
  const all = await storage.book.range("2026-03-10", "2026-03-13");
  const wanted = asked.filter(({ serviceDay }) =>
    serviceDay >= "2026-03-10" && serviceDay <= "2026-03-13"
  );
  assertEquals(all.length, wanted.length);
  assertEquals(new Set(all.map(({ folio }) => folio)).size, wanted.length);
  const moments = all.map(({ day, time }) => `${day} ${time}`);
  assertEquals(moments, moments.toSorted());
});

testByClock(
  "who saw a reservation first is on record, nothing else changes",
  async (storage, clock) => {
    const { book } = storage;
    const [one, other] = await holdAll(storage, [{}, {}]);
    await book.acknowledge([one!], "Lupe");
    clock.run(1);
    await book.acknowledge([one!, other!, "R-00000000"], "Beto");
    await book.acknowledge([], "Beto");
    const found = await book.find([one!, other!]);
    assertEquals(found.map(({ acknowledged, version }) => ({ ...acknowledged, version })), [
      { by: "Lupe", at: NOW, version: 1 },
      { by: "Beto", at: NOW + 1, version: 1 },
    ]);
    assertEquals((await book.history(one!)).length, 1);
  },
);

const FOLIO = "R-0123ABCD";

testStore("staff take a reservation, seen by them, even without a phone", async (storage) => {
  const { book } = storage;
  const said = {
    phone: null,
    note: "llamó ella misma",
    name: "Doña Íñiga",
    comments: "a\nb",
    status: "arrived",
  } as const;
  const taken = await book.take(values(said), "Lupe", FOLIO);
  const acknowledged = { by: "Lupe", at: NOW };
  const own = { source: "personal", isWalkIn: true, acknowledged };
  const stands = seen(FOLIO, { ...values(said), ...own });
  assertEquals(taken, stands);
  assertEquals(await book.find([FOLIO]), [stands]);
  assertEquals(await book.unacknowledged("2026-03-01"), []);
  assertEquals(await book.history(FOLIO), [{
    version: 1,
    at: NOW,
    actor: "Lupe",
    action: "taken",
    before: null,
    after: values(said),
  }]);
});

testTwoStores(
  "a form that is sent twice, or at once on two devices, makes one",
  async (one, other) => {
    const taken = await Promise.all(
      [2, 3, 4, 5].map((partySize, n) =>
        (n % 2 === 0 ? one : other).book.take(values({ partySize }), `Tableta ${n}`, FOLIO)
      ),
    );
    const [row] = await one.book.find([FOLIO]);
    assertEquals(taken, [row!, row!, row!, row!]);
    await one.book.edit(edit(FOLIO));
    const late = await one.book.take(values({ partySize: 9 }), "Beto", FOLIO);
    assertEquals([late?.status, late?.partySize], ["cancelled", row?.partySize]);
    const history = await one.book.history(FOLIO);
    assertEquals(history.map(({ action }) => action), ["taken", "cancelled"]);
  },
);

testStore("a folio that is a guest's, or void, is not taken", async (storage) => {
  const { book } = storage;
  const guests = await held(storage, request(1));
  assertEquals(await book.take(values({ partySize: 9 }), "Lupe", guests), null);
  assertEquals(await book.find([guests]), [seen(guests)]);
  assertEquals((await book.history(guests)).length, 1);
  await voidDoubts(storage.database, [{ folio: FOLIO, at: NOW }], NOW);
  assertEquals(await book.take(values(), "Lupe", FOLIO), null);
  assertEquals(await book.find([FOLIO]), []);
});

/**
 * Whether a table may be held is decided three times: from memory, by the statement that holds it, and by the one that says why it did not.
 * Over situations drawn from a seed the three agree.
 */
import { assert, assertEquals } from "@std/assert";
import { addDays, dayOf, localDateTime, timeOf, wallMinute } from "../../src/domain/local_time.ts";
import { bookableSlots, checkBookable } from "../../src/domain/schedule/availability.ts";
import { earlyKitchenOrder } from "../../src/domain/schedule/closures.ts";
import { UNSWITCHED } from "../../src/domain/schedule/services.ts";
import { testOnEach } from "../support/databases.ts";
import { testRestaurant } from "../support/restaurant_fixture.ts";
import {
  cancel,
  eventually,
  held,
  NOW,
  openTestStorage,
  request,
  rows,
  type TestStorage,
  testStore,
  testTwoStores,
  values,
} from "./_fixture.ts";

const STATES = 500;
const CANDIDATES = 20;
const CAPACITY = 12;
const NOTICE = 15;
const RESTAURANT = testRestaurant({
  booking: { arrivalMarginMinutes: 30, noticeMinutes: NOTICE, peoplePerTime: CAPACITY },
});
const { timeZone } = RESTAURANT;
const TODAY = dayOf(wallMinute(NOW, timeZone));
/** Every time from today on that the weekly hours offer, with its service day. */
const SLOTS = [0, 1, 2, 3, 4, 5].flatMap((ahead) => [
  ...bookableSlots({ restaurant: RESTAURANT, state: UNSWITCHED, now: NOW }, addDays(TODAY, ahead)),
]).filter(([minute]) => minute >= wallMinute(NOW, timeZone) + NOTICE);

const TODAYS = SLOTS.filter(([, serviceDay]) => serviceDay === TODAY).length;

type Draw = (below: number) => number;

/** Numbers from `seed`, the same each time (mulberry32). */
function drawing(seed: number): Draw {
  let state = seed;
  return (below) => {
    state = (state + 0x6D2B79F5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor(((t ^ (t >>> 14)) >>> 0) / 2 ** 32 * below);
  };
}

/** Sets pause, kitchen, closures, full times and the people who are expected. */
async function turnSwitches({ database, switches, closures, house }: TestStorage, draw: Draw) {
  const clearing = ["reservations", "idempotency_keys", "closures"];
  await database.write(clearing.map((table) => ({ sql: `DELETE FROM ${table}` })));
  const day = () => addDays(TODAY, 1 + draw(5));
  const [minute] = SLOTS[draw(SLOTS.length)]!;
  const pauses = [
    () => switches.pause(null),
    () => switches.pause(NOW + (draw(2) === 0 ? -1 : 1) * draw(90) * 60_000),
    () => switches.pauseNight(day()),
  ];
  await (pauses[draw(12)] ?? switches.resume)();
  const early = earlyKitchenOrder(
    { restaurant: RESTAURANT, state: UNSWITCHED, now: NOW },
    // Until an hour after midnight.
    timeOf(wallMinute(NOW, timeZone) + draw(27) * 30),
  );
  await switches.kitchen(draw(3) === 0 && typeof early === "object" ? early : null);
  for (let n = draw(4); n > 0; n--) {
    const from = minute - draw(6) * 30 + draw(3) * 10;
    const kinds = [
      { kind: "day", day: day() },
      { kind: "span", from: localDateTime(from), to: localDateTime(from + 30 + draw(600)) },
      { kind: "full", from: localDateTime(minute), to: localDateTime(minute + 1) },
    ] as const;
    await closures.add(kinds[draw(3)]!, "");
  }
  const people = Array.from({ length: 30 }, (_, n) => {
    const [at, serviceDay] = SLOTS[draw(SLOTS.length)]!;
    const status = ["confirmed", "arrived", "cancelled", "no_show"][draw(4)]!;
    return [
      `R-${String(n).padStart(8, "0")}`,
      dayOf(at),
      timeOf(at),
      serviceDay,
      1 + draw(9),
      status,
    ];
  });
  const sql = `INSERT INTO reservations (folio, day, time, service_day, party_size, name, occasion,
      source, status, created_at, version)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, 'Ana', 'general',
      'personal', value ->> 5, 1, 1 FROM json_each(?)`;
  await database.write([{ sql, args: [JSON.stringify(people)] }]);
  await house.refresh();
}

Deno.test("memory, the hold and its refusal agree over 10,000 drawn situations", async () => {
  const dataDir = await Deno.makeTempDir();
  const database = { url: `file:${dataDir}/sobremesa.db`, dataDir };
  {
    await using storage = await openTestStorage(database, { countsPeople: () => true });
    const draw = drawing(20_261_123);
    const counts: Record<string, number> = {};
    for (let state = 0; state < STATES; state++) {
      await turnSwitches(storage, draw);
      const situation = { restaurant: RESTAURANT, state: storage.house.current(), now: NOW };
      const asked = new Map(
        Array.from({ length: CANDIDATES }, (_, n) => [
          // The kitchen closes early only today.
          draw(n % 2 === 0 ? TODAYS : SLOTS.length),
          1 + draw(CAPACITY + 2),
        ]),
      );
      await Promise.all(Array.from(asked, async ([slot, partySize], n) => {
        const [minute, serviceDay] = SLOTS[slot]!;
        const [day, time] = [dayOf(minute), timeOf(minute)];
        const expected = checkBookable({ ...situation, day, time, partySize });
        const outcome = await storage.reservations.reserve(
          request(state * CANDIDATES + n, {
            day,
            time,
            serviceDay,
            partySize,
            capacity: CAPACITY,
          }),
        );
        const kind = expected.ok ? "held" : expected.kind === "paused" ? "paused" : "closed";
        const message = JSON.stringify({ state, day, time, partySize, situation: situation.state });
        assertEquals(outcome.kind, kind, message);
        if (expected.ok) assertEquals(expected.serviceDay, serviceDay, message);
        counts[kind] = (counts[kind] ?? 0) + 1;
      }));
    }
    for (const kind of ["held", "closed", "paused"]) {
      assert(counts[kind]! > 500, JSON.stringify(counts));
    }
  }
  await Deno.remove(dataDir, { recursive: true });
});

/** No more people at a time than there is room for, whatever comes at once and through which instance. */

const ROOM = { capacity: 30 };
const CALLERS = 200;
const SOLD = "SELECT sum(party_size) AS people FROM reservations WHERE status <> 'cancelled'";

/** Parties of 1 to 7 by turns, so that the last places fit some of them only. */
function caller(n: number) {
  return request(n, { ...ROOM, partySize: 1 + n % 7 });
}

for (const partySize of [1, null]) {
  testOnEach(
    `${CALLERS} callers at once on two instances get exactly the limit, ${
      partySize === null ? "in parties of mixed size" : "one by one"
    }`,
    async (database) => {
      await using one = await openTestStorage(database);
      await using other = await openTestStorage(database);
      const outcomes = await Promise.all(Array.from({ length: CALLERS }, async (_, n) => {
        const { reservations } = n % 2 === 0 ? one : other;
        const asked = { ...caller(n), ...(partySize === null ? {} : { partySize }) };
        return { asked, outcome: await reservations.reserve(asked) };
      }));
      const winners = outcomes.filter(({ outcome }) => outcome.kind === "held");
      assertEquals(winners.reduce((sum, { asked }) => sum + asked.partySize, 0), 30);
      assertEquals((await rows(one, SOLD))[0]?.people, 30);
      const refused = outcomes.filter(({ outcome }) => outcome.kind !== "held");
      assert(refused.every(({ outcome }) => outcome.kind === "closed"));
    },
  );
}

testStore("a cancelled, a moved and a smaller party give their places back", async (storage) => {
  const { reservations, book } = storage;
  const ask = async (n: number) => {
    const outcome = await reservations.reserve(request(n, { ...ROOM, partySize: 10 }));
    return outcome.kind === "held" ? outcome.folio : null;
  };
  const full = [await ask(1), await ask(2), await ask(3)];
  const [first, second, third] = full.map((folio) => folio!);
  assertEquals(await ask(4), null);
  await cancel(storage, first!);
  assert(await ask(5) !== null);
  assertEquals(await ask(6), null);
  const change = { version: 1, action: "edited", actor: "Lupe" } as const;
  await book.edit({ ...change, folio: second!, changes: { time: "21:00" } });
  assert(await ask(7) !== null);
  assertEquals(await ask(8), null);
  await book.edit({ ...change, folio: third!, changes: { partySize: 4 } });
  const small = await reservations.reserve(request(9, { ...ROOM, partySize: 6 }));
  assertEquals(small.kind, "held");
  assertEquals(await ask(10), null);
});

testStore("those who did not come leave room, those who came do not", async (storage) => {
  const { reservations, book } = storage;
  const all = { ...ROOM, partySize: 30 };
  const folio = await held(storage, request(1, all));
  const move = { folio, actor: "Lupe" };
  await book.edit({ ...move, version: 1, action: "arrived", changes: { status: "arrived" } });
  assertEquals((await reservations.reserve(request(2, all))).kind, "closed");
  await book.edit({ ...move, version: 2, action: "no_show", changes: { status: "no_show" } });
  assertEquals((await reservations.reserve(request(2, all))).kind, "held");
});

testStore("staff take more than there is room for, and guests get none of it", async (storage) => {
  await storage.book.take(values({ partySize: 40 }), "Lupe", "R-0123ABCD");
  const outcome = await storage.reservations.reserve(request(1, { ...ROOM, partySize: 1 }));
  assertEquals(outcome.kind, "closed");
  const later = request(2, { ...ROOM, time: "21:00", partySize: 30 });
  assertEquals((await storage.reservations.reserve(later)).kind, "held");
});

testStore("a retry of what took the last places gets its folio", async (storage) => {
  const asked = request(1, { ...ROOM, partySize: 30 });
  const folio = await held(storage, asked);
  const again = { kind: "replayed" as const, folio, createdAt: NOW, repeated: true };
  assertEquals(await storage.reservations.reserve(asked), again);
  assertEquals(await storage.reservations.findReplay(asked), again);
});

testTwoStores(
  "a full time takes no one until it is opened, on every instance",
  async (one, other) => {
    const mark = { kind: "full", from: "2026-03-14T20:30", to: "2026-03-14T20:31" } as const;
    const id = await one.closures.by("Lupe").add(mark, "");
    assertEquals((await other.reservations.reserve(request(1))).kind, "closed");
    assertEquals((await other.reservations.reserve(request(2, { time: "21:00" }))).kind, "held");
    assertEquals((await one.switches.turns()).map(({ name, actor }) => [name, actor]), [
      [`closure ${id}`, "Lupe"],
    ]);
    await one.closures.by("Rosa").remove(id);
    assertEquals((await other.reservations.reserve(request(1))).kind, "held");
  },
);

testOnEach("people are counted while there is a limit, on every instance", async (database) => {
  let limited = true;
  const options = { pollMs: 20, countsPeople: () => limited };
  await using one = await openTestStorage(database, options);
  await using other = await openTestStorage(database, options);
  const folio = await held(one, request(1));
  await held(one, request(2, { time: "21:00", partySize: 2 }));
  const expected = { "2026-03-14T20:30": 4, "2026-03-14T21:00": 2 };
  const said = () => JSON.stringify(other.house.current().expected);
  await eventually(() => said() === JSON.stringify(expected));
  await cancel(one, folio);
  await eventually(() => said() === '{"2026-03-14T21:00":2}');
  limited = false;
  await eventually(() => said() === "{}");
});

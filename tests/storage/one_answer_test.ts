/**
 * Whether a table may be held is decided three times: from memory, by the statement that holds it, and by the one that says why it did not.
 * Over situations drawn from a seed the three agree.
 */
import { assert, assertEquals } from "@std/assert";
import { addDays, dayOf, localDateTime, timeOf, wallMinute } from "../../src/domain/local_time.ts";
import { bookableSlots, checkBookable } from "../../src/domain/schedule/availability.ts";
import { earlyKitchenOrder } from "../../src/domain/schedule/closures.ts";
import { UNSWITCHED } from "../../src/domain/schedule/services.ts";
import { testRestaurant } from "../support/restaurant_fixture.ts";
import { NOW, openTestStorage, request, type TestStorage } from "./_fixture.ts";

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
    timeOf(wallMinute(NOW, timeZone) + draw(12) * 30),
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

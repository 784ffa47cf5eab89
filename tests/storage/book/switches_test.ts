/** Switches and closures: what is listed, and who turned them. */
import { resume } from "../../support/taking_back.ts";
import { assertEquals } from "@std/assert";
import { testOnEach } from "../../support/databases.ts";
import {
  machineAt,
  NOW,
  openTestStorage,
  request,
  testByClock,
  type TestStorage,
  testStore,
} from "../_fixture.ts";

const MINUTE = 60_000;
const SATURDAY = "2026-03-14";

testOnEach("closures that have not ended are listed by their start", async (database) => {
  const clock = machineAt(Date.parse("2026-03-12T21:59Z"));
  await using storage = await openTestStorage(database, { now: clock.now });
  const { closures, poll } = storage;
  const evening = { kind: "span", from: "2026-03-10T20:00", to: "2026-03-10T22:00" } as const;
  const span = await closures.add(evening, "b");
  const day = await closures.add({ kind: "day", day: "2026-03-10" }, "a", true);
  const later = await closures.add({ kind: "day", day: "2026-03-12" }, "c");
  const listed = async () => (await poll.refresh(), poll.current().closures);
  // Two days after their end they are over on every clock.
  assertEquals(await listed(), [
    { id: day, kind: "day", day: "2026-03-10", reason: "a", isPublic: true },
    { id: span, ...evening, reason: "b", isPublic: false },
    { id: later, kind: "day", day: "2026-03-12", reason: "c", isPublic: false },
  ]);
  clock.run(MINUTE);
  assertEquals((await listed()).map(({ id }) => id), [day, later]);
  clock.run(120 * MINUTE);
  assertEquals((await listed()).map(({ id }) => id), [later]);
});

type Arrival = readonly [serviceDay: string, day: string, time: string];
const at = (time: string): Arrival => [SATURDAY, SATURDAY, time];
const SUNDAY = "2026-03-15";
const AFTER_MIDNIGHT: Arrival = [SATURDAY, SUNDAY, "00:30"];
const NEXT_NIGHT: Arrival = [SUNDAY, SUNDAY, "20:30"];

/**
 * What refuses reservations, with arrivals and what each becomes: whatever lists and pages show, the commit itself
 * obeys.
 */
const REFUSALS: readonly (readonly [
  what: string,
  turn: (storage: TestStorage) => Promise<unknown>,
  ...arrivals: readonly (readonly [arrival: Arrival, kind: string])[],
])[] = [
  ["a pause", ({ switches }) => switches.pause(null), [NEXT_NIGHT, "paused"]],
  [
    "the pause of a night that has ended",
    ({ switches }) => switches.pause({ night: SATURDAY, until: NOW }),
    [at("20:30"), "held"],
  ],
  [
    "the pause of a night",
    ({ switches }) => switches.pause({ night: SATURDAY, until: NOW + 1 }),
    ...[[at("20:30"), "closed"], [AFTER_MIDNIGHT, "closed"], [NEXT_NIGHT, "held"]] as const,
  ],
  [
    "an early kitchen",
    ({ switches }) => switches.kitchen({ serviceDay: SATURDAY, closes: `${SATURDAY}T21:00` }),
    ...[[at("20:30"), "held"], [at("20:31"), "closed"]] as const,
    ...[[AFTER_MIDNIGHT, "closed"], [NEXT_NIGHT, "held"]] as const,
  ],
  [
    "a closed day",
    ({ closures }) => closures.add({ kind: "day", day: SATURDAY }, ""),
    ...[[at("20:30"), "closed"], [AFTER_MIDNIGHT, "closed"], [NEXT_NIGHT, "held"]] as const,
  ],
  [
    "a closed span",
    ({ closures }) => {
      const [from, to] = [`${SATURDAY}T20:30`, `${SATURDAY}T21:00`];
      return closures.add({ kind: "span", from, to }, "");
    },
    ...[[at("20:29"), "held"], [at("20:30"), "closed"]] as const,
    ...[[at("20:59"), "closed"], [at("21:00"), "held"]] as const,
  ],
  [
    "a pause in a closed day",
    async ({ switches, closures }) => {
      await closures.add({ kind: "day", day: SATURDAY }, "");
      await switches.pause(null);
    },
    [at("20:30"), "paused"],
  ],
];

for (const [what, turn, ...arrivals] of REFUSALS) {
  testStore(`tables are held or refused as the switches say: ${what}`, async (storage) => {
    await turn(storage);
    for (const [n, [[serviceDay, day, time], kind]] of arrivals.entries()) {
      const outcome = await storage.reservations.reserve(request(n, { serviceDay, day, time }));
      assertEquals(outcome.kind, kind, `${day} ${time}`);
    }
  });
}

testByClock("who turned each switch last is kept, if named", async (storage, clock) => {
  const { switches, closures } = storage;
  await switches.pause(null);
  assertEquals(await switches.turns(), []);
  const lupe = switches.by("Lupe");
  await lupe.pause(null);
  await lupe.soldOut("panuchos", null);
  clock.run(MINUTE);
  await resume(storage.closures.by("Beto"));
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
    turn("pause", "Beto"),
  ]);
  assertEquals(storage.poll.current().pause, null, "the poll has followed");
});

testStore("a dish sold out again is held or let go as last said", async (storage) => {
  await storage.switches.soldOut("panuchos", null);
  await storage.switches.soldOut("panuchos", SATURDAY);
  assertEquals(storage.poll.current().soldOut, [{ dishId: "panuchos", serviceDay: SATURDAY }]);
  await storage.switches.available("panuchos");
  await storage.switches.available("panuchos");
  assertEquals(storage.poll.current().soldOut, []);
});

import { assert, assertEquals, assertRejects } from "@std/assert";
import { testOnServer } from "../../support/databases.ts";
import { openFar } from "../_far.ts";
import {
  edit,
  held,
  NOW,
  request,
  seen,
  testByClock,
  testStore,
  testTwoStores,
  values,
} from "../_fixture.ts";

testByClock(
  "a change is made to what was seen, and its history keeps it",
  async (storage, clock) => {
    const { book } = storage;
    const folio = await held(storage, request(1, { comments: "sin nuez" }));
    clock.run(60_000);
    const at = clock.now();
    const changes = { partySize: 6, name: "Ana 1", comments: null, time: "21:00", note: "terraza" };
    const outcome = await book.edit(edit(folio, { action: "edited", changes }));
    const now = seen(folio, {
      ...changes,
      version: 2,
      // Who changes it has seen it.
      acknowledged: { by: "Lupe", at },
    });
    assertEquals(outcome, { kind: "changed", reservation: now });
    assertEquals(await book.find([folio]), [now]);
    assertEquals((await book.history(folio)).slice(1), [{
      version: 2,
      at,
      actor: "Lupe",
      action: "edited",
      before: { time: "20:30", partySize: 4, comments: "sin nuez", note: null },
      after: { time: "21:00", partySize: 6, comments: null, note: "terraza" },
    }]);
  },
);

testStore("every value can change and change back", async (storage) => {
  const { book } = storage;
  const folio = await held(storage, request(1));
  const other = values({
    day: "2026-03-21",
    time: "00:30",
    serviceDay: "2026-03-20",
    partySize: 40,
    name: "Íñigo",
    phone: "+12345678",
    occasion: "cumpleanos",
    comments: '"\\\n',
    note: "'",
    table: "7",
    arrived: "2026-03-21T00:41",
    left: "2026-03-21T02:15",
    told: 30,
    called: "2026-03-21T00:40",
    status: "arrived",
  });
  const there = await book.edit(edit(folio, { action: "arrived", changes: other }));
  const back = await book.edit(edit(folio, { action: "edited", changes: values(), version: 2 }));
  const acknowledged = { by: "Lupe", at: NOW };
  assertEquals(there, {
    kind: "changed",
    reservation: seen(folio, { ...other, isWalkIn: true, version: 2, acknowledged }),
  });
  assertEquals(back, {
    kind: "changed",
    reservation: seen(folio, { version: 3, acknowledged }),
  });
  const [, first, second] = await book.history(folio);
  assertEquals([first?.before, first?.after], [values(), other]);
  assertEquals([second?.before, second?.after], [other, values()]);
});

testTwoStores("of devices that change the same at once one does", async (one, other) => {
  for (let n = 1; n <= 5; n++) {
    const folio = await held(one, request(n));
    const outcomes = await Promise.all(
      [2, 3, 5, 6, 7, 8].map((partySize, nth) =>
        (nth % 2 === 0 ? one : other).book.edit(
          edit(folio, { action: "edited", changes: { partySize }, actor: `Tableta ${nth}` }),
        )
      ),
    );
    const changed = outcomes.filter(({ kind }) => kind === "changed");
    assertEquals(changed.length, 1);
    const [winner] = changed;
    assert(winner?.kind === "changed");
    const [row] = await one.book.find([folio]);
    assertEquals(winner.reservation, row);
    for (const outcome of outcomes) {
      if (outcome.kind === "changed") continue;
      assert(outcome.kind === "stale");
      assertEquals(outcome.reservation, row);
      assertEquals(outcome.since.map(({ after }) => after.partySize), [row?.partySize]);
    }
    assertEquals((await one.book.history(folio)).length, 2);
  }
});

testStore("a change that is sent twice is made once, and reads the same", async (storage) => {
  const folio = await held(storage, request(1));
  const first = await storage.book.edit(edit(folio));
  assertEquals(await storage.book.edit(edit(folio)), first);
  assertEquals(first.kind, "changed");
  assertEquals((await storage.book.history(folio)).length, 2);
  const act = edit(folio, { version: 2, action: "reminded", changes: {} });
  const told = await storage.book.edit(act);
  assertEquals(await storage.book.edit(act), told);
  assertEquals(told.kind, "changed");
  const [, , last, ...more] = await storage.book.history(folio);
  assertEquals([last?.action, last?.before, last?.after, more], ["reminded", {}, {}, []]);
  // Somebody of the same name, in the same instant, who wants something else.
  const other = edit(folio, { action: "cancelled", changes: { status: "no_show" } });
  assertEquals((await storage.book.edit(other)).kind, "stale");
});

testStore("what breaks a rule of the table changes nothing", async (storage) => {
  const { book } = storage;
  const folio = await held(storage, request(1));
  const broken = [
    { partySize: 41 },
    { time: "21:00", name: "A" },
    { serviceDay: "2026-03-12" },
    { phone: null },
    { comments: "" },
    { note: "x".repeat(501) },
    { partySize: 5, status: "pending" as "confirmed" },
  ];
  for (const changes of broken) {
    await assertRejects(() => book.edit(edit(folio, { changes })), Error, "CONSTRAINT");
  }
  await assertRejects(() => book.edit(edit(folio, { actor: "" })), Error, "CONSTRAINT");
  assertEquals(await book.find([folio]), [seen(folio)]);
  assertEquals((await book.history(folio)).length, 1);
});

for (const fault of ["cut_before_answer", "cut_within_answer", "hold_answer", "swallow"] as const) {
  testOnServer(`a change whose answer is lost is made once: ${fault}`, async (database) => {
    await using far = await openFar(database);
    const { storage, near, proxy } = far;
    const folio = await held(near, request(1));
    let faults = 0;
    proxy.fault = (text) =>
      text.includes("UPDATE reservations") && faults++ === 0 ? fault : "relay";
    const outcome = await storage.book.edit(edit(folio));
    assertEquals(outcome.kind, "changed");
    assertEquals(faults >= 2, true);
    const history = await near.book.history(folio);
    assertEquals(history.map(({ action }) => action), ["created", "cancelled"]);
  });
}

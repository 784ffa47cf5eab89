import { assertEquals, assertRejects } from "@std/assert";
import { voidDoubts } from "../../src/storage/doubts.ts";
import { testOnEach } from "../support/databases.ts";
import { candidate, held, NOW, openTestStorage, rows } from "./_fixture.ts";
import { edit, seen, values } from "./_staff.ts";

const FOLIO = "R-0123ABCD";

testOnEach(
  "staff take a reservation, seen by them, without a telephone number too",
  async (database) => {
    await using storage = await openTestStorage(database);
    const { book } = storage;
    const said = { phone: null, note: "llamó ella misma", name: "Doña Íñiga", comments: "a\nb" };
    const taken = await book.take(values({ ...said, status: "arrived" }), "Lupe", FOLIO);
    const acknowledged = { by: "Lupe", at: NOW };
    const stands = seen(FOLIO, { ...said, source: "personal", acknowledged });
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
  },
);

testOnEach("staff take a reservation whatever switches and closures say", async (database) => {
  await using storage = await openTestStorage(database);
  await storage.switches.pause(null);
  await storage.closures.add({ kind: "day", day: "2026-03-14" }, "boda");
  assertEquals((await storage.book.take(values(), "Lupe", FOLIO))?.folio, FOLIO);
});

testOnEach("a form that is sent twice, or at once on two devices, makes one", async (database) => {
  await using one = await openTestStorage(database);
  await using other = await openTestStorage(database);
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
});

testOnEach(
  "a transaction that is sent twice takes one reservation and reads the same",
  async (database) => {
    await using storage = await openTestStorage(database);
    const first = await storage.book.take(values(), "Lupe", FOLIO);
    assertEquals(await storage.book.take(values(), "Lupe", FOLIO), first);
    assertEquals((await storage.book.history(FOLIO)).length, 1);
  },
);

testOnEach("a folio that is a guest's, or void, is not taken", async (database) => {
  await using storage = await openTestStorage(database);
  const { book } = storage;
  const guests = await held(storage, candidate(1));
  assertEquals(await book.take(values({ partySize: 9 }), "Lupe", guests), null);
  assertEquals(await book.find([guests]), [seen(guests)]);
  assertEquals((await book.history(guests)).length, 1);
  await voidDoubts(storage.database, [{ folio: FOLIO, at: NOW }], NOW);
  assertEquals(await book.take(values(), "Lupe", FOLIO), null);
  assertEquals(await book.find([FOLIO]), []);
});

testOnEach("what breaks a rule of the table is not taken", async (database) => {
  await using storage = await openTestStorage(database);
  const { book } = storage;
  for (const changes of [{ partySize: 41 }, { name: "A" }, { day: "2026-02-30" }, { note: "" }]) {
    await assertRejects(() => book.take(values(changes), "Lupe", FOLIO), Error, "CONSTRAINT");
  }
  await assertRejects(() => book.take(values(), "Lupe", "R-0123"), Error, "CONSTRAINT");
  await assertRejects(() => book.take(values(), "", FOLIO), Error, "CONSTRAINT");
  await assertRejects(() => book.take(values({ name: "A\ud800" }), "Lupe", FOLIO), TypeError);
  assertEquals(await rows(storage, "SELECT * FROM reservations"), []);
});

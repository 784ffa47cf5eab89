import { assert, assertEquals } from "@std/assert";
import type { Reservation } from "../../src/domain/reservation_record.ts";
import { testOnEach } from "../support/databases.ts";
import { candidate, clockAt, held, NOW, openTestStorage } from "./_fixture.ts";

const MINUTE = 60_000;
const reservation = (folio: string, changes: Partial<Reservation> = {}): Reservation => ({
  folio,
  day: "2026-03-14",
  time: "20:30",
  serviceDay: "2026-03-14",
  partySize: 4,
  name: "Ana 1",
  phone: "+529991000001",
  occasion: "general",
  comments: null,
  note: null,
  status: "confirmed",
  source: null,
  createdAt: NOW,
  version: 1,
  acknowledged: null,
  ...changes,
});

testOnEach("staff read a reservation as the guest made it", async (database) => {
  await using storage = await openTestStorage(database);
  const folio = await held(storage, candidate(1));
  assertEquals(await storage.book.onServiceDay("2026-03-14"), [reservation(folio)]);
  assertEquals(await storage.book.find(["R-00000000", folio]), [reservation(folio)]);
});

testOnEach(
  "a change is made to what was seen, and its history keeps what changed",
  async (database) => {
    const clock = clockAt();
    await using storage = await openTestStorage(database, { now: clock.now });
    const { book } = storage;
    const folio = await held(storage, candidate(1, { comments: "sin nuez" }));
    clock.advance(MINUTE);
    const outcome = await book.edit({
      folio,
      version: 1,
      action: "edited",
      changes: { partySize: 6, name: "Ana 1", comments: null, time: "21:00" },
      actor: "Lupe",
    });
    const seen = { by: "Lupe", at: NOW + MINUTE };
    const now = reservation(folio, { partySize: 6, time: "21:00", version: 2, acknowledged: seen });
    assertEquals(outcome, { kind: "changed", reservation: now });
    assertEquals(await book.find([folio]), [now]);
    const [created, edited] = await book.history(folio);
    assertEquals(created?.action, "created");
    assertEquals(edited, {
      version: 2,
      at: NOW + MINUTE,
      actor: "Lupe",
      action: "edited",
      before: { time: "20:30", partySize: 4, comments: "sin nuez" },
      after: { time: "21:00", partySize: 6, comments: null },
    });
  },
);

testOnEach("who changes what has changed meanwhile is told what was done", async (database) => {
  await using storage = await openTestStorage(database);
  const { book } = storage;
  const folio = await held(storage, candidate(1));
  const cancel = {
    folio,
    version: 1,
    action: "cancelled",
    changes: { status: "cancelled" },
    actor: "Lupe",
  } as const;
  await book.edit(cancel);
  const outcome = await book.edit({
    folio,
    version: 1,
    action: "arrived",
    changes: { status: "arrived" },
    actor: "Beto",
  });
  assert(outcome.kind === "stale");
  assertEquals(outcome.reservation.status, "cancelled");
  assertEquals(outcome.since.map(({ actor, action }) => `${actor} ${action}`), ["Lupe cancelled"]);
  assertEquals(await book.edit({ ...cancel, folio: "R-00000000" }), { kind: "missing" });
});

testOnEach("staff take a reservation without a telephone number, once a form", async (database) => {
  await using storage = await openTestStorage(database);
  const { book } = storage;
  const { folio: _f, source: _s, createdAt: _c, version: _v, acknowledged: _a, ...values } =
    reservation("", { phone: null });
  const folio = "R-0123ABCD";
  const taken = reservation(folio, {
    phone: null,
    source: "personal",
    acknowledged: { by: "Lupe", at: NOW },
  });
  assertEquals(await book.take(values, "Lupe", folio), taken);
  assertEquals(await book.take({ ...values, partySize: 9 }, "Beto", folio), taken);
  const guests = await held(storage, candidate(1));
  assertEquals(await book.take(values, "Lupe", guests), null);
  assertEquals((await book.onServiceDay("2026-03-14")).length, 2);
  assertEquals((await book.history(folio)).map(({ actor, action }) => `${actor} ${action}`), [
    "Lupe taken",
  ]);
});

testOnEach("the feed tells what was made, changed, acknowledged and gone", async (database) => {
  await using storage = await openTestStorage(database);
  const { book, feed } = storage;
  const start = await feed.last();
  let calls = 0;
  const leave = feed.subscribe(() => calls++);
  const folio = await held(storage, candidate(1));
  await book.acknowledge([folio], "Lupe");
  while (calls === 0 || await feed.last() < start + 2) await new Promise((r) => setTimeout(r, 5));
  leave();
  assertEquals(await feed.since(start), { last: start + 2, folios: [folio] });
  assertEquals(await storage.erasure.count("+529991000001", "2026-03-14"), {
    past: 0,
    upcoming: 1,
  });
  assertEquals(
    await storage.erasure.erase("+529991000001", {
      today: "2026-03-14",
      upcoming: true,
      actor: "Lupe",
    }),
    1,
  );
  assertEquals(await book.find([folio]), []);
  assertEquals((await book.search("ána", "2026-03-14", 10)).length, 0);
});

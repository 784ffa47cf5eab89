import { resume } from "../../support/taking_back.ts";
import { assertEquals } from "@std/assert";
import type {
  ReservationRequest,
  ReservationValues,
} from "../../../src/domain/reservation/reservation.ts";
import { type AttemptOutcome, decide, hold, settle } from "../../../src/storage/book/attempts.ts";
import { voidDoubts } from "../../../src/storage/book/doubts.ts";
import { testOnEach } from "../../support/databases.ts";
import {
  cancel,
  folios,
  held,
  NOW,
  openTestStorage,
  request,
  rows,
  setStatus,
  testByClock,
  testStore,
  values,
} from "../_fixture.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const KEY = { idempotencyKey: "key-1" };
const OTHER_HASH = "f".repeat(64);

testStore("guests who arrived, or did not, keep their reservation for retries", async (storage) => {
  for (const [n, status] of ["arrived", "no_show"].entries()) {
    const folio = await held(storage, request(n));
    await setStatus(storage, folio, status);
    const again = { kind: "replayed" as const, folio, createdAt: NOW, repeated: true };
    assertEquals(await storage.reservations.reserve(request(n)), again);
  }
});

testOnEach(
  "of alike requests at once through two instances one is held, whatever their keys, and other names are refused",
  async (database) => {
    await using one = await openTestStorage(database);
    await using other = await openTestStorage(database);
    const names = ["Ana Pech", "ANA", "Doña Ana Pech", "Ána", "Eva Uc", "Luz Uc"];
    const outcomes = await Promise.all(names.map((name, n) => {
      const { reservations } = n % 2 === 0 ? one : other;
      return reservations.reserve(request(1, { name, idempotencyKey: `key-${n}` }));
    }));
    const [folio, ...more] = await folios(one);
    assertEquals(more, []);
    const first = outcomes.findIndex(({ kind }) => kind === "held");
    for (const [n, outcome] of outcomes.entries()) {
      if (n === first) continue;
      // Each of the first four holds all words of the next shorter one.
      assertEquals(outcome.kind, first < 4 && n < 4 ? "replayed" : "alike");
      if (outcome.kind === "replayed") assertEquals(outcome.folio, folio);
    }
  },
);

/** What follows a table of Ana Pech for the evening of the 14th, and whether it is a second one. */
const SECONDS: readonly (readonly [what: string, changes: Partial<ReservationRequest>, boolean])[] =
  [
    ["another hour", { time: "21:00" }, true],
    ["past midnight", { day: "2026-03-15", time: "00:30" }, true],
    ["a part of the name", { partySize: 6, name: "ANA" }, true],
    ["another name", { partySize: 6, name: "Eva Uc" }, false],
    ["another phone", { partySize: 6, phone: "+529990000000" }, false],
    ["another evening", { day: "2026-03-13", serviceDay: "2026-03-13" }, false],
  ];

testByClock(
  "a second table of a phone is known as one for 10 minutes, and only when it is held",
  async (storage, clock) => {
    const { reservations, database } = storage;
    const isSecond = async (n: number, changes: Partial<ReservationRequest>) => {
      const alike = n.toString(16).padStart(64, "a");
      const other = { name: "Ana Pech", alike, ...changes };
      const outcome = await reservations.reserve(request(1, other));
      return "isSecond" in outcome ? outcome.isSecond : outcome.kind;
    };
    for (const [n, [what, changes, expected]] of SECONDS.entries()) {
      clock.run(10 * MINUTE);
      await held(storage, request(1, { name: "Ana Pech" }));
      assertEquals(await isSecond(n, changes), expected, what);
      assertEquals(await isSecond(n, changes), "replayed", what);
    }
    clock.run(10 * MINUTE);
    await cancel(storage, await held(storage, request(1)));
    assertEquals(await isSecond(19, {}), false, "beside a cancelled one");
    clock.run(10 * MINUTE);
    assertEquals(await isSecond(20, {}), false, "after 10 minutes");
    clock.run(10 * MINUTE);
    const taken = await storage.book.take(values({ name: "Ana Pech" }), "Lupe", "R-00000000");
    assertEquals(taken!.phone, request(1).phone);
    assertEquals(await isSecond(21, {}), false, "beside one that staff took");
    const attempts = [30, 31].map((n) => ({
      folio: `R-000000${n}`,
      at: clock.now() + 10 * MINUTE,
      request: request(1, { alike: n.toString(16).padStart(64, "b") }),
    }));
    const of = (outcomes: readonly (AttemptOutcome | null)[]) =>
      outcomes.map((outcome) => outcome && "isSecond" in outcome && outcome.isSecond);
    assertEquals(of(await hold(database, attempts, clock.now())), [false, true], "in one commit");
    assertEquals(of(await decide(database, attempts, clock.now())), [false, true]);
    assertEquals(of(await settle(database, attempts, clock.now())), [false, false], "read later");
  },
);

testStore("a refused request leaves no key behind", async (storage) => {
  await storage.switches.pause(null);
  assertEquals(await storage.reservations.reserve(request(1, KEY)), { kind: "paused" });
  assertEquals(await rows(storage, "SELECT * FROM idempotency_keys"), []);
  await resume(storage.closures);
  await held(storage, request(1, { ...KEY, alike: OTHER_HASH }));
});

testByClock("what a key has made is found without a phone for 24 hours", async (storage, clock) => {
  const { findMade } = storage.reservations;
  assertEquals(await findMade("key-1"), null);
  const asked = request(1, KEY);
  const folio = await held(storage, asked);
  const { phone, day, time, partySize } = asked;
  const edited = { time: "14:00", partySize: 9, phone: "+529990000009" };
  const edit = { folio, version: 1, action: "edited", actor: "Ana" } as const;
  await storage.book.edit({ ...edit, changes: edited });
  await storage.book.edit({ ...edit, version: 2, changes: { time: "15:00" } });
  const made = (stands: boolean) => ({ folio, phone, day, time, partySize, stands });
  const found = async () => {
    const made = await findMade("key-1");
    if (made === null || "kind" in made) return made;
    const { folio, phone, day, time, partySize, stands } = made;
    return { folio, phone, day, time, partySize, stands };
  };
  assertEquals(await found(), made(true));
  await cancel(storage, folio);
  assertEquals(await found(), made(false));
  clock.run(24 * HOUR);
  assertEquals(await findMade("key-1"), null);
});

testStore(
  "a table that its guest was told of is not voided afterwards, a void one never told of",
  async (storage) => {
    const { reservations, database } = storage;
    const [kept, lost] = [await held(storage, request(1)), await held(storage, request(2))];
    assertEquals(await reservations.findOwn(request(1)), true);
    await voidDoubts(database, [kept, lost].map((folio) => ({ folio, at: NOW })), NOW);
    assertEquals(await folios(storage), [kept]);
    assertEquals(await reservations.findOwn(request(2)), false);
  },
);

testStore("what was asked is read while the table stands as it was asked for", async (storage) => {
  const { reservations: { findAsked }, book } = storage;
  const asked = request(1, { comments: "Sin nuez", occasion: "cumpleanos" });
  const folio = await held(storage, asked);
  const { day, time, serviceDay, partySize, status } = values();
  const first = { name: asked.name, comments: "Sin nuez", occasion: "cumpleanos" } as const;
  const steps: readonly (readonly [Partial<ReservationValues>, boolean])[] = [
    [{ name: "Eva Uc", comments: null, occasion: "general", note: "VIP", table: "4" }, true],
    [{ time: "21:00" }, false],
    [{ time, status: "arrived", arrived: `${day}T${time}` }, true],
    [{ partySize: 5 }, false],
    [{ partySize, day: "2026-03-15", serviceDay: "2026-03-15" }, false],
    [{ day, serviceDay, status: "no_show", arrived: null }, false],
    [{ status }, true],
    [{ status: "cancelled" }, false],
  ];
  for (const [nth, [changes, stands]] of steps.entries()) {
    const act = { folio, version: nth + 1, action: "edited", actor: "Lupe" } as const;
    await book.edit({ ...act, changes });
    const found = await findAsked(folio);
    const { name, comments, occasion } = { ...found } as Partial<ReservationValues>;
    assertEquals(found && { name, comments, occasion }, stands ? first : null, String(nth));
  }
  assertEquals(await findAsked("R-00000000"), null);
});

testOnEach(
  "without its database, the store says that it cannot tell what is asked",
  async (database) => {
    const storage = await openTestStorage(database);
    const folio = await held(storage, request(1));
    await storage.close();
    const { findAsked, findOwn, findMade } = storage.reservations;
    const answers = [await findAsked(folio), await findOwn(request(1)), await findMade("key-1")];
    assertEquals(answers, Array(3).fill({ kind: "unavailable" }));
  },
);

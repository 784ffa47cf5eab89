import { assertEquals, assertNotEquals } from "@std/assert";
import { testOnEach } from "../support/databases.ts";
import {
  cancel,
  folios,
  held,
  openTestStorage,
  request,
  rows,
  setStatus,
  testByClock,
  testStore,
  testTwoStores,
} from "./_fixture.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Recognised by the key that made it. */
const replayed = (folio: string) => ({ kind: "replayed" as const, folio, repeated: false });
/** Recognised by what was asked for. */
const repeated = (folio: string) => ({ kind: "replayed" as const, folio, repeated: true });
const KEY = { idempotencyKey: "key-1" };
const OTHER_HASH = "f".repeat(64);

testByClock(
  "an equal body without a key is the same request for 10 minutes",
  async (storage, clock) => {
    const first = await held(storage, request(1));
    clock.advance(10 * MINUTE - 1);
    assertEquals(await storage.reservations.reserve(request(1)), repeated(first));
    assertEquals(await storage.reservations.findReplay(request(1)), repeated(first));
    assertEquals(await folios(storage), [first]);
  },
);

testByClock(
  "10 minutes count from the first request, not from its last retry",
  async (storage, clock) => {
    const first = await held(storage, request(1));
    clock.advance(9 * MINUTE);
    await storage.reservations.reserve(request(1));
    clock.advance(MINUTE);
    assertEquals(await storage.reservations.findReplay(request(1)), null);
    assertNotEquals(await held(storage, request(1)), first);
  },
);

testStore("a header-free retry after a cancellation books afresh", async (storage) => {
  const first = await held(storage, request(1));
  await cancel(storage, first);
  assertEquals(await storage.reservations.findReplay(request(1)), null);
  const second = await held(storage, request(1));
  assertNotEquals(second, first);
  assertEquals(await storage.reservations.reserve(request(1)), repeated(second));
});

testStore("another phone or another body without a key is another reservation", async (storage) => {
  await held(storage, request(1));
  await held(storage, request(1, { phone: "+5219990000000" }));
  await held(storage, request(1, { alike: OTHER_HASH }));
  assertEquals((await folios(storage)).length, 3);
});

testByClock(
  "a key and an equal body give the first answer again for 24 hours",
  async (storage, clock) => {
    const first = await held(storage, request(1, KEY));
    clock.advance(24 * HOUR - 1);
    assertEquals(await storage.reservations.reserve(request(1, KEY)), replayed(first));
    assertEquals(await storage.reservations.findReplay(request(1, KEY)), replayed(first));
    clock.advance(1);
    assertEquals(await storage.reservations.findReplay(request(1, KEY)), null);
    assertNotEquals(await held(storage, request(1, KEY)), first);
  },
);

testStore("a key with another body is refused and makes nothing", async (storage) => {
  const first = await held(storage, request(1, KEY));
  const other = request(1, { ...KEY, alike: OTHER_HASH });
  assertEquals(await storage.reservations.reserve(other), { kind: "key_reused" });
  assertEquals(await storage.reservations.findReplay(other), { kind: "key_reused" });
  assertEquals(await folios(storage), [first]);
});

testStore("a key whose reservation was cancelled is refused", async (storage) => {
  const first = await held(storage, request(1, KEY));
  await cancel(storage, first);
  assertEquals(await storage.reservations.reserve(request(1, KEY)), { kind: "key_reused" });
  assertEquals(await storage.reservations.findReplay(request(1, KEY)), { kind: "key_reused" });
  assertEquals(await folios(storage), [first]);
});

testStore("guests who arrived, or did not, keep their reservation for retries", async (storage) => {
  for (const [n, status] of ["arrived", "no_show"].entries()) {
    const folio = await held(storage, request(n));
    await setStatus(storage, folio, status);
    assertEquals(await storage.reservations.reserve(request(n)), repeated(folio));
  }
});

testStore("the same key from another phone is another key", async (storage) => {
  await held(storage, request(1, KEY));
  await held(storage, request(2, KEY));
  assertEquals((await folios(storage)).length, 2);
});

testStore("of equal requests at once one is held, the others are replays", async (storage) => {
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () => storage.reservations.reserve(request(1, KEY))),
  );
  assertEquals(outcomes.map(({ kind }) => kind), ["held", ...Array(7).fill("replayed")]);
  assertEquals((await folios(storage)).length, 1);
});

testTwoStores(
  "of equal requests on two instances one is held, one its replay",
  async (one, other) => {
    const outcomes = await Promise.all(
      [one, other].map(({ reservations }) => reservations.reserve(request(1))),
    );
    assertEquals(outcomes.map(({ kind }) => kind).sort(), ["held", "replayed"]);
    assertEquals((await folios(one)).length, 1);
  },
);

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

testStore("a look-up of a replay waits for the equal request under way", async (storage) => {
  const first = held(storage, request(1));
  const replay = await storage.reservations.findReplay(request(1));
  assertEquals(replay, repeated(await first));
});

testStore("replays and reused keys are answered before a pause or a closure", async (storage) => {
  const first = await held(storage, request(1, KEY));
  const other = request(1, { ...KEY, alike: OTHER_HASH });
  await storage.closures.add({ kind: "day", day: "2026-03-14" }, "");
  assertEquals(await storage.reservations.reserve(request(2)), { kind: "closed" });
  await storage.switches.pause(null);
  assertEquals(await storage.reservations.reserve(request(1, KEY)), replayed(first));
  assertEquals(await storage.reservations.reserve(other), { kind: "key_reused" });
  assertEquals(await storage.reservations.reserve(request(2)), { kind: "paused" });
});

testStore("a refused request leaves no key behind", async (storage) => {
  await storage.switches.pause(null);
  assertEquals(await storage.reservations.reserve(request(1, KEY)), { kind: "paused" });
  assertEquals(await rows(storage, "SELECT * FROM idempotency_keys"), []);
  await storage.switches.resume();
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
    const { folio, phone, day, time, partySize, stands } = (await findMade("key-1"))!;
    return { folio, phone, day, time, partySize, stands };
  };
  assertEquals(await found(), made(true));
  await cancel(storage, folio);
  assertEquals(await found(), made(false));
  clock.advance(24 * HOUR);
  assertEquals(await findMade("key-1"), null);
});

import { assertEquals } from "@std/assert";
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
} from "./_fixture.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Recognised by the key that made it. */
const replayed = (folio: string) => ({ kind: "replayed" as const, folio, repeated: false });
/** Recognised by what was asked for. */
const repeated = (folio: string) => ({ kind: "replayed" as const, folio, repeated: true });
const KEY = { idempotencyKey: "key-1" };
const OTHER_HASH = "f".repeat(64);

testStore("guests who arrived, or did not, keep their reservation for retries", async (storage) => {
  for (const [n, status] of ["arrived", "no_show"].entries()) {
    const folio = await held(storage, request(n));
    await setStatus(storage, folio, status);
    assertEquals(await storage.reservations.reserve(request(n)), repeated(folio));
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

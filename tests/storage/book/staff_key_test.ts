import { assert, assertEquals, assertNotEquals } from "@std/assert";
import type { StaffSeals } from "../../../src/ports/staff.ts";
import { outdated } from "../../../src/storage/book/tidying.ts";
import { testOnEach } from "../../support/databases.ts";
import {
  eventually,
  machineAt,
  openTestStorage,
  type TestStorage,
  testStore,
} from "../_fixture.ts";

const KEY = "ABCD-EFGH-JKMN-PQRS-TVWX-YZ01-2345";
const OTHER = "BCDE-FGHJ-KMNP-QRST-VWXY-Z012-3456";

/** Distinguishes keys by what they seal. */
function fingerprint({ generation, sessions }: StaffSeals) {
  return { generation, sessions: sessions.seal("", "session") };
}

testOnEach("the first key stays, and a second one is refused", async (database) => {
  await using one = await openTestStorage(database);
  await using two = await openTestStorage(database);
  assert(!await one.staffKey.exists());
  const made = await Promise.all([one.staffKey.setFirst(KEY), two.staffKey.setFirst(OTHER)]);
  assertEquals(made.filter(Boolean).length, 1);
  const [key, other] = made[0] ? [KEY, OTHER] : [OTHER, KEY];
  for (const { staffKey } of [one, two]) {
    assert(await staffKey.exists());
    assert(await staffKey.isKey(key));
    assert(!await staffKey.isKey(other));
  }
});

testStore("nothing but the key opens", async (storage) => {
  await storage.staffKey.setFirst(KEY);
  assert(await storage.staffKey.isKey(` ${KEY}\n`), "blanks around it are not part of it");
  const others = [
    "",
    KEY.slice(0, -1),
    `${KEY}x`,
    OTHER,
    "la llave del comedor",
    "x".repeat(65_536),
    "\ud800".repeat(20),
  ];
  for (const other of others) assert(!await storage.staffKey.isKey(other), other.slice(0, 30));
});

testStore("a new key is a new generation, which seals otherwise", async ({ staffKey }) => {
  await staffKey.setFirst(KEY);
  const before = fingerprint(await staffKey.seals());
  await staffKey.replace(KEY);
  const after = fingerprint(await staffKey.seals());
  assertEquals(after.generation, before.generation + 1);
  assertNotEquals(after.sessions, before.sessions);
});

testStore("the database holds no key, and no two hashes of it alike", async (storage) => {
  const stored = async () => {
    const rows = await storage.database.read({ sql: "SELECT value FROM settings" });
    return JSON.stringify(rows);
  };
  await storage.staffKey.setFirst(KEY);
  const first = await stored();
  await storage.staffKey.replace(KEY);
  const second = await stored();
  for (const text of [first, second]) assert(!text.includes(KEY) && text.includes("hash"), text);
  const hash = (text: string) => /hash\\*":\\*"([^"\\]+)/.exec(text)?.[1];
  assertNotEquals(hash(first), undefined);
  assertNotEquals(hash(first), hash(second));
});

testOnEach("while the database is away the last seals hold", async (database) => {
  const storage = await openTestStorage(database);
  await storage.staffKey.setFirst(KEY);
  const before = fingerprint(await storage.staffKey.seals());
  await storage.close();
  assertEquals(fingerprint(await storage.staffKey.seals()), before);
});

testOnEach(
  "a session that was ended is so on every instance, until it expires",
  async (database) => {
    const clock = machineAt();
    await using one = await openTestStorage(database, { now: clock.now });
    await using two = await openTestStorage(database, { now: clock.now });
    await one.staffKey.setFirst(KEY);
    await two.staffKey.seals();
    for (const n of [1, 1, 2]) await one.staffKey.endSession(`1.${n}.a`, clock.now() + n * 5_000);
    assertEquals(
      [...(await one.staffKey.seals()).ended],
      ["1.1.a", "1.2.a"],
      "at once where it was ended",
    );
    const ended = async (storage: TestStorage) => [...(await storage.staffKey.seals()).ended];
    await eventually(async () => (await ended(two)).length === 2);
    clock.run(6_000);
    await one.database.write(outdated(clock.now()));
    for (const storage of [one, two]) {
      await eventually(async () => (await ended(storage)).join() === "1.2.a");
    }
  },
);

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import type { StaffSeals } from "../../../src/ports/staff.ts";
import { testOnEach } from "../../support/databases.ts";
import { openTestStorage, testStore } from "../_fixture.ts";

const KEY = "ABCD-EFGH-JKMN-PQRS-TVWX-YZ01-2345";
const OTHER = "BCDE-FGHJ-KMNP-QRST-VWXY-Z012-3456";

/** Distinguishes keys by what they seal. */
function fingerprint({ generation, sessions }: StaffSeals) {
  return { generation, sessions: sessions.seal("", "session") };
}

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

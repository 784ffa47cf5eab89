import { assert, assertEquals, assertNotEquals } from "@std/assert";
import type { Store } from "../../../src/storage/store.ts";
import { testOnEach } from "../../support/databases.ts";
import { openTestStorage, testStore, testTwoStores } from "../_fixture.ts";

const KEY = "ABCD-EFGH-JKMN-PQRS-TVWX-YZ01-2345";
const OWNERS = "CDEF-GHJK-MNPQ-RSTV-WXYZ-0123-4567";
const OTHER = "BCDE-FGHJ-KMNP-QRST-VWXY-Z012-3456";

const generations = async ({ staffKey }: Pick<Store, "staffKey">) => {
  const { owner, host } = (await staffKey.seals()).keys;
  return [owner?.generation, host?.generation];
};

testStore("nothing but a key opens, each for its role", async ({ staffKey }) => {
  await staffKey.setFirst(KEY);
  assertEquals(await staffKey.roleOf(` ${KEY}\n`), "owner", "blanks around it are not part of it");
  const others = [
    "",
    KEY.slice(0, -1),
    `${KEY}x`,
    OTHER,
    "la llave del comedor",
    "x".repeat(65_536),
    "\ud800".repeat(20),
  ];
  for (const other of others) assertEquals(await staffKey.roleOf(other), null, other.slice(0, 30));
  await staffKey.set("host", OTHER);
  assertEquals([await staffKey.roleOf(KEY), await staffKey.roleOf(OTHER)], ["owner", "host"]);
});

testStore(
  "a new key begins a generation of its role alone; replacing takes the host's away",
  async (storage) => {
    const { staffKey } = storage;
    await staffKey.setFirst(KEY);
    const first = await generations(storage);
    assertEquals([typeof first[0], first[1]], ["string", undefined]);
    await staffKey.set("host", OTHER);
    const second = await generations(storage);
    assertEquals(second[0], first[0]);
    await staffKey.set("host", OTHER);
    const third = await generations(storage);
    assertEquals(third[0], first[0]);
    assertNotEquals(third[1], second[1]);
    await staffKey.replace(KEY);
    const last = await generations(storage);
    assertNotEquals(last[0], first[0]);
    assertNotEquals(last[1], third[1]);
    assertEquals([await staffKey.roleOf(KEY), await staffKey.roleOf(OTHER)], ["owner", null]);
  },
);

testTwoStores("of two instances that replace one key at once, one does", async (one, other) => {
  await one.staffKey.setFirst(OWNERS);
  for (const keys of [[KEY, OTHER], [OTHER, KEY]] as const) {
    const [, over = ""] = await generations(one);
    const set = await Promise.all([
      one.staffKey.set("host", keys[0], over),
      other.staffKey.set("host", keys[1], over),
    ]);
    assertEquals(set.filter(Boolean).length, 1);
    await Promise.all([one.poll.refresh(), other.poll.refresh()]);
    for (const { staffKey } of [one, other]) {
      assertEquals(await staffKey.roleOf(keys[set.indexOf(true)]!), "host");
    }
  }
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

testOnEach("while the database is away the last keys and seals hold", async (database) => {
  const storage = await openTestStorage(database);
  await storage.staffKey.setFirst(KEY);
  const before = await generations(storage);
  await storage.close();
  assertEquals(await generations(storage), before);
});

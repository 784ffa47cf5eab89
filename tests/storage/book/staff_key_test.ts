import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { testOnEach } from "../../support/databases.ts";
import { openTestStorage, testStore } from "../_fixture.ts";

const KEY = "ABCD-EFGH-JKMN-PQRS-TVWX-YZ01-2345";

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
  const sealed = async () => (await storage.staffKey.seals()).sessions.seal("", "session");
  const before = await sealed();
  await storage.close();
  assertEquals(await sealed(), before);
});

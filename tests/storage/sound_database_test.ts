import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "node:path";

import { UNSWITCHED } from "../../src/domain/schedule/switches.ts";
import { databases } from "../support/databases.ts";
import { candidate, openTestStorage } from "./_fixture.ts";

const PAGE_BYTES = 4_096;
const FILE = databases.find(({ kind }) => kind === "file")!;

Deno.test("whichever of its pages is damaged, also where the start does not look, a file takes no reservation", async () => {
  await using database = await FILE.open();
  {
    await using storage = await openTestStorage(database);
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => storage.reservations.reserve(candidate(n))),
    );
  }
  const sound = await Deno.readFile(database.url.slice("file:".length));
  for (let from = 0; from < sound.length; from += PAGE_BYTES) {
    const folder = await Deno.makeTempDir();
    const damaged = join(folder, "damaged.db");
    await Deno.writeFile(damaged, sound.slice().fill(7, from, from + PAGE_BYTES));
    {
      await using storage = await openTestStorage({ url: `file:${damaged}`, dataDir: folder });
      assertStringIncludes(storage.damage!.message, "Restore it from a backup");
      assertEquals(await storage.reservations.reserve(candidate(1)), { kind: "unavailable" });
      assertEquals(storage.house.current(), UNSWITCHED);
    }
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a missing file beside copies of it is not replaced by an empty one", async () => {
  await using database = await FILE.open();
  const path = database.url.slice("file:".length);
  const copies = join(path, "../backups");
  await Deno.mkdir(copies);
  await Deno.writeTextFile(join(copies, "sobremesa-2026-03-14.db"), "");
  {
    await using storage = await openTestStorage(database);
    assertStringIncludes(storage.damage!.message, "sobremesa-2026-03-14.db");
  }
  await assertRejects(() => Deno.stat(path), Deno.errors.NotFound);
});

Deno.test("a large file is checked whole after an end that was not orderly", async () => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "a.db");
  const options = { url: `file:${path}`, dataDir: folder };
  {
    await using storage = await openTestStorage(options);
    await storage.database.write([{ sql: "CREATE TABLE filler (bytes BLOB) STRICT" }]);
    await storage.database.write([{ sql: "INSERT INTO filler VALUES (zeroblob(66000000))" }]);
  }
  using file = await Deno.open(path, { write: true });
  await file.seek(60 * 1_000 * PAGE_BYTES / 4, Deno.SeekMode.Start);
  await file.write(new Uint8Array(PAGE_BYTES).fill(7));
  {
    await using storage = await openTestStorage(options);
    assertEquals(storage.damage, null, "an orderly start does not wait for it");
  }
  await Deno.writeTextFile(`${path}-wal`, "what a killed process leaves");
  {
    await using storage = await openTestStorage(options);
    assertStringIncludes(storage.damage!.message, "is damaged");
  }
  await Deno.remove(folder, { recursive: true });
});

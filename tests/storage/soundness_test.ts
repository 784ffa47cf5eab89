import { assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { DatabaseUnusable } from "../../src/storage/database_error.ts";
import { databases } from "../support/databases.ts";
import { candidate, openTestStorage } from "./_fixture.ts";

const PAGE_BYTES = 4_096;

Deno.test("a file is refused whichever of its pages is damaged, also where the start does not look", async () => {
  await using database = await databases.find(({ kind }) => kind === "file")!.open();
  {
    await using storage = await openTestStorage(database);
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => storage.reservations.reserve(candidate(n))),
    );
  }
  const path = database.url.slice("file:".length);
  const sound = await Deno.readFile(path);
  for (let from = PAGE_BYTES; from < sound.length; from += PAGE_BYTES) {
    const folder = await Deno.makeTempDir();
    const damaged = join(folder, "damaged.db");
    await Deno.writeFile(damaged, sound.slice().fill(7, from, from + PAGE_BYTES));
    const error = await assertRejects(
      () => openTestStorage({ url: `file:${damaged}`, dataDir: folder }),
      DatabaseUnusable,
    );
    assertStringIncludes(error.message, "Restore it from a backup");
    await Deno.remove(folder, { recursive: true });
  }
});

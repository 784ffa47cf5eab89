import { join } from "node:path";
import { assertEquals, assertRejects } from "@std/assert";
import { openFile } from "../../src/storage/file_database.ts";

for (const way of ["removed", "replaced"] as const) {
  Deno.test(`nothing is written to a file that has been ${way}, and once it is back it is used again`, async () => {
    const folder = await Deno.makeTempDir();
    const path = join(folder, "a.db");
    const aside = join(folder, "aside.db");
    const insert = (name: string) => [{ sql: "INSERT INTO guests VALUES (?)", args: [name] }];
    const all = { sql: "SELECT name FROM guests ORDER BY name" };
    const database = await openFile(`file:${path}`);
    try {
      await database.write([{ sql: "CREATE TABLE guests (name TEXT) STRICT" }]);
      await database.write(insert("before"));
      await Deno.rename(path, aside);
      if (way === "replaced") await Deno.copyFile(aside, path);
      for (let round = 0; round < 2; round++) {
        await assertRejects(() => database.write(insert("meanwhile")), Error, `has been ${way}`);
        await assertRejects(() => database.read(all), Error, `has been ${way}`);
      }
      if (way === "removed") await assertRejects(() => Deno.stat(path), Deno.errors.NotFound);
      await Deno.rename(aside, path);
      await database.write(insert("after"));
      const rows = await database.read(all);
      assertEquals(rows.map(({ name }) => name), ["after", "before"]);
    } finally {
      await database.close();
      await Deno.remove(folder, { recursive: true });
    }
  });
}

import { join } from "node:path";
import { assertEquals } from "@std/assert";
import { openFile } from "../../src/storage/file_database.ts";

Deno.test("what is written while the database moves to its thread is there, each row once, and stays locked against others", async () => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "a.db");
  const database = await openFile(`file:${path}`);
  await database.write([{ sql: "CREATE TABLE guests (n INTEGER NOT NULL) STRICT" }]);
  // The database moves after a quarter of a second.
  const end = performance.now() + 600;
  let n = 0;
  while (performance.now() < end) {
    const waiting = Array.from(
      { length: 8 },
      () => database.write([{ sql: "INSERT INTO guests VALUES (?)", args: [n++] }]),
    );
    await Promise.all(waiting);
  }
  const [row] = await database.read({
    sql: "SELECT count(*) AS rows, count(DISTINCT n) AS guests FROM guests",
  });
  assertEquals({ ...row }, { rows: n, guests: n });
  // Another process that found no lock on the log's index would begin it anew, and take the log away when it closes.
  const outside = await new Deno.Command("sqlite3", {
    args: [path, "INSERT INTO guests VALUES (-1); SELECT count(*) FROM guests;"],
  }).output();
  assertEquals(new TextDecoder().decode(outside.stdout).trim(), String(n + 1));
  assertEquals((await Deno.stat(`${path}-wal`)).isFile, true);
  await database.write([{ sql: "INSERT INTO guests VALUES (-2)" }]);
  await database.close();
  assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["a.db"]);
  await Deno.remove(folder, { recursive: true });
});

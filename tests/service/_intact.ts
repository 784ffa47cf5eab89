/** SQLite's own integrity checks of a database file. */
import { createClient } from "@libsql/client";
import { join } from "node:path";
import { assertEquals } from "@std/assert";

/** Fails unless the database in `dataDir` is intact, including its indexes. Opening it recovers it first. */
export async function assertIntact(dataDir: string): Promise<void> {
  const client = createClient({ url: `file:${join(dataDir, "sobremesa.db")}` });
  try {
    const { rows } = await client.execute("PRAGMA integrity_check");
    assertEquals(rows.map((row) => row.integrity_check), ["ok"]);
    assertEquals((await client.execute("PRAGMA foreign_key_check")).rows.length, 0);
  } finally {
    client.close();
  }
}

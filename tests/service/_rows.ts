/** The database's rows, read by a separate client and compared with guests' answers; SQLite's own check of its file. */
import { createClient } from "@libsql/client";
import { join } from "node:path";
import { assertEquals } from "@std/assert";
import { ignoreMissing } from "../../src/storage/database/database_files.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { type Answers, guestOf } from "./_guests.ts";

/** Folios by the number of their guest. */
export type Rows = ReadonlyMap<number, string>;

/**
 * The reservations in the database at `url`.
 * @throws {Error} if a guest has two
 */
export async function rowsAt(url: string): Promise<Rows> {
  const client = createClient({ url });
  try {
    const { rows } = await client.execute("SELECT folio, phone FROM reservations");
    const byGuest = new Map(rows.map(({ folio, phone }) => [guestOf(`${phone}`), `${folio}`]));
    if (byGuest.size < rows.length) throw new Error("a guest has two reservations");
    return byGuest;
  } finally {
    client.close();
  }
}

/**
 * The reservations in the file in `dataDir`, read from a copy: reading it in place would recover it, which is the
 * service's task.
 */
export async function rowsInFile(dataDir: string): Promise<Rows> {
  await using copy = await tempFolder();
  for (const name of ["sobremesa.db", "sobremesa.db-wal"]) {
    await Deno.copyFile(join(dataDir, name), join(copy.path, name)).catch(ignoreMissing);
  }
  return await rowsAt(`file:${join(copy.path, "sobremesa.db")}`);
}

/**
 * Fails unless every confirmed folio is a row, no refused guest has a row, and every other row belongs to a guest
 * without an answer.
 * @returns those other rows
 */
export function compare(rows: Rows, answers: Answers): Rows {
  const lost = [...answers.held].filter(([n, folio]) => rows.get(n) !== folio);
  assertEquals(lost, [], "confirmed folios without a row");
  const others = [...rows].filter(([n]) => !answers.held.has(n));
  const phantoms = others.filter(([n]) => !answers.unanswered.has(n));
  assertEquals(phantoms, [], "rows of guests who were refused, or sent no request");
  return new Map(others);
}

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

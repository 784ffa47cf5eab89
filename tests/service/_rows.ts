/** What is in the database, read by a client of the test's own, and compared with what guests were told. */
import { createClient } from "@libsql/client";
import { join } from "node:path";
import { assertEquals } from "@std/assert";
import { type Answers, guestOf } from "./_guests.ts";

/** Folios by the number of the guest whose they are. */
export type Rows = ReadonlyMap<number, string>;

/**
 * The reservations in the database at `url`.
 * @throws {Error} where a guest has two
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
 * The reservations in the file below `dataDir`, read from a copy: reading it in place would do the recovering that is the
 * service's to do.
 */
export async function rowsInFile(dataDir: string): Promise<Rows> {
  const copy = await Deno.makeTempDir();
  try {
    for (const name of ["sobremesa.db", "sobremesa.db-wal"]) {
      await Deno.copyFile(join(dataDir, name), join(copy, name)).catch((error) => {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      });
    }
    return await rowsAt(`file:${join(copy, "sobremesa.db")}`);
  } finally {
    await Deno.remove(copy, { recursive: true });
  }
}

/**
 * Fails unless every folio that was told is a row, no refused guest has one, and every other row belongs to a guest who
 * got no answer.
 * @returns those other rows
 */
export function compare(rows: Rows, answers: Answers): Rows {
  const lost = [...answers.held].filter(([n, folio]) => rows.get(n) !== folio);
  assertEquals(lost, [], "folios that were told and are no rows");
  const others = [...rows].filter(([n]) => !answers.held.has(n));
  const phantoms = others.filter(([n]) => !answers.unanswered.has(n));
  assertEquals(phantoms, [], "rows of guests who were refused, or never asked");
  return new Map(others);
}

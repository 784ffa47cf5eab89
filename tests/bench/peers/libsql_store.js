import { createClient } from "@libsql/client";
import { INSERTS, rowsOf, SCHEMA } from "./schema.js";

/**
 * A function that stores a reservation in the file at `path` and resolves to its folio once that is durable: one commit
 * each.
 */
export async function libsqlStore(path) {
  const client = createClient({ url: `file:${path}`, concurrency: 1 });
  await client.execute("PRAGMA journal_mode=WAL");
  await client.execute("PRAGMA synchronous=FULL");
  for (const sql of SCHEMA) await client.execute(sql);
  return async (body) => {
    const { folio, args } = rowsOf(body);
    await client.batch(INSERTS.map((sql, i) => ({ sql, args: args[i] })), "write");
    return folio;
  };
}

import type { Database } from "./database.ts";

/**
 * Deletes the keys by which nothing is recognised any more: they hold telephone numbers, and are kept no longer than needed.
 *
 * @param now epoch milliseconds
 * @throws {Error} where the database fails
 */
export async function deleteExpiredKeys(database: Database, now: number): Promise<void> {
  await database.write([{
    sql: "DELETE FROM idempotency_keys WHERE expires_at <= ?",
    args: [now],
  }]);
}

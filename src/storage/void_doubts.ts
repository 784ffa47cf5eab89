import type { Database } from "./database.ts";
import type { Doubt } from "./doubt_journal.ts";

/** A row that was confirmed to somebody stays, and so does a stranger's under the same folio. */
const VOID = `INSERT INTO voids (folio, at)
  SELECT d.value ->> 'folio', ?2 FROM json_each(?1) AS d
  WHERE NOT EXISTS (SELECT 1 FROM reservations AS r WHERE r.folio = d.value ->> 'folio'
    AND (r.replayed_at IS NOT NULL OR r.created_at <> d.value ->> 'at'))
  ON CONFLICT DO NOTHING`;

const VOIDED =
  `(SELECT v.folio FROM json_each(?1) AS d JOIN voids AS v ON v.folio = d.value ->> 'folio')`;

const REMOVALS = ["idempotency_keys", "reservation_history", "reservations"]
  .map((table) => `DELETE FROM ${table} WHERE folio IN ${VOIDED}`);

/**
 * Makes sure that the reservations in doubt do not exist and never will, but for those that a retry has meanwhile been told
 * of. Does no harm when run again.
 *
 * @param now epoch milliseconds
 * @throws {Error} where the transaction failed
 */
export async function voidDoubts(
  database: Database,
  doubts: readonly Doubt[],
  now: number,
): Promise<void> {
  const list = JSON.stringify(doubts.map(({ folio, at }) => ({ folio, at })));
  await database.write([
    { sql: VOID, args: [list, now] },
    ...REMOVALS.map((sql) => ({ sql, args: [list] })),
  ]);
}

import type { Database } from "./database.ts";
import type { Doubt } from "./doubt_journal.ts";

/** Folios that belong to a stranger's reservation stay out of it. */
const VOID = `INSERT INTO voids (folio, at)
  SELECT d.value ->> 'folio', ?2 FROM json_each(?1) AS d
  WHERE NOT EXISTS (SELECT 1 FROM reservations AS r
    WHERE r.folio = d.value ->> 'folio' AND r.created_at <> d.value ->> 'at')
  ON CONFLICT DO NOTHING`;

const TAKE_BACK = `DELETE FROM confirmations WHERE retry IN
  (SELECT v.folio FROM json_each(?1) AS d JOIN voids AS v ON v.folio = d.value ->> 'folio')`;

/** All of them, not only those at hand: what was just taken back may have been all that kept another. */
const UNCONFIRMED = `(SELECT v.folio FROM voids AS v
  WHERE NOT EXISTS (SELECT 1 FROM confirmations AS q WHERE q.folio = v.folio))`;

/** The history goes with what it is of. */
const REMOVALS = ["idempotency_keys", "reservations"]
  .map((table) => `DELETE FROM ${table} WHERE folio IN ${UNCONFIRMED}`);

/**
 * Makes what was told to the callers of these doubts true: their reservations go and can never be made any more, but for those
 * that a retry has been told of, and who was a retry has confirmed nothing. Does no harm when run again.
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
    { sql: TAKE_BACK, args: [list] },
    ...REMOVALS.map((sql) => ({ sql })),
  ]);
}

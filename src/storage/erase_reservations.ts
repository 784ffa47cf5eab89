/** Reservations go with all that belongs to them, and leave counts and a record that something went. */
import type { Day } from "../domain/local_time.ts";
import type { Database } from "./database.ts";
import { storable } from "./reservation_columns.ts";
import { surelyWritten } from "./surely_written.ts";

/** What is written down of an erasure. */
export interface ErasureRecord {
  readonly reason: "retention" | "request";
  readonly actor: string;
  /** Epoch milliseconds; the same for what is one erasure in several transactions. */
  readonly at: number;
}

/** Still to come; ?2 is today. */
export const UPCOMING = "(status = 'confirmed' AND service_day >= ?2)";

/** ?1 is a JSON array of folios, ?2 the day from which upcoming ones are kept. */
const GIVEN = `folio IN (SELECT value FROM json_each(?1)) AND (?2 IS NULL OR NOT ${UPCOMING})`;

const COUNT = `INSERT INTO erased_reservations (service_day, status, parties, people)
  SELECT service_day, status, count(*), sum(party_size) FROM reservations WHERE ${GIVEN}
  GROUP BY service_day, status
  ON CONFLICT (service_day, status)
    DO UPDATE SET parties = parties + excluded.parties, people = people + excluded.people`;

const GOING = `(SELECT count(*) FROM reservations WHERE ${GIVEN})`;
const SAME = "at = ?3 AND reason = ?4 AND actor = ?5";
const RECORD_MORE =
  `UPDATE erasures SET reservations = reservations + ${GOING} WHERE ${SAME} AND reason = 'retention'`;
const RECORD = `INSERT INTO erasures (at, reason, actor, reservations)
  SELECT ?3, ?4, ?5, n FROM (SELECT ${GOING} AS n) WHERE n > 0
    AND NOT EXISTS (SELECT 1 FROM erasures WHERE ${SAME} AND reason = 'retention')`;

/** All else that belongs to reservations refers to them, and goes with them. */
const FORGET_KEYS = `DELETE FROM idempotency_keys
  WHERE folio IN (SELECT folio FROM reservations WHERE ${GIVEN})`;
const REMOVE = `DELETE FROM reservations WHERE ${GIVEN}`;

/** What takes them away and counts nothing. ?1 is a JSON array of folios, ?2 the day from which upcoming ones are kept. */
export const ERASING: readonly string[] = [FORGET_KEYS, REMOVE];

const LEFT = `SELECT count(*) AS n FROM reservations
  WHERE folio IN (SELECT value FROM json_each(?1))`;

/**
 * Erases the reservations of `folios`, all of which were there a moment ago, in one transaction that may run twice.
 * @param keepFrom today, where those still to come are kept
 * @returns how many
 * @throws {Error} where the database fails: then all are there, or, where it does not answer, perhaps none
 */
export async function eraseReservations(
  database: Database,
  folios: readonly string[],
  { record, keepFrom }: { readonly record: ErasureRecord; readonly keepFrom: Day | null },
): Promise<number> {
  if (folios.length === 0) return 0;
  const list = JSON.stringify(folios);
  const given = [list, keepFrom];
  const told = [...given, record.at, record.reason, storable(record.actor)];
  const results = await surelyWritten(database, [
    { sql: COUNT, args: given },
    { sql: RECORD_MORE, args: told },
    { sql: RECORD, args: told },
    ...ERASING.map((sql) => ({ sql, args: given })),
    { sql: LEFT, args: [list] },
  ]);
  // Not how many were deleted: of a transaction that runs twice, the second time deletes nothing.
  return folios.length - Number(results.at(-1)?.[0]?.n);
}

/**
 * Empties the write-ahead log of a file, which still holds what was erased. Where somebody reads at this moment it stays until it
 * is written over.
 */
export async function cutLog(database: Database): Promise<void> {
  if (database.kind !== "file") return;
  await database.read({ sql: "PRAGMA wal_checkpoint(TRUNCATE)" }).catch(() => {});
}

import type { Day } from "../domain/local_time.ts";
import type { Erasure } from "../ports.ts";
import { cutLog, type Database, surelyWritten } from "./database.ts";
import { eachWindow, END_OF_DAYS, WINDOW_START } from "./search.ts";
import { eraseInBackups } from "./backup.ts";
import { storable } from "./columns.ts";

/** Erasing somebody's personal data on request, in the nightly copies of a file too. */

/** Still to come; ?2 is today. */
const UPCOMING = "(status = 'confirmed' AND service_day >= ?2)";

/** Takes the folios as a JSON array, and today. */
const COUNT_BOTH =
  `SELECT count(*) AS every, coalesce(sum(${UPCOMING}), 0) AS upcoming FROM reservations
  WHERE folio IN (SELECT value FROM json_each(?1))`;

const LEFT_BEHIND = `SELECT
    (SELECT json_group_array(json_object('at', at, 'reason', reason, 'actor', actor,
      'reservations', reservations)) FROM (SELECT * FROM erasures ORDER BY id DESC LIMIT ?1)) AS entries,
    (SELECT json_group_array(json_object('month', month, 'parties', parties, 'people', people,
      'cancelled', cancelled, 'noShows', no_shows)) FROM (SELECT substr(service_day, 1, 7) AS month,
      sum(parties) AS parties, sum(people) AS people,
      sum(iif(status = 'cancelled', parties, 0)) AS cancelled,
      sum(iif(status = 'no_show', parties, 0)) AS no_shows
      FROM erased_reservations GROUP BY 1 ORDER BY 1 DESC LIMIT ?1)) AS months`;

/** @param now epoch milliseconds */
export function erasure(database: Database, now: () => number): Erasure {
  return {
    async count(phone, today) {
      const folios = await everBorne(database, phone);
      const [row] = await database.read({ sql: COUNT_BOTH, args: [JSON.stringify(folios), today] });
      const upcoming = Number(row?.upcoming);
      return { past: Number(row?.every) - upcoming, upcoming };
    },
    async erase(phone, { today, upcoming, actor }) {
      const folios = await everBorne(database, phone);
      const keepFrom = upcoming ? null : today;
      const erased = await eraseReservations(database, folios, {
        record: { reason: "request", actor, at: now() },
        keepFrom,
      });
      if (erased > 0) await cutLog(database);
      if (database.path !== null) {
        await eraseInBackups(database.path, async (copy) => {
          const args = [JSON.stringify(await everBorne(copy, phone)), keepFrom];
          return ERASING.map((sql) => ({ sql, args }));
        });
      }
      return erased;
    },
    async left(limit) {
      const [row] = await database.read({ sql: LEFT_BEHIND, args: [limit] });
      return {
        entries: JSON.parse(String(row?.entries)),
        months: JSON.parse(String(row?.months)),
      };
    },
  };
}

const BEARERS = `SELECT w.start, (SELECT json_group_array(folio) FROM reservations
    WHERE day >= w.start AND day < ?1 AND phone = ?2) AS folios
  FROM (SELECT ${WINDOW_START} AS start) AS w`;

const FORMER_BEARERS = `SELECT json_group_array(r.folio) AS folios
  FROM reservation_versions AS v JOIN reservations AS r ON r.id = v.reservation
  WHERE v.before ->> 'phone' = ?1`;

/** The folios of those that bear `phone` or once bore it. */
async function everBorne(database: Database, phone: string): Promise<string[]> {
  const [former] = await database.read({ sql: FORMER_BEARERS, args: [phone] });
  const folios: string[] = JSON.parse(String(former?.folios));
  await eachWindow(END_OF_DAYS, async (before) => {
    const [row] = await database.read({ sql: BEARERS, args: [before, phone] });
    folios.push(...JSON.parse(String(row?.folios)));
    return String(row?.start);
  });
  return [...new Set(folios)];
}

/** Reservations go with all that belongs to them, and leave counts and a record that something went. */

/** What is written down of an erasure. */
export interface ErasureRecord {
  readonly reason: "retention" | "request";
  readonly actor: string;
  /** Epoch milliseconds; the same for what is one erasure in several transactions. */
  readonly at: number;
}

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

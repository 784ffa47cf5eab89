/** Erasing personal data: reservations go with all that belongs to them, and leave counts and a record that something went. */
import type { Day } from "../domain/local_time.ts";
import type { Erasure } from "../staff_deps.ts";
import type { Database } from "./database.ts";
import { storable } from "./reservation_columns.ts";
import { surelyWritten } from "./surely_written.ts";

/** Still to come: the rest is over, was cancelled, or is at the table. */
const UPCOMING = "(status = 'confirmed' AND service_day >= ?2)";
const COUNT =
  `SELECT coalesce(sum(NOT ${UPCOMING}), 0) AS past, coalesce(sum(${UPCOMING}), 0) AS upcoming
  FROM reservations WHERE phone = ?1`;
const FIND = `SELECT json_group_array(folio) AS folios FROM reservations
  WHERE phone = ?1 AND (?3 OR NOT ${UPCOMING})`;

/** Who erases what is too old. */
const RETENTION_ACTOR = "sistema";

/** @param now epoch milliseconds */
export function erasure(database: Database, now: () => number): Erasure {
  return {
    async count(phone, today) {
      const [row] = await database.read({ sql: COUNT, args: [phone, today] });
      return { past: Number(row?.past), upcoming: Number(row?.upcoming) };
    },
    async erase(phone, { today, upcoming, actor }) {
      const args = [phone, today, upcoming ? 1 : 0];
      const [row] = await database.read({ sql: FIND, args });
      const folios: string[] = JSON.parse(String(row?.folios));
      if (folios.length === 0) return 0;
      return await eraseFolios(database, folios, { reason: "request", actor, at: now() });
    },
  };
}

interface ErasureRecord {
  readonly reason: "retention" | "request";
  readonly actor: string;
  readonly at: number;
}

const GIVEN = "folio IN (SELECT value FROM json_each(?1))";

const COUNT_DAYS = `INSERT INTO erased_reservations (service_day, status, parties, people)
  SELECT service_day, status, count(*), sum(party_size) FROM reservations WHERE ${GIVEN}
  GROUP BY service_day, status
  ON CONFLICT (service_day, status)
    DO UPDATE SET parties = parties + excluded.parties, people = people + excluded.people`;

const RECORD = `INSERT INTO erasures (at, reason, actor, reservations)
  SELECT ?2, ?3, ?4, n FROM (SELECT count(*) AS n FROM reservations WHERE ${GIVEN}) WHERE n > 0`;

const REMOVALS = ["idempotency_keys", "confirmations", "reservation_history", "reservations"]
  .map((table) => `DELETE FROM ${table} WHERE ${GIVEN}`);

const STANDING = `SELECT count(*) AS standing FROM reservations WHERE ${GIVEN}`;

async function eraseFolios(
  database: Database,
  folios: readonly string[],
  { at, reason, actor }: ErasureRecord,
): Promise<number> {
  const list = JSON.stringify(folios);
  const results = await surelyWritten(database, [
    { sql: COUNT_DAYS, args: [list] },
    { sql: RECORD, args: [list, at, reason, storable(actor)] },
    ...REMOVALS.map((sql) => ({ sql, args: [list] })),
    { sql: STANDING, args: [list] },
  ]);
  return folios.length - Number(results.at(-1)?.[0]?.standing);
}

const OLD = `SELECT json_group_array(folio) AS folios FROM
  (SELECT folio FROM reservations WHERE day <= ?1 AND service_day < ?1 LIMIT ?2)`;
const BATCH = 200;
const PAUSE_MS = 50;

/**
 * Erases the reservations of service days before `serviceDay`, a few at a time, so that guests who reserve do not wait for it.
 * @returns how many
 * @throws {Error} where the database fails
 */
export async function eraseOlderThan(
  database: Database,
  serviceDay: Day,
  { at, signal }: { readonly at: number; readonly signal: AbortSignal },
): Promise<number> {
  let erased = 0;
  while (!signal.aborted) {
    const [row] = await database.read({ sql: OLD, args: [serviceDay, BATCH] });
    const folios: string[] = JSON.parse(String(row?.folios));
    if (folios.length === 0) break;
    const record = { reason: "retention", actor: RETENTION_ACTOR, at } as const;
    erased += await eraseFolios(database, folios, record);
    await pause(PAUSE_MS, signal);
  }
  return erased;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}

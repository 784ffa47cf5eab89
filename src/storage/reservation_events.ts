/**
 * The events that triggers number, one for each reservation made, changed, acknowledged or gone. SQLite has one writer, so their
 * numbers are in the order of commits, and who has read up to one has missed nothing before it. The last one is never deleted, so
 * that no number comes twice.
 */
import type { Database } from "./database.ts";

export interface ReservationEvent {
  readonly id: number;
  readonly folio: string;
}

/** All events after `from` up to `last`, both numbers of events or 0, in order. */
export interface Events {
  readonly from: number;
  readonly last: number;
  readonly list: readonly ReservationEvent[];
}

/** How many events are kept: days of them on a busy instance. */
const KEPT = 20_000;

const LAST = "(SELECT coalesce(max(id), 0) FROM reservation_events)";
const FIRST = "(SELECT coalesce(min(id), 1) FROM reservation_events)";

const READ = `SELECT ${FIRST} AS first, ${LAST} AS last,
  (SELECT json_group_array(json_object('id', id, 'folio', folio)) FROM
    (SELECT id, folio FROM reservation_events WHERE id > ?1 ORDER BY id LIMIT ?2)) AS list`;

const SINCE = `SELECT ${FIRST} AS first, ${LAST} AS last, (SELECT json_group_array(folio) FROM
  (SELECT folio FROM reservation_events WHERE id > ?1 GROUP BY folio ORDER BY min(id))) AS folios`;

const PRUNE = `DELETE FROM reservation_events WHERE id <= ${LAST} - ${KEPT}`;

export async function lastEvent(database: Database): Promise<number> {
  const [row] = await database.read({ sql: `SELECT ${LAST} AS last` });
  return Number(row?.last);
}

/**
 * At most `limit` events after number `from`. Where they are no longer all there, or the database is not the one that numbered
 * `from`, none after the last number: who reads on must begin anew.
 */
export async function readEvents(database: Database, from: number, limit: number): Promise<Events> {
  const [row] = await database.read({ sql: READ, args: [from, limit] });
  const [first, last] = [Number(row?.first), Number(row?.last)];
  if (from > last || from < first - 1) return { from: last, last, list: [] };
  const list: ReservationEvent[] = JSON.parse(String(row?.list));
  return { from, last: list.at(-1)?.id ?? from, list };
}

/** The folios of all events after number `event`, each once; null where those are no longer all there. */
export async function eventsSince(
  database: Database,
  event: number,
): Promise<{ readonly last: number; readonly folios: readonly string[] } | null> {
  const [row] = await database.read({ sql: SINCE, args: [event] });
  const [first, last] = [Number(row?.first), Number(row?.last)];
  if (event > last || event < first - 1) return null;
  return { last, folios: JSON.parse(String(row?.folios)) };
}

/** @throws {Error} where the database fails */
export async function pruneEvents(database: Database): Promise<void> {
  await database.write([{ sql: PRUNE }]);
}

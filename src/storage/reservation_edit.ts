/** A change by staff to the reservation as they saw it. */
import type { Reservation } from "../domain/reservation/reservation.ts";
import type { EditOutcome, ReservationEdit } from "../ports.ts";
import { type Database, surelyWritten } from "./database.ts";
import { ENTRY, RESERVATION } from "./reservation_book_sql.ts";
import { COLUMNS, storable, type StoredEntry, toColumns, toEntry } from "./reservation_columns.ts";

const VALUES_OF_R = `json_object(${
  Object.values(COLUMNS).map((column) => `'${column}', r.${column}`).join(", ")
})`;

/**
 * The entry comes first, since it needs what is about to change. It holds only what does change; where nothing does there is none.
 * All of it may run twice, for HTTP clients send a request again when a kept connection turns out to be dead: the second run finds
 * another version and its own entry.
 */
const RECORD = `INSERT INTO reservation_history (folio, version, at, actor, action, before, after)
  SELECT r.folio, r.version + 1, ?3, ?4, ?5,
    json_group_object(o.key, o.value), json_group_object(n.key, n.value)
  FROM reservations AS r JOIN json_each(${VALUES_OF_R}) AS o JOIN json_each(?6) AS n ON n.key = o.key
  WHERE r.folio = ?1 AND r.version = ?2 AND n.value IS NOT o.value
  GROUP BY r.folio`;

const OWN = "h.folio = ?1 AND h.version = ?2 + 1 AND h.at = ?3 AND h.actor = ?4 AND h.action = ?5";

/** Who changes a reservation has seen it. */
const APPLY = `UPDATE reservations AS r SET ${
  Object.values(COLUMNS)
    .map((c) => `${c} = iif(json_type(h.after, '$.${c}') IS NULL, r.${c}, h.after ->> '${c}')`)
    .join(", ")
}, version = h.version, acknowledged_at = coalesce(r.acknowledged_at, ?3),
    acknowledged_by = coalesce(r.acknowledged_by, ?4)
  FROM reservation_history AS h WHERE r.folio = ?1 AND r.version = ?2 AND ${OWN}`;

const READ_BACK = `SELECT
    (SELECT ${RESERVATION} FROM reservations AS r WHERE r.folio = ?1) AS reservation,
    (SELECT json_group_array(${ENTRY}) FROM (SELECT * FROM reservation_history
      WHERE folio = ?1 AND version > ?2 ORDER BY version) AS h) AS since`;

/**
 * @param at epoch milliseconds
 * @throws {Error} where the database fails, or a value breaks a rule of the table: then nothing is changed. Where it does not
 *   answer, the change may have been made whole.
 */
export async function editReservation(
  database: Database,
  edit: ReservationEdit,
  at: number,
): Promise<EditOutcome> {
  const { folio, version, action } = edit;
  const actor = storable(edit.actor);
  const changes = toColumns(edit.changes);
  const seen = [storable(folio), version];
  const act = [...seen, at, actor, action];
  const results = await surelyWritten(database, [
    { sql: RECORD, args: [...act, JSON.stringify(changes)] },
    { sql: APPLY, args: act },
    { sql: READ_BACK, args: seen },
  ]);
  const row = results.at(-1)?.[0];
  if (typeof row?.reservation !== "string") return { kind: "missing" };
  const reservation: Reservation = JSON.parse(row.reservation);
  const since: StoredEntry[] = JSON.parse(String(row.since));
  const [next] = since;
  // Nothing since: what was asked for was so already.
  const isOwn = next === undefined ||
    (next.at === at && next.actor === actor && next.action === action && holds(next, changes));
  if (isOwn) return { kind: "changed", reservation };
  return { kind: "stale", reservation, since: since.map(toEntry) };
}

/** Whether `entry` is what asking for `changes` leaves: another of the same instant, by the same name, may ask for others. */
function holds({ after }: StoredEntry, changes: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(after ?? {}).every(([column, value]) => changes[column] === value);
}

/** Reservations that staff take themselves, by telephone or at the door. */
import {
  type Reservation,
  type ReservationValues,
  STAFF_SOURCE,
} from "../domain/reservation/reservation.ts";
import { type Database, surelyWritten } from "./database.ts";
import { RESERVATION } from "./reservation_book_sql.ts";
import { COLUMNS, storable, toColumns } from "./reservation_columns.ts";

const NAMES = Object.values(COLUMNS);

/** All of it may run twice, and with another form's values too: a folio is taken once. */
const HOLD = `INSERT INTO reservations
    (folio, ${NAMES}, source, created_at, version, acknowledged_at, acknowledged_by)
  SELECT ?1, ${NAMES.map((column) => `?4 ->> '${column}'`)}, '${STAFF_SOURCE}', ?2, 1, ?2, ?3
  WHERE NOT EXISTS (SELECT 1 FROM voids AS v WHERE v.folio = ?1)
  ON CONFLICT DO NOTHING`;

const TAKEN = `FROM reservations AS r WHERE r.folio = ?1 AND r.source = '${STAFF_SOURCE}'`;

const RECORD = `INSERT INTO reservation_history (folio, version, at, actor, action, after)
  SELECT r.folio, r.version, ?2, ?3, 'taken',
    json_object(${NAMES.map((column) => `'${column}', r.${column}`)}, 'source', r.source)
  ${TAKEN} AND r.version = 1
    AND NOT EXISTS (SELECT 1 FROM reservation_history AS h WHERE h.folio = r.folio)`;

const READ_BACK = `SELECT ${RESERVATION} AS reservation ${TAKEN}`;

/** @param at epoch milliseconds */
export async function takeReservation(
  database: Database,
  values: ReservationValues,
  { folio, actor, at }: { readonly folio: string; readonly actor: string; readonly at: number },
): Promise<Reservation | null> {
  const own = [storable(folio), at, storable(actor)];
  const columns = toColumns({ ...values, status: "confirmed" });
  const results = await surelyWritten(database, [
    { sql: HOLD, args: [...own, JSON.stringify(columns)] },
    { sql: RECORD, args: own },
    { sql: READ_BACK, args: [folio] },
  ]);
  const found = results.at(-1)?.[0]?.reservation;
  return typeof found === "string" ? JSON.parse(found) : null;
}

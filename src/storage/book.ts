/** The reservations as staff read and change them. */
import type { Day } from "../domain/local_time.ts";
import {
  type Reservation,
  type ReservationValues,
  STAFF_SOURCE,
} from "../domain/reservation/reservation.ts";
import type { ClosureSpan, EditOutcome, ReservationBook, ReservationEdit } from "../ports.ts";
import {
  COLUMNS,
  ENTRY,
  RESERVATION,
  storable,
  type StoredEntry,
  toColumns,
  toEntry,
} from "./columns.ts";
import { type Database, surelyWritten } from "./database.ts";
import { searchReservations } from "./search.ts";

export interface ReservationBookOptions {
  readonly database: Database;
  /** Epoch milliseconds. */
  now(): number;
}

type Args = readonly (string | number)[];

export function reservationBook({ database, now }: ReservationBookOptions): ReservationBook {
  const list = async (text: string, args: Args) => {
    const [row] = await database.read({ sql: text, args: [...args] });
    return JSON.parse(String(row?.list));
  };
  return {
    onServiceDay: (serviceDay) => list(LIST_SERVICE_DAY, [serviceDay]),
    find: (folios) => list(LIST_FOLIOS, [JSON.stringify(folios)]),
    history: async (folio) => {
      const entries: StoredEntry[] = await list(LIST_HISTORY, [folio]);
      return entries.map(toEntry);
    },
    search: (text, today, limit) => searchReservations(database, { text, today, limit }),
    totals: (from, to) => list(LIST_TOTALS, [from, to]),
    arrivals: (serviceDay) => list(LIST_ARRIVALS, [serviceDay]),
    hitBy: (closure) => list(...hitBy(closure)),
    range: (from, to) => reservationPages(database, from, to),
    unacknowledged: (from) => list(LIST_UNACKNOWLEDGED, [from]),
    edit: (edit) => editReservation(database, edit, now()),
    take: (values, actor, folio) => takeReservation(database, values, { folio, actor, at: now() }),
    async acknowledge(folios, actor) {
      if (folios.length === 0) return;
      const args = [JSON.stringify(folios), now(), storable(actor)];
      await database.write([{ sql: ACKNOWLEDGE, args }]);
    },
  };
}

function hitBy(closure: ClosureSpan): [string, Args] {
  if (closure.kind === "day") return [LIST_HIT_BY_DAYS, [closure.day, closure.day]];
  const hit = closure.kind === "days" ? LIST_HIT_BY_DAYS : LIST_HIT_BY_SPAN;
  return [hit, [closure.from, closure.to]];
}

/**
 * The SQL by which staff read reservations. Each question is one statement, and its answer one JSON text in the shape that the
 * ports name: the client builds slow objects out of rows, and the runtime keeps some bytes of each statement for ever.
 */

/** What follows on `SELECT * FROM reservations`, answered as a list. */
const list = (rest: string): string =>
  `SELECT json_group_array(${RESERVATION}) AS list FROM (SELECT * FROM reservations ${rest}) AS r`;

/** A service ends before its next day does: the index by day finds its reservations on two days. */
const ON_SERVICE_DAY = "day BETWEEN ?1 AND date(?1, '+1 day') AND service_day = ?1";
const ON_SERVICE_DAYS = "day BETWEEN ?1 AND date(?2, '+1 day') AND service_day BETWEEN ?1 AND ?2";
const BY_TIME = "ORDER BY day, time, created_at, folio";
const EXPECTED = "status IN ('confirmed', 'arrived')";

export const LIST_SERVICE_DAY = list(`WHERE ${ON_SERVICE_DAY} ${BY_TIME}`);

/** Takes a JSON array of folios. */
export const LIST_FOLIOS = `SELECT json_group_array(${RESERVATION}) AS list
  FROM (SELECT * FROM json_each(?1) AS c CROSS JOIN reservations AS f ON f.folio = c.value
    ORDER BY c.key) AS r`;

export const LIST_HISTORY = `SELECT json_group_array(${ENTRY}) AS list
  FROM (SELECT * FROM reservation_history WHERE folio = ?1 ORDER BY version) AS h`;

export const LIST_TOTALS = `SELECT json_group_array(json_object('serviceDay', service_day,
    'parties', parties, 'people', people)) AS list
  FROM (SELECT service_day, count(*) AS parties, sum(party_size) AS people FROM reservations
    WHERE ${ON_SERVICE_DAYS} AND ${EXPECTED} GROUP BY service_day ORDER BY service_day)`;

export const LIST_ARRIVALS = `SELECT json_group_array(json_object('day', day, 'time', time,
    'parties', parties, 'people', people)) AS list
  FROM (SELECT day, time, count(*) AS parties, sum(party_size) AS people FROM reservations
    WHERE ${ON_SERVICE_DAY} AND ${EXPECTED} GROUP BY day, time ORDER BY day, time)`;

export const LIST_HIT_BY_DAYS = list(
  `WHERE ${ON_SERVICE_DAYS} AND status = 'confirmed' ${BY_TIME}`,
);
export const LIST_HIT_BY_SPAN = list(`WHERE day BETWEEN substr(?1, 1, 10) AND substr(?2, 1, 10)
  AND day || 'T' || time >= ?1 AND day || 'T' || time < ?2 AND status = 'confirmed' ${BY_TIME}`);

/** Takes the service days, and after which day, time and row to go on, and how many at most. */
export const LIST_PAGE = `SELECT json_group_array(json_object('at', json_array(day, time, row),
    'reservation', json(reservation))) AS list
  FROM (SELECT r.day, r.time, r.id AS row, ${RESERVATION} AS reservation FROM reservations AS r
    WHERE r.day BETWEEN ?3 AND date(?2, '+1 day') AND r.service_day BETWEEN ?1 AND ?2
      AND (r.day, r.time, r.id) > (?3, ?4, ?5)
    ORDER BY r.day, r.time, r.id LIMIT ?6)`;

export const LIST_UNACKNOWLEDGED = list(`WHERE acknowledged_at IS NULL AND status = 'confirmed'
  AND service_day >= ?1 ORDER BY created_at, folio LIMIT 500`);

/** Takes the folios as a JSON array, when and by whom. */
export const ACKNOWLEDGE = `UPDATE reservations SET acknowledged_at = ?2, acknowledged_by = ?3
  WHERE folio IN (SELECT value FROM json_each(?1)) AND acknowledged_at IS NULL`;

/** Reservations that staff take themselves, by telephone or at the door. */

const NAMES = Object.values(COLUMNS);

/** All of it may run twice, and with another form's values too: a folio is taken once. */
const TAKE = `INSERT INTO reservations
    (folio, ${NAMES}, source, created_at, version, acknowledged_at, acknowledged_by)
  SELECT ?1, ${NAMES.map((column) => `?4 ->> '${column}'`)}, '${STAFF_SOURCE}', ?2, 1, ?2, ?3
  WHERE NOT EXISTS (SELECT 1 FROM voids AS v WHERE v.folio = ?1)
  ON CONFLICT DO NOTHING`;

const TAKEN = `FROM reservations AS r WHERE r.folio = ?1 AND r.source = '${STAFF_SOURCE}'`;

const RECORD_TAKING = `INSERT INTO reservation_history (folio, version, at, actor, action, after)
  SELECT r.folio, r.version, ?2, ?3, 'taken',
    json_object(${NAMES.map((column) => `'${column}', r.${column}`)}, 'source', r.source)
  ${TAKEN} AND r.version = 1
    AND NOT EXISTS (SELECT 1 FROM reservation_history AS h WHERE h.folio = r.folio)`;

const READ_TAKEN = `SELECT ${RESERVATION} AS reservation ${TAKEN}`;

/** @param at epoch milliseconds */
export async function takeReservation(
  database: Database,
  values: ReservationValues,
  { folio, actor, at }: { readonly folio: string; readonly actor: string; readonly at: number },
): Promise<Reservation | null> {
  const own = [storable(folio), at, storable(actor)];
  const columns = toColumns({ ...values, status: "confirmed" });
  const results = await surelyWritten(database, [
    { sql: TAKE, args: [...own, JSON.stringify(columns)] },
    { sql: RECORD_TAKING, args: own },
    { sql: READ_TAKEN, args: [folio] },
  ]);
  const found = results.at(-1)?.[0]?.reservation;
  return typeof found === "string" ? JSON.parse(found) : null;
}

/** A change by staff to the reservation as they saw it. */

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

const PAGE = 1_000;

type Place = readonly [day: Day, time: string, row: number];

/**
 * All reservations of the service days from `from` to `to`, both inclusive, by day, time and creation. They are read page by
 * page: a year at a stroke would hold up everybody else.
 * @throws {Error} where the database fails
 */
export async function reservationPages(
  database: Database,
  from: Day,
  to: Day,
): Promise<Reservation[]> {
  const all: Reservation[] = [];
  let after: Place = [from, "", 0];
  for (;;) {
    const [row] = await database.read({ sql: LIST_PAGE, args: [from, to, ...after, PAGE] });
    const page: { at: Place; reservation: Reservation }[] = JSON.parse(String(row?.list));
    all.push(...page.map(({ reservation }) => reservation));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return all;
    after = last.at;
  }
}

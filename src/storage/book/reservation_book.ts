/** The reservations as staff read and change them. */
import { STAFF_SOURCE } from "../../domain/reservation/fields.ts";
import {
  type HistoryEntry,
  type Reservation,
  type ReservationValues,
} from "../../domain/reservation/reservation.ts";
import type { ClosedTime } from "../../domain/schedule/closures.ts";
import { foldText } from "../../domain/text.ts";
import type { EditOutcome, ReservationBook, ReservationEdit } from "../../ports/reservations.ts";
import {
  ENTRY,
  IS_WALK_IN,
  RESERVATION,
  SAID_COLUMNS,
  SAID_VALUES,
  type StoredEntry,
  toColumns,
  toEntry,
  VALUE_COLUMNS,
  valuesOf,
} from "./columns.ts";
import type { Context } from "./context.ts";
import { type Args, type Database, readJson, surelyWritten } from "../database/database.ts";
import { NAME_COULD_MATCH, outlineOf, searchFolios } from "./search.ts";

export function reservationBook(
  { database, now }: Pick<Context, "database" | "now">,
): ReservationBook {
  const read = <One>(sql: string, args: Args): Promise<One[]> => readJson(database, sql, args);
  const find = (folios: readonly string[]): Promise<Reservation[]> =>
    read(READ_FOLIOS, [JSON.stringify(folios)]);
  return {
    onServiceDay: (serviceDay, limit = -1) => read(READ_SERVICE_DAY, [serviceDay, limit]),
    alike: ({ serviceDay, folio, phone, name }) =>
      read(READ_ALIKE, [serviceDay, folio, outlineOf(foldText(name)), phone ?? ""]),
    find,
    history: (folio) => history(database, folio),
    async withChanges(serviceDay, limit) {
      const found = await read<StoredWithChanges>(READ_WITH_CHANGES, [serviceDay, limit]);
      return found.map((each) => ({ ...each, changes: each.changes.map(toEntry) }));
    },
    search: async (text, today, limit) =>
      await find(await searchFolios(database, { text, today, limit })),
    totals: (from, to) => read(READ_TOTALS, [from, to]),
    known: (phones, now) => read(READ_KNOWN, [JSON.stringify(phones), now]),
    arrivals: (serviceDay) => read(READ_ARRIVALS, [serviceDay]),
    tables: (serviceDay, today) => read(READ_TABLES, [serviceDay, today]),
    hitBy: (closure) => read(...hitBy(closure)),
    range: (from, to) => read(READ_RANGE, [from, to]),
    unacknowledged: (from) => read(READ_UNACKNOWLEDGED, [from]),
    edit: (edit) => editReservation(database, edit, now()),
    take: (values, actor, folio) => takeReservation(database, values, { folio, actor, at: now() }),
    async acknowledge(folios, actor) {
      if (folios.length === 0) return;
      const args = [JSON.stringify(folios), now(), actor];
      await database.write([{ sql: ACKNOWLEDGE, args }]);
    },
  };
}

function hitBy(closure: ClosedTime): [string, Args] {
  if (closure.kind === "day") return [READ_HIT_BY_DAYS, [closure.day, closure.day]];
  const hit = closure.kind === "days" ? READ_HIT_BY_DAYS : READ_HIT_BY_SPAN;
  return [hit, [closure.from, closure.to]];
}

// Each query is one statement, since the runtime leaks some bytes with each. It returns JSON in the shape of the ports.

/** @param rest of the statement, after `SELECT * FROM reservations` */
const selecting = (rest: string): string =>
  `SELECT json_group_array(${RESERVATION}) AS found FROM (SELECT * FROM reservations ${rest}) AS r`;

/** A service ends before the next day does: its reservations are on two days of the index. */
const ON_SERVICE_DAY = "day BETWEEN ?1 AND date(?1, '+1 day') AND service_day = ?1";
const ON_SERVICE_DAYS = "day BETWEEN ?1 AND date(?2, '+1 day') AND service_day BETWEEN ?1 AND ?2";
const BY_TIME = "ORDER BY day, time, created_at, folio";
const EXPECTED = "status IN ('confirmed', 'arrived')";

/** ?2 is a limit, or -1. */
const READ_SERVICE_DAY = selecting(`WHERE id IN (
    SELECT * FROM (SELECT id FROM reservations WHERE ${ON_SERVICE_DAY} AND status = 'confirmed'
      ${BY_TIME} LIMIT ?2)
    UNION ALL
    SELECT * FROM (SELECT id FROM reservations WHERE ${ON_SERVICE_DAY} AND status <> 'confirmed'
      ORDER BY status <> 'waiting', status, day DESC, time DESC, created_at DESC, folio DESC
      LIMIT ?2)) ${BY_TIME}`);

const READ_ALIKE = selecting(`WHERE ${ON_SERVICE_DAY} AND (folio = ?2
    OR status NOT IN ('cancelled', 'no_show') AND (phone = ?4 OR ${NAME_COULD_MATCH}))
  ORDER BY folio = ?2 DESC, phone IS NOT ?4, day, time LIMIT 500`);

/** ?1 is a JSON array of folios. */
const READ_FOLIOS = `SELECT json_group_array(${RESERVATION}) AS found
  FROM (SELECT f.* FROM json_each(?1) AS c CROSS JOIN reservations AS f ON f.folio = c.value
    ORDER BY c.key) AS r`;

/** Of a number, those made last: a concierge makes thousands. */
const MAX_KNOWN = 300;

/** ?1 is a JSON array of phones, ?2 the local time of now. The second half are names whose number was another once. */
const READ_KNOWN = `WITH phones AS (SELECT DISTINCT value AS phone FROM json_each(?1))
  SELECT json_group_array(json(known)) AS found FROM (
    SELECT json_object('phone', phone, 'name', name, 'correctedAt', NULL,
      'visits', json_group_array(at) FILTER (WHERE status = 'arrived'),
      'noShows', json_group_array(at) FILTER (WHERE status = 'no_show'),
      'ahead', json_group_array(json_object('folio', folio, 'day', day, 'time', time,
        'partySize', party_size)) FILTER (WHERE status = 'confirmed' AND at > ?2),
      'said', json_group_array(json_object('folio', folio, 'day', day, ${SAID_VALUES}))
        FILTER (WHERE coalesce(${SAID_COLUMNS}) IS NOT NULL)) AS known
    FROM (SELECT r.*, day || 'T' || time AS at FROM phones CROSS JOIN reservations AS r ON r.id IN
      (SELECT id FROM reservations WHERE phone = phones.phone ORDER BY id DESC LIMIT ${MAX_KNOWN}))
    GROUP BY phone, name
    UNION ALL
    SELECT json_object('phone', phones.phone, 'name', r.name, 'correctedAt', max(v.at), 'visits', json('[]'),
      'noShows', json('[]'), 'ahead', json('[]'), 'said', json('[]'))
    FROM phones CROSS JOIN reservation_versions AS v ON v.before ->> 'phone' = phones.phone
      CROSS JOIN reservations AS r ON r.id = v.reservation AND r.phone IS NOT phones.phone
    GROUP BY phones.phone, r.name)`;

const READ_TOTALS = `SELECT json_group_array(json_object('serviceDay', service_day,
    'parties', parties, 'people', people)) AS found
  FROM (SELECT service_day, count(*) AS parties, sum(party_size) AS people FROM reservations AS r
    WHERE ${ON_SERVICE_DAYS} AND ${EXPECTED} AND NOT ${IS_WALK_IN} GROUP BY service_day ORDER BY service_day)`;

const READ_ARRIVALS =
  `SELECT json_group_array(json_object('day', day, 'time', time, 'status', status,
    'arrived', arrived_at, 'isWalkIn', json(iif(is_walk_in, 'true', 'false')),
    'left', left, 'parties', parties, 'people', people)) AS found
  FROM (SELECT day, time, status, arrived_at, ${IS_WALK_IN} AS is_walk_in, max(left_at) AS left,
      count(*) AS parties, sum(party_size) AS people
    FROM reservations AS r WHERE ${ON_SERVICE_DAY} GROUP BY day, time, status, arrived_at, is_walk_in, left_at IS NULL
    ORDER BY day, time, status, arrived_at, is_walk_in, left_at IS NULL)`;

const READ_TABLES = `WITH used AS (SELECT table_label AS label, party_size AS size, count(*) AS n,
      max(day || 'T' || time) AS last
    FROM reservations WHERE day >= date(?2, '-60 days') AND table_label IS NOT NULL GROUP BY label, size),
    labels AS (SELECT label, json_group_object(size, last) AS last_for,
      row_number() OVER (ORDER BY sum(n) DESC, label) AS place, (SELECT json_group_array(${RESERVATION})
        FROM (SELECT * FROM reservations WHERE ${ON_SERVICE_DAY} AND table_label = used.label
          AND ${EXPECTED} AND left_at IS NULL ORDER BY status, day, time) AS r) AS parties
      FROM used GROUP BY label)
  SELECT json_group_array(json_object('label', label, 'lastFor', json(last_for), 'parties', json(parties))) AS found
  FROM (SELECT * FROM labels WHERE place <= 100 OR parties <> '[]' ORDER BY place)`;

const READ_RANGE = selecting(`WHERE ${ON_SERVICE_DAYS} ${BY_TIME}`);

const READ_HIT_BY_DAYS = selecting(`WHERE ${ON_SERVICE_DAYS} AND status = 'confirmed' ${BY_TIME}`);
const READ_HIT_BY_SPAN = selecting(`WHERE day BETWEEN substr(?1, 1, 10) AND substr(?2, 1, 10)
  AND day || 'T' || time >= ?1 AND day || 'T' || time < ?2 AND status = 'confirmed' ${BY_TIME}`);

const READ_UNACKNOWLEDGED = selecting(`WHERE id IN (SELECT id FROM reservations
    WHERE acknowledged_at IS NULL AND status = 'confirmed' AND service_day >= ?1
    ORDER BY created_at DESC, folio DESC LIMIT 500) ORDER BY created_at, folio`);

/** ?1 is a JSON array of folios, ?2 now, ?3 the actor. */
const ACKNOWLEDGE = `UPDATE reservations SET acknowledged_at = ?2, acknowledged_by = ?3
  WHERE folio IN (SELECT value FROM json_each(?1)) AND acknowledged_at IS NULL`;

/** The changes of the row `r` of reservations after a version, oldest first. */
const changesAfter = (version: string) =>
  `(SELECT json_group_array(${ENTRY}) FROM
  (SELECT * FROM reservation_versions WHERE reservation = r.id AND version > ${version} ORDER BY version) AS v)`;

const READ_CHANGES = `SELECT ${RESERVATION} AS reservation, ${changesAfter("?2")} AS changes
  FROM reservations AS r WHERE r.folio = ?1`;

type StoredWithChanges = Readonly<{ reservation: Reservation; changes: readonly StoredEntry[] }>;

const READ_WITH_CHANGES = `SELECT json_group_array(json_object('reservation', ${RESERVATION},
    'changes', json(${changesAfter("1")}))) AS found
  FROM (SELECT * FROM reservations WHERE ${ON_SERVICE_DAY} AND status IN ('confirmed', 'cancelled')
    ${BY_TIME} LIMIT ?2) AS r`;

export async function history(database: Database, folio: string): Promise<HistoryEntry[]> {
  const [row] = await database.read({ sql: READ_CHANGES, args: [folio, 1] });
  if (row === undefined) return [];
  const changes = (JSON.parse(String(row.changes)) as StoredEntry[]).map(toEntry);
  return [firstEntry(JSON.parse(String(row.reservation)), changes), ...changes];
}

/** Derives the first entry, which is not stored, from the reservation and its changes. */
function firstEntry(reservation: Reservation, changes: readonly HistoryEntry[]): HistoryEntry {
  const { source, createdAt: at, acknowledged } = reservation;
  const after = Object.assign(
    valuesOf(reservation),
    ...changes.toReversed().map(({ before }) => before),
  );
  const first = { version: 1, at, before: null, after };
  return source === STAFF_SOURCE
    ? { ...first, actor: acknowledged?.by ?? source, action: "taken" }
    : { ...first, actor: source ?? "api", action: "created" };
}

/** May run twice, and with the values of another form: a folio is taken once. */
const TAKE = `INSERT INTO reservations
    (folio, ${VALUE_COLUMNS}, source, created_at, version, acknowledged_at, acknowledged_by)
  SELECT ?1, ${
  VALUE_COLUMNS.map((column) => `?4 ->> '${column}'`)
}, '${STAFF_SOURCE}', ?2, 1, ?2, ?3
  WHERE NOT EXISTS (SELECT 1 FROM voids AS v WHERE v.folio = ?1)
  ON CONFLICT DO NOTHING`;

const READ_TAKEN = `SELECT ${RESERVATION} AS reservation FROM reservations AS r
  WHERE r.folio = ?1 AND r.source = '${STAFF_SOURCE}'`;

async function takeReservation(
  database: Database,
  values: ReservationValues,
  { folio, actor, at }: { readonly folio: string; readonly actor: string; readonly at: number },
): Promise<Reservation | null> {
  const columns = JSON.stringify(toColumns(values));
  const results = await surelyWritten(database, [
    { sql: TAKE, args: [folio, at, actor, columns] },
    { sql: READ_TAKEN, args: [folio] },
  ]);
  const found = results.at(-1)?.[0]?.reservation;
  return typeof found === "string" ? JSON.parse(found) : null;
}

/** Records the values that are about to change, or an act without any. It may run twice, as {@linkcode APPLY} may. */
const RECORD =
  `INSERT INTO reservation_versions (reservation, version, at, actor, action, before, after)
  SELECT r.id, r.version + 1, ?3, ?4, ?5,
    json_group_object(o.key, o.value) FILTER (WHERE n.key IS NOT NULL),
    json_group_object(n.key, n.value) FILTER (WHERE n.key IS NOT NULL)
  FROM reservations AS r
    JOIN json_each(json_object(${VALUE_COLUMNS.map((column) => `'${column}', r.${column}`)})) AS o
    LEFT JOIN json_each(?6) AS n ON n.key = o.key AND n.value IS NOT o.value
  WHERE r.folio = ?1 AND r.version = ?2
  GROUP BY r.id HAVING count(n.key) > 0 OR ?6 = '{}'`;

/** A reservation that staff change counts as seen. */
const APPLY = `UPDATE reservations AS r SET ${
  VALUE_COLUMNS
    .map((c) => `${c} = iif(json_type(v.after, '$.${c}') IS NULL, r.${c}, v.after ->> '${c}')`)
}, version = v.version, acknowledged_at = coalesce(r.acknowledged_at, ?3),
    acknowledged_by = coalesce(r.acknowledged_by, ?4)
  FROM reservation_versions AS v WHERE r.folio = ?1 AND r.version = ?2 AND v.reservation = r.id
    AND v.version = ?2 + 1 AND v.at = ?3 AND v.actor = ?4 AND v.action = ?5`;

/** @throws {Error} if a value breaks a rule: nothing changes; or if the database does not answer: then it may have */
async function editReservation(
  database: Database,
  { folio, version, action, changes, actor }: ReservationEdit,
  at: number,
): Promise<EditOutcome> {
  const wanted = toColumns(changes);
  const seen = [folio, version];
  const act = [...seen, at, actor, action];
  const results = await surelyWritten(database, [
    { sql: RECORD, args: [...act, JSON.stringify(wanted)] },
    { sql: APPLY, args: act },
    { sql: READ_CHANGES, args: seen },
  ]);
  const row = results.at(-1)?.[0];
  if (row === undefined) return { kind: "missing" };
  const reservation: Reservation = JSON.parse(String(row.reservation));
  const since: StoredEntry[] = JSON.parse(String(row.changes));
  const [next] = since;
  // Without an entry, the values were as requested already.
  const isOwn = next === undefined ||
    (next.at === at && next.actor === actor && next.action === action && hasOnly(next, wanted));
  if (isOwn) return { kind: "changed", reservation };
  return { kind: "stale", reservation, since: since.map(toEntry) };
}

/** Whether the entry holds `changes`, unlike another edit of the same instant by the same actor. */
function hasOnly({ after }: StoredEntry, changes: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(after).every(([column, value]) => changes[column] === value);
}

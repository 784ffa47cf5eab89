/**
 * The SQL by which tables are held. But for what is held, draws travel as one JSON array, ?1, so that a batch of any size is the same
 * few statements; ?2 is now in epoch milliseconds. Each may run twice, since HTTP clients send a request again when a kept
 * connection turns out to be dead: the second run changes nothing and reads the same.
 */

const KEY_OF_C =
  "k.phone = c.value ->> 'phone' AND k.kind = c.value ->> 'kind' AND k.key = c.value ->> 'key'";

/** @param now an expression of epoch milliseconds */
const isPaused = (now: string): string =>
  `EXISTS (SELECT 1 FROM settings AS s WHERE s.name = 'pause'
  AND (s.value ->> 'until' IS NULL OR s.value ->> 'until' > ${now}))`;

/**
 * Whether it is by a closure, or because the kitchen closes too early that day.
 *
 * @param moment an expression of a local time, e.g. `2026-03-14T20:30`
 */
const isClosed = (serviceDay: string, moment: string): string =>
  `(EXISTS (SELECT 1 FROM closures AS x WHERE x.day = ${serviceDay}
  OR (x.starts <= ${moment} AND x.ends > ${moment}))
  OR EXISTS (SELECT 1 FROM settings AS e WHERE e.name = 'kitchen'
    AND e.value ->> 'serviceDay' = ${serviceDay} AND e.value ->> 'lastArrival' < ${moment}))`;

const isVoid = (folio: string): string =>
  `EXISTS (SELECT 1 FROM voids AS v WHERE v.folio = ${folio})`;

/** Frees the keys at hand that have expired, whose reservation is gone, and the header-free ones whose no longer stands. */
export const DROP_DEAD_CLAIMS = `DELETE FROM idempotency_keys AS k
  WHERE (phone, kind, key) IN
    (SELECT c.value ->> 'phone', c.value ->> 'kind', c.value ->> 'key' FROM json_each(?1) AS c)
  AND (expires_at <= ?2 OR NOT EXISTS (SELECT 1 FROM reservations AS r
    WHERE r.folio = k.folio AND (k.kind = 'header' OR r.status <> 'cancelled')))`;

/** What is kept of each table that is held, in this order. */
export const HELD_COLUMNS = [
  "folio",
  "day",
  "time",
  "service_day",
  "party_size",
  "name",
  "phone",
  "occasion",
  "comments",
  "source",
  "created_at",
  "kind",
  "key",
  "body_hash",
  "expires_at",
] as const;

/**
 * Holds the tables against which nothing speaks: this is where every condition is. What is held is in `schema.sql`.
 *
 * @param tables how many there may be. ?1 is now in epoch milliseconds; each table is a parameter of its own, a JSON array of what is
 *   kept of it, or null for none: out of one array for all of them it takes three times as long to read.
 */
export function holdTables(tables: number): string {
  const given = Array.from({ length: tables }, (_, nth) => `(?${2 + nth})`);
  return `WITH given (json) AS (VALUES ${given}),
      c (${HELD_COLUMNS}) AS (SELECT ${HELD_COLUMNS.map((_, nth) => `json ->> ${nth}`)} FROM given)
    INSERT INTO held_tables (${HELD_COLUMNS}) SELECT ${HELD_COLUMNS} FROM c
    WHERE c.folio IS NOT NULL AND NOT ${isPaused("?1")}
      AND NOT ${isClosed("c.service_day", "(c.day || 'T' || c.time)")} AND NOT ${isVoid("c.folio")}
      AND NOT EXISTS (SELECT 1 FROM reservations AS r WHERE r.folio = c.folio)`;
}

/** When and for which telephone the last ?1 reservations were made, by folio, as one JSON object: cheaper than asking for each. */
export const LATEST = `SELECT json_group_object(folio, created_at || phone) AS latest
  FROM reservations WHERE id > (SELECT max(id) FROM reservations) - ?1`;

/** Forbids for ever the folios that were not. */
export const VOID_ABSENT = `INSERT INTO voids (folio, at)
  SELECT c.value ->> 'folio', ?2 FROM json_each(?1) AS c
  WHERE NOT EXISTS (SELECT 1 FROM reservations AS r WHERE r.folio = c.value ->> 'folio')
  ON CONFLICT DO NOTHING`;

/** Confirms the earlier reservations that retries are about to be told of, so that no void takes them away. */
export const CONFIRM = `INSERT INTO confirmations (folio, retry, at)
  SELECT k.folio, c.value ->> 'folio', ?2
  FROM json_each(?1) AS c
  JOIN idempotency_keys AS k ON ${KEY_OF_C}
    AND k.body_hash = c.value ->> 'bodyHash' AND k.folio <> c.value ->> 'folio'
  JOIN reservations AS r ON r.folio = k.folio AND r.status <> 'cancelled'
  WHERE NOT ${isVoid("c.value ->> 'folio'")}
  ON CONFLICT DO NOTHING`;

/**
 * What became of each draw, by its place in the array. All of it as one JSON text: the client builds slow objects out of rows.
 */
export const READ_BACK = `SELECT json_group_array(json_object('place', c.key,
    'won', k.folio = c.value ->> 'folio', 'stands', own.folio IS NOT NULL,
    'paused', ${isPaused("?2")},
    'closed', ${isClosed("c.value ->> 'serviceDay'", "(c.value ->> 'moment')")},
    'void', ${isVoid("c.value ->> 'folio'")},
    'confirmed', EXISTS (SELECT 1 FROM confirmations AS q
      WHERE q.folio = k.folio AND q.retry = c.value ->> 'folio'),
    'kind', k.kind, 'folio', k.folio, 'same_body', k.body_hash = c.value ->> 'bodyHash',
    'status', r.status)) AS report
  FROM json_each(?1) AS c
  LEFT JOIN reservations AS own ON own.folio = c.value ->> 'folio' AND own.created_at = c.value ->> 'at'
  LEFT JOIN idempotency_keys AS k ON ${KEY_OF_C}
  LEFT JOIN reservations AS r ON r.folio = k.folio`;

/** Which of the draws can be read as reservations. */
export const STANDING = `SELECT r.folio FROM json_each(?1) AS c
  JOIN reservations AS r ON r.folio = c.value ->> 'folio' AND r.created_at = c.value ->> 'at'`;

/**
 * The SQL by which tables are held. The draws travel as one JSON array, ?1, so that a batch of any size is the same few
 * statements; ?2 is now in epoch milliseconds. Each may run twice, since HTTP clients send a request again when a kept
 * connection turns out to be dead: the second run changes nothing and reads the same.
 */

const KEY_OF_C =
  "k.phone = c.value ->> 'phone' AND k.kind = c.value ->> 'kind' AND k.key = c.value ->> 'key'";

const IS_PAUSED = `EXISTS (SELECT 1 FROM settings AS s WHERE s.name = 'pause'
  AND (s.value ->> 'until' IS NULL OR s.value ->> 'until' > ?2))`;

const LOCAL_TIME = "(c.value ->> 'moment')";
/** By a closure, or because the kitchen closes too early that day. */
const IS_CLOSED = `(EXISTS (SELECT 1 FROM closures AS x WHERE x.day = c.value ->> 'serviceDay'
  OR (x.starts <= ${LOCAL_TIME} AND x.ends > ${LOCAL_TIME}))
  OR EXISTS (SELECT 1 FROM settings AS e WHERE e.name = 'kitchen'
    AND e.value ->> 'serviceDay' = c.value ->> 'serviceDay' AND e.value ->> 'lastArrival' < ${LOCAL_TIME}))`;

const IS_VOID = "EXISTS (SELECT 1 FROM voids AS v WHERE v.folio = c.value ->> 'folio')";

/** Frees the keys at hand that have expired, whose reservation is gone, and the header-free ones whose no longer stands. */
export const DROP_DEAD_CLAIMS = `DELETE FROM idempotency_keys AS k
  WHERE (phone, kind, key) IN
    (SELECT c.value ->> 'phone', c.value ->> 'kind', c.value ->> 'key' FROM json_each(?1) AS c)
  AND (expires_at <= ?2 OR NOT EXISTS (SELECT 1 FROM reservations AS r
    WHERE r.folio = k.folio AND (k.kind = 'header' OR r.status <> 'cancelled')))`;

/** Holds the tables against which nothing speaks: this is where every condition is. What is held is in `schema.sql`. */
export const HOLD =
  `INSERT INTO held_tables (folio, day, time, service_day, party_size, name, phone, occasion,
    comments, source, created_at, kind, key, body_hash, expires_at)
  SELECT c.value ->> 'folio', c.value ->> 'day', c.value ->> 'time', c.value ->> 'serviceDay',
    c.value ->> 'partySize', c.value ->> 'name', c.value ->> 'phone', c.value ->> 'occasion',
    c.value ->> 'comments', c.value ->> 'source', c.value ->> 'at',
    c.value ->> 'kind', c.value ->> 'key', c.value ->> 'bodyHash', c.value ->> 'expiresAt'
  FROM json_each(?1) AS c
  WHERE c.value ->> 'replayOnly' IS NULL AND NOT ${IS_PAUSED} AND NOT ${IS_CLOSED}
    AND NOT ${IS_VOID}
    AND NOT EXISTS (SELECT 1 FROM reservations AS r WHERE r.folio = c.value ->> 'folio')`;

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
  WHERE NOT ${IS_VOID}
  ON CONFLICT DO NOTHING`;

/**
 * What became of each draw, by its place in the array. All of it as one JSON text: the client builds slow objects out of rows.
 */
export const READ_BACK = `SELECT json_group_array(json_object('place', c.key,
    'won', k.folio = c.value ->> 'folio', 'stands', own.folio IS NOT NULL,
    'paused', ${IS_PAUSED}, 'closed', ${IS_CLOSED}, 'void', ${IS_VOID},
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

/**
 * The SQL by which staff read reservations. Each question is one statement, and its answer one JSON text in the shape that the
 * ports name: the client builds slow objects out of rows, and the runtime keeps some bytes of each statement for ever.
 */

/** The row `r` of reservations, in the shape of a Reservation. */
export const RESERVATION = `json_object('folio', r.folio, 'day', r.day, 'time', r.time,
    'serviceDay', r.service_day, 'partySize', r.party_size, 'name', r.name, 'phone', r.phone,
    'occasion', r.occasion, 'comments', r.comments, 'note', r.note, 'status', r.status,
    'source', r.source, 'createdAt', r.created_at, 'version', r.version,
    'acknowledged', CASE WHEN r.acknowledged_at IS NOT NULL
      THEN json_object('by', r.acknowledged_by, 'at', r.acknowledged_at) END)`;

/** The row `h` of the history. Its values keep the names of their columns. */
export const ENTRY =
  `json_object('version', h.version, 'at', h.at, 'actor', h.actor, 'action', h.action,
    'before', json(h.before), 'after', json(h.after))`;

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

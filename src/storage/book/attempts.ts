/** The transactions that hold tables, or say why not. `now` is in epoch milliseconds. One that fails may run again. */
import type {
  ReplayKey,
  ReservationRequest,
  ReservationValues,
} from "../../domain/reservation/reservation.ts";
import { localDateTime, minuteOfDay, startOfDay } from "../../domain/local_time.ts";
import type { RoomLimit } from "../../domain/schedule/room.ts";
import type { MadeReservation, ReserveOutcome, Unavailable } from "../../ports/reservations.ts";
import { NEWEST } from "../database/believed_clock.ts";
import { history } from "./reservation_book.ts";
import { RESERVATION_COLUMNS } from "./columns.ts";
import { type Database, readJson, type Row, type Statement } from "../database/database.ts";

/** A request under the folio drawn for it. */
export interface Attempt {
  readonly folio: string;
  /** Epoch milliseconds: the reservation's `created_at`, which distinguishes its row from another under the same folio. */
  readonly at: number;
  /** Its key alone if only the earlier answer to the same request is wanted. */
  readonly request: ReservationRequest | ReplayKey;
}

/** How long keys and alike requests are recognised, from the reservation's creation on. */
const KEY_LIFETIME_MS = 24 * 60 * 60_000;
const ALIKE_LIFETIME_MS = 10 * 60_000;

/** `none`: there is no reservation, and no switch, closure or earlier request is the reason. */
export type AttemptOutcome = ReserveOutcome | { readonly kind: "none" };

export const UNAVAILABLE: Unavailable = { kind: "unavailable" };

/** Holds the tables that no condition refuses, nearly all, at a third of the cost of {@linkcode decide}. Null is the outcome of others. */
export async function hold(
  database: Database,
  attempts: readonly Attempt[],
  now: number,
): Promise<(AttemptOutcome | null)[]> {
  const reading = { sql: LATEST, args: [attempts.length] };
  const [, rows] = await database.write([insertion(attempts, now), reading]);
  const { latest = "{}", second = "[]" } = rows?.[0] ?? {};
  const held: Record<string, string> = JSON.parse(String(latest));
  const seconds: readonly string[] = JSON.parse(String(second));
  return attempts.map(({ folio, at, request: { phone } }) =>
    // The folio can be another reservation's.
    held[folio] === `${at}${phone}`
      ? { kind: "held", folio, createdAt: at, isSecond: seconds.includes(folio) }
      : null
  );
}

/** Holds the tables that no condition refuses, answers retries, also those of another of `attempts`, and says why the others are not held. */
export async function decide(
  database: Database,
  attempts: readonly Attempt[],
  now: number,
): Promise<AttemptOutcome[]> {
  const [drop, ...others] = statements([DROP_DEAD_KEYS, BIND, CONFIRM, READ_BACK], attempts, now);
  return outcomes(attempts, await database.write([drop!, insertion(attempts, now), ...others]));
}

/** Of attempts whose outcome is unknown, finds the reservations and voids the other folios. Answers retries as {@linkcode decide} does. */
export async function settle(
  database: Database,
  attempts: readonly Attempt[],
  now: number,
): Promise<AttemptOutcome[]> {
  const steps = [DROP_DEAD_KEYS, BIND, CONFIRM, VOID_ABSENT, READ_LATER];
  return outcomes(attempts, await database.write(statements(steps, attempts, now)));
}

// Each statement may run twice, since HTTP clients send a request again when a kept connection turns out to be dead: the second run
// changes nothing and reads the same. Except where tables are held, attempts are passed as one JSON array, ?1, so that a batch of any size
// uses the same statements; ?2 is now in epoch milliseconds.

function statements(
  steps: readonly string[],
  attempts: readonly Attempt[],
  now: number,
): Statement[] {
  const given = JSON.stringify(attempts.map(inJson));
  // A server refuses parameters that a statement does not use.
  return steps.map((sql) => ({ sql, args: sql.includes("?2") ? [given, now] : [given] }));
}

function inJson({ folio, at, request }: Attempt): Record<string, unknown> {
  const { phone, alike, words, idempotencyKey } = request;
  const own = idempotencyKey === null
    ? { kind: "alike", key: alike }
    : { kind: "header", key: idempotencyKey };
  const wire = { folio, at, phone, alike, words, ...own };
  if (!("capacity" in request)) return wire;
  const { serviceDay, day, time } = request;
  return { ...wire, serviceDay, day, time };
}

function outcomes(attempts: readonly Attempt[], results: readonly Row[][]): AttemptOutcome[] {
  const report: Record<number, AttemptOutcome> = JSON.parse(String(results.at(-1)?.[0]?.report));
  return attempts.map((_, place) => report[place]!);
}

const field = (name: string): string => `(c.value ->> '${name}')`;

/** The attempt's own key: that of its header or, without one, what makes requests alike. */
const KEY_OF_C = `k.phone = ${field("phone")} AND k.kind = ${field("kind")} AND k.key = ${
  field("key")
}`;
const ALIKE_C = `k.phone = ${field("phone")} AND k.kind = 'alike' AND k.key = ${field("alike")}`;

const isVoid = (folio: string): string =>
  `EXISTS (SELECT 1 FROM voids AS v WHERE v.folio = ${folio})`;

const isTaken = (folio: string): string =>
  `EXISTS (SELECT 1 FROM reservations AS t WHERE t.folio = ${folio})`;

/** Whether the list of words `some` holds nothing that `all` does not. */
const isAmong = (some: string, all: string): string =>
  `NOT EXISTS (SELECT 1 FROM json_each(${some}) AS w
    WHERE w.value NOT IN (SELECT value FROM json_each(${all})))`;

/** Whether the attempt `c` is a retry of the reservation `r` of the key `k`. */
const IS_SAME = `(k.alike = ${field("alike")} AND r.status <> 'cancelled'
  AND (${isAmong("k.words", field("words"))} OR ${isAmong(field("words"), "k.words")}))`;

/** The attempts that retry the reservation of the key `k` that `isKey` selects, without those that are void. */
const retriesOf = (isKey: string): string =>
  `FROM json_each(?1) AS c
  JOIN idempotency_keys AS k ON ${isKey} AND k.folio <> ${field("folio")}
  JOIN reservations AS r ON r.folio = k.folio
  WHERE ${IS_SAME} AND NOT ${isVoid(field("folio"))}`;

/** @param now an expression of epoch milliseconds */
const isPaused = (now: string): string =>
  `EXISTS (SELECT 1 FROM settings AS s WHERE s.name = 'pause' AND s.value ->> 'night' IS NULL
  AND (s.value ->> 'until' IS NULL OR s.value ->> 'until' > ${now}))`;

/** By a closure, the pause of that night, or an early kitchen. @param moment an expression of a local time, e.g. `2026-03-14T20:30` */
const isClosed = (serviceDay: string, moment: string): string =>
  `(EXISTS (SELECT 1 FROM closures AS x WHERE x.day = ${serviceDay}
  OR (x.starts <= ${moment} AND x.ends > ${moment}))
  OR EXISTS (SELECT 1 FROM settings AS n WHERE n.name = 'pause' AND n.value ->> 'night' = ${serviceDay})
  OR EXISTS (SELECT 1 FROM settings AS e WHERE e.name = 'kitchen'
    AND e.value ->> 'serviceDay' = ${serviceDay} AND e.value ->> 'lastArrival' < ${moment}))`;

/** Deletes keys of the attempts that have expired, whose reservation is gone or, without the caller's own key, is cancelled. */
const DROP_DEAD_KEYS = `DELETE FROM idempotency_keys AS k
  WHERE (phone, kind, key) IN
    (SELECT ${field("phone")}, w.value, iif(w.value = 'alike', ${field("alike")}, ${field("key")})
      FROM json_each(?1) AS c, json_each('["alike", "header"]') AS w)
  AND (expires_at <= ?2 OR NOT EXISTS (SELECT 1 FROM reservations AS r
    WHERE r.folio = k.folio AND (k.kind = 'header' OR r.status <> 'cancelled')))`;

/** Binds another key to the reservation that it retries. Its later end distinguishes it from the key that made the reservation. */
const BIND = `INSERT INTO idempotency_keys (phone, kind, key, alike, words, folio, expires_at)
  SELECT k.phone, 'header', ${field("key")}, k.alike, ${field("words")}, k.folio,
    max(?2, r.created_at + 1) + ${KEY_LIFETIME_MS}
  ${retriesOf(ALIKE_C)} AND ${field("kind")} = 'header'
  ON CONFLICT DO NOTHING`;

/**
 * Whether the reservation `own` is a second table: the same phone, under a name that counts as the same, holds one of that service day that
 * was made before it, online and less than 10 minutes ago.
 */
const IS_SECOND = `EXISTS (SELECT 1 FROM idempotency_keys AS k
  CROSS JOIN reservations AS r ON r.folio = k.folio
  CROSS JOIN idempotency_keys AS n ON n.phone = k.phone AND n.kind = 'alike' AND n.folio = own.folio
  WHERE k.phone = own.phone AND k.kind = 'alike' AND k.folio <> own.folio
    AND k.expires_at > own.created_at AND r.id < own.id
    AND r.service_day = own.service_day AND r.status <> 'cancelled'
    AND (${isAmong("k.words", "n.words")} OR ${isAmong("n.words", "k.words")}))`;

/** Creation time and phone of the last ?1 reservations by folio, as one JSON object, cheaper than look-ups; and which are second tables. */
const LATEST = `SELECT json_group_object(folio, created_at || phone) AS latest,
    json_group_array(folio) FILTER (WHERE ${IS_SECOND}) AS second
  FROM reservations AS own WHERE id > (SELECT max(id) FROM reservations) - ?1`;

/** Now, or the newest believed time: a row that is kept for a while does not go early because a clock was behind. */
export const RECORDED_AT = `max(?2, coalesce(${NEWEST}, 0))`;

const VOID_ABSENT = `INSERT INTO voids (folio, at)
  SELECT c.value ->> 'folio', ${RECORDED_AT} FROM json_each(?1) AS c
  WHERE NOT EXISTS (SELECT 1 FROM reservations AS r WHERE r.folio = c.value ->> 'folio')
  ON CONFLICT DO NOTHING`;

/** Confirms the earlier reservations that retries are answered with, so that no void deletes them. */
const CONFIRM = `INSERT INTO confirmations (folio, retry, at)
  SELECT k.folio, ${field("folio")}, ${RECORDED_AT} ${retriesOf(KEY_OF_C)}
  ON CONFLICT DO NOTHING`;

/**
 * The outcome of each attempt by its place in the array, as one JSON text: the client builds slow objects out of rows. A retry is answered
 * with a reservation only if it has confirmed it: otherwise a void might delete that later.
 */
const readBack = (isSecond: string) =>
  `SELECT json_group_object(c.key, json(CASE
    WHEN own.folio IS NOT NULL THEN json_object('kind', 'held', 'folio', own.folio,
      'createdAt', own.created_at, 'isSecond', json(iif(${isSecond}, 'true', 'false')))
    WHEN ${IS_SAME} AND EXISTS (SELECT 1 FROM confirmations AS q
      WHERE q.folio = k.folio AND q.retry = ${field("folio")})
    THEN json_object('kind', 'replayed', 'folio', k.folio, 'createdAt', r.created_at,
      'repeated', json(iif(k.kind = 'alike' OR k.expires_at > r.created_at + ${KEY_LIFETIME_MS}, 'true', 'false')))
    WHEN ${IS_SAME} IS NOT TRUE AND EXISTS (SELECT 1 FROM idempotency_keys AS k WHERE ${ALIKE_C})
    THEN json_object('kind', 'alike')
    WHEN ${IS_SAME} IS NOT TRUE AND k.kind = 'header' THEN json_object('kind', 'key_reused')
    WHEN ${isPaused("?2")} THEN json_object('kind', 'paused')
    WHEN ${isClosed(field("serviceDay"), `(${field("day")} || 'T' || ${field("time")})`)}
      -- Nothing else than a lack of room can have refused it.
      OR ${field("day")} IS NOT NULL AND NOT ${isVoid(field("folio"))} AND NOT ${
    isTaken(field("folio"))
  }
    THEN json_object('kind', 'closed')
    ELSE json_object('kind', 'none') END)) AS report
  FROM json_each(?1) AS c
  LEFT JOIN idempotency_keys AS k ON ${KEY_OF_C}
  -- Staff may have corrected the phone since; the key keeps the one that was sent.
  LEFT JOIN reservations AS own ON own.folio = ${field("folio")}
    AND own.created_at = ${field("at")} AND (own.phone = ${field("phone")} OR own.folio = k.folio)
  LEFT JOIN reservations AS r ON r.folio = k.folio`;

const READ_BACK = readBack(IS_SECOND);

/** By the time that an unknown outcome is known, what else the phone holds may have changed. */
const READ_LATER = readBack("0");

const GUEST_COLUMNS = RESERVATION_COLUMNS.guest;
const GUEST_VALUES = Object.keys(GUEST_COLUMNS) as (keyof typeof GUEST_COLUMNS)[];

/** The columns of `reservation_requests` in schema.sql, in the order of {@linkcode asRow}. */
const REQUEST_COLUMNS = [
  ...["folio", "source", "created_at", "capacity", "room", "stay", "began", "ends"],
  ...["alike", "words", "expires_at", "key", "key_expires_at"],
  ...Object.values(GUEST_COLUMNS),
];

/** The values of {@linkcode REQUEST_COLUMNS} as a JSON array; null if no table is wanted. */
function asRow(attempt: Attempt | undefined): string | null {
  if (attempt === undefined || !("capacity" in attempt.request)) return null;
  const { folio, at, request } = attempt;
  const { source, capacity, room, alike, words, idempotencyKey } = request;
  return JSON.stringify([
    ...[folio, source, at, capacity, ...inRoom(request, room)],
    ...[alike, words, at + ALIKE_LIFETIME_MS, idempotencyKey, at + KEY_LIFETIME_MS],
    ...GUEST_VALUES.map((name) => request[name]),
  ]);
}

/** The limit of the room, the length of a stay, and between which times, both exclusive, others arrive who meet this party. */
function inRoom({ day, time }: ReservationRequest, room: RoomLimit | null): readonly unknown[] {
  if (room === null) return [null, null, null, null];
  const { people, stayMinutes } = room;
  const minute = startOfDay(day) + minuteOfDay(time);
  return [people, stayMinutes, ...[minute - stayMinutes, minute + stayMinutes].map(localDateTime)];
}

/**
 * Holds the tables that neither a condition here nor one of `reservation_requested` in schema.sql refuses; that trigger writes the rows. Each
 * request is a parameter of its own, a JSON array or null: one array of all of them takes three times as long to read. Their number is a
 * power of two, since each number is another statement to prepare.
 */
function insertion(attempts: readonly Attempt[], now: number): Statement {
  const size = 2 ** Math.ceil(Math.log2(attempts.length));
  const given = Array.from({ length: size }, (_, nth) => `(?${2 + nth})`);
  const rows = Array.from({ length: size }, (_, nth) => asRow(attempts[nth]));
  return { sql: `WITH given (json) AS (VALUES ${given}), ${INSERTION}`, args: [now, ...rows] };
}

const INSERTION = `c (${REQUEST_COLUMNS}) AS (SELECT ${
  REQUEST_COLUMNS.map((_, nth) => `json ->> ${nth}`)
} FROM given)
  INSERT INTO reservation_requests (${REQUEST_COLUMNS}) SELECT ${REQUEST_COLUMNS} FROM c
  WHERE c.folio IS NOT NULL AND NOT ${isPaused("?1")}
    AND NOT ${isClosed("c.service_day", "(c.day || 'T' || c.time)")} AND NOT ${isVoid("c.folio")}
    AND NOT ${isTaken("c.folio")}`;

/** Takes a key and the time. It scans the keys of a day: 1 ms for each 10,000. */
const FIND_MADE = `SELECT json_group_array(json_object('folio', folio, 'phone', phone,
    'alike', alike, 'words', json(words)))
  FROM idempotency_keys WHERE kind = 'header' AND key = ?1 AND expires_at > ?2`;

/** The reservation made under `key`, with what it is recognised by. As with {@linkcode isKnown}, it may yet be voided. */
export async function madeUnder(
  database: Database,
  key: string,
  now: number,
): Promise<Omit<MadeReservation, "stands"> & ReplayKey | null> {
  type Found = Pick<MadeReservation, "folio"> & Omit<ReplayKey, "idempotencyKey">;
  const [found] = await readJson<Found[]>(database, FIND_MADE, [key, now]);
  const [first] = found ? await history(database, found.folio) : [];
  if (!found || !first) return null;
  const { day, time, partySize } = first.after as ReservationValues;
  return { ...found, idempotencyKey: key, createdAt: first.at, day, time, partySize };
}

/** Takes a phone, the hash that makes requests alike, the caller's own key and the time. */
const FIND = `SELECT 1 FROM idempotency_keys WHERE phone = ?1
  AND (kind = 'alike' AND key = ?2 OR kind = 'header' AND key = ?3) AND expires_at > ?4 LIMIT 1`;

/** Whether an earlier request may decide about this one. What it finds may yet be voided: {@linkcode decide} says what it means. */
export async function isKnown(database: Database, key: ReplayKey, now: number): Promise<boolean> {
  const args = [key.phone, key.alike, key.idempotencyKey, now];
  return (await database.read({ sql: FIND, args })).length > 0;
}

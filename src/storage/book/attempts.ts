/** The transactions that hold tables, or say why not. `now` is in epoch milliseconds. One that fails may run again. */
import {
  ALIKE_MINUTES,
  KEY_LIFETIME_MS,
  type ReplayKey,
  type ReservationRequest,
  type ReservationValues,
} from "../../domain/reservation/reservation.ts";
import { localDateTime, minuteOfDay, startOfDay } from "../../domain/local_time.ts";
import type { RoomLimit } from "../../domain/schedule/room.ts";
import type { MadeReservation, ReserveOutcome, Unavailable } from "../../ports/reservations.ts";
import { RESERVATION_COLUMNS } from "./columns.ts";
import { history } from "./reservation_book.ts";
import { type Database, readJson, type Row, type Statement } from "../database/database.ts";

/** A request under the folio drawn for it. */
export interface Attempt {
  readonly folio: string;
  /** Epoch milliseconds: the reservation's `created_at`, which tells its row from another under the same folio. */
  readonly at: number;
  /** Its key alone if only the earlier answer to the same request is wanted. */
  readonly request: ReservationRequest | ReplayKey;
}

/** `none`: there is no reservation, and no switch, closure or earlier request is the reason. */
export type AttemptOutcome = ReserveOutcome | { readonly kind: "none" };

export const UNAVAILABLE: Unavailable = { kind: "unavailable" };

/**
 * Holds the tables that no condition refuses, at a third of the cost of {@linkcode decide}. Most requests end
 * here. The outcome of the others is null.
 */
export async function hold(
  database: Database,
  attempts: readonly Attempt[],
  now: number,
): Promise<(AttemptOutcome | null)[]> {
  const reading = { sql: HOLD_SQL.readLatest, args: [attempts.length] };
  const [, rows] = await database.write([holding(attempts, now), reading]);
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

/**
 * Holds the tables that no condition refuses, and says why the others are not held. A retry is answered with
 * the earlier reservation, which may be that of another of `attempts`.
 */
export async function decide(
  database: Database,
  attempts: readonly Attempt[],
  now: number,
): Promise<AttemptOutcome[]> {
  const given = [inJson(attempts), now];
  const results = await database.write([
    { sql: HOLD_SQL.dropDeadKeys, args: given },
    holding(attempts, now),
    { sql: HOLD_SQL.bind, args: [...given, KEY_LIFETIME_MS] },
    { sql: HOLD_SQL.confirm, args: given },
    { sql: HOLD_SQL.readBack, args: [...given, KEY_LIFETIME_MS, 1] },
  ]);
  return outcomes(attempts, results);
}

/**
 * Of attempts whose outcome is unknown, finds the reservations and voids the other folios. Answers retries as
 * {@linkcode decide} does.
 */
export async function settle(
  database: Database,
  attempts: readonly Attempt[],
  now: number,
): Promise<AttemptOutcome[]> {
  const given = [inJson(attempts), now];
  const results = await database.write([
    { sql: HOLD_SQL.dropDeadKeys, args: given },
    { sql: HOLD_SQL.bind, args: [...given, KEY_LIFETIME_MS] },
    { sql: HOLD_SQL.confirm, args: given },
    { sql: HOLD_SQL.voidAbsent, args: given },
    // By the time that an unknown outcome is known, what else the phone holds may have changed.
    { sql: HOLD_SQL.readBack, args: [...given, KEY_LIFETIME_MS, 0] },
  ]);
  return outcomes(attempts, results);
}

/** As the view `attempt_keys` of schema.sql reads them. One parameter, so that every batch uses the same statements. */
function inJson(attempts: readonly Attempt[]): string {
  return JSON.stringify(attempts.map(({ folio, at, request }) => {
    const { phone, alike, words, idempotencyKey: header } = request;
    const wire = { folio, at, phone, alike, words, header };
    if (!("capacity" in request)) return wire;
    const { serviceDay, day, time } = request;
    return { ...wire, serviceDay, arrival: `${day}T${time}` };
  }));
}

function outcomes(attempts: readonly Attempt[], results: readonly Row[][]): AttemptOutcome[] {
  const report: Record<number, AttemptOutcome> = JSON.parse(String(results.at(-1)?.[0]?.report));
  return attempts.map((_, place) => report[place]!);
}

/**
 * Each request is a parameter of its own, a JSON array or null: one array of all takes three times as long to
 * read. Their number is a power of two, since each number is another statement to prepare.
 */
function holding(attempts: readonly Attempt[], now: number): Statement {
  const rows = Array.from(
    { length: 2 ** Math.ceil(Math.log2(attempts.length)) },
    (_, nth) => attempts[nth] === undefined ? null : asRow(attempts[nth]),
  );
  const values = rows.map((_, nth) => `(?${2 + nth})`).join();
  return { sql: HOLD_SQL.hold.replace("(?2)", values), args: [now, ...rows] };
}

/** As {@linkcode HOLD_SQL.hold} reads it; null if no table is wanted. */
function asRow({ folio, at, request }: Attempt): string | null {
  if (!("capacity" in request)) return null;
  const { source, capacity, room, margin, alike, words, idempotencyKey } = request;
  return JSON.stringify([
    ...[folio, source, at, capacity, ...inRoom(request, room), margin],
    ...[alike, words, at + ALIKE_MINUTES * 60_000, idempotencyKey, at + KEY_LIFETIME_MS],
    ...GUEST_VALUES.map((name) => request[name]),
  ]);
}

const GUEST_VALUES = Object.keys(RESERVATION_COLUMNS.guest) as (
  keyof typeof RESERVATION_COLUMNS.guest
)[];

/** The room's limit, the length of a stay, and the times between which other parties arrive that meet this one. */
function inRoom({ day, time }: ReservationRequest, room: RoomLimit | null): readonly unknown[] {
  if (room === null) return [null, null, null, null];
  const { people, stayMinutes } = room;
  const minute = startOfDay(day) + minuteOfDay(time);
  return [people, stayMinutes, ...[minute - stayMinutes, minute + stayMinutes].map(localDateTime)];
}

/**
 * The reservation made under `key`, with what identifies its retries. As with {@linkcode isKnown}, it may yet
 * be voided.
 */
export async function madeUnder(
  database: Database,
  key: string,
  now: number,
): Promise<Omit<MadeReservation, "stands"> & ReplayKey | null> {
  type Found = Pick<MadeReservation, "folio"> & Omit<ReplayKey, "idempotencyKey">;
  const [found] = await readJson<Found[]>(database, HOLD_SQL.findMade, [key, now]);
  const [first] = found ? await history(database, found.folio) : [];
  if (!found || !first) return null;
  const { day, time, partySize } = first.after as ReservationValues;
  return { ...found, idempotencyKey: key, createdAt: first.at, day, time, partySize };
}

/** Whether there is an earlier request of `key`. It may yet be voided: {@linkcode decide} says what it means. */
export async function isKnown(database: Database, key: ReplayKey, now: number): Promise<boolean> {
  const args = [key.phone, key.alike, key.idempotencyKey, now];
  return (await database.read({ sql: HOLD_SQL.find, args })).length > 0;
}

/**
 * Whole statements, which can be pasted into `sqlite3` as they stand. Unless others are named, ?1 is an array
 * of attempts in JSON and ?2 is now in epoch milliseconds. Their conditions are views of schema.sql and its
 * trigger `reservation_requested`. Each may run twice, since HTTP clients send a request again when a kept
 * connection turns out to be dead: the second run changes nothing and reads the same.
 */
export const HOLD_SQL = {
  /**
   * Holds the tables that the trigger does not refuse. ?1 is now, ?2 a request; each further request is a
   * further row of VALUES.
   */
  hold: `
    WITH given (request) AS (VALUES (?2))
    INSERT INTO reservation_requests (now,
      folio, source, created_at, capacity, room, stay, began, ends, margin,
      alike, words, expires_at, key, key_expires_at,
      service_day, day, time, party_size, name, phone, occasion, comments)
    SELECT ?1,
      request ->> 0, request ->> 1, request ->> 2, request ->> 3, request ->> 4, request ->> 5, request ->> 6, request ->> 7, request ->> 8,
      request ->> 9, request ->> 10, request ->> 11, request ->> 12, request ->> 13,
      request ->> 14, request ->> 15, request ->> 16, request ->> 17, request ->> 18, request ->> 19, request ->> 20, request ->> 21
    FROM given WHERE request IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM reservations AS t WHERE t.folio = request ->> 0)`,

  /**
   * Creation time and phone of the last ?1 reservations by folio, cheaper than look-ups, and which are second
   * tables.
   */
  readLatest: `
    SELECT json_group_object(folio, created_at || phone) AS latest,
      json_group_array(folio) FILTER (WHERE EXISTS (SELECT 1 FROM second_tables AS s WHERE s.id = own.id)) AS second
    FROM reservations AS own WHERE id > (SELECT max(id) FROM reservations) - ?1`,

  /**
   * Deletes keys that have expired or whose reservation is gone. Of alike requests also one whose reservation
   * is cancelled.
   */
  dropDeadKeys: `
    DELETE FROM idempotency_keys AS k
    WHERE (phone, kind, key) IN (SELECT phone, kind, key FROM attempt_keys WHERE given = ?1)
      AND (expires_at <= ?2 OR NOT EXISTS (SELECT 1 FROM reservations AS r
        WHERE r.folio = k.folio AND (k.kind = 'header' OR r.status <> 'cancelled')))`,

  /**
   * Binds another key, for ?3 milliseconds, to the reservation that it retries. It ends later than the first
   * key of that.
   */
  bind: `
    INSERT INTO idempotency_keys (phone, kind, key, alike, words, folio, expires_at)
    SELECT phone, 'header', header, alike, words, earlier, max(?2, earlier_at + 1) + ?3 FROM retries
    WHERE given = ?1 AND kind = 'alike' AND header IS NOT NULL AND is_same AND NOT is_void
    ON CONFLICT DO NOTHING`,

  /**
   * Confirms the earlier reservations that retries are answered with, or that an alike request under another name is
   * told of, so that no void deletes them.
   */
  confirm: `
    INSERT INTO confirmations (folio, retry, at)
    SELECT earlier, folio, max(?2, (SELECT at FROM newest_time)) FROM retries
    WHERE given = ?1 AND NOT is_void
      AND (is_own AND is_same OR kind = 'alike' AND NOT is_same AND earlier <> folio)
    ON CONFLICT DO NOTHING`,

  voidAbsent: `
    INSERT INTO voids (folio, at)
    SELECT a.folio, max(?2, (SELECT at FROM newest_time)) FROM attempt_keys AS a
    WHERE a.given = ?1 AND a.is_own AND NOT EXISTS (SELECT 1 FROM reservations AS r WHERE r.folio = a.folio)
    ON CONFLICT DO NOTHING`,

  /**
   * The outcome of each attempt by its place in the array, as one JSON text: the client builds slow objects
   * out of rows. A retry is answered with a reservation only if it has confirmed it: otherwise a void might
   * delete that later. ?3 is that of `bind`, ?4 whether second tables are told of.
   */
  readBack: `
    SELECT json_group_object(a.place, json(CASE
      WHEN own.id IS NOT NULL THEN json_object('kind', 'held', 'folio', own.folio, 'createdAt', own.created_at, 'isSecond',
        json(iif(?4 AND EXISTS (SELECT 1 FROM second_tables AS s WHERE s.id = own.id), 'true', 'false')))
      WHEN is_same AND EXISTS (SELECT 1 FROM confirmations AS q WHERE q.folio = a.earlier AND q.retry = a.folio)
        THEN json_object('kind', 'replayed', 'folio', a.earlier, 'createdAt', a.earlier_at, 'repeated',
          json(iif(a.kind = 'alike' OR a.expires_at > a.earlier_at + ?3, 'true', 'false')))
      WHEN is_same IS NOT TRUE AND EXISTS (SELECT 1 FROM idempotency_keys AS k
        WHERE k.phone = a.phone AND k.kind = 'alike' AND k.key = a.alike) THEN json_object('kind', 'alike')
      WHEN is_same IS NOT TRUE AND a.kind = 'header' AND a.earlier IS NOT NULL THEN json_object('kind', 'key_reused')
      ELSE json_object('kind', coalesce(
        -- A pause comes before a closure.
        (SELECT max(f.kind) FROM refusals AS f WHERE f.until > ?2
          AND (f.service_day IS NULL OR f.service_day = a.service_day)
          AND f.starts <= a.arrival AND f.ends > a.arrival),
        -- Nothing else than the kitchen or a lack of room can have refused it.
        iif(a.arrival IS NULL OR a.is_void OR EXISTS (SELECT 1 FROM reservations AS t WHERE t.folio = a.folio),
          NULL, 'closed'),
        'none')) END)) AS report
    FROM retries AS a
    -- Staff may have corrected the phone since; the key keeps the one that was sent.
    LEFT JOIN reservations AS own ON own.folio = a.folio AND own.created_at = a.at
      AND (own.phone = a.phone OR own.folio = a.earlier)
    WHERE a.given = ?1 AND a.is_own`,

  /**
   * Whether there is a request of the phone ?1 that is alike by the hash ?2, or under the caller's key ?3, at
   * the instant ?4.
   */
  find: `
    SELECT 1 FROM idempotency_keys WHERE phone = ?1
      AND (kind = 'alike' AND key = ?2 OR kind = 'header' AND key = ?3) AND expires_at > ?4 LIMIT 1`,

  /** What was made under the caller's key ?1. It scans the keys of a day: 1 ms for each 10,000. */
  findMade: `
    SELECT json_group_array(json_object('folio', folio, 'phone', phone, 'alike', alike, 'words', json(words)))
    FROM idempotency_keys WHERE kind = 'header' AND key = ?1 AND expires_at > ?2`,
} as const;

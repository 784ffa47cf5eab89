/**
 * Erases personal data, by request and by age, and leaves counts and records. Files that another program has open are
 * remembered in the settings, and erased within a minute of its end.
 */
import { addDays, type Day } from "../../domain/local_time.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { sourceOf } from "../../domain/reservation/source.ts";
import type { Erasure, ErasureEntry, UnerasedFile } from "../../ports/staff.ts";
import { removeParts, sqliteFilesAround } from "../database/backup.ts";
import { RESERVATION } from "./columns.ts";
import type { Context } from "./context.ts";
import {
  cutLog,
  type Database,
  readJson,
  type Statement,
  surelyWritten,
} from "../database/database.ts";
import { filesAt, withCopiesLock } from "../database/database_files.ts";
import { onThread, readOnly } from "../database/file_database.ts";

/** Those who are expected, wait or sit in the room: the board must not lose them. ?2 is today. */
const UPCOMING = `(service_day >= ?2 AND left_at IS NULL
  AND status IN ('confirmed', 'waiting', 'arrived'))`;

/** ?1 is a JSON array of folios. */
const COUNT_PAST_AND_UPCOMING = `SELECT json_object('past', coalesce(sum(NOT ${UPCOMING}), 0),
    'upcoming', coalesce(sum(${UPCOMING}), 0)) FROM reservations
  WHERE folio IN (SELECT value FROM json_each(?1))`;

const READ_RECORDS =
  `SELECT json_group_array(json_object('at', at, 'reason', reason, 'actor', actor, 'reservations', n))
    FROM (SELECT at, reason, actor, sum(reservations) AS n FROM erasures
      GROUP BY reason, at, iif(reason = 'request', id, 0) ORDER BY max(id) DESC LIMIT ?1)`;

const READ_DAYS =
  `SELECT json_group_array(json_object('day', service_day, 'status', status, 'source', source,
    'parties', parties, 'people', people)) FROM erased_reservations WHERE service_day BETWEEN ?1 AND ?2`;

type ErasureContext = Pick<Context, "database" | "dataDir" | "now">;
type Reader = Pick<Database, "read">;

/** Later than every instant. */
const MAX_AT = Number.MAX_SAFE_INTEGER;

/** Erases on request, in the copies of a file too. */
export function erasure(context: ErasureContext): Erasure {
  const { database, now } = context;
  return {
    async count(phone, today) {
      const folios = JSON.stringify(await foliosEverOf(database, phone));
      return await readJson(database, COUNT_PAST_AND_UPCOMING, [folios, today]);
    },
    async erase(phone, { today, upcoming, actor }) {
      const folios = await foliosEverOf(database, phone);
      const keepFrom = upcoming ? null : today;
      const record = { reason: "request", actor, at: now() } as const;
      const erased = await eraseReservations(database, folios, { record, keepFrom });
      // If this process ends now, another one continues.
      if (erased > 0 && database.path !== null) await remember(database, [database.path], MAX_AT);
      const kept = new Set(await foliosEverOf(database, phone));
      const found = async (copy: Reader) =>
        (await foliosEverOf(copy, phone)).filter((folio) => !kept.has(folio));
      return { erased, unerased: await eraseInFiles(context, MAX_AT, found) };
    },
    records: (limit) => readJson(database, READ_RECORDS, [limit]),
    counts: (from, to) => readJson(database, READ_DAYS, [from, to]),
  };
}

/** The reservations that have or had the phone ?1. */
const FOLIOS_EVER_OF = `SELECT json_group_array(folio) AS folios FROM (
  SELECT folio FROM reservations WHERE phone = ?1
  UNION SELECT r.folio FROM reservation_versions AS v JOIN reservations AS r ON r.id = v.reservation
  WHERE v.before ->> 'phone' = ?1)`;

function foliosEverOf(database: Reader, phone: string): Promise<string[]> {
  return readJson(database, FOLIOS_EVER_OF, [phone]);
}

/** ?1 is the first service day that is kept. */
const OLD = `SELECT json_group_array(folio) AS folios FROM (SELECT folio FROM reservations
  WHERE day <= ?1 AND service_day < ?1 ORDER BY day LIMIT ?2)`;

function foliosBefore(database: Reader, day: Day, limit: number): Promise<string[]> {
  return readJson(database, OLD, [day, limit]);
}

const BATCH = 200;
const PAUSE_MS = 50;

export function firstKept(day: Day, retentionDays: number): Day {
  // One day more, since the restaurant's day may be another.
  return addDays(day, -retentionDays - 1);
}

/** Erases those from before `day`, a few at a time, so that guests do not wait. @returns how many */
export async function eraseBefore(
  database: Database,
  day: Day,
  { at, signal }: { readonly at: number; readonly signal: AbortSignal },
): Promise<number> {
  const record = { reason: "retention", actor: "sistema", at } as const;
  let erased = 0;
  while (!signal.aborted) {
    const folios = await foliosBefore(database, day, BATCH);
    if (folios.length === 0) break;
    erased += await eraseReservations(database, folios, { record, keepFrom: null });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  // The copies keep them until the next night.
  if (erased > 0 && !(await cutLog(database))) await remember(database, [database.path!], 0);
  return erased;
}

/**
 * Erases from the copies what is from before `day`, and what was erased from the database before `at`. Later erasures
 * wait for the next night's copy.
 * @throws {Error} that names the files that still hold it, once the others are changed
 */
export async function eraseInCopiesBefore(
  context: ErasureContext,
  { day, at }: { readonly day: Day; readonly at: number },
): Promise<void> {
  const all = -1;
  const unerased = await eraseInFiles(context, at, (copy) => foliosBefore(copy, day, all));
  if (unerased.length > 0) throw new Error(unerased.map(explainUnerased).join("; "));
}

export function explainUnerased({ path, reason }: UnerasedFile): string {
  return `${path} todavía tiene lo que se borró (${reason}): cierra el programa que lo tiene abierto y el servicio lo termina, o quita la copia`;
}

/** The paths of the files that still hold erased data, as JSON. */
export const UNERASED = "(SELECT value ->> 'paths' FROM settings WHERE name = 'unerased')";
const READ_UNERASED = `SELECT value ->> 'paths' AS paths, value ->> 'before' AS before
  FROM settings WHERE name = 'unerased'`;
const REMEMBER_UNERASED = `INSERT INTO settings (name, value)
  VALUES ('unerased', json_object('paths', json(?1), 'before', ?2))
  ON CONFLICT (name) DO UPDATE SET value = json_set(excluded.value, '$.before',
    max(value ->> 'before', excluded.value ->> 'before'))`;
const FINISHED = "DELETE FROM settings WHERE name = 'unerased'";

async function remember(
  database: Database,
  paths: readonly string[],
  before: number,
): Promise<void> {
  const args = [JSON.stringify(paths), before];
  await database.write([paths.length === 0 ? { sql: FINISHED } : { sql: REMEMBER_UNERASED, args }]);
}

/** Continues what another program has prevented. */
export async function finishErasing(context: ErasureContext): Promise<void> {
  const [row] = await context.database.read({ sql: READ_UNERASED });
  if (row === undefined) return;
  const paths: readonly string[] = JSON.parse(String(row.paths));
  await eraseInFiles(context, Number(row.before), async (_, path) => {
    // Of a damaged copy that could not be searched, no folio is known.
    if (paths.includes(path)) await onThread("check", path);
    return [];
  });
}

/** Finds the folios to erase from a copy, beside those that were erased from the database. */
type Search = (copy: Reader, path: string) => Promise<readonly string[]>;

/** Clears the log and the copies of erased data, and remembers the files that failed. @returns those */
async function eraseInFiles(
  context: ErasureContext,
  before: number,
  found: Search,
): Promise<readonly UnerasedFile[]> {
  const { database } = context;
  const { path } = database;
  if (path === null) return [];
  const hasErased = (await database.read({ sql: READ_UNERASED })).length > 0;
  const isCut = !hasErased || await cutLog(database);
  const unerased = [
    ...isCut ? [] : [{ path, reason: "otro programa lo lee" }],
    ...await eraseInCopies(context, before, found),
  ];
  await remember(database, unerased.map((file) => file.path), before);
  return unerased;
}

const ERASED_BEFORE = "SELECT json_group_array(folio) AS folios FROM erased_folios WHERE at < ?1";
/** Of a copy's folios ?1, those that the database lacks; later rounds search the copies for them alone. */
const REMEMBER_IN_COPIES = `INSERT INTO erased_folios (folio, at)
  SELECT value, 1 FROM json_each(?1) WHERE value NOT IN (SELECT folio FROM reservations)
  ON CONFLICT DO UPDATE SET at = 1`;
const FORGET = "DELETE FROM erased_folios WHERE folio IN (SELECT value FROM json_each(?1))";

/** Erases what was erased before `at`, and what `found` returns, from each SQLite file. @returns those that failed */
async function eraseInCopies(
  { database, dataDir }: ErasureContext,
  at: number,
  found: Search,
): Promise<readonly UnerasedFile[]> {
  const path = database.path!;
  const erased = await readJson<string[]>(database, ERASED_BEFORE, [at]);
  const unerased: UnerasedFile[] = [];
  const left: string[] = [];
  await withCopiesLock(path, async () => {
    await removeParts(path);
    for (const copy of await sqliteFilesAround(path, dataDir)) {
      const own: string[] = [];
      const folios = async (opened: Reader) => {
        own.push(...await found(opened, copy));
        return [...erased, ...own];
      };
      await eraseInCopy(copy, folios).catch(({ message: reason }) => {
        unerased.push({ path: copy, reason });
        left.push(...own);
      });
    }
  });
  if (left.length > 0) {
    await database.write([{ sql: REMEMBER_IN_COPIES, args: [JSON.stringify(left)] }]);
  }
  if (unerased.length === 0 && erased.length > 0) {
    await database.write([{ sql: FORGET, args: [JSON.stringify(erased)] }]);
  }
  return unerased;
}

const IS_OURS = "SELECT name FROM sqlite_schema WHERE name = 'reservations'";

/** Changes only a copy that holds any of `folios`, or has a log, which an interrupted change leaves. */
async function eraseInCopy(
  path: string,
  folios: (copy: Reader) => Promise<readonly string[]>,
): Promise<void> {
  const copy = readOnly(path);
  if ((await copy.read({ sql: IS_OURS })).length === 0) return;
  const held = await readJson<string[]>(copy, HELD, [JSON.stringify(await folios(copy))]);
  if (held.length === 0 && await filesAt(path).state() === "clean") return;
  await onThread("change", path, erasing(held, null));
}

/** The same for each transaction of an erasure, which are listed as one. */
type ErasureRecord = Pick<ErasureEntry, "at" | "reason" | "actor">;

/** ?1 is a JSON array of folios, ?2 the day from which upcoming ones are kept. */
const GIVEN = `folio IN (SELECT value FROM json_each(?1)) AND (?2 IS NULL OR NOT ${UPCOMING})`;

/** ?3 is a JSON object of the source on the fixed list by folio. */
const COUNT = `INSERT INTO erased_reservations (service_day, status, source, parties, people)
  SELECT service_day, status, value, count(*), sum(party_size)
  FROM json_each(?3) CROSS JOIN reservations ON folio = key WHERE ${GIVEN}
  GROUP BY service_day, status, value
  ON CONFLICT (service_day, status, source)
    DO UPDATE SET parties = parties + excluded.parties, people = people + excluded.people`;

const RECORD = `INSERT INTO erasures (at, reason, actor, reservations)
  SELECT ?3, ?4, ?5, count(*) FROM reservations WHERE ${GIVEN} GROUP BY 1`;

/** For the copies of a file. */
const REMEMBER =
  `INSERT INTO erased_folios (folio, at) SELECT folio, ?3 FROM reservations WHERE ${GIVEN}
  ON CONFLICT DO NOTHING`;

/** The other tables refer to reservations: their rows are deleted with them. */
const ERASING = [
  `DELETE FROM idempotency_keys WHERE folio IN (SELECT folio FROM reservations WHERE ${GIVEN})`,
  `DELETE FROM reservations WHERE ${GIVEN}`,
];

function erasing(folios: readonly string[], keepFrom: Day | null): Statement[] {
  return ERASING.map((sql) => ({ sql, args: [JSON.stringify(folios), keepFrom] }));
}

const READ_GIVEN = `SELECT json_group_array(${RESERVATION}) FROM reservations AS r
  WHERE folio IN (SELECT value FROM json_each(?1))`;

const HELD = `SELECT json_group_array(folio) AS folios FROM reservations
  WHERE folio IN (SELECT value FROM json_each(?1))`;

/**
 * Erases the reservations of `folios`, which were just read, in one transaction that may run twice.
 * @param keepFrom today, if upcoming ones are kept; else null
 * @returns how many
 * @throws {Error} if the database fails: then all exist or, if it does not answer, perhaps none
 */
export async function eraseReservations(
  database: Database,
  folios: readonly string[],
  { record, keepFrom }: { readonly record: ErasureRecord; readonly keepFrom: Day | null },
): Promise<number> {
  if (folios.length === 0) return 0;
  const given = [JSON.stringify(folios), keepFrom];
  // Read before the transaction, since SQL cannot classify sources.
  const found = await readJson<Reservation[]>(database, READ_GIVEN, given.slice(0, 1));
  const sources = Object.fromEntries(found.map((each) => [each.folio, sourceOf(each)]));
  const recorded = [...given, record.at, record.reason, record.actor];
  const results = await surelyWritten(database, [
    { sql: COUNT, args: [...given, JSON.stringify(sources)] },
    { sql: RECORD, args: recorded },
    ...(database.path === null ? [] : [{ sql: REMEMBER, args: [...given, record.at] }]),
    ...erasing(folios, keepFrom),
    { sql: HELD, args: given.slice(0, 1) },
  ]);
  // A count of deleted rows would be 0 if the transaction has run twice.
  return folios.length - JSON.parse(String(results.at(-1)?.[0]?.folios)).length;
}

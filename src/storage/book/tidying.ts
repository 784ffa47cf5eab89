/**
 * Deletes what is out of date, and makes the nightly copies before that. A reservation that is too old is erased from the database once a
 * checked nightly copy holds it, and from earlier copies after the next night's. While the clock is in doubt, copies are made and nothing
 * is deleted.
 */
import { repeating } from "../../in_progress.ts";
import {
  addDays,
  type Day,
  dayOf,
  minuteOfDay,
  timeOf,
  wallMinute,
} from "../../domain/local_time.ts";
import { backupFolder, copyTo, listBackups, removeParts } from "../database/backup.ts";
import type { BelievedClock } from "../database/believed_clock.ts";
import type { Context, Database, NightlyCopies, Statement } from "../database/database.ts";
import { filesAt, makeFolder, withCopiesLock } from "../database/database_files.ts";
import { eraseBefore, eraseInCopiesBefore, finishErasing, firstKept } from "./erasure.ts";
import { DROP_OLD_VERSIONS, DROP_UNNAMED_IMAGES } from "./restaurant_versions.ts";

type TidyingOptions = Context & { readonly clock: BelievedClock };

const DEFAULT_RETENTION_DAYS = 365;
const MAX_NIGHTS = 14;
/** No guests are there. */
const NIGHTLY_TIME = minuteOfDay("04:30");
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Of who turned a switch last, and of the versions of the restaurant. */
const MAX_RECORD_AGE_MS = 400 * 24 * HOUR_MS;
/** How long an image that was uploaded waits for its form to be saved. */
const MAX_UNSAVED_MS = 24 * HOUR_MS;
const PAST_INSTANCES =
  "DELETE FROM settings WHERE name GLOB 'instance *' AND value ->> 'until' <= ?";
/**
 * How long voids and confirmations are kept at least. A caller sends a request again for 24 hours. One that timed out arrives within minutes,
 * while TCP keeps its bytes, or after days if a machine was suspended. An instance that was stopped for weeks voids the doubts of its
 * journal once it starts again.
 */
const MAX_LATE_MS = 30 * 24 * HOUR_MS;
/**
 * Before its day is over, a reservation that a retry was answered with keeps its table, however late it is voided. The confirmations of
 * one that is void already decide how long it exists.
 */
const PAST_CONFIRMATIONS = `DELETE FROM confirmations AS q WHERE at <= ?1
  AND NOT EXISTS (SELECT 1 FROM voids AS v WHERE v.folio = q.folio)
  AND EXISTS (SELECT 1 FROM reservations AS r WHERE r.folio = q.folio AND r.service_day < ?2)`;
/** The void of a reservation that exists takes effect when its last confirmation is taken back. */
const PAST_VOIDS = `DELETE FROM voids AS v WHERE at <= ?1
  AND NOT EXISTS (SELECT 1 FROM reservations AS r WHERE r.folio = v.folio)`;
/** When copies have failed for this long, old reservations are erased without one. */
const MAX_FAILING_DAYS = 7;

/** Begins at once, in the background. `close` waits for a copy that is being made. */
export function openTidying(options: TidyingOptions): { close(): Promise<void> } {
  const { database, clock, log, nightlyCopies } = options;
  const { path } = database;
  const ending = new AbortController();
  const nightly = path === null || nightlyCopies === undefined
    ? null
    : nightlyWork(options, { path, ...nightlyCopies }, ending.signal);
  let hour: number | null = null;

  const sweep = async () => {
    if (path !== null) await withCopiesLock(path, () => removeParts(path));
  };
  const hourly = async (): Promise<void> => {
    const at = clock.now();
    const current = Math.floor(at / HOUR_MS);
    if (current === hour || clock.doubt() !== null) return;
    hour = current;
    await database.write(outdated(at));
    if (nightly !== null) return;
    const today = dayOf(Math.floor(at / MINUTE_MS));
    await retain(options, today, ", without a copy: none is made here", ending.signal);
  };
  const finish = () => finishErasing(options);
  // The first round makes no copy, which would slow a start.
  let parts = [sweep, hourly];
  const tidying = repeating(async () => {
    // It is tried again in a minute; elsewhere it is logged that the database fails.
    await clock.keep().catch(() => {});
    for (const part of parts) {
      await part().catch((error) => log("what is out of date could not be deleted", error));
    }
    parts = nightly === null ? [finish, hourly] : [finish, hourly, nightly];
  }, { everyMs: nightlyCopies?.pollMs ?? MINUTE_MS });
  tidying.soon();
  return {
    async close() {
      ending.abort();
      await tidying.close();
    },
  };
}

/** Deletes what has no effect any more at `at`, in epoch milliseconds. Keys hold telephone numbers. */
export function outdated(at: number): Statement[] {
  // A service day that is two days past by UTC is over in every time zone, its hours after midnight included.
  const servicesOver = addDays(dayOf(Math.floor(at / MINUTE_MS)), -2);
  return [
    { sql: "DELETE FROM idempotency_keys WHERE expires_at <= ?", args: [at] },
    { sql: "DELETE FROM boards WHERE until <= ?", args: [at] },
    { sql: PAST_INSTANCES, args: [at] },
    { sql: "DELETE FROM ended_sessions WHERE until <= ?", args: [at] },
    { sql: "DELETE FROM sold_out WHERE service_day < ?", args: [servicesOver] },
    { sql: "DELETE FROM switch_turns WHERE at < ?", args: [at - MAX_RECORD_AGE_MS] },
    { sql: DROP_OLD_VERSIONS, args: [at - MAX_RECORD_AGE_MS] },
    { sql: DROP_UNNAMED_IMAGES, args: [at - MAX_UNSAVED_MS] },
    { sql: PAST_CONFIRMATIONS, args: [at - MAX_LATE_MS, servicesOver] },
    { sql: PAST_VOIDS, args: [at - MAX_LATE_MS] },
  ];
}

/** Erases reservations from the database that are too old on `day`. @param how ends the line of the log */
async function retain(
  options: TidyingOptions,
  day: Day,
  how: string,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, retentionDays = DEFAULT_RETENTION_DAYS } = options;
  const before = firstKept(day, retentionDays);
  const erased = await eraseBefore(database, before, { at: clock.now(), signal });
  if (erased === 0) return;
  options.info?.(`${erased} reservations from before ${before} have been erased to counts${how}`);
}

function nightlyWork(
  options: TidyingOptions,
  { path, timeZone, onFailed }: NightlyCopies & { readonly path: string },
  signal: AbortSignal,
): () => Promise<void> {
  const { database, clock, log, retentionDays = DEFAULT_RETENTION_DAYS } = options;
  let [failed, done]: [Day, Day] = ["", ""];

  const eraseInCopies = (previous: Day, at: number): Promise<void> =>
    eraseInCopiesBefore(options, { day: firstKept(previous, retentionDays), at });
  const withoutCopy = async (day: Day, at: number): Promise<void> => {
    const since = await failingSince(database, day);
    if (since > addDays(day, -MAX_FAILING_DAYS)) return;
    await retain(options, day, `, without a copy: none could be made since ${since}`, signal);
    await eraseInCopies(addDays(day, -1), at);
  };
  return async () => {
    const at = clock.now();
    const day = nightAt(at, timeZone());
    if (day === null || day === done) return;
    const isBelieved = clock.doubt() === null;
    let previous: Day | undefined;
    try {
      if (day !== failed) previous = await copyNight(path, day, isBelieved);
    } catch (error) {
      // Tried again the next night: a full disk stays full from one minute to the next.
      failed = day;
      log("the nightly copy of the database was not made", error);
      onFailed?.();
    }
    if (!isBelieved) return;
    done = day;
    if (day === failed) return await withoutCopy(day, at);
    await database.write([{ sql: COPIES_WORK }]);
    await retain(options, day, "", signal);
    if (previous !== undefined) await eraseInCopies(previous, at);
  };
}

/** The day whose copy should exist at `now` (epoch milliseconds); null before the hour. */
function nightAt(now: number, timeZone: string): Day | null {
  const minute = wallMinute(now, timeZone);
  return minuteOfDay(timeOf(minute)) < NIGHTLY_TIME ? null : dayOf(minute);
}

/**
 * Makes the copy of the night of `day`, unless it exists. If the clock is believed, removes the copies that are older than the newest
 * nights, those of upgrades and restores too.
 * @returns the day of the nightly copy before it
 * @throws {DatabaseUnusable} if it cannot be made
 */
async function copyNight(path: string, day: Day, isBelieved: boolean): Promise<Day | undefined> {
  const folder = backupFolder(path);
  await makeFolder(folder);
  return await withCopiesLock(path, async () => {
    // A copy of a later day was made while the clock was wrong.
    const copies = (await listBackups(path)).filter((copy) => copy.day <= day);
    const nights = copies.filter(({ nightly }) => nightly).map((copy) => copy.day);
    if (nights.at(-1) !== day) {
      await copyTo(path, `${folder}/sobremesa-${day}.db`);
      nights.push(day);
    }
    const oldest = nights.at(-MAX_NIGHTS) ?? "";
    for (const copy of isBelieved ? copies : []) {
      if (copy.day < oldest) await filesAt(copy.path).remove();
    }
    return nights.at(-2);
  });
}

const COPIES_WORK = "DELETE FROM settings WHERE name = 'copies'";
const COPIES_FAIL = `INSERT INTO settings (name, value)
  VALUES ('copies', json_object('failingSince', ?1))
  ON CONFLICT (name) DO UPDATE SET value = value RETURNING value ->> 'failingSince' AS since`;

/** The first night of those up to `day` whose copies could not be made. */
async function failingSince(database: Database, day: Day): Promise<Day> {
  const [rows] = await database.write([{ sql: COPIES_FAIL, args: [day] }]);
  return String(rows?.[0]?.since);
}

/** Deletes outdated data every hour, and old reservations after each nightly copy, unless the clock is in doubt. */
import { repeating } from "../../in_progress.ts";
import {
  addDays,
  type Day,
  dayOf,
  minuteOfDay,
  startOfDay,
  wallMinute,
} from "../../domain/local_time.ts";
import { backupFolder, copyHour, copyTo, listBackups, removeParts } from "../database/backup.ts";
import type { BelievedClock } from "../database/believed_clock.ts";
import type { Context, CopyOptions } from "./context.ts";
import type { Statement } from "../database/database.ts";
import { filesAt, makeFolder, withCopiesLock } from "../database/database_files.ts";
import { eraseBefore, eraseInCopiesBefore, finishErasing, firstKept } from "./erasure.ts";
import { DROP_OLD_VERSIONS, DROP_UNNAMED_IMAGES } from "./restaurant_versions.ts";

interface Tidying extends Context {
  readonly clock: BelievedClock;
  /** Ends an erasure that is running. */
  readonly signal: AbortSignal;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Age of records of switches, and of the restaurant's versions. */
const MAX_RECORD_AGE_MS = 400 * 24 * HOUR_MS;
const MAX_REMOVAL_AGE_MS = 30 * 24 * HOUR_MS;
/** How long an image that was uploaded waits for its form to be saved. */
const MAX_UNSAVED_MS = 24 * HOUR_MS;
/**
 * The least time for which voids and confirmations are kept. Callers retry for 24 hours, a suspended machine sends
 * after days, and an instance that was stopped for weeks voids the doubts of its journal once it starts.
 */
const MAX_LATE_MS = 30 * 24 * HOUR_MS;
/**
 * A reservation that a retry was answered with keeps its table until its day is over, however late it is voided. If it
 * is void already, its confirmations decide how long it exists.
 */
const PAST_CONFIRMATIONS = `DELETE FROM confirmations AS q WHERE at <= ?1
  AND NOT EXISTS (SELECT 1 FROM voids AS v WHERE v.folio = q.folio)
  AND EXISTS (SELECT 1 FROM reservations AS r WHERE r.folio = q.folio AND r.service_day < ?2)`;
/** The void of a reservation that exists takes effect when its last confirmation is taken back. */
const PAST_VOIDS = `DELETE FROM voids AS v WHERE at <= ?1
  AND NOT EXISTS (SELECT 1 FROM reservations AS r WHERE r.folio = v.folio)`;

/** A party that an evening left waiting is closed after this time. */
const MAX_WAIT_MS = 12 * HOUR_MS;
const GONE = "FROM reservations WHERE status = 'waiting' AND created_at <= ?1";
const RECORD_GONE =
  `INSERT INTO reservation_versions (reservation, version, at, actor, action, before, after)
  SELECT id, version + 1, ?2, 'cierre', 'cancelled', '{"status":"waiting"}', '{"status":"cancelled"}' ${GONE}`;
const CLOSE_GONE =
  `UPDATE reservations SET status = 'cancelled', version = version + 1 WHERE id IN (SELECT id ${GONE})`;

/** Begins at once, in the background. `close` waits for a copy that is being made. */
export function openTidying(
  options: Context & Pick<Tidying, "clock">,
): { close(): Promise<void> } {
  const { database: { path, write }, clock, log, copies } = options;
  const ending = new AbortController();
  const own = { ...options, signal: ending.signal };
  const copying = path === null || copies === undefined
    ? null
    : [nightlyCopy(own, path, copies), hourlyCopy(own, path, copies)];
  let hour: number | null = null;

  const sweep = async () => {
    if (path !== null) await withCopiesLock(path, () => removeParts(path));
  };
  const hourly = async (): Promise<void> => {
    const at = clock.now();
    const current = Math.floor(at / HOUR_MS);
    if (current === hour || clock.doubt() !== null) return;
    hour = current;
    await write(outdated(at));
    if (copying !== null) return;
    await retain(own, dayOf(Math.floor(at / MINUTE_MS)), ", without a copy: none is made here");
  };
  // The first round makes no copy, which would delay the start.
  let parts = [sweep, hourly];
  const tidying = repeating(async () => {
    // It is tried again in a minute. That the database fails is logged elsewhere.
    await clock.keep().catch(() => {});
    for (const part of parts) {
      await part().catch((error) => log("what is out of date could not be deleted", error));
    }
    parts = [() => finishErasing(own), hourly, ...copying ?? []];
  }, { everyMs: copies?.pollMs ?? MINUTE_MS });
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
  // A service day two days past by UTC is over in every time zone.
  const servicesOver = addDays(dayOf(Math.floor(at / MINUTE_MS)), -2);
  return [
    { sql: "DELETE FROM idempotency_keys WHERE expires_at <= ?", args: [at] },
    { sql: "DELETE FROM instances WHERE until <= ?", args: [at] },
    { sql: "DELETE FROM ended_sessions WHERE until <= ?", args: [at] },
    { sql: "DELETE FROM sold_out WHERE service_day < ?", args: [servicesOver] },
    // By a clock that is not in doubt, it may still be 2 days earlier.
    {
      sql: "DELETE FROM closures WHERE coalesce(day, ends) < ?",
      args: [addDays(servicesOver, -2)],
    },
    { sql: "DELETE FROM switch_turns WHERE at < ?", args: [at - MAX_RECORD_AGE_MS] },
    { sql: "DELETE FROM removals WHERE at < ?", args: [at - MAX_REMOVAL_AGE_MS] },
    { sql: DROP_OLD_VERSIONS, args: [at - MAX_RECORD_AGE_MS] },
    { sql: DROP_UNNAMED_IMAGES, args: [at - MAX_UNSAVED_MS] },
    { sql: PAST_CONFIRMATIONS, args: [at - MAX_LATE_MS, servicesOver] },
    { sql: PAST_VOIDS, args: [at - MAX_LATE_MS] },
    { sql: RECORD_GONE, args: [at - MAX_WAIT_MS, at] },
    { sql: CLOSE_GONE, args: [at - MAX_WAIT_MS] },
  ];
}

/** Erases reservations that are too old on `day`. @param how ends the line of the log */
async function retain(
  { database, clock, retentionDays, signal, info }: Tidying,
  day: Day,
  how: string,
): Promise<void> {
  const before = firstKept(day, retentionDays);
  const erased = await eraseBefore(database, before, { at: clock.now(), signal });
  if (erased === 0) return;
  info?.(`${erased} reservations from before ${before} have been erased to counts${how}`);
}

const MAX_NIGHTS = 14;
/** The restaurant is closed. */
const NIGHTLY_MINUTE = minuteOfDay("04:30");
/** When copies have failed for this long, old reservations are erased without one. */
const MAX_FAILING_DAYS = 7;
const COPIES_WORK = "DELETE FROM settings WHERE name = 'copies'";
/** Returns the first night since which copies could not be made; ?1 is this one. */
const COPIES_FAIL = `INSERT INTO settings (name, value)
  VALUES ('copies', json_object('failingSince', ?1))
  ON CONFLICT (name) DO UPDATE SET value = value RETURNING value ->> 'failingSince' AS since`;

/**
 * Makes the copy of the night. Reservations that are too old are erased from the database once a checked copy holds
 * them, and from earlier copies after the next night's. While the clock is in doubt, nothing is erased.
 */
function nightlyCopy(
  own: Tidying,
  path: string,
  { timeZone, onCopy }: CopyOptions,
): () => Promise<void> {
  const { database, clock, log, retentionDays } = own;
  let [failed, done]: [Day, Day] = ["", ""];

  const eraseInCopies = (day: Day, at: number) =>
    eraseInCopiesBefore(own, { day: firstKept(day, retentionDays), at });
  const withoutCopy = async (day: Day, at: number): Promise<void> => {
    const [rows] = await database.write([{ sql: COPIES_FAIL, args: [day] }]);
    const since = String(rows?.[0]?.since);
    if (since > addDays(day, -MAX_FAILING_DAYS)) return;
    await retain(own, day, `, without a copy: none could be made since ${since}`);
    await eraseInCopies(addDays(day, -1), at);
  };
  return async () => {
    const at = clock.now();
    const minute = wallMinute(at, timeZone());
    const day = dayOf(minute);
    if (minute < startOfDay(day) + NIGHTLY_MINUTE || day === done) return;
    const isBelieved = clock.doubt() === null;
    let previous: Day | undefined;
    try {
      if (day !== failed) {
        previous = await copyNight(path, day, isBelieved, () => onCopy?.(true));
      }
    } catch (error) {
      // It is tried again the next night: a full disk stays full.
      failed = day;
      log("the nightly copy of the database was not made", error);
      onCopy?.(false);
    }
    if (!isBelieved) return;
    done = day;
    if (day === failed) return await withoutCopy(day, at);
    await database.write([{ sql: COPIES_WORK }]);
    await retain(own, day, "");
    if (previous !== undefined) await eraseInCopies(previous, at);
  };
}

/** In each hour, makes a copy if something has changed; one that fails is tried again in the next hour. */
function hourlyCopy(
  { clock, log }: Tidying,
  path: string,
  { onCopy }: CopyOptions,
): () => Promise<void> {
  let done: number | null = null;
  return async () => {
    const at = clock.now();
    const hour = Math.floor(at / HOUR_MS);
    if (hour === done) return;
    done = hour;
    try {
      if (await copyHour(path, at) !== null) onCopy?.(true);
    } catch (error) {
      log("the hourly copy of the database was not made", error);
      onCopy?.(false);
    }
  };
}

/**
 * Makes the copy of `day`, unless it exists. If the clock is believed, removes copies older than the newest nights.
 * @returns the day of the nightly copy before it
 * @throws {DatabaseUnusable} if it cannot be made
 */
async function copyNight(
  path: string,
  day: Day,
  isBelieved: boolean,
  onMade: () => void,
): Promise<Day | undefined> {
  const folder = backupFolder(path);
  await makeFolder(folder);
  return await withCopiesLock(path, async () => {
    // A copy of a later day was made while the clock was wrong.
    const copies = (await listBackups(path))
      .filter((copy) => copy.kind !== "hour" && copy.day <= day);
    const nights = copies.filter(({ kind }) => kind === "night").map((copy) => copy.day);
    if (nights.at(-1) !== day) {
      await copyTo(path, `${folder}/sobremesa-${day}.db`);
      onMade();
      nights.push(day);
    }
    const oldest = nights.at(-MAX_NIGHTS) ?? "";
    for (const copy of isBelieved ? copies : []) {
      if (copy.day < oldest) await filesAt(copy.path).remove();
    }
    return nights.at(-2);
  });
}

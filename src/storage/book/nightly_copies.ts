/** The nightly copy of the database, and the erasure after it. */
import {
  addDays,
  type Day,
  dayOf,
  minuteOfDay,
  timeOf,
  wallMinute,
} from "../../domain/local_time.ts";
import { backupFolder, copyTo, listBackups } from "../database/backup.ts";
import type { BelievedClock } from "../database/believed_clock.ts";
import type { Context, NightlyCopies } from "./context.ts";
import type { Database } from "../database/database.ts";
import { filesAt, makeFolder, withCopiesLock } from "../database/database_files.ts";

const MAX_NIGHTS = 14;
/** The restaurant is closed. */
const NIGHTLY_TIME = minuteOfDay("04:30");
/** When copies have failed for this long, old reservations are erased without one. */
const MAX_FAILING_DAYS = 7;

interface Night extends Pick<Context, "database" | "log">, NightlyCopies {
  readonly path: string;
  readonly clock: BelievedClock;
}

interface Erasing {
  /** Erases from the database what is too old on `day`. @param how ends the line of the log */
  retain(day: Day, how: string): Promise<void>;
  /** Erases from the copies what was too old on `day`. @param at the present, in epoch milliseconds */
  eraseInCopies(day: Day, at: number): Promise<void>;
}

/**
 * Makes the copy of the night. Reservations that are too old are erased from the database once a checked copy holds
 * them, and from earlier copies after the next night's. While the clock is in doubt, nothing is erased.
 */
export function nightlyCopy(
  { database, clock, log, path, timeZone, onFailed }: Night,
  { retain, eraseInCopies }: Erasing,
): () => Promise<void> {
  let [failed, done]: [Day, Day] = ["", ""];

  const withoutCopy = async (day: Day, at: number): Promise<void> => {
    const since = await failingSince(database, day);
    if (since > addDays(day, -MAX_FAILING_DAYS)) return;
    await retain(day, `, without a copy: none could be made since ${since}`);
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
      // It is tried again the next night: a full disk stays full.
      failed = day;
      log("the nightly copy of the database was not made", error);
      onFailed?.();
    }
    if (!isBelieved) return;
    done = day;
    if (day === failed) return await withoutCopy(day, at);
    await database.write([{ sql: COPIES_WORK }]);
    await retain(day, "");
    if (previous !== undefined) await eraseInCopies(previous, at);
  };
}

/** The day whose copy should exist at `now` (epoch milliseconds); null before the hour. */
function nightAt(now: number, timeZone: string): Day | null {
  const minute = wallMinute(now, timeZone);
  return minuteOfDay(timeOf(minute)) < NIGHTLY_TIME ? null : dayOf(minute);
}

/**
 * Makes the copy of `day`, unless it exists. If the clock is believed, removes copies older than the newest nights.
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

/** The first night up to `day` since which copies could not be made. */
async function failingSince(database: Database, day: Day): Promise<Day> {
  const [rows] = await database.write([{ sql: COPIES_FAIL, args: [day] }]);
  return String(rows?.[0]?.since);
}

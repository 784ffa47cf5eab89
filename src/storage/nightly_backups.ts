/** The copies of a database file that lie beside it: one of each night, and one from before each upgrade. */
import { dirname, join } from "node:path";
import { type Day, dayOf, minuteOfDay, timeOf, wallMinute } from "../domain/local_time.ts";
import { backUp } from "./backup.ts";
import type { Database, Statement } from "./database.ts";
import { cutLog } from "./erase_reservations.ts";
import { openFile } from "./file_database.ts";
import { copiesLock, withLock } from "./file_lock.ts";

/** A copy of the database. */
export interface Backup {
  readonly path: string;
  readonly day: Day;
  /** Whether it was made in the night, and not before an upgrade. */
  readonly nightly: boolean;
}

/** The last guests have gone, the first have not come. */
const TIME = minuteOfDay("04:30");
const NAME = /^sobremesa-(\d{4}-\d{2}-\d{2})(-before-upgrade-\d{6})?\.db$/;

/** Where the copies of the database file at `path` lie. */
export function backupFolder(path: string): string {
  return join(dirname(path), "backups");
}

/** The copies of the database file at `path`, oldest first. */
export async function listBackups(path: string): Promise<Backup[]> {
  const folder = backupFolder(path);
  try {
    const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();
    return names.flatMap((name) => {
      const [, day, upgrade] = NAME.exec(name) ?? [];
      return day === undefined
        ? []
        : [{ path: join(folder, name), day, nightly: upgrade === undefined }];
    });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** The day whose copy should be there at `now` (epoch milliseconds); null before the hour. */
export function backupDay(now: number, timeZone: string): Day | null {
  const minute = wallMinute(now, timeZone);
  return minuteOfDay(timeOf(minute)) < TIME ? null : dayOf(minute);
}

/**
 * Makes the copy of the night of `day`, unless it is there.
 * @throws {DatabaseUnusable} where it cannot be made
 */
export async function makeNightly(path: string, day: Day): Promise<void> {
  const made = (await listBackups(path)).some((copy) => copy.nightly && copy.day === day);
  if (!made) await copyInto(path, `sobremesa-${day}.db`);
}

/**
 * Copies a database that is about to be changed by an upgrade.
 * @param now epoch milliseconds
 * @throws {DatabaseUnusable} where it cannot be copied
 */
export async function copyBeforeUpgrade(path: string, now: number): Promise<void> {
  const [day, time = ""] = new Date(now).toISOString().split("T");
  const name = `sobremesa-${day}-before-upgrade-${time.slice(0, 8).replaceAll(":", "")}.db`;
  await copyInto(path, name);
}

/**
 * Removes the copies older than the `keep` newest nights up to `day`; copies from before upgrades go with the nights around them.
 * Those of later days were made by a clock that was wrong, and count for nothing.
 */
export async function forgetOldest(path: string, day: Day, keep: number): Promise<void> {
  await withLock(copiesLock(path), async () => {
    const copies = (await listBackups(path)).filter((copy) => copy.day <= day);
    const oldest = copies.filter(({ nightly }) => nightly).at(-keep)?.day ?? "";
    for (const copy of copies) {
      if (copy.day < oldest) await Deno.remove(copy.path);
    }
  });
}

/**
 * Erases from the copies of the database file at `path`, whatever version made them. Copies keep no counts of what goes.
 *
 * @param erasing gives the statements, one transaction for each copy
 * @param except the day whose nightly copy stays as it is
 * @throws {Error} that names the copies which could not be changed, once all others are
 */
export async function eraseInBackups(
  path: string,
  erasing: (copy: Database) => Promise<readonly Statement[]>,
  except?: Day,
): Promise<void> {
  const failed: { readonly path: string; readonly error: unknown }[] = [];
  // A copy that is being made is there, and complete, when the turn comes.
  await withLock(copiesLock(path), async () => {
    for (const { path: copy, day, nightly } of await listBackups(path)) {
      if (nightly && day === except) continue;
      await changeCopy(copy, erasing).catch((error) => failed.push({ path: copy, error }));
    }
  });
  const [first] = failed;
  if (first === undefined) return;
  const paths = failed.map(({ path }) => path).join(", ");
  throw new Error(`these copies still hold what was to be erased, remove them: ${paths}`, {
    cause: first.error,
  });
}

async function changeCopy(
  path: string,
  erasing: (copy: Database) => Promise<readonly Statement[]>,
): Promise<void> {
  const copy = await openFile(`file:${encodeURIComponent(path)}`, { whileServing: true });
  try {
    await copy.write(await erasing(copy));
    await cutLog(copy);
  } finally {
    await copy.close();
  }
}

async function copyInto(path: string, name: string): Promise<void> {
  const folder = backupFolder(path);
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  await backUp(path, join(folder, name));
}

import { basename, dirname, join } from "node:path";
import { type Day, dayOf, minuteOfDay, timeOf, wallMinute } from "../domain/local_time.ts";
import { within } from "../domain/in_progress.ts";
import {
  cutLog,
  type Database,
  DatabaseUnusable,
  explainDatabaseError,
  explainFolderError,
  type Statement,
} from "./database.ts";
import { onThread, openFile } from "./file_database.ts";

/**
 * Writes one state of the database file at `path` to `to`, while others may go on writing to it. The copy is checked and on disk
 * before it gets its name. Erasing waits meanwhile, so that it reaches this copy.
 *
 * @throws {DatabaseUnusable} where `to` is there already, or the copy cannot be made; nothing is left behind then
 */
export async function backUp(path: string, to: string): Promise<void> {
  if (!(await exists(path))) {
    throw new DatabaseUnusable(
      `There is no database at ${path}. Set DATA_DIR or DATABASE_URL as they are set for the running service.`,
    );
  }
  try {
    await withLock(copiesLock(path), () => copy(path, to));
  } catch (error) {
    throw error instanceof DatabaseUnusable ? error : explainBackupError(error, to);
  }
}

async function copy(path: string, to: string): Promise<void> {
  if (await exists(to)) {
    throw new DatabaseUnusable(`There is a file at ${to} already. Name one that is not there.`);
  }
  const part = await Deno.makeTempFile({ dir: dirname(to), prefix: `${basename(to)}.` });
  try {
    await onThread({ kind: "copy", path, to: part });
    await Deno.chmod(part, 0o600);
    await syncFile(part);
    await Deno.rename(part, to);
    await syncFile(dirname(to));
  } catch (error) {
    await removeDatabase(part);
    throw error;
  }
}

/** A file's contents, or a folder's entries, on disk. */
export async function syncFile(path: string): Promise<void> {
  using file = await Deno.open(path);
  await file.sync();
}

export async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Removes a database file and its companions, as far as they are there. */
async function removeDatabase(path: string): Promise<void> {
  for (const file of [path, `${path}-journal`, `${path}-wal`, `${path}-shm`]) {
    await Deno.remove(file).catch(() => {});
  }
}

function explainBackupError(error: unknown, to: string): DatabaseUnusable {
  const { message } = explainDatabaseError(error, `file:${to}`);
  return new DatabaseUnusable(`The copy ${basename(to)} was not made. ${message}`, {
    cause: error,
  });
}

/** The copies of a database file that lie beside it: one of each night, and one from before each upgrade. */

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

/**
 * Locks between processes. The system lets go of them when the process that holds one ends, however it ends. Each is on a file of its
 * own: closing any handle of a database file would end SQLite's locks on it.
 */

/** A process that is just ending lets go within moments. Milliseconds. */
const IN_USE_MS = 500;
/** Copying or erasing takes seconds. Milliseconds. */
const WAIT_MS = 5 * 60_000;

/**
 * Makes the data folder where it is missing, and holds its lock until the result is disposed of or this process ends.
 * @throws {DatabaseUnusable} where another process holds it, or the folder cannot be written
 */
export async function lockDataDir(folder: string): Promise<Disposable> {
  try {
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    const file = await locked(join(folder, "service.lock"), IN_USE_MS);
    if (file !== null) return file;
  } catch (error) {
    throw explainFolderError(error, folder);
  }
  throw new DatabaseUnusable(
    `The data folder ${folder} is in use by a running service, or by a restore. Stop the service (systemctl stop sobremesa), ` +
      "or set DATA_DIR to another folder: each instance needs one of its own.",
  );
}

/** The lock under which copies of the database file at `path` are made, changed and removed. */
export function copiesLock(path: string): string {
  return join(dirname(path), "copies.lock");
}

/**
 * Does `work` while no other process, and nothing else in this one, does work under the lock of the file at `path`, which is made
 * where it is missing. Waits for its turn.
 * @throws {Error} where the turn does not come within five minutes; what `work` throws
 */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  using file = await locked(path, WAIT_MS);
  if (file !== null) return await work();
  throw new Error(`another process has held ${path} for five minutes: end it and try again`);
}

/** The open file at `path` once its lock is this handle's; null where that takes longer than `withinMs`. */
async function locked(path: string, withinMs: number): Promise<Deno.FsFile | null> {
  const file = await openOrMake(path);
  const close = (): void => file.close();
  // Deno 2.6 has no tryLock.
  const turn = file.lock(true);
  try {
    if (await within(withinMs, turn)) return file;
  } catch (error) {
    close();
    throw error;
  }
  turn.then(close, close);
  return null;
}

/** The file at `path`, for its owner only where it is made. Never makes one through a link. */
export async function openOrMake(path: string): Promise<Deno.FsFile> {
  try {
    return await Deno.open(path, { read: true, write: true, createNew: true, mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    return await Deno.open(path, { read: true, write: true });
  }
}

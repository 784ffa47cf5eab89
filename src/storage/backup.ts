/**
 * Copies of a database file: made on demand, every night and before an upgrade, restored, and erased from. All of it happens under one
 * lock, so that a copy is either complete or absent.
 */
import { basename, dirname, join } from "node:path";
import type { Day } from "../domain/local_time.ts";
import {
  cutLog,
  type Database,
  DatabaseUnusable,
  explainDatabaseError,
  type Statement,
} from "./database.ts";
import { onThread, openFile } from "./file_database.ts";
import { withCopiesLock } from "./file_lock.ts";
import { stepProblem } from "./schema.ts";

export interface Backup {
  readonly path: string;
  readonly day: Day;
  /** Whether it was made at night, not before an upgrade or by a restore. */
  readonly nightly: boolean;
}

const COMPANIONS = ["", "-journal", "-wal", "-shm"];
const NAME = /^sobremesa-(\d{4}-\d{2}-\d{2})(-before-upgrade-\d{6}(?:-\d+)?)?\.db$/;
const ASIDE = /^\.before-(\d{4}-\d{2}-\d{2})T\d+(?:-\d+)?$/;
/** Unfinished copies. */
const PART = /\.[0-9a-f]{8,}\.part(?:-journal|-wal|-shm)?$/;

/**
 * Writes one state of the database file at `path` to `to`, while others may go on writing to it. The copy is checked and on disk
 * before it gets its name.
 *
 * @throws {DatabaseUnusable} where `to` exists, or the copy cannot be made; nothing is left behind then
 */
export async function backUp(path: string, to: string): Promise<void> {
  if (!(await exists(path))) {
    throw new DatabaseUnusable(
      `There is no database at ${path}. Set DATA_DIR or DATABASE_URL as they are set for the running service.`,
    );
  }
  await withCopiesLock(path, () => copyTo(path, to));
}

/** As {@linkcode backUp}, for callers that hold the lock. */
export async function copyTo(path: string, to: string): Promise<void> {
  if (await exists(to)) {
    throw new DatabaseUnusable(`There is a file at ${to} already. Name one that is not there.`);
  }
  const name = { dir: dirname(to), prefix: `${basename(to)}.`, suffix: ".part" };
  let part = "";
  try {
    part = await Deno.makeTempFile(name);
    await onThread("copy", path, part);
    await syncFile(part);
    await Deno.rename(part, to);
    await syncFile(dirname(to));
  } catch (error) {
    if (part !== "") await removeDatabase(part);
    const { message } = explainDatabaseError(error, `file:${to}`);
    throw new DatabaseUnusable(`The copy ${basename(to)} was not made. ${message}`, {
      cause: error,
    });
  }
}

/** The folder of the copies of the database file at `path`. Those that restores make are beside the file. */
export function backupFolder(path: string): string {
  return join(dirname(path), "backups");
}

/** The copies of the database file at `path`, oldest first. */
export async function listBackups(path: string): Promise<Backup[]> {
  const found = (await pathsAround(path)).flatMap((copy) => {
    const isBeside = dirname(copy) === dirname(path);
    const [, day, upgrade] = isBeside
      ? copy.startsWith(path) && ASIDE.exec(copy.slice(path.length)) || []
      : NAME.exec(basename(copy)) ?? [];
    if (day === undefined) return [];
    return [{ path: copy, day, nightly: !isBeside && upgrade === undefined }];
  });
  return found.sort((a, b) => a.day < b.day ? -1 : Number(a.day > b.day));
}

/**
 * Copies a database that an upgrade is about to change, for callers that hold the lock.
 * @param now epoch milliseconds
 * @throws {DatabaseUnusable} where it cannot be copied
 */
export async function copyBeforeUpgrade(path: string, now: number): Promise<void> {
  const folder = backupFolder(path);
  await makeFolder(folder);
  const [day, time] = utc(now);
  const name = `sobremesa-${day}-before-upgrade-${time}`;
  await copyTo(path, await freePath(join(folder, name), ".db"));
}

/**
 * Erases from the copies of the database file at `path`, whatever version made them, and removes unfinished ones. Nothing is counted in
 * copies.
 *
 * @param erasing returns the statements, one transaction for each copy
 * @param except the day whose nightly copy is not changed
 * @throws {Error} that names the copies which could not be changed, after the others were
 */
export async function eraseInBackups(
  path: string,
  erasing: (copy: Database) => Promise<readonly Statement[]>,
  except?: Day,
): Promise<void> {
  const failed: string[] = [];
  let cause: unknown;
  await withCopiesLock(path, async () => {
    await removeParts(path);
    for (const copy of await listBackups(path)) {
      if (copy.nightly && copy.day === except) continue;
      await changeCopy(copy.path, erasing).catch((error) => {
        failed.push(copy.path);
        cause ??= error;
      });
    }
  });
  if (failed.length === 0) return;
  const message = `these copies still hold the erased data, remove them: ${failed}`;
  throw new Error(message, { cause });
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

/** Removes what interrupted copies and restores of the database file at `path` have left. */
export async function sweepParts(path: string): Promise<void> {
  await withCopiesLock(path, () => removeParts(path));
}

/** As {@linkcode sweepParts}, for callers that hold the lock. */
async function removeParts(path: string): Promise<void> {
  for (const found of await pathsAround(path)) {
    if (PART.test(basename(found))) await Deno.remove(found, { recursive: true });
  }
}

/** Removes a database file and its companions, as far as they exist. */
export async function removeDatabase(path: string): Promise<void> {
  for (const companion of COMPANIONS) await Deno.remove(path + companion).catch(() => {});
}

/**
 * Replaces the database file at `path` by a checked copy of `from` and of the log beside it. The replaced file is renamed.
 *
 * @param now epoch milliseconds
 * @returns the new path of the replaced file; null where there was none
 * @throws {DatabaseUnusable} where `from` is no sound database of this program, or a service has the other one open: nothing has changed
 */
export async function restoreDatabase(
  from: string,
  path: string,
  now: number,
): Promise<string | null> {
  await refuseUnreadable(from);
  const folder = dirname(path);
  await makeFolder(folder);
  return await withCopiesLock(path, async () => {
    await removeParts(path);
    // A new folder of this user: no other user can place a link in it.
    const staging = await Deno.makeTempDir({ dir: folder, prefix: "restoring.", suffix: ".part" });
    try {
      const staged = join(staging, "given.db");
      for (const log of ["", "-wal"]) await copyFile(from + log, staged + log);
      await refuseUnsound(staged, from);
      const ready = join(staging, "ready.db");
      await copyTo(staged, ready);
      const aside = await putAside(path, now);
      await Deno.rename(ready, path);
      await syncFile(folder);
      return aside;
    } finally {
      await Deno.remove(staging, { recursive: true });
    }
  });
}

async function refuseUnreadable(path: string): Promise<void> {
  try {
    using file = await Deno.open(path);
    if (!(await file.stat()).isFile) throw new Error("it is not a file");
  } catch (error) {
    throw new DatabaseUnusable(
      `${path} cannot be read: ${(error as Error).message}. Name a file that this user can read.`,
      { cause: error },
    );
  }
}

/** Copies the file at `from`, where there is one. */
async function copyFile(from: string, to: string): Promise<void> {
  if (!(await exists(from))) return;
  try {
    await Deno.copyFile(from, to);
    await Deno.chmod(to, 0o600);
  } catch (error) {
    throw explainDatabaseError(error, `file:${to}`);
  }
}

/** @param given the file of which the one at `path` is a copy */
async function refuseUnsound(path: string, given: string): Promise<void> {
  const { step } = await onThread("check", path).catch((error) => {
    throw new DatabaseUnusable(
      `${given} is not a sound copy of a database (${error.message}). Take another one.`,
      { cause: error },
    );
  });
  const problem = stepProblem(step);
  if (problem === null) return;
  throw new DatabaseUnusable(
    `${given} cannot be restored: ${problem.says}. To go on, ${problem.remedy}.`,
  );
}

/**
 * Checks that no other process has the file open: the lock of a service with another DATA_DIR is not seen. A damaged file counts as free:
 * no service starts on it.
 */
async function putAside(path: string, now: number): Promise<string | null> {
  if (!(await exists(path))) return null;
  if (!(await onThread("isFree", path).catch(() => true))) {
    throw new DatabaseUnusable(
      `The database ${path} is open in a running service. Stop the service, restore, and start it again.`,
    );
  }
  const aside = await freePath(`${path}.before-${utc(now).join("T")}`);
  for (const companion of COMPANIONS) {
    if (await exists(path + companion)) await Deno.rename(path + companion, aside + companion);
  }
  return aside;
}

/** The day and the time of day of `now` (epoch milliseconds) for a name, such as `["2026-11-21", "043000"]`. */
function utc(now: number): [string, string] {
  const [day = "", time = ""] = new Date(now).toISOString().split("T");
  return [day, time.slice(0, 8).replaceAll(":", "")];
}

/** `stem` and `extension`, with a number between them where there is such a file already. */
async function freePath(stem: string, extension = ""): Promise<string> {
  let path = stem + extension;
  for (let n = 2; await exists(path); n++) path = `${stem}-${n}${extension}`;
  return path;
}

export async function makeFolder(path: string): Promise<void> {
  await Deno.mkdir(path, { recursive: true, mode: 0o700 });
}

/** The paths in the folder of the database file at `path` and in that of its copies, sorted. */
async function pathsAround(path: string): Promise<string[]> {
  const folders = [dirname(path), backupFolder(path)].map(async (folder) => {
    if (!(await exists(folder))) return [];
    const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
    return names.sort().map((name) => join(folder, name));
  });
  return (await Promise.all(folders)).flat();
}

/** Writes a file's contents, or a folder's entries, to the disk. */
async function syncFile(path: string): Promise<void> {
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

/**
 * Locks between processes, which the system releases when the holder ends. Each is on a file of its own: closing any handle of a database
 * file would release SQLite's locks on it.
 */
import { dirname, join } from "node:path";
import { within } from "../in_progress.ts";
import { DatabaseUnusable, explainDatabaseError, explainFolderError } from "./database.ts";
import type { DatabaseFiles } from "./database_files.ts";

/** A process that is ending releases its lock soon. */
const IN_USE_MS = 500;
/** Copying or erasing takes seconds. */
const WAIT_MS = 5 * 60_000;

/**
 * Makes the data folder where it is missing, and holds its lock until the result is disposed of or this process ends.
 * @throws {DatabaseUnusable} where another process holds it, or the folder cannot be written
 */
export async function lockDataDir(folder: string): Promise<Disposable> {
  try {
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    // The journal of doubts is first needed when the database is away.
    await Deno.remove(await Deno.makeTempFile({ dir: folder, prefix: "writable-" }));
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

/**
 * Holds the lock of a database file until the result is disposed of or this process ends. That of its data folder is not enough: another
 * service may have the file open from a folder of its own.
 * @throws {DatabaseUnusable} where another process holds it, or the file's folder cannot be written
 */
export async function lockDatabase({ path }: DatabaseFiles): Promise<Disposable> {
  try {
    await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await locked(`${path}.lock`, IN_USE_MS);
    if (file !== null) return file;
  } catch (error) {
    throw explainDatabaseError(error, `file:${path}`);
  }
  throw new DatabaseUnusable(
    `The database ${path} is open in a running service with another DATA_DIR, or in a restore. Stop that service, or give each ` +
      "a database of its own: several instances share a libSQL server, never a file.",
  );
}

/**
 * Does `work` while nothing else makes, changes or removes copies of the database file at `path`, in this process or another. Waits for
 * the lock; does not nest.
 * @throws {Error} if it is not free within five minutes; what `work` throws
 */
export async function withCopiesLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = join(dirname(path), "copies.lock");
  using file = await locked(lock, WAIT_MS);
  if (file !== null) return await work();
  throw new Error(`another process has held ${lock} for five minutes: end it and try again`);
}

/** The open file at `path` with its lock; null where another handle holds that for longer than `withinMs`. */
async function locked(path: string, withinMs: number): Promise<Deno.FsFile | null> {
  const file = await openOrMake(path);
  const close = (): void => file.close();
  // Deno 2.6 has no tryLock.
  const locking = file.lock(true);
  try {
    if (await within(withinMs, locking)) return file;
  } catch (error) {
    close();
    throw error;
  }
  locking.then(close, close);
  return null;
}

/** Opens the file at `path`, or creates it for its owner only, but not through a link. */
export async function openOrMake(path: string): Promise<Deno.FsFile> {
  try {
    return await Deno.open(path, { read: true, write: true, createNew: true, mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    return await Deno.open(path, { read: true, write: true });
  }
}

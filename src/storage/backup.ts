import { basename, dirname } from "node:path";
import { onThread } from "./sqlite_thread.ts";
import { DatabaseUnusable, explainDatabaseError } from "./database_error.ts";
import { copiesLock, withLock } from "./file_lock.ts";

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

/** Opens the database of a service: one that is damaged serves no reservations, and the rest of the service does without it. */
import type { Database } from "./database.ts";
import { DatabaseDamaged, explainDatabaseError } from "./database_error.ts";
import { filePath } from "./file_database.ts";
import { backupFolder, listBackups } from "./nightly_backups.ts";
import { type DatabaseOptions, openDatabase } from "./open_database.ts";
import { DatabaseGone } from "./sql_error.ts";

/** Ten milliseconds each: an orderly start may take this much longer. The nightly copy checks larger files as well. */
const MAX_MEGABYTES = 64;

/** An open database, or one whose every call fails with {@linkcode DatabaseGone}, and why. */
export interface OpenedDatabase {
  readonly database: Database;
  readonly damage: DatabaseDamaged | null;
}

/**
 * Opens the database. After an end that was not orderly, which leaves a log behind, the whole file is checked, whatever its size.
 * @throws {DatabaseUnusable} where it cannot be used for another reason than damage
 */
export async function openSoundDatabase(options: DatabaseOptions): Promise<OpenedDatabase> {
  const { url } = options;
  const path = url.startsWith("file:") ? filePath(url) : null;
  const [existed, unclean] = path === null
    ? [false, false]
    : [await hasContent(path), await hasContent(`${path}-wal`)];
  try {
    if (path !== null && !existed) await refuseBesideCopies(path);
    let sound = false;
    // What is found here is not told as news: the caller learns of it by the damage.
    const onGone = (reason: Error) => sound && options.onGone?.(reason);
    const database = await openDatabase({ ...options, onGone });
    try {
      if (path !== null) await refuseDamaged(database, path, unclean);
      sound = true;
      return { database, damage: null };
    } catch (error) {
      await database.close().catch(() => {});
      throw explainDatabaseError(error, url);
    }
  } catch (error) {
    if (!(error instanceof DatabaseDamaged) || !existed && error.passing) throw error;
    return { database: goneDatabase(path, error), damage: error };
  }
}

/** A new database in the place of one that is missing would have none of its reservations. */
async function refuseBesideCopies(path: string): Promise<void> {
  const last = (await listBackups(path)).at(-1);
  if (last === undefined) return;
  throw new DatabaseDamaged(
    `The database ${path} is missing, and copies of it are in ${
      backupFolder(path)
    }. Stop the service and put one back with ` +
      `"sobremesa restore ${last.path}", or move that folder away to begin with an empty database.`,
    false,
  );
}

/** That a page is damaged would show only when guests are refused, or never. */
async function refuseDamaged({ read }: Database, path: string, always: boolean): Promise<void> {
  if (!always && (await Deno.stat(path)).size > MAX_MEGABYTES * 1e6) return;
  const [row] = await read({ sql: "PRAGMA quick_check(1)" });
  // What is found comes below a heading.
  const found = String(row?.quick_check).split("\n").at(-1)!;
  if (found !== "ok") throw Object.assign(new Error(found), { code: "SQLITE_CORRUPT" });
}

function goneDatabase(path: string | null, damage: Error): Database {
  const refuse = () => Promise.reject(new DatabaseGone(damage));
  return {
    kind: "file",
    path,
    write: refuse,
    writeOne: refuse,
    read: refuse,
    close: () => Promise.resolve(),
  };
}

async function hasContent(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).size > 0;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

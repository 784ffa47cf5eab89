import {
  type Database,
  DatabaseDamaged,
  DatabaseGone,
  DatabaseUnusable,
  explainDatabaseError,
  shownAddress,
} from "./database.ts";
import { filePath, openFile } from "./file_database.ts";
import { migrate, schemaStep } from "./schema.ts";
import { backupFolder, copyBeforeUpgrade, listBackups } from "./backup.ts";
import { openServer } from "./server_database.ts";

/** Opens the database of a service: one that is damaged serves no reservations, and the rest of the service does without it. */

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

/** Opens the database, be it a file or a server, ready for use. */

export interface DatabaseOptions {
  /** `file:` and a path, or the `libsql:`, `http:` or `https:` address of a server. */
  readonly url: string;
  /** What the server asks for, where it asks. */
  readonly authToken?: string | undefined;
  /** Epoch milliseconds. */
  now(): number;
  /** How long a server may take to answer, in milliseconds. 5,000 where absent. */
  readonly fetchTimeoutMs?: number | undefined;
  /** Whether a database that no service has used is refused. It is made ready for use where absent. */
  readonly mustExist?: boolean | undefined;
  /** Told once, with the reason, when a file cannot be relied on any more: see {@linkcode openFile}. */
  readonly onGone?: ((reason: Error) => void) | undefined;
}

const DEFAULT_FETCH_TIMEOUT_MS = 5_000;

/**
 * Opens the database, making the file and its folder where there are none, and brings its schema up to date, a file's after
 * copying it.
 * @throws {DatabaseUnusable} whose message says what to do about it
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, authToken, now, fetchTimeoutMs = DEFAULT_FETCH_TIMEOUT_MS } = options;
  try {
    const database = url.startsWith("file:")
      ? await openFile(url, { onGone: (reason) => options.onGone?.(reason) })
      : await openServer({ url, authToken, fetchTimeoutMs });
    try {
      if (options.mustExist) await refuseUnused(database, url);
      await migrate(database, now(), async () => {
        if (database.path !== null) await copyBeforeUpgrade(database.path, now());
      });
    } catch (error) {
      await database.close();
      throw error;
    }
    return database;
  } catch (error) {
    throw explainDatabaseError(error, url);
  }
}

/** What whoever names a database that is not there is told. */
export const HOW_TO_POINT =
  "Name the running service's with --env FILE, its file of variables, or set DATA_DIR (or DATABASE_URL) as they are set for it.";

async function refuseUnused(database: Database, url: string): Promise<void> {
  if (await schemaStep(database) > 0) return;
  throw new DatabaseUnusable(
    `No service has used the database ${shownAddress(url)} yet. ${HOW_TO_POINT}`,
  );
}

/**
 * Whether the database answers, for a health check.
 * @throws {Error} where it does not
 */
export async function ping(database: Database): Promise<void> {
  await database.read({ sql: "SELECT 1" });
}

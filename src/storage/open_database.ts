/** Opens the database, be it a file or a server, ready for use. */
import type { Database } from "./database.ts";
import { DatabaseUnusable, explainDatabaseError, shownAddress } from "./database_error.ts";
import { copyBeforeUpgrade } from "./nightly_backups.ts";
import { openFile } from "./file_database.ts";
import { lastStep, migrate } from "./migrate.ts";
import { SCHEMA_STEPS } from "./schema_steps.ts";
import { openServer } from "./server_database.ts";

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
      await copyUnlessCurrent(database, now());
      await migrate(database, now());
    } catch (error) {
      await database.close();
      throw error;
    }
    return database;
  } catch (error) {
    throw explainDatabaseError(error, url);
  }
}

async function copyUnlessCurrent(database: Database, now: number): Promise<void> {
  if (database.path === null) return;
  const step = await lastStep(database);
  if (step > 0 && step < SCHEMA_STEPS.length) await copyBeforeUpgrade(database.path, now);
}

/** What whoever names a database that is not there is told. */
export const HOW_TO_POINT =
  "Name the running service's with --env FILE, its file of variables, or set DATA_DIR (or DATABASE_URL) as they are set for it.";

async function refuseUnused(database: Database, url: string): Promise<void> {
  if (await lastStep(database) > 0) return;
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

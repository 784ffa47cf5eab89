/** Opens the database of a running service for a command that switches something. */
import type { Config } from "../config.ts";
import { openDatabase } from "../storage/database.ts";
import { DatabaseUnusable } from "../storage/database_error.ts";
import { type Settings, settings } from "../storage/settings.ts";
import type { CommandIo } from "./io.ts";

/**
 * Gives `work` what can be switched in the database that `config` names. Never makes a database: a switch in a new one
 * would stop nobody.
 *
 * @returns the exit code: 0 when `work` is done, 1 where there is no such database
 */
export async function withDatabase(
  { databaseUrl, databaseAuthToken }: Config,
  io: CommandIo,
  work: (switches: { readonly settings: Settings }) => Promise<void>,
): Promise<number> {
  if (databaseUrl.startsWith("file:") && !await exists(databaseUrl.slice("file:".length))) {
    io.err(`sobremesa: there is no database at ${databaseUrl.slice("file:".length)}`);
    io.err("set DATA_DIR or DATABASE_URL as they are set for the running service");
    return 1;
  }
  try {
    const database = await openDatabase({
      url: databaseUrl,
      authToken: databaseAuthToken,
      now: Date.now,
    });
    try {
      await work({ settings: settings(database) });
    } finally {
      database.close();
    }
    return 0;
  } catch (error) {
    if (!(error instanceof DatabaseUnusable)) throw error;
    io.err(`sobremesa: ${error.message}`);
    return 1;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch {
    return false;
  }
}

/** Opens the database of a running service for a command that switches something. */
import type { Config } from "../config/config.ts";
import { DatabaseUnusable, explainDatabaseError } from "../storage/database_error.ts";
import { filePath } from "../storage/file_database.ts";
import { openDatabase } from "../storage/open_database.ts";
import type { Switches } from "../staff_deps.ts";
import { switches } from "../storage/switches.ts";
import type { CommandIo } from "./io.ts";

/**
 * Gives `work` what can be switched in the database that `config` names. Never makes a database: a switch in a new one
 * would stop nobody.
 *
 * @returns the exit code: 0 when `work` is done, 1 where there is no such database or it fails
 */
export async function withDatabase(
  { databaseUrl, databaseAuthToken }: Config,
  io: CommandIo,
  work: (switches: { readonly switches: Switches }) => Promise<void>,
): Promise<number> {
  try {
    await refuseMissingFile(databaseUrl);
    const database = await openDatabase({
      url: databaseUrl,
      authToken: databaseAuthToken,
      now: Date.now,
      mustExist: true,
    });
    try {
      await work({ switches: switches(database, Date.now) });
    } catch (error) {
      throw explainDatabaseError(error, databaseUrl);
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

/** Opening would make the file and its folder. */
async function refuseMissingFile(url: string): Promise<void> {
  if (!url.startsWith("file:")) return;
  const path = filePath(url);
  if (await isFile(path)) return;
  throw new DatabaseUnusable(
    `There is no database at ${path}. Set DATA_DIR or DATABASE_URL as they are set for the running service.`,
  );
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch {
    return false;
  }
}

import type { Config } from "../config/config.ts";
import { DatabaseUnusable } from "../storage/database.ts";
import { filePath } from "../storage/file_database.ts";
import type { CommandIo } from "./io.ts";

/**
 * Gives `work` the path of the database file that `config` names.
 * @returns the exit code: 0 when `work` is done, 1 where the database is a server's or `work` says that it cannot be done
 */
export async function withDatabaseFile(
  { databaseUrl }: Config,
  io: CommandIo,
  work: (path: string) => Promise<void>,
): Promise<number> {
  if (!databaseUrl.startsWith("file:")) {
    io.err(
      "sobremesa: the database is on a server: copy and restore it with that server's own tools",
    );
    return 1;
  }
  try {
    await work(filePath(databaseUrl));
    return 0;
  } catch (error) {
    if (!(error instanceof DatabaseUnusable)) throw error;
    io.err(`sobremesa: ${error.message}`);
    return 1;
  }
}

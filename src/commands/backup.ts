import { dirname } from "node:path";
import { type Environment, readConfig } from "../config/config.ts";
import { backUp } from "../storage/backup.ts";
import { DatabaseUnusable } from "../storage/database.ts";
import type { CommandIo } from "./io.ts";
import { withDatabaseFile } from "./database_file.ts";
import { ownerClosedToRoot } from "./root_refusal.ts";

/**
 * `sobremesa backup FILE`: writes a checked copy of the database, while the service goes on.
 *
 * @returns the exit code: 0 when the copy is on disk, 1 where it could not be made, 2 when the arguments make no sense
 */
export async function backup(
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  const [file] = args;
  if (args.length !== 1 || !file || file.startsWith("-")) {
    io.err("usage: sobremesa backup FILE");
    return 2;
  }
  return await withDatabaseFile(readConfig(environment), io, async (path) => {
    await refuseOthersFolder(dirname(file));
    await backUp(path, file);
    io.out(`copied ${path} to ${file}, and checked the copy`);
  });
}

async function refuseOthersFolder(folder: string): Promise<void> {
  const owner = await ownerClosedToRoot(folder);
  if (owner === null) return;
  throw new DatabaseUnusable(
    `${folder} belongs to ${owner}: root writes nothing there. Name a FILE in a folder of root's.`,
  );
}

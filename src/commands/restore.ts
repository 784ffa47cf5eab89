import { type Environment, readConfig } from "../config/config.ts";
import { restoreDatabase } from "../storage/backup.ts";
import { lockDataDir } from "../storage/file_lock.ts";
import type { CommandIo } from "./io.ts";
import { withDatabaseFile } from "./database_file.ts";

/**
 * `sobremesa restore FILE`: checks a copy that `backup` or the nightly one made, and puts it in the place of the database, which
 * is kept beside it. The service must not run.
 *
 * @returns the exit code: 0 when it is restored, 1 where nothing was changed, 2 when the arguments make no sense
 */
export async function restore(
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  const [file] = args;
  if (args.length !== 1 || !file || file.startsWith("-")) {
    io.err("usage: sobremesa restore FILE");
    return 2;
  }
  const config = readConfig(environment);
  return await withDatabaseFile(config, io, async (path) => {
    using _lock = await lockDataDir(config.dataDir);
    const aside = await restoreDatabase(file, path, Date.now());
    io.out(`restored ${path} from ${file}`);
    if (aside !== null) {
      io.out(`what was there is kept as ${aside}`);
      io.out("erasing reaches it too, and it is removed with the nightly copies of these days");
    }
    io.out("the staff's key is again the one of then: sobremesa staff rotate-key makes a new one");
  });
}

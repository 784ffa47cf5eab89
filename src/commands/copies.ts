/** Commands that copy the database file and put a copy back. */
import { dirname } from "node:path";
import { backUp, restoreDatabase } from "../storage/backup.ts";
import { filePath } from "../storage/file_database.ts";
import { lockDataDir } from "../storage/file_lock.ts";
import { CannotDo, type Command, type Context } from "./command.ts";
import { ownerClosedToRoot } from "./root_refusal.ts";

export const backup: Command = {
  name: "backup",
  usage: "FILE",
  summary: "copy the database, while the service goes on",
  async run({ words: [file = ""] }, context) {
    const path = databaseFile(context);
    await refuseOthersFolder(dirname(file));
    await backUp(path, file);
    context.io.out(`copied ${path} to ${file}, and checked the copy`);
  },
};

export const restore: Command = {
  name: "restore",
  usage: "FILE",
  summary: "check a copy and put it back; the service must not run",
  async run({ words: [file = ""] }, context) {
    const { io } = context;
    const path = databaseFile(context);
    using _lock = await lockDataDir(context.config().dataDir);
    const aside = await restoreDatabase(file, path, Date.now());
    io.out(`restored ${path} from ${file}`);
    if (aside !== null) {
      io.out(`what was there is kept as ${aside}`);
      io.out("erasing reaches it too, and it is removed with the nightly copies of these days");
    }
    io.out("the staff's key is again the one of then: sobremesa staff rotate-key makes a new one");
  },
};

function databaseFile({ config }: Context): string {
  const { databaseUrl } = config();
  if (databaseUrl.startsWith("file:")) return filePath(databaseUrl);
  throw new CannotDo(
    "the database is on a server: copy and restore it with that server's own tools",
  );
}

async function refuseOthersFolder(folder: string): Promise<void> {
  const owner = await ownerClosedToRoot(folder);
  if (owner === null) return;
  throw new CannotDo(
    `${folder} belongs to ${owner}: root writes nothing there. Name a FILE in a folder of root's.`,
  );
}

/** Commands on the service's database. */
import { dirname, join } from "node:path";
import { normalisePhone } from "../domain/contact.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import { currentServiceDay } from "../domain/schedule/situation.ts";
import { UNSWITCHED } from "../domain/schedule/services.ts";
import { readServed } from "../service/restaurant.ts";
import { newStaffKey, randomBytes, staffKeyFile } from "../service/staff_key.ts";
import { backUp, restoreDatabase } from "../storage/database/backup.ts";
import { type Database, explainDatabaseError } from "../storage/database/database.ts";
import {
  type DatabaseFiles,
  databaseFilesOf,
  lockDatabase,
  lockDataDir,
} from "../storage/database/database_files.ts";
import { erasure, explainUnerased } from "../storage/book/erasure.ts";
import { openDatabase } from "../storage/database/open_database.ts";
import { staffKeySetting } from "../storage/book/staff_key.ts";
import { CannotDo, type Command, type CommandContext, counted, WrongUsage } from "./command.ts";
import { ownerClosedToRoot } from "./root_refusal.ts";

export const purge: Command = {
  name: "purge",
  isOwners: true,
  usage: "--phone NUMBER [--upcoming]",
  summary: "erase one person's data, and leave counts",
  options: {
    phone: "as guests write it: ten digits, or + and the country's code",
    upcoming: "erase future reservations too, which frees their tables",
  },
  /** Prints nothing of the erased data. */
  async run({ options }, context) {
    const phone = normalisePhone(options.phone!);
    // The number is not repeated: this output may end in a log.
    if (phone === null) {
      throw new WrongUsage("--phone: use ten digits, or + and the country's code");
    }
    const upcoming = options.upcoming !== undefined;
    const restaurant = await readRestaurant(context);
    const today = currentServiceDay({ restaurant, state: UNSWITCHED, now: Date.now() });
    const { dataDir } = context.config();
    return await withDatabase(context, async (database) => {
      const { erase, count } = erasure({ database, dataDir, now: Date.now });
      const asked = { today, upcoming, actor: "sobremesa purge" };
      const { erased, unerased } = await erase(phone, asked);
      context.io.out(`${counted(erased, "reservation")} erased`);
      const { upcoming: left } = await count(phone, today);
      if (left > 0) {
        const kept = `${counted(left, "reservation")} still to come kept`;
        context.io.out(`${kept}; --upcoming erases them too`);
      }
      for (const copy of unerased) context.io.err(explainUnerased(copy));
      return unerased.length === 0 ? 0 : 1;
    });
  },
};

export const exportServed: Command = {
  name: "export",
  usage: "",
  summary: "print the file of the restaurant that is served",
  /** Writes only the file to standard output, and its version to standard error. */
  async run(_, context) {
    // A wrong DATA_DIR must not print the sample.
    const { text, says } = await withDatabase(context, () => readServed(context.config()));
    context.io.err(says);
    context.io.out(text.trimEnd());
  },
};

export const rotateKey: Command = {
  name: "staff rotate-key",
  usage: "",
  summary: "make a new key for the staff's board, and end all its sessions",
  async run(_, context) {
    const { dataDir } = context.config();
    await withDatabase(context, async (database) => {
      const staffKey = staffKeySetting({ database, randomBytes });
      const file = staffKeyFile(dataDir);
      const key = newStaffKey();
      await file.write(key, () => staffKey.replace(key));
      context.io.out(`all sessions are ended; the new key is in ${file.path}`);
    });
  },
};

export const backup: Command = {
  name: "backup",
  usage: "FILE",
  summary: "copy the database, while the service goes on; to standard output if FILE is -",
  async run({ words: [file = ""] }, context) {
    const files = await databaseFile(context);
    if (file === "-") return await printCopy(files);
    const folder = dirname(file);
    const owner = await ownerClosedToRoot(folder);
    if (owner !== null) throw new CannotDo(`${folder} belongs to ${owner}: ${NOT_ROOTS}`);
    await backUp(files, file);
    context.io.out(`copied ${files.path} to ${file}, and checked the copy`);
  },
};

const NOT_ROOTS = "root writes nothing there. Name a FILE in a folder of root's.";

/** The copy is made and checked before its first byte is written. */
async function printCopy(files: DatabaseFiles): Promise<void> {
  if (Deno.stdout.isTerminal()) throw new CannotDo("redirect it: sobremesa backup - > copia.db");
  const dir = dirname(files.path);
  const folder = await Deno.makeTempDir({ dir, prefix: "printing.", suffix: ".part" });
  try {
    await backUp(files, join(folder, "copy.db"));
    using copy = await Deno.open(join(folder, "copy.db"));
    await copy.readable.pipeTo(Deno.stdout.writable, { preventClose: true });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

export const restore: Command = {
  name: "restore",
  isOwners: true,
  usage: "FILE",
  summary:
    "check a copy, or standard input if FILE is -, and put it back; the service must not run",
  async run({ words: [file = ""] }, context) {
    const { io } = context;
    const files = await databaseFile(context);
    using _folder = await lockDataDir(context.config().dataDir);
    using _database = await lockDatabase(files);
    const from = file === "-" ? Deno.stdin.readable : file;
    const aside = await restoreDatabase(from, files, Date.now());
    io.out(`restored ${files.path} from ${file}`);
    if (aside !== null) {
      io.out(`the database before it is kept as ${aside}`);
      io.out("erasing reaches it too, and it is removed with the nightly copies of these days");
    }
    io.out("the staff's key is that of the copy; sobremesa staff rotate-key makes a new one");
    io.out("on another machine devices sign in again: what seals sessions is in no copy");
  },
};

async function readRestaurant({ config }: CommandContext): Promise<Restaurant> {
  return (await readServed(config())).restaurant;
}

/** Never creates a database: it would be none of the service's. @throws {DatabaseUnusable} */
export async function withDatabase<T>(
  { config }: CommandContext,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { databaseUrl: url, databaseAuthToken: authToken } = config();
  const database = await openDatabase({ url, authToken, now: Date.now, mustBeServed: true });
  try {
    return await work(database);
  } catch (error) {
    throw explainDatabaseError(error, url);
  } finally {
    await database.close();
  }
}

async function databaseFile({ config }: CommandContext): Promise<DatabaseFiles> {
  const files = await databaseFilesOf(config().databaseUrl);
  if (files !== null) return files;
  throw new CannotDo(
    "the database is on a server: copy and restore it with that server's own tools",
  );
}

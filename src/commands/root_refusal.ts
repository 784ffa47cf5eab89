/**
 * Keeps root out of folders that belong to other users. A link that waits there would lead root to any file, and a file that root
 * makes there is closed to the service.
 */
import { dirname, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { filePath } from "../storage/file_database.ts";
import { CannotDo } from "./command.ts";

/**
 * What root is told that runs `command` where DATA_DIR or the folder of the database file belongs to another user. Null for every other
 * user, and where both are root's own or can be made in a folder of root's.
 */
export async function rootRefusal(
  config: Config,
  command: string,
): Promise<{ readonly says: string; readonly remedy: string } | null> {
  for (const folder of foldersOf(config)) {
    const owner = await ownerClosedToRoot(folder);
    if (owner === null) continue;
    const says = `${folder} belongs to ${owner}: root reads and writes nothing there`;
    return { says, remedy: `run it as that user: sudo -u ${owner} sobremesa ${command} ...` };
  }
  return null;
}

/** @throws {CannotDo} where {@linkcode rootRefusal} has a reason */
export async function refuseRoot(config: Config, command: string): Promise<void> {
  const refusal = await rootRefusal(config, command);
  if (refusal !== null) throw new CannotDo(`${refusal.says}\n${refusal.remedy}`);
}

function foldersOf({ dataDir, databaseUrl }: Config): string[] {
  try {
    return [dataDir, dirname(filePath(databaseUrl))];
  } catch {
    // A server has no folder here. An address that names no file is refused where it is opened.
    return [dataDir];
  }
}

/**
 * The user, other than root, to whom `folder` belongs, or the folder in which it would have to be made: a name, or `'#'` and a number as
 * sudo takes it. Null where this process is not root's, or the folder is.
 */
export async function ownerClosedToRoot(folder: string): Promise<string | null> {
  if (Deno.uid() !== 0) return null;
  for (let path = resolve(folder);; path = dirname(path)) {
    const uids = await ownersOf(path);
    const other = uids.find((uid) => uid !== 0);
    if (other !== undefined) return await nameOf(other);
    if (uids.length > 0 || path === dirname(path)) return null;
  }
}

/** The owners of what is at `path` and, where that is a link, of what it leads to; none where there is nothing to be seen. */
async function ownersOf(path: string): Promise<number[]> {
  const found = await Promise.allSettled([Deno.lstat(path), Deno.stat(path)]);
  return found.flatMap((each) => each.status === "fulfilled" ? [each.value.uid ?? 0] : []);
}

async function nameOf(uid: number): Promise<string> {
  const users = await Deno.readTextFile("/etc/passwd").catch(() => "");
  const fields = users.split("\n").map((line) => line.split(":"));
  return fields.find(([, , id]) => id === String(uid))?.[0] ?? `'#${uid}'`;
}

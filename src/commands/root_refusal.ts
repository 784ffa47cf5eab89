/** Keeps root out of other users' folders, where a link leads to any file and the service cannot open root's files. */
import { dirname, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { filePath } from "../storage/database/database_files.ts";
import { CannotDo } from "./command.ts";

/** Null for other users, and if root owns both folders of the service, or their nearest existing parents. */
export async function rootRefusal(
  config: Config,
  command: string,
): Promise<Readonly<Record<"owner" | "says" | "remedy", string>> | null> {
  for (const folder of foldersOf(config)) {
    const owner = await ownerClosedToRoot(folder);
    if (owner === null) continue;
    const says = `${folder} es de ${owner}: ahí root no lee ni escribe nada`;
    const remedy = `córrelo como ese usuario: sudo -u ${owner} sobremesa ${command} ...`;
    return { owner, says, remedy };
  }
  return null;
}

export async function refuseRoot(config: Config, command: string): Promise<void> {
  const refusal = await rootRefusal(config, command);
  if (refusal !== null) throw new CannotDo(`${refusal.says}\n${refusal.remedy}`);
}

function foldersOf({ dataDir, databaseUrl }: Config): string[] {
  try {
    return [dataDir, dirname(filePath(databaseUrl))];
  } catch {
    // A server has no folder here. A wrong address is reported when it is opened.
    return [dataDir];
  }
}

/** The owner of `folder` or its nearest existing parent, in sudo's form; null for root, and if another user asks. */
export async function ownerClosedToRoot(folder: string): Promise<string | null> {
  if (Deno.uid() !== 0) return null;
  for (let path = resolve(folder);; path = dirname(path)) {
    const uids = await ownersOf(path);
    const other = uids.find((uid) => uid !== 0);
    if (other !== undefined) return await nameOf(other);
    if (uids.length > 0 || path === dirname(path)) return null;
  }
}

/** The owners of the entry at `path` and, for a link, of its target; empty if neither can be read. */
async function ownersOf(path: string): Promise<number[]> {
  const found = await Promise.allSettled([Deno.lstat(path), Deno.stat(path)]);
  return found.flatMap((each) => each.status === "fulfilled" ? [each.value.uid ?? 0] : []);
}

async function nameOf(uid: number): Promise<string> {
  const users = await Deno.readTextFile("/etc/passwd").catch(() => "");
  const fields = users.split("\n").map((line) => line.split(":"));
  return fields.find(([, , id]) => id === String(uid))?.[0] ?? `'#${uid}'`;
}

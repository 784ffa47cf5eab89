/** Keeps root out of the service's folder, where a link leads to any file and the service cannot open root's files. */
import { dirname, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { filePath } from "../domain/read.ts";
import { CannotDo } from "./command.ts";

/** @throws {CannotDo} for root, if another user owns a folder of the service or its nearest existing parent */
export async function refuseRoot(config: Config): Promise<void> {
  if (Deno.uid() !== 0) return;
  for (const folder of foldersOf(config)) {
    const owner = await ownerOf(folder);
    if (owner === 0) continue;
    throw new CannotDo(
      `${folder} es de otro usuario, y root no toca nada ahí: corre /usr/local/bin/sobremesa, ` +
        `que cambia a ese usuario, o setpriv --reuid=${owner} --clear-groups ...`,
    );
  }
}

/** The owner of the entry at `folder`, of a link's target, or of the nearest existing parent. */
async function ownerOf(folder: string): Promise<number> {
  for (let path = resolve(folder);; path = dirname(path)) {
    const found = await Promise.allSettled([Deno.lstat(path), Deno.stat(path)]);
    const uids = found.flatMap((each) => each.status === "fulfilled" ? [each.value.uid ?? 0] : []);
    const other = uids.find((uid) => uid !== 0);
    if (other !== undefined || uids.length > 0 || path === dirname(path)) return other ?? 0;
  }
}

function foldersOf({ dataDir, databaseUrl }: Config): string[] {
  const path = filePath(databaseUrl);
  return path === null ? [dataDir] : [dataDir, dirname(path)];
}

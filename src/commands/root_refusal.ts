/** Keeps root out of the service's folder: what root makes there the service cannot open, and a link leads to any file. */
import { dirname } from "node:path";
import type { Config } from "../config/config.ts";
import { filePath } from "../storage/database/database_files.ts";
import { CannotDo } from "./command.ts";

/** @throws {CannotDo} for root, if another user owns a folder of the service */
export async function refuseRoot(config: Config): Promise<void> {
  if (Deno.uid() !== 0) return;
  for (const folder of foldersOf(config)) {
    const owner = await Deno.stat(folder).then(({ uid }) => uid ?? 0, () => 0);
    if (owner === 0) continue;
    throw new CannotDo(
      `${folder} es de otro usuario, y root no toca nada ahí: ` +
        `corre /usr/local/bin/sobremesa, que cambia a ese usuario, o setpriv --reuid=${owner} --clear-groups ...`,
    );
  }
}

function foldersOf({ dataDir, databaseUrl }: Config): string[] {
  try {
    return [dataDir, dirname(filePath(databaseUrl))];
  } catch {
    // A server has no folder here. A wrong address is reported when it is opened.
    return [dataDir];
  }
}

/** A database as a service has left it. */
import { join } from "node:path";
import type { Pause } from "../../src/domain/house.ts";
import type { Database } from "../../src/storage/database.ts";
import { openDatabase } from "../../src/storage/open_database.ts";

export interface LeftDatabase extends AsyncDisposable {
  readonly folder: string;
  /** The environment that names it. */
  readonly env: { readonly DATA_DIR: string };
  /** What the switch says; undefined where it is on. */
  switched(): Promise<Pause | undefined>;
}

/** @param name the folder of the data, in a folder of the test's own */
export async function leftDatabase(name = "data"): Promise<LeftDatabase> {
  const folder = await Deno.makeTempDir();
  const dataDir = join(folder, name);
  const open = (): Promise<Database> =>
    openDatabase({
      url: `file:${encodeURIComponent(join(dataDir, "sobremesa.db"))}`,
      now: Date.now,
    });
  (await open()).close();
  return {
    folder,
    env: { DATA_DIR: dataDir },
    async switched() {
      const database = await open();
      const [row] = await database.read({ sql: "SELECT value FROM settings WHERE name = 'pause'" });
      database.close();
      return row === undefined ? undefined : JSON.parse(String(row.value));
    },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

import schema from "./schema_of_0_6.sql" with { type: "text" };
import type { Database, Statement } from "../../src/storage/database.ts";
import { databaseFilesOf } from "../../src/storage/database_files.ts";
import { openFile } from "../../src/storage/file_database.ts";
import { openServer } from "../../src/storage/open_database.ts";

/** Makes the database at `url` as version 0.6 made it, its steps up to `step` recorded, and runs `statements` in it. */
export async function makeDatabaseOf06(
  url: string,
  { step = 6, statements = [] }: {
    readonly step?: number;
    readonly statements?: readonly Statement[];
  } = {},
): Promise<void> {
  const database = await openPlainly(url);
  const made = schema.replaceAll(/^--.*$/gm, "").split(/;\n(?:\n|$)/).filter((sql) => sql.trim());
  await database.write([
    ...made.map((sql) => ({ sql })),
    { sql: "DELETE FROM schema_steps WHERE step > ?", args: [step] },
    ...(step < 6 ? [{ sql: "DROP TABLE ended_sessions" }] : []),
    ...statements,
  ]);
  await database.close();
}

/** The database at `url` as it is, whatever its schema. */
export async function openPlainly(url: string): Promise<Database> {
  const files = await databaseFilesOf(url);
  return files === null ? await openServer(url, undefined) : await openFile(files);
}

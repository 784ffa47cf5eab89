/** The databases of other versions, and a database as it is. */
import type { Database } from "../../src/storage/database/database.ts";
import { databaseFilesOf } from "../../src/storage/database/database_files.ts";
import { openFile } from "../../src/storage/database/file_database.ts";
import { openServer } from "../../src/storage/database/open_database.ts";

/** Makes what a version before 1.0.0 is known by. */
export async function makeEarlierDatabase(url: string): Promise<void> {
  const database = await openPlainly(url);
  await database.write([
    "CREATE TABLE schema_steps (step INTEGER PRIMARY KEY CHECK (step >= 1), applied_at INTEGER NOT NULL) STRICT",
    "INSERT INTO schema_steps (step, applied_at) VALUES (1, 1), (9, 1)",
  ].map((sql) => ({ sql })));
  await database.close();
}

/** The database at `url` as it is, whatever its schema. */
export async function openPlainly(url: string): Promise<Database> {
  const files = await databaseFilesOf(url);
  return files === null ? await openServer(url, undefined) : await openFile(files);
}

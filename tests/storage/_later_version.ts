/** Databases of other versions: the one after this, whose schema has one step more, and those before 1.0.0. */
import schema from "../../schema.sql" with { type: "text" };
import type { Database } from "../../src/storage/database.ts";
import { databaseFilesOf } from "../../src/storage/database_files.ts";
import { openFile } from "../../src/storage/file_database.ts";
import { openServer } from "../../src/storage/open_database.ts";
import { FORWARD, SCHEMA_STEP, type Step } from "../../src/storage/schema.ts";

/** Adds a column, and makes a table anew with its rows and an empty one. */
export const LATER: readonly Step[] = [...FORWARD, {
  anew: {
    closures: "SELECT * FROM closures",
    sold_out: "SELECT * FROM sold_out",
    ended_sessions: null,
  },
  after: ["ALTER TABLE reservations ADD COLUMN seats INTEGER NOT NULL DEFAULT 0"],
}];

export const NEXT_STEP = SCHEMA_STEP + 1;

/** Makes the database of 1.0.0, which had no images and knew not when a party left, with a closure and counts of the erased. */
export async function makeFirstDatabase(url: string): Promise<void> {
  const first = schema.replace(/^.*Whether guests may read the reason.*\n.*is_public.*\n/m, "")
    .replace(/^.*saw the party leave.*\n.*left_at.*\n/m, "")
    .replace(/^CREATE INDEX reservations_by_phone.*\n/m, "")
    .replace(/^ +source TEXT NOT NULL.*\n/m, "")
    .replace("(service_day, status, source)", "(service_day, status)")
    .replace("(day, time, left_at, status, party_size, name,", "(day, time, name,");
  const statements = first.replace(/^-- An image,[^]*?\n\n/m, "").split(/\n\s*\n/)
    .map((block) => block.replaceAll(/^\s*--.*\n?/gm, "").trim()).filter((sql) => sql !== "");
  const database = await openPlainly(url);
  await database.write([
    ...statements,
    "INSERT INTO schema_steps (step, at) VALUES (1, 1)",
    "INSERT INTO closures (kind, day, reason) VALUES ('day', '2026-03-21', 'Boda')",
    "INSERT INTO erased_reservations VALUES ('2026-03-14', 'arrived', 2, 7)",
  ].map((sql) => ({ sql })));
  await database.close();
}

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

/** Databases of other versions: the next one, 1.0.0, and those before it. */
import schema from "../../schema.sql" with { type: "text" };
import type { Database } from "../../src/storage/database/database.ts";
import { databaseFilesOf } from "../../src/storage/database/database_files.ts";
import { openFile } from "../../src/storage/database/file_database.ts";
import { openDatabase, openServer } from "../../src/storage/database/open_database.ts";
import { SCHEMA_STEP } from "../../src/storage/database/schema.ts";
import { NOW } from "./_fixture.ts";

/** Makes the database of 1.0.0, which had no images and knew not when a party left, with what it had: reservation, closure, dish, counts. */
export async function makeFirstDatabase(url: string): Promise<void> {
  const first = schema.replace(/^ +is_public .*\n/m, "").replace(/^ +left_at .*\n/m, "")
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
    `INSERT INTO reservations (folio, day, time, service_day, party_size, name, phone, occasion, status, created_at, version)
      VALUES ('R-0123ABCD', '2026-03-14', '20:30', '2026-03-14', 4, 'Ana', '+529991234567', 'general', 'confirmed', 1, 1)`,
    "INSERT INTO closures (kind, day, reason) VALUES ('day', '2026-03-21', 'Boda'), ('day', '2026-03-22', '')",
    "DELETE FROM closures WHERE id = 2",
    "INSERT INTO sold_out (dish, service_day) VALUES ('panuchos', '2026-03-10')",
    "INSERT INTO erased_reservations VALUES ('2026-03-14', 'arrived', 2, 7)",
  ].map((sql) => ({ sql })));
  await database.close();
}

/** Makes the database of the version after this, with one step more. */
export async function makeNextDatabase(url: string): Promise<void> {
  const database = await openDatabase({ url, now: () => NOW });
  const sql = "INSERT INTO schema_steps (step, at) VALUES (?, 1)";
  await database.write([{ sql, args: [SCHEMA_STEP + 1] }]);
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

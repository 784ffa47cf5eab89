/**
 * The smallest program with which libSQL corrupts a database file: rows are inserted, one at a time, while one read in
 * ten of the file and its log fails with EIO. Prints what `PRAGMA integrity_check` finds afterwards, for libSQL and for
 * Deno's SQLite. libSQL corrupted the file in every run and reported no error; node:sqlite in none: it does not write
 * back pages that it could not read.
 *
 *   deno run --allow-all tests/torture/faults/libsql_corrupts.ts      needs cc
 */
// deno-lint-ignore-file no-console -- a demonstration prints to the console
import { createClient } from "@libsql/client";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { failingDisk } from "./failing_disk.ts";

const SETTINGS = ["PRAGMA journal_mode=WAL", "PRAGMA wal_autocheckpoint=50"];
const TABLE = "CREATE TABLE rows (key TEXT UNIQUE, text TEXT)";
const INSERT = "INSERT INTO rows VALUES (hex(randomblob(8)), hex(randomblob(2000)))";
const ROWS = 2_000;

type Run = (sql: string) => unknown;

function openWith(library: string, path: string): Run {
  if (library === "libSQL") {
    const client = createClient({ url: `file:${path}` });
    return (sql) => client.execute(sql);
  }
  const database = new DatabaseSync(path);
  return (sql) => database.prepare(sql).all();
}

/** Runs in a child process, whose reads begin to fail halfway, and which is killed at the end. */
async function insertRows(library: string, path: string): Promise<void> {
  const run = openWith(library, path);
  for (const sql of [...SETTINGS, TABLE]) await run(sql);
  for (let n = 0; n < ROWS; n++) {
    if (n === ROWS / 2) {
      await Deno.writeFile(Deno.env.get("FAILING_DISK")!, Uint8Array.of(0, 10, 0, 0, 0));
    }
    await run(INSERT);
  }
  Deno.kill(Deno.pid, "SIGKILL");
}

async function report(library: string): Promise<void> {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "a.db");
  const { env } = await failingDisk(folder, path);
  const args = ["run", "--quiet", "--allow-all", import.meta.filename!, library, path];
  await new Deno.Command(Deno.execPath(), { args, env: { ...env }, stderr: "inherit" }).output();
  const [found] = new DatabaseSync(path).prepare("PRAGMA integrity_check").all();
  console.log(`${library}: ${String(found?.integrity_check).split("\n").slice(0, 3).join(" ")}`);
  await Deno.remove(folder, { recursive: true });
}

const [library, path] = Deno.args;
if (library !== undefined && path !== undefined) await insertRows(library, path);
else for (const each of ["libSQL", "node:sqlite"]) await report(each);

import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { filesAt } from "../../../src/storage/database/database_files.ts";
import { openFile } from "../../../src/storage/database/file_database.ts";
import { tempFolder } from "../_fixture.ts";

Deno.test("a checkpoint that empties the log is no loss, from whichever process, nor is what a VACUUM frees", async () => {
  await using opened = await openGuests();
  const { database, path } = opened;
  for (let n = 0; n < 500; n++) await database.write([guest(`a long name ${n} `.repeat(50))]);
  await database.read({ sql: "PRAGMA wal_checkpoint(TRUNCATE)" });
  await database.write([{ sql: "DELETE FROM guests" }]);
  await outside(path, "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
  await database.write([guest("after")]);
  await outside(path, "PRAGMA wal_checkpoint(TRUNCATE)");
  const rows = await database.read({ sql: "SELECT name FROM guests" });
  assertEquals(rows.map(({ name }) => name), ["after"]);
});

Deno.test("processes that open and close a file at the same time never take its log from each other", async () => {
  await using opened = await openGuests();
  await opened.database.close();
  const program = fileURLToPath(new URL("_open_and_close.ts", import.meta.url));
  const args = ["run", "--allow-all", "--no-check", program, opened.path, "200"];
  const runs = [1, 2, 3].map(() => new Deno.Command(Deno.execPath(), { args }).output());
  for (const { success, stderr } of await Promise.all(runs)) {
    assert(success, new TextDecoder().decode(stderr));
  }
});

/** What `sql` prints in a process of its own. */
async function outside(path: string, sql: string): Promise<string> {
  const command = new Deno.Command("sqlite3", { args: [path, sql] });
  const { success, stdout, stderr } = await command.output();
  assert(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}

function guest(name: string) {
  return { sql: "INSERT INTO guests VALUES (?)", args: [name] };
}

async function openGuests() {
  const folder = await tempFolder();
  const path = join(folder.path, "a.db");
  const database = await openFile(filesAt(path));
  await database.write([{ sql: "CREATE TABLE guests (name TEXT) STRICT" }]);
  return {
    database,
    folder: folder.path,
    path,
    async [Symbol.asyncDispose]() {
      await database.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

Deno.test("what an open database has written is there for another program, which leaves its log alone", async () => {
  await using opened = await openGuests();
  const { database, folder, path } = opened;
  await database.write([guest("1")]);
  // Another process that found no lock on the log's index would begin it anew, and take the log away when it closes.
  const insert = "INSERT INTO guests VALUES (-1); SELECT count(*) FROM guests;";
  assertEquals(await outside(path, insert), "2");
  assertEquals((await Deno.stat(`${path}-wal`)).isFile, true);
  await database.write([guest("-2")]);
  await database.close();
  assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["a.db"]);
});

const COPYING = fileURLToPath(new URL("_copying.ts", import.meta.url));

/** Becomes the command that its arguments are, on the first core that it may run on. */
const ON_ONE_CORE = `exec taskset -c "$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//')" "$@"`;

Deno.test("on a machine of one core tables are held while the database is copied", async () => {
  await using folder = await tempFolder();
  const deno = [Deno.execPath(), "run", "--no-check", "--allow-all"];
  const args = ["-c", ON_ONE_CORE, "sh", ...deno, COPYING, folder.path];
  const { stdout, stderr, success } = await new Deno.Command("sh", { args }).output();
  assert(success, new TextDecoder().decode(stderr));
  const held = Number(new TextDecoder().decode(stdout));
  // If they wait for the copy, some five are, between its writing and its checking.
  assert(held >= 30, `${held} tables were held meanwhile`);
});

Deno.test("a disk without room for another byte refuses the start and says so", async () => {
  await using folder = await tempFolder();
  const module = new URL("../../../src/storage/store.ts", import.meta.url);
  const dataDir = folder.path;
  const url = `file:${dataDir}/sobremesa.db`;
  const options = JSON.stringify({ url, dataDir, retentionDays: 365 });
  const program = `import { openStore } from "${module}";
    const injected = { now: Date.now, randomBytes: (length) => new Uint8Array(length) };
    await openStore({ ...${options}, ...injected, log: () => {} });`;
  const limited = `trap '' XFSZ; ulimit -f 1; exec "$0" "$@"`;
  const args = ["-c", limited, Deno.execPath(), "eval", "--no-check", program];
  const { stderr } = await new Deno.Command("sh", { args, stdin: "null" }).output();
  const said = new TextDecoder().decode(stderr);
  assert(said.includes("Revisa que su disco tenga lugar"), said);
});

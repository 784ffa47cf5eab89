import { join } from "node:path";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { type Database, DatabaseGone } from "../../src/storage/database.ts";
import { openFile } from "../../src/storage/file_database.ts";

const LOG = "-wal";

/** What can become of the database (""), its log and the log's index while they are open. */
const LOSSES: readonly (readonly [string, string, (path: string) => void])[] = [
  ...["", LOG, "-shm"].flatMap((companion) =>
    [
      [companion, "removed", (path: string) => Deno.removeSync(path)],
      [companion, "moved away", (path: string) => Deno.renameSync(path, `${path}.away`)],
      [companion, "replaced", (path: string) => {
        Deno.copyFileSync(path, `${path}.copy`);
        Deno.renameSync(`${path}.copy`, path);
      }],
    ] as const
  ),
  ["", "cut", (path) => Deno.truncateSync(path, 4_096)],
  [LOG, "emptied", (path) => Deno.truncateSync(path)],
  [LOG, "cut", (path) => Deno.truncateSync(path, Deno.statSync(path).size - 1)],
];

for (const [companion, became, lose] of LOSSES) {
  Deno.test(`a database whose ${companion || "file"} is ${became} is asked for nothing more`, async () => {
    await using opened = await openGuests();
    const { database, path, reasons } = opened;
    if (companion === "") await database.read({ sql: "PRAGMA wal_checkpoint(TRUNCATE)" });
    await database.write([guest("before")]);
    lose(`${path}${companion}`);
    for (let round = 0; round < 2; round++) {
      await assertRejects(() => database.write([guest("meanwhile")]), DatabaseGone);
      await assertRejects(() => database.read({ sql: "SELECT 1" }), DatabaseGone);
    }
    assertEquals(reasons.length, 1);
  });
}

Deno.test("a checkpoint that empties the log is no loss, whoever makes it, nor is what a VACUUM frees", async () => {
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

/** Runs `sql` in a process of its own. */
async function outside(path: string, sql: string): Promise<void> {
  const { success, stderr } = await new Deno.Command("sqlite3", { args: [path, sql] }).output();
  assert(success, new TextDecoder().decode(stderr));
}

function guest(name: string) {
  return { sql: "INSERT INTO guests VALUES (?)", args: [name] };
}

interface Opened extends AsyncDisposable {
  readonly database: Database;
  readonly path: string;
  /** Why the database is not used any more. */
  readonly reasons: readonly Error[];
}

async function openGuests(): Promise<Opened> {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "a.db");
  const reasons: Error[] = [];
  const database = await openFile(`file:${path}`, {
    onGone: (reason) => void reasons.push(reason),
  });
  await database.write([{ sql: "CREATE TABLE guests (name TEXT) STRICT" }]);
  return {
    database,
    path,
    reasons,
    async [Symbol.asyncDispose]() {
      await database.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

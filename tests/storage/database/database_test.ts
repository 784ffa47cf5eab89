import { createClient } from "@libsql/client";
import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  DatabaseUnusable,
  sqlErrorKind,
  type Statement,
} from "../../../src/storage/database/database.ts";
import { filePath } from "../../../src/domain/read.ts";
import { openDatabase } from "../../../src/storage/database/open_database.ts";
import { testOnEach } from "../../support/databases.ts";
import { NOW, openTestDatabase, openTestStorage, tempFolder } from "../_fixture.ts";

const now = () => NOW;
testOnEach("a transaction is written whole or not at all", async ({ url }) => {
  await using database = await openTestDatabase(url);
  const insert = "INSERT INTO settings (name, value) VALUES (?, ?)";
  const error = await assertRejects(() =>
    database.write([{ sql: insert, args: ["a", "1"] }, { sql: insert, args: ["b", "not json"] }])
  );
  assertEquals(sqlErrorKind(error), "refused");
  assertEquals(await database.read({ sql: "SELECT * FROM settings" }), []);
});

Deno.test("commits are synced on the connection that writes, and foreign keys are enforced", async () => {
  await using folder = await tempFolder();
  await using database = await openTestDatabase(`file:${folder.path}/a.db`);
  const setting = async (name: string) => (await database.read({ sql: `PRAGMA ${name}` }))[0];
  assertEquals({ ...await setting("synchronous") }, { synchronous: 2 });
  assertEquals({ ...await setting("journal_mode") }, { journal_mode: "wal" });
  assertEquals({ ...await setting("foreign_keys") }, { foreign_keys: 1 });
});

Deno.test("a database that is closed lies in one file", async () => {
  await using folder = await tempFolder();
  const database = await openDatabase({ url: `file:${folder.path}/a.db`, now });
  await database.write([setting("written")]);
  await database.close();
  assertEquals([...Deno.readDirSync(folder.path)].map(({ name }) => name), ["a.db"]);
});

Deno.test("closing a database completes its calls under way, and leaves the file to others", async () => {
  await using folder = await tempFolder();
  const url = `file:${folder.path}/a.db`;
  const [first, last] = [await openDatabase({ url, now }), await openDatabase({ url, now })];
  const closing = [first.write([setting("under way")]), first.close()];
  await assertRejects(() => first.read({ sql: "SELECT 1" }), Error, "closed");
  await Promise.all(closing);
  await last.write([setting("later")]);
  await last.close();
  await Deno.copyFile(`${folder.path}/a.db`, `${folder.path}/copy.db`);
  const copy = await openDatabase({ url: `file:${folder.path}/copy.db`, now });
  const names = await copy.read({ sql: "SELECT name FROM settings ORDER BY name" });
  assertEquals(names.map(({ name }) => name), ["later", "under way"]);
  await copy.close();
});

Deno.test("addresses that name no database are refused with what would do", async () => {
  for (const url of ["file:", "file::memory:", "file:data/", "postgres://x", "data.db", ""]) {
    const error = await assertRejects(() => openDatabase({ url, now }), DatabaseUnusable);
    assertStringIncludes(error.message, "Escribe file: y una ruta");
  }
});

Deno.test("a path that cannot be made is refused with what to check", async () => {
  await using folder = await tempFolder();
  await Deno.writeTextFile(join(folder.path, "taken"), "");
  await assertRejects(
    () => openDatabase({ url: `file:${folder.path}/taken/a.db`, now }),
    DatabaseUnusable,
  );
  await Deno.mkdir(join(folder.path, "folder.db"));
  await assertRejects(
    () => openDatabase({ url: `file:${folder.path}/folder.db`, now }),
    DatabaseUnusable,
    "no se puede abrir",
  );
});

Deno.test("a server that never answers is given up", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${listener.addr.port}`;
  const { message } = await assertRejects(
    () => openDatabase({ url, now, fetchTimeoutMs: 50 }),
    DatabaseUnusable,
  );
  // Deno 2.6 and later versions word it differently.
  assertMatch(message, /no responde como debe \(.*(timed out|due to timeout)/);
});

function setting(name: string): Statement {
  return { sql: "INSERT INTO settings (name, value) VALUES (?, '1')", args: [name] };
}

testOnEach("a write waits for another writer's transaction, as does the next", async ({ url }) => {
  const database = await openDatabase({ url, now });
  const outside = outsideWriter(url);
  try {
    for (const name of ["a", "b"]) {
      const commit = await outside.begin(
        "INSERT INTO settings (name, value) VALUES ('outside', '1') ON CONFLICT DO NOTHING",
      );
      const written = database.write([setting(name)]);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await commit();
      await written;
    }
    const names = await database.read({ sql: "SELECT name FROM settings ORDER BY name" });
    assertEquals(names.map(({ name }) => name), ["a", "b", "outside"]);
  } finally {
    outside.close();
    await database.close();
  }
});

interface OutsideWriter {
  /** Runs `sql` in a transaction of its own. @returns what commits it */
  begin(sql: string): Promise<() => Promise<void>>;
  close(): void;
}

/** Of a file with the program's own SQLite: a second copy of it in this process would break its locks. */
function outsideWriter(url: string): OutsideWriter {
  if (!url.startsWith("file:")) {
    const client = createClient({ url });
    return {
      async begin(sql) {
        const transaction = await client.transaction("write");
        await transaction.execute(sql);
        return () => transaction.commit();
      },
      close: () => client.close(),
    };
  }
  const database = new DatabaseSync(filePath(url)!);
  return {
    begin(sql) {
      database.exec(`BEGIN IMMEDIATE; ${sql}`);
      return Promise.resolve(() => Promise.resolve(database.exec("COMMIT")));
    },
    close: () => database.close(),
  };
}

Deno.test("only its owner can read a new database, its log and the index of that", async () => {
  await using folder = await tempFolder();
  await Deno.chmod(folder.path, 0o755);
  await using _open = await openTestDatabase(`file:${folder.path}/sobremesa.db`);
  for (const name of ["sobremesa.db", "sobremesa.db-wal", "sobremesa.db-shm"]) {
    assertEquals((await Deno.stat(`${folder.path}/${name}`)).mode! & 0o777, 0o600, name);
  }
});

const PAGE_BYTES = 4_096;
for (const beside of ["backups/sobremesa-2026-03-14.db", "a.db.before-2026-03-10T180000"]) {
  Deno.test(`a missing file beside ${beside} is not replaced by an empty one`, async () => {
    await using folder = await tempFolder();
    const path = join(folder.path, "a.db");
    await Deno.mkdir(join(folder.path, "backups"));
    await Deno.writeTextFile(join(folder.path, beside), "");
    {
      await using storage = await openTestStorage({ url: `file:${path}`, dataDir: folder.path });
      assertStringIncludes(storage.damage!.message, beside);
    }
    await assertRejects(() => Deno.stat(path), Deno.errors.NotFound);
  });
}

Deno.test("a large file is checked whole after an end that was not orderly", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "a.db");
  const options = { url: `file:${path}`, dataDir: folder.path };
  {
    await using storage = await openTestStorage(options);
    await storage.database.write([{ sql: "CREATE TABLE filler (bytes BLOB) STRICT" }]);
    await storage.database.write([{ sql: "INSERT INTO filler VALUES (zeroblob(66000000))" }]);
  }
  using file = await Deno.open(path, { write: true });
  await file.seek(60 * 1_000 * PAGE_BYTES / 4, Deno.SeekMode.Start);
  await file.write(new Uint8Array(PAGE_BYTES).fill(7));
  {
    await using storage = await openTestStorage(options);
    assertEquals(storage.damage, null, "an orderly start does not wait for it");
  }
  await Deno.writeTextFile(`${path}-wal`, "what a killed process leaves");
  await using storage = await openTestStorage(options);
  assertStringIncludes(storage.damage!.message, "está dañada");
});

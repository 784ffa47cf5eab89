import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { createClient } from "@libsql/client";
import { filePath } from "../../src/storage/file_database.ts";
import { DatabaseUnusable, sqlErrorKind, type Statement } from "../../src/storage/database.ts";
import { openDatabase } from "../../src/storage/open_database.ts";
import { testOnEach } from "../support/databases.ts";
import { NOW } from "./_fixture.ts";

const now = () => NOW;
testOnEach("a transaction is written whole or not at all", async ({ url }) => {
  const database = await openDatabase({ url, now });
  try {
    const insert = "INSERT INTO settings (name, value) VALUES (?, ?)";
    const error = await assertRejects(() =>
      database.write([{ sql: insert, args: ["a", "1"] }, { sql: insert, args: ["b", "not json"] }])
    );
    assertEquals(sqlErrorKind(error), "refused");
    assertEquals(await database.read({ sql: "SELECT * FROM settings" }), []);
  } finally {
    await database.close();
  }
});

testOnEach("writers that meet wait for each other", async ({ url }) => {
  const opened = await Promise.all(Array.from({ length: 3 }, () => openDatabase({ url, now })));
  try {
    await Promise.all(
      opened.flatMap((database, writer) =>
        Array.from({ length: 20 }, (_, n) =>
          database.write([{
            sql: "INSERT INTO settings (name, value) VALUES (?, '1')",
            args: [`${writer} ${n}`],
          }]))
      ),
    );
    assertEquals((await opened[0]!.read({ sql: "SELECT name FROM settings" })).length, 60);
  } finally {
    await Promise.all(opened.map((database) => database.close()));
  }
});

Deno.test("commits are synced on the connection that writes, and foreign keys are enforced", async () => {
  await using folder = await tempFolder();
  const database = await openDatabase({ url: `file:${folder.path}/a.db`, now });
  try {
    const setting = async (name: string) => (await database.read({ sql: `PRAGMA ${name}` }))[0];
    assertEquals({ ...await setting("synchronous") }, { synchronous: 2 });
    assertEquals({ ...await setting("journal_mode") }, { journal_mode: "wal" });
    assertEquals({ ...await setting("foreign_keys") }, { foreign_keys: 1 });
  } finally {
    await database.close();
  }
});

Deno.test("a database that is closed lies in one file", async () => {
  await using folder = await tempFolder();
  const database = await openDatabase({ url: `file:${folder.path}/a.db`, now });
  await database.write([setting("written")]);
  await database.close();
  assertEquals([...Deno.readDirSync(folder.path)].map(({ name }) => name), ["a.db"]);
});

Deno.test("who closes a database ends what it has under way, and leaves it to the others", async () => {
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

Deno.test("the folder of a new database is its owner's only", async () => {
  await using folder = await tempFolder();
  const database = await openDatabase({ url: `file:${folder.path}/deep/down/a.db`, now });
  await database.close();
  const { mode } = await Deno.stat(join(folder.path, "deep/down"));
  assertEquals((mode ?? 0) & 0o777, 0o700);
});

Deno.test("a file that is no database is refused, left as it is, and the message says what to do", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "a.db");
  const text = "These are notes about a restaurant, not a database.\n".repeat(100);
  await Deno.writeTextFile(path, text);
  const error = await assertRejects(
    () => openDatabase({ url: `file:${path}`, now }),
    DatabaseUnusable,
  );
  assertStringIncludes(error.message, path);
  assertStringIncludes(error.message, "Restore it from a backup");
  assertEquals(await Deno.readTextFile(path), text);
});

Deno.test("addresses that name no database are refused with what would do", async () => {
  for (const url of ["file:", "file::memory:", "file:data/", "postgres://x", "data.db", ""]) {
    const error = await assertRejects(() => openDatabase({ url, now }), DatabaseUnusable);
    assertStringIncludes(error.message, "Write file: and a path");
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
    "cannot be opened",
  );
});

Deno.test("a server that is not there is named without the secrets in its address", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const error = await assertRejects(
    () => openDatabase({ url: `http://127.0.0.1:${port}/?authToken=secreto`, now }),
    DatabaseUnusable,
    `http://127.0.0.1:${port}/`,
  );
  assertEquals(error.message.includes("secreto"), false);
  assertStringIncludes(error.message, "DATABASE_URL");
});

Deno.test("a server that never answers is given up", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${listener.addr.port}`;
  await assertRejects(
    () => openDatabase({ url, now, fetchTimeoutMs: 50 }),
    DatabaseUnusable,
    "50 milliseconds",
  );
});

function setting(name: string): Statement {
  return { sql: "INSERT INTO settings (name, value) VALUES (?, '1')", args: [name] };
}

async function tempFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await Deno.makeTempDir();
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

testOnEach(
  "a write waits out another writer's transaction, and so does the next",
  async ({ url }) => {
    const database = await openDatabase({ url, now });
    const outside = outsideWriter(url);
    try {
      for (const name of ["a", "b"]) {
        const commit = await outside.begin(
          "INSERT INTO settings (name, value) VALUES ('outside', '1') ON CONFLICT DO NOTHING",
        );
        const written = database.write([{
          sql: "INSERT INTO settings (name, value) VALUES (?, '1')",
          args: [name],
        }]);
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
  },
);

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
  const database = new DatabaseSync(filePath(url));
  return {
    begin(sql) {
      database.exec(`BEGIN IMMEDIATE; ${sql}`);
      return Promise.resolve(() => Promise.resolve(database.exec("COMMIT")));
    },
    close: () => database.close(),
  };
}

Deno.test("nobody but its owner can read a new database, nor what goes with it", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.chmod(folder, 0o755);
  const database = await openDatabase({ url: `file:${folder}/sobremesa.db`, now: () => 1 });
  for (const name of ["sobremesa.db", "sobremesa.db-wal", "sobremesa.db-shm"]) {
    assertEquals((await Deno.stat(`${folder}/${name}`)).mode! & 0o777, 0o600, name);
  }
  await database.close();
  await Deno.remove(folder, { recursive: true });
});

/** What becomes of a database that another version has made. */
import { assertEquals, assertRejects } from "@std/assert";
import {
  type Database,
  DatabaseUnusable,
  type Row,
} from "../../../src/storage/database/database.ts";
import { openDatabase } from "../../../src/storage/database/open_database.ts";
import { isInUse } from "../../../src/storage/database/instances.ts";
import { migrate, SCHEMA_STEP, schemaStep } from "../../../src/storage/database/schema.ts";
import { testOnEach, testOnServer } from "../../support/databases.ts";
import { eventually, machineAt, NOW, openTestStorage } from "../_fixture.ts";
import {
  makeEarlierDatabase,
  makeFirstDatabase,
  makeNextDatabase,
  openPlainly,
} from "../_other_version.ts";

const now = () => NOW;

testOnEach("a database of 1.0.0 is brought forward once; its rows stay", async (database) => {
  const { url, dataDir } = database;
  await makeFirstDatabase(url);
  for (const _again of [1, 2]) await (await openDatabase({ url, now })).close();
  const found = await readFrom(url, [
    "SELECT step FROM schema_steps ORDER BY step",
    "SELECT folio, name, left_at FROM reservations",
    "SELECT id, day, reason, is_public FROM closures",
    "SELECT dish FROM sold_out",
    "SELECT * FROM erased_reservations",
  ]);
  const counts = { status: "arrived", source: "desconocido", parties: 2, people: 7 };
  assertEquals(found, [
    [{ step: 1 }, { step: SCHEMA_STEP }],
    [{ folio: "R-0123ABCD", name: "Ana", left_at: null }],
    [{ id: 1, day: "2026-03-21", reason: "Boda", is_public: 0 }],
    [{ dish: "panuchos" }],
    [{ service_day: "2026-03-14", ...counts }],
  ]);
  const add = "INSERT INTO closures (kind, day, reason) VALUES ('day', '2026-03-23', '')";
  const [added] = await readFrom(url, [`${add} RETURNING id`]);
  assertEquals(added, [{ id: 3 }], "an id never comes again");
  const fresh = `file:${dataDir}/fresh/fresh.db`;
  await (await openDatabase({ url: fresh, now })).close();
  assertEquals(await schemaOf(url), await schemaOf(fresh));
});

testOnEach("only a service brings a database forward: commands are refused", async ({ url }) => {
  await makeFirstDatabase(url);
  const before = await schemaOf(url);
  await assertRejects(
    () => openDatabase({ url, now, mustBeServed: true }),
    DatabaseUnusable,
    `Una versión anterior usó la base (paso 1, el de este programa es ${SCHEMA_STEP}): ` +
      "reinicia el servicio con esta versión, que la actualiza.",
  );
  assertEquals(await schemaOf(url), before);
});

testOnEach("instances that start at once on an older database do not clash", async ({ url }) => {
  await makeFirstDatabase(url);
  const opened = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ url, now })));
  assertEquals(await schemaStep(opened[0]!), SCHEMA_STEP);
  await Promise.all(opened.map((database) => database.close()));
});

/** Of an instance's clock, from the server's and this machine's. */
const OFF_MS = [0, -10 * 60_000, 10 * 60_000, -3 * 86_400_000, 3 * 86_400_000];

testOnServer(
  "a server in use is not brought forward until its instance ends, whatever that one's clock shows",
  async ({ url }) => {
    await makeFirstDatabase(url);
    const other = await openPlainly(url);
    for (const off of OFF_MS) {
      let beats = 0;
      let beat: Promise<unknown> = Promise.resolve();
      const beating = setInterval(() => {
        const until = Date.now() + off + 60_000 + ++beats;
        const sql = `INSERT INTO settings (name, value) VALUES ('instance x', '{"until": ${until}}')
          ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
        beat = beat.then(() => other.write([{ sql }]));
      }, 10);
      await eventually(async () =>
        (await other.read({ sql: "SELECT 1 FROM settings" })).length > 0
      );
      await assertRejects(
        () => openDatabase({ url, now, pollMs: 50 }),
        DatabaseUnusable,
        "Otra instancia",
      );
      clearInterval(beating);
      await beat;
    }
    await other.write([{ sql: "DELETE FROM settings" }]);
    await other.close();
    await (await openDatabase({ url, now })).close();
  },
);

testOnServer(
  "an instance is known by what it writes, and no more a minute after it was killed, whatever its clock shows",
  async (database) => {
    const other = await openPlainly(database.url);
    for (const off of OFF_MS) {
      const { monotonic, run } = machineAt();
      let reads = 0;
      const read: Database["read"] = (statement) => {
        reads++;
        return other.read(statement);
      };
      const asking = () => isInUse({ ...other, read }, { monotonic, pollMs: 5 });
      let ticks = 0;
      const storage = await openTestStorage(database, { now: () => Date.now() + off + ++ticks });
      const isThere = "SELECT 1 FROM settings WHERE name GLOB 'instance *'";
      await eventually(async () => (await other.read({ sql: isThere })).length > 0);
      const running = asking();
      await eventually(() => reads > 1);
      storage.boards.setConnected(true);
      assertEquals(await running, true);

      let ended = false;
      const killed = asking().finally(() => ended = true);
      for (const ms of [0, 59_999]) {
        run(ms);
        const before = reads;
        await eventually(() => reads > before + 3);
        assertEquals(ended, false);
      }
      run(1);
      assertEquals(await killed, false);
      await storage.close();
      assertEquals(await asking(), false, "it has ended in order");
    }
    await other.close();
  },
);

testOnServer("a step that takes longer than a statement may is waited for", async ({ url }) => {
  await makeFirstDatabase(url);
  await using slow = slowRelay(url, "ALTER TABLE reservations", 1_000);
  const database = await openDatabase({ url: slow.url, now, fetchTimeoutMs: 500 });
  assertEquals(await schemaStep(database), SCHEMA_STEP);
  await database.close();
});

testOnEach("what cannot be brought forward stays as it was", async ({ url }) => {
  await makeFirstDatabase(url);
  const other = await openPlainly(url);
  await other.write([{ sql: "CREATE TABLE later_erased_reservations (x)" }]);
  await other.close();
  const before = await schemaOf(url);
  await assertRejects(() => openDatabase({ url, now }), DatabaseUnusable, "already exists");
  assertEquals(await schemaOf(url), before);
});

testOnEach("a database from before 1.0.0 is refused, with what to do", async ({ url }) => {
  await makeEarlierDatabase(url);
  const before = await schemaOf(url);
  for (const mustBeServed of [false, true]) {
    await assertRejects(
      () => openDatabase({ url, now, mustBeServed }),
      DatabaseUnusable,
      "la usó una versión anterior a la 1.0.0. Para seguir, sigue con esa versión, o mueve",
    );
  }
  assertEquals(await schemaOf(url), before);
});

testOnEach("a database that a newer version has used is refused and says so", async ({ url }) => {
  await makeNextDatabase(url);
  await assertRejects(
    () => openDatabase({ url, now }),
    DatabaseUnusable,
    `la usó una versión más nueva (paso ${SCHEMA_STEP + 1}`,
  );
});

testOnEach("the schema is made once, however often the database is opened", async ({ url }) => {
  const opened = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ url, now })));
  await Promise.all(opened.map((database) => database.close()));
  await (await openDatabase({ url, now: () => NOW + 1 })).close();
  const [steps] = await readFrom(url, ["SELECT step, at FROM schema_steps"]);
  assertEquals(steps, [{ step: SCHEMA_STEP, at: NOW }]);
});

Deno.test("a server that does not enforce foreign keys is refused before it is changed", async () => {
  const unsafe = {
    path: null,
    damage: null,
    read: () => Promise.resolve([{ foreign_keys: 0 }]),
    write: () => Promise.reject(new Error("it was written to")),
    close: () => Promise.resolve(),
  };
  await assertRejects(
    () => migrate(unsafe, NOW),
    DatabaseUnusable,
    "llaves foráneas",
  );
});

/** Every table, index, trigger and view: blanks, comments and quotes aside. */
async function schemaOf(url: string): Promise<string[]> {
  const sql = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'";
  const [found] = await readFrom(url, [sql]);
  return found!.map(({ sql }) => String(sql).replaceAll(/--.*$|\s|"/gm, "")).sort();
}

async function readFrom(url: string, queries: readonly string[]): Promise<Row[][]> {
  const database = await openPlainly(url);
  const found = [];
  for (const sql of queries) found.push((await database.read({ sql })).map(plain));
  await database.close();
  return found;
}

function plain(row: Row): Row {
  return { ...row };
}

/** An address at which the server at `url` answers requests with `text` in them `ms` milliseconds late. */
function slowRelay(url: string, text: string, ms: number): AsyncDisposable & { url: string } {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { pathname } = new URL(request.url);
    const body = await request.text();
    if (body.includes(text)) await new Promise((resolve) => setTimeout(resolve, ms));
    const { method, headers } = request;
    return await fetch(url + pathname, { method, headers, ...(body === "" ? {} : { body }) });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

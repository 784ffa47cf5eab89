/** What becomes of a database that another version has made. */
import { assertEquals, assertRejects } from "@std/assert";
import { DatabaseUnusable, type Row } from "../../src/storage/database.ts";
import { openDatabase } from "../../src/storage/open_database.ts";
import { isInUse } from "../../src/storage/instances.ts";
import { FORWARD, migrate, SCHEMA_STEP, schemaStep } from "../../src/storage/schema.ts";
import { testOnEach, testOnServer } from "../support/databases.ts";
import { eventually, held, NOW, openTestStorage, request } from "./_fixture.ts";
import {
  LATER,
  makeEarlierDatabase,
  makeFirstDatabase,
  NEXT_STEP,
  openPlainly,
} from "./_later_version.ts";

const now = () => NOW;

/** The next version on the database at `url`. */
function openLater(url: string, fetchTimeoutMs?: number) {
  return openDatabase({ url, now, forward: LATER, fetchTimeoutMs });
}

testOnEach("a later version brings a database forward once; its rows stay", async (database) => {
  const { url, dataDir } = database;
  let folio = "";
  {
    await using storage = await openTestStorage(database);
    folio = await held(storage, request(1));
    await storage.closures.add({ kind: "day", day: "2026-03-21" }, "");
    await storage.closures.remove(1);
    await storage.switches.by("Lupe").soldOut("panuchos", "2026-03-10");
  }
  for (const _again of [1, 2]) await (await openLater(url)).close();
  const [found, steps] = await readFrom(url, [
    "SELECT folio, name, seats FROM reservations",
    "SELECT step FROM schema_steps ORDER BY step",
  ]);
  assertEquals(found, [{ folio, name: "Ana 1", seats: 0 }]);
  assertEquals(steps, [{ step: SCHEMA_STEP }, { step: NEXT_STEP }]);
  const [dishes, closed] = await readFrom(url, [
    "SELECT dish FROM sold_out",
    "INSERT INTO closures (kind, day, reason) VALUES ('day', '2026-03-22', '') RETURNING id",
  ]);
  assertEquals(
    [dishes, closed],
    [[{ dish: "panuchos" }], [{ id: 2 }]],
    "an id never comes again",
  );
  const fresh = `file:${dataDir}/fresh/fresh.db`;
  await (await openDatabase({ url: fresh, now })).close();
  const added = (await schemaOf(url)).filter((sql) => sql.includes("seats"));
  assertEquals(added.length, 1);
  const same = (sql: string) => !sql.includes("CREATETABLEreservations(");
  assertEquals((await schemaOf(url)).filter(same), (await schemaOf(fresh)).filter(same));
});

testOnEach("a database of 1.0.0 is brought forward with its rows", async ({ url, dataDir }) => {
  await makeFirstDatabase(url);
  await (await openDatabase({ url, now })).close();
  const [closures, erased] = await readFrom(url, [
    "SELECT day, reason, is_public FROM closures",
    "SELECT * FROM erased_reservations",
  ]);
  assertEquals(closures, [{ day: "2026-03-21", reason: "Boda", is_public: 0 }]);
  const counts = { status: "arrived", source: "desconocido", parties: 2, people: 7 };
  assertEquals(erased, [{ service_day: "2026-03-14", ...counts }]);
  const fresh = `file:${dataDir}/fresh/fresh.db`;
  await (await openDatabase({ url: fresh, now })).close();
  assertEquals(await schemaOf(url), await schemaOf(fresh));
});

testOnEach("only a service brings a database forward: commands are refused", async ({ url }) => {
  await (await openDatabase({ url, now })).close();
  const before = await schemaOf(url);
  await assertRejects(
    () => openDatabase({ url, now, mustBeServed: true, forward: LATER }),
    DatabaseUnusable,
    `An older version has used the database (schema step ${SCHEMA_STEP}, this program's is ${NEXT_STEP}): ` +
      "restart the service with this version, which upgrades it.",
  );
  assertEquals(await schemaOf(url), before);
});

testOnEach("instances that start at once on an older database do not clash", async ({ url }) => {
  await (await openDatabase({ url, now })).close();
  const opened = await Promise.all(Array.from({ length: 4 }, () => openLater(url)));
  assertEquals(await schemaStep(opened[0]!), NEXT_STEP);
  await Promise.all(opened.map((database) => database.close()));
});

testOnServer("a server in use is not brought forward until its instance ends", async (database) => {
  const storage = await openTestStorage(database);
  await eventually(() => inUse(database.url, NOW));
  const { url } = database;
  await assertRejects(() => openLater(url), DatabaseUnusable, "Another instance");
  await storage.close();
  await (await openLater(url)).close();
});

async function inUse(url: string, at: number): Promise<boolean> {
  const other = await openPlainly(url);
  const found = await isInUse(other, at);
  await other.close();
  return found;
}

testOnServer("an instance is known until a minute after it was killed", async (database) => {
  const storage = await openTestStorage(database);
  await eventually(() => inUse(database.url, NOW));
  assertEquals(await inUse(database.url, NOW + 60_000), false);
  await storage.close();
  assertEquals(await inUse(database.url, NOW), false);
});

testOnServer("a step that takes longer than a statement may is waited for", async ({ url }) => {
  await (await openDatabase({ url, now })).close();
  await using slow = slowRelay(url, "ALTER TABLE reservations", 1_000);
  const database = await openLater(slow.url, 500);
  assertEquals(await schemaStep(database), NEXT_STEP);
  await database.close();
});

testOnEach("what cannot be brought forward stays as it was", async ({ url }) => {
  await (await openDatabase({ url, now })).close();
  const before = await schemaOf(url);
  const forward = [...FORWARD, {
    after: [...LATER.at(-1)!.after!, "INSERT INTO sold_out (dish) VALUES (NULL)"],
  }];
  await assertRejects(() => openDatabase({ url, now, forward }), DatabaseUnusable, "NOT NULL");
  assertEquals(await schemaOf(url), before);
});

testOnEach("a database from before 1.0.0 is refused, with what to do", async ({ url }) => {
  await makeEarlierDatabase(url);
  const before = await schemaOf(url);
  for (const mustBeServed of [false, true]) {
    await assertRejects(
      () => openDatabase({ url, now, mustBeServed }),
      DatabaseUnusable,
      "a version before 1.0.0 has used it. To go on, go on with that version, or move",
    );
  }
  assertEquals(await schemaOf(url), before);
});

testOnEach("a database that a newer version has used is refused and says so", async ({ url }) => {
  await (await openLater(url)).close();
  await assertRejects(
    () => openDatabase({ url, now }),
    DatabaseUnusable,
    `a newer version has used it (schema step ${NEXT_STEP}`,
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
    () => migrate(unsafe, { now: NOW, forward: FORWARD }),
    DatabaseUnusable,
    "foreign keys",
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

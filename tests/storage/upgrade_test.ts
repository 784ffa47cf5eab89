/** What becomes of a database that another version has made. */
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { DatabaseUnusable, type Row } from "../../src/storage/database.ts";
import { openDatabase } from "../../src/storage/open_database.ts";
import { isInUse } from "../../src/storage/instances.ts";
import { migrate, SCHEMA_STEP, schemaStep } from "../../src/storage/schema.ts";
import { testOnEach, testOnServer } from "../support/databases.ts";
import { makeDatabaseOf06, openPlainly } from "./_database_of_0_6.ts";
import { candidate, eventually, held, NOW, openTestStorage, rows } from "./_fixture.ts";

const now = () => NOW;
const KEY = "a".repeat(64);

/** Two guests and staff have reserved, a reservation has been changed twice, and switches have been turned. */
const USED = [
  `INSERT INTO held_tables (folio, day, time, service_day, party_size, name, phone, occasion, comments, source, created_at,
      kind, key, body_hash, expires_at)
    VALUES ('R-ZZZZZZZZ', '2026-03-14', '20:30', '2026-03-14', 4, 'Ana', '+529991234567', 'general', 'sin nuez', 'asistente', 7,
      'body', '${KEY}', '${KEY}', 9000000000000),
    ('R-00000000', '2026-03-15', '00:30', '2026-03-14', 2, 'Luz', '+529991234568', 'cumpleanos', NULL, NULL, 8,
      'header', 'k', '${KEY}', 9000000000000)`,
  `INSERT INTO reservations (folio, day, time, service_day, party_size, name, occasion, source, status, created_at, version,
      acknowledged_at, acknowledged_by)
    VALUES ('R-11111111', '2026-03-14', '21:00', '2026-03-14', 3, 'Eva', 'general', 'personal', 'confirmed', 9, 1, 9, 'Beto')`,
  `INSERT INTO reservation_history (folio, version, at, actor, action, after)
    VALUES ('R-11111111', 1, 9, 'Beto', 'taken', '{"name":"Eva"}')`,
  `INSERT INTO reservation_history (folio, version, at, actor, action, before, after)
    VALUES ('R-ZZZZZZZZ', 2, 10, 'Lupe', 'edited',
      '{"phone":"+529991234567","comments":"sin nuez"}', '{"phone":"+529990000000","comments":null}'),
    ('R-ZZZZZZZZ', 3, 11, 'Rosa', 'edited', '{"phone":"+529990000000","party_size":4}',
      '{"phone":"+529990000001","party_size":6}')`,
  `UPDATE reservations SET version = 3, phone = '+529990000001', party_size = 6, comments = NULL, note = 'mesa 4',
      acknowledged_at = 10, acknowledged_by = 'Lupe', alerted_at = 9
    WHERE folio = 'R-ZZZZZZZZ'`,
  "INSERT INTO confirmations (folio, retry, at) VALUES ('R-00000000', 'R-22222222', 10)",
  `INSERT INTO switch_history (at, actor, switch) VALUES (1, 'Lupe', 'pause'), (2, 'Rosa', 'pause'), (3, 'Lupe', 'kitchen')`,
  `INSERT INTO ended_sessions (session, until) VALUES ('s', 9000000000000)`,
  `INSERT INTO closures (kind, day, reason, created_at) VALUES ('day', '2026-03-20', 'boda', 7), ('day', '2026-03-21', '', 7)`,
  "DELETE FROM closures WHERE id = 2",
  "INSERT INTO sold_out (dish, service_day, at) VALUES ('panucho', '2026-03-10', 7)",
].map((sql) => ({ sql }));

/** 2,500 reservations, each changed once. */
const MANY = [
  `INSERT INTO reservations (folio, day, time, service_day, party_size, name, phone, occasion, status, created_at, version)
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 2500)
    SELECT 'R-9' || printf('%07d', n), '2026-03-14', '20:30', '2026-03-14', 4, 'Ana', '+529991234567', 'general', 'confirmed', 1, 2
    FROM n`,
  `INSERT INTO reservation_versions (reservation, version, at, actor, action, before, after)
    SELECT id, 2, 1, 'Lupe', 'edited', '{}', '{}' FROM reservations WHERE folio GLOB 'R-9*'`,
].map((sql) => ({ sql }));

/** What a start that was killed has moved. A change has been made since by an older program. */
const MOVED = [
  {
    sql:
      `CREATE TABLE later_reservation_versions (reservation INTEGER REFERENCES reservations (id) ON DELETE CASCADE,
      version INTEGER, at INTEGER, actor TEXT, action TEXT, before TEXT, after TEXT, PRIMARY KEY (reservation, version))`,
  },
  {
    sql:
      "INSERT INTO later_reservation_versions SELECT * FROM reservation_versions WHERE version = 2",
  },
];

/** What must be the same before and after. */
const KEPT = [
  `SELECT id, folio, day, time, service_day, party_size, name, phone, occasion, comments, source, status, created_at, version,
    note, acknowledged_at, acknowledged_by, alerted_at FROM reservations ORDER BY folio`,
  "SELECT * FROM reservation_versions WHERE version > 1 ORDER BY reservation, version",
  "SELECT folio, retry, at FROM confirmations",
  "SELECT phone, kind, key, folio, expires_at FROM idempotency_keys WHERE kind = 'header'",
  "SELECT max(id) AS id FROM reservation_events",
  "SELECT id, kind, day, starts, ends, reason FROM closures",
  "SELECT dish, service_day FROM sold_out",
  "SELECT session, until FROM ended_sessions",
];

testOnEach("a database of 0.6 is brought forward once and loses nothing", async (database) => {
  await makeDatabaseOf06(database.url, { statements: USED });
  const before = await readFrom(database.url, KEPT);
  assertEquals(before.map(({ length }) => length), [3, 2, 1, 1, 1, 1, 1, 1]);
  {
    await using storage = await openTestStorage(database);
    for (const [nth, sql] of KEPT.entries()) {
      assertEquals((await rows(storage, sql)).map(plain), before[nth], sql);
    }
    const history = await storage.book.history("R-ZZZZZZZZ");
    assertEquals(history.map(({ version, actor, action }) => [version, actor, action]), [
      [1, "asistente", "created"],
      [2, "Lupe", "edited"],
      [3, "Rosa", "edited"],
    ]);
    const { phone, comments, partySize } = history[0]!.after;
    assertEquals([phone, comments, partySize], ["+529991234567", "sin nuez", 4], "as it was made");
    const [taken] = await storage.book.history("R-11111111");
    assertEquals([taken?.actor, taken?.action, taken?.after.name], ["Beto", "taken", "Eva"]);
    assertEquals(await storage.switches.turns(), [
      { name: "kitchen", actor: "Lupe", at: 3 },
      { name: "pause", actor: "Rosa", at: 2 },
    ]);
    assertEquals(
      await storage.closures.add({ kind: "day", day: "2026-03-22" }, ""),
      3,
      "not 2 again",
    );
    await held(storage, candidate(1));
  }
  await using again = await openTestStorage(database);
  assertEquals((await rows(again, "SELECT step FROM schema_steps ORDER BY step")).map(plain), [
    ...[1, 2, 3, 4, 5, 6, SCHEMA_STEP].map((step) => ({ step })),
  ]);
  const erasing = { today: "2026-03-10", upcoming: true, actor: "Ximena" };
  const { erased } = await again.erasure.erase("+529990000000", erasing);
  assertEquals(erased, 1, "a number it once had");
  assertEquals(await rows(again, "SELECT reservation FROM reservation_versions"), []);
});

for (const step of [5, 6]) {
  testOnEach(
    `a database of step ${step} comes to have the schema that a new one has`,
    async (database) => {
      await makeDatabaseOf06(database.url, { step });
      await (await openDatabase({ url: database.url, now })).close();
      const fresh = `file:${database.dataDir}/fresh/fresh.db`;
      await (await openDatabase({ url: fresh, now })).close();
      assertEquals(await schemaOf(database.url), await schemaOf(fresh));
    },
  );
}

/** The tables that a step adds to those of 8. */
const LATER_TABLES = [[9, "restaurant_versions"], [10, "switch_counters"], [
  10,
  "erased_folios",
]] as const;

for (const step of [8, 9]) {
  testOnEach(
    `a database of step ${step} comes to have that schema too, and keeps its rows`,
    async (database) => {
      const { url, dataDir } = database;
      let folio = "";
      {
        await using storage = await openTestStorage(database);
        folio = await held(storage, candidate(1));
        await storage.closures.add({ kind: "day", day: "2026-03-22" }, "");
      }
      const plain = await openPlainly(url);
      await plain.write([
        ...LATER_TABLES.filter(([of]) => of > step).map(([, table]) => `DROP TABLE ${table}`),
        `UPDATE schema_steps SET step = ${step} WHERE step = ${SCHEMA_STEP}`,
      ].map((sql) => ({ sql })));
      await plain.close();
      await (await openDatabase({ url, now })).close();
      const fresh = `file:${dataDir}/fresh/fresh.db`;
      await (await openDatabase({ url: fresh, now })).close();
      assertEquals(await schemaOf(url), await schemaOf(fresh));
      await using again = await openTestStorage(database);
      assertEquals(await rows(again, "SELECT folio FROM reservations"), [{ folio }]);
      assertEquals(again.house.current().closures.map(({ id }) => id), [1]);
      assertEquals(await again.closures.remove(1), true);
    },
  );
}

testOnEach("instances that start at once on a database of 0.6 do not clash", async ({ url }) => {
  await makeDatabaseOf06(url, { statements: USED });
  const opened = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ url, now })));
  assertEquals(await schemaStep(opened[0]!), SCHEMA_STEP);
  await Promise.all(opened.map((database) => database.close()));
});

testOnServer(
  "a server that another instance uses is not brought forward until that one has ended",
  async ({ url, dataDir }) => {
    const board = "INSERT INTO boards (instance, until) VALUES ('a', ?)";
    await makeDatabaseOf06(url, { statements: [{ sql: board, args: [NOW + 1] }] });
    await assertRejects(() => openDatabase({ url, now }), DatabaseUnusable, "Another instance");
    await (await openTestStorage({ url, dataDir }, { now: () => NOW + 1 })).close();
  },
);

testOnServer(
  "an instance of a server is known as long as it runs, and for a minute after it was killed",
  async (database) => {
    const inUse = async (at: number): Promise<boolean> => {
      const other = await openPlainly(database.url);
      const found = await isInUse(other, at);
      await other.close();
      return found;
    };
    const storage = await openTestStorage(database);
    await eventually(() => inUse(NOW));
    assertEquals(await inUse(NOW + 60_000), false);
    await storage.close();
    assertEquals(await inUse(NOW), false);
  },
);

testOnServer(
  "a step that takes longer than a statement may is waited for",
  async ({ url }) => {
    await makeDatabaseOf06(url);
    await using slow = slowRelay(url, "DROP TABLE reservation_versions", 1_000);
    const database = await openDatabase({ url: slow.url, now, fetchTimeoutMs: 500 });
    assertEquals(await schemaStep(database), SCHEMA_STEP);
    await database.close();
  },
);

testOnServer(
  "many rows are moved a batch at a time, and what a killed start has moved is not moved again",
  async ({ url }) => {
    await makeDatabaseOf06(url, {
      statements: [...USED, ...MANY, ...MOVED],
    });
    await (await openDatabase({ url, now })).close();
    const [counted] = await readFrom(url, ["SELECT count(*) AS n FROM reservation_versions"]);
    assertEquals(counted, [{ n: 2_502 }]);
  },
);

testOnEach("what cannot be brought forward stays as it was", async ({ url }) => {
  const broken = {
    sql: `INSERT INTO reservation_versions (reservation, version, at, actor, action)
      VALUES (1, 4, 1, 'Lupe', 'edited')`,
  };
  await makeDatabaseOf06(url, { statements: [...USED, broken] });
  const before = await schemaOf(url);
  await assertRejects(() => openDatabase({ url, now }), DatabaseUnusable, "NOT NULL");
  assertEquals(await schemaOf(url), before);
});

testOnEach(
  "a database from before 0.6 is refused, and the message says what to do",
  async ({ url }) => {
    await makeDatabaseOf06(url, { step: 4 });
    const error = await assertRejects(() => openDatabase({ url, now }), DatabaseUnusable);
    assertStringIncludes(error.message, "schema step 4");
    assertStringIncludes(error.message, "start version 0.6 with it once");
  },
);

testOnEach("a database that a newer version has used is refused and says so", async ({ url }) => {
  const database = await openDatabase({ url, now });
  await database.write([{ sql: "INSERT INTO schema_steps (step, applied_at) VALUES (999, 1)" }]);
  await database.close();
  await assertRejects(
    () => openDatabase({ url, now }),
    DatabaseUnusable,
    "a newer version has used it",
  );
});

testOnEach("the schema is made once, however often the database is opened", async ({ url }) => {
  const opened = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ url, now })));
  await Promise.all(opened.map((database) => database.close()));
  await (await openDatabase({ url, now: () => NOW + 1 })).close();
  const [steps] = await readFrom(url, ["SELECT step, applied_at FROM schema_steps"]);
  assertEquals(steps, [{ step: SCHEMA_STEP, applied_at: NOW }]);
});

Deno.test("a server that does not enforce foreign keys is refused before it is changed", async () => {
  const unsafe = {
    path: null,
    damage: null,
    read: () => Promise.resolve([{ foreign_keys: 0 }]),
    write: () => Promise.reject(new Error("it was written to")),
    close: () => Promise.resolve(),
  };
  await assertRejects(() => migrate(unsafe, NOW), DatabaseUnusable, "foreign keys");
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

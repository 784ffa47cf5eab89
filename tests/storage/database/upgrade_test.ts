/** What becomes of a database that another version has made. */
import project from "../../../deno.json" with { type: "json" };
import { assert, assertEquals, assertRejects } from "@std/assert";
import { fileURLToPath } from "node:url";
import { listBackups, restoreDatabase } from "../../../src/storage/database/backup.ts";
import {
  type Database,
  DatabaseUnusable,
  type Row,
} from "../../../src/storage/database/database.ts";
import { filePath } from "../../../src/domain/read.ts";
import { ignoreMissing } from "../../../src/storage/database/database_files.ts";
import { openDatabase } from "../../../src/storage/database/open_database.ts";
import { isInUse } from "../../../src/storage/database/instances.ts";
import {
  lastStep,
  migrate,
  SCHEMA,
  type Schema,
  schemaStep,
} from "../../../src/storage/database/schema.ts";
import { testOnEach, testOnFile, testOnServer } from "../../support/databases.ts";
import { eventually, machineAt, NOW, openTestStorage, ownFolder } from "../_fixture.ts";
import {
  type Contents,
  contentsOf,
  fill,
  LATER,
  ONE_STEP,
  openPlainly,
  SCHEMAS,
  STEPS,
} from "./_drawn_database.ts";

const now = () => NOW;

/** Makes a database full of drawn rows, of this version if no other is given. */
async function makeDatabase(url: string, schema: Schema = SCHEMAS[0]): Promise<Contents> {
  const database = await openDatabase({ url, now, schema });
  await fill(database, "upgrade");
  await database.close();
  return await contentsOf(url);
}

async function bringForward(url: string, schema: Schema = LATER): Promise<Contents> {
  await (await openDatabase({ url, now, schema })).close();
  return await contentsOf(url);
}

/** What the database of `before` holds once the steps have been made. */
function forwarded({ rows }: Contents): Contents["rows"] {
  const { reservations = [], ended_sessions = [] } = rows;
  return {
    ...rows,
    reservations: reservations.map(({ note: _, ...kept }) => kept),
    ended_sessions: ended_sessions.map((row) => ({ ...row, name: null })),
  };
}

/** The schema of a new database. */
async function newSchema(schema: Schema): Promise<Contents["schema"]> {
  await using folder = await ownFolder();
  return (await bringForward(folder.url, schema)).schema;
}

testOnEach("every step keeps every row, and leads to the schema of a new one", async ({ url }) => {
  const first = await makeDatabase(url);
  // A server with rows of instances would be watched for a minute.
  const { instances: _, ...drawn } = first.rows;
  for (const [table, rows] of Object.entries(drawn)) {
    assert(rows.length > 0, table);
    const isDrawn = (name: string) => rows.some((row) => row[name] !== null);
    assertEquals(Object.keys(rows[0]!).filter((name) => !isDrawn(name)), [], table);
  }
  const second = await bringForward(url, SCHEMAS[1]);
  assertEquals(second, { schema: await newSchema(SCHEMAS[1]), rows: first.rows, steps: [1, 2] });
  const open = await openDatabase({ url, now, schema: LATER });
  const schema = await newSchema(LATER);
  assertEquals(await contentsOf(url), { schema, rows: forwarded(first), steps: [1, 2, 3] });
  const wrong = "INSERT INTO confirmations (folio, retry, at) VALUES ('R-', 'R-', 1)";
  await assertRejects(() => open.write([{ sql: wrong }]), Error, "FOREIGN KEY");
  const add = "INSERT INTO closures (kind, day, reason) VALUES ('day', '2026-03-23', '')";
  const [added] = await open.write([{ sql: `${add} RETURNING id` }]);
  assertEquals(added!.map(({ id }) => id), [61], "an id never comes again");
  await open.close();
});

Deno.test("the frozen schema of the first release leads to today's, step by step, with every value in it", async () => {
  const frozen = await stepFiles();
  if (frozen.length === 0) assertEquals(project.version, "1.0.0", "steps/1.sql is missing");
  assertEquals(frozen.slice(1), SCHEMA.steps);
  await using folder = await ownFolder();
  const first = { text: frozen[0] ?? SCHEMA.text, steps: [] };
  const before = await makeDatabase(folder.url, first);
  const { schema, rows } = await bringForward(folder.url, SCHEMA);
  assertEquals(schema, await newSchema(SCHEMA));
  for (const [table, old] of Object.entries(before.rows)) {
    const kept = Object.keys(old[0] ?? {}).filter((name) => name in (rows[table]?.[0] ?? {}));
    const values = (rows: readonly Row[] = []) => rows.map((row) => kept.map((name) => row[name]));
    assertEquals(values(rows[table]), values(old), table);
  }
});

/** The files `1.sql` and so on, none before the first release. */
async function stepFiles(): Promise<string[]> {
  const folder = new URL("../../../src/storage/database/steps/", import.meta.url);
  const texts: string[] = [];
  while (true) {
    const file = new URL(`${texts.length + 1}.sql`, folder);
    const text = await Deno.readTextFile(file).catch(ignoreMissing);
    if (text === undefined) return texts;
    texts.push(text);
  }
}

Deno.test("a restored copy of an older version is brought forward", async () => {
  await using folder = await ownFolder();
  await using other = await ownFolder();
  const before = await makeDatabase(other.url);
  await restoreDatabase(other.path, folder.files, NOW);
  assertEquals((await bringForward(folder.url)).rows, forwarded(before));
});

/** What a step does wrong at its end. */
const WRONG: Readonly<Record<string, string>> = {
  "loses a row": "DELETE FROM new_closures WHERE id = 3",
  "leaves rows that refer to none":
    "DELETE FROM reservations WHERE id = 3\n\nDELETE FROM new_reservations WHERE id = 3",
  "fails": "INSERT INTO erasures (id) VALUES (NULL)",
  "makes what is there": "CREATE TABLE instances (x)",
};

for (const [does, sql] of Object.entries(WRONG)) {
  testOnEach(`a step that ${does} changes nothing`, async ({ url }) => {
    const before = await makeDatabase(url);
    const schema = { ...ONE_STEP, steps: [`${ONE_STEP.steps[0]}\n\n${sql}`] };
    await assertRejects(() => openDatabase({ url, now, schema }), DatabaseUnusable);
    assertEquals(await contentsOf(url), before);
    assertEquals((await bringForward(url)).rows, forwarded(before));
  });
}

/** In CI it is killed before each statement, which takes a process each time. */
const [STRIDE, EVERY] = Deno.env.get("CI") === "true" ? [1, "any"] : [7, "every seventh"];

testOnFile(
  `a file that is killed before ${EVERY} statement of an upgrade is the old or the new one`,
  async ({ url, dataDir }) => {
    const before = await makeDatabase(url);
    const after = {
      rows: forwarded(before),
      schema: await newSchema(ONE_STEP),
      steps: [1, 2],
    };
    const states = [before, after].map(asText);
    const killedAfter = async (statements: number) => {
      const folder = `${dataDir}/${statements}`;
      const killed = `file:${folder}/sobremesa.db`;
      await Deno.mkdir(folder);
      await Deno.copyFile(`${dataDir}/sobremesa.db`, `${folder}/sobremesa.db`);
      const args = ["run", "--quiet", "--no-check", "--allow-all", KILLED, killed, `${statements}`];
      const { signal, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
      assertEquals(new TextDecoder().decode(stderr), "");
      const state = states.indexOf(asText(await contentsOf(killed)));
      if (statements % (10 * STRIDE) === 0) {
        assertEquals(await bringForward(killed, ONE_STEP), after);
      }
      return { state, signal };
    };
    const ended = [];
    do {
      const some = Array.from(
        { length: AT_ONCE },
        (_, index) => killedAfter(STRIDE * (ended.length + index)),
      );
      ended.push(...await Promise.all(some));
    } while (ended.every(({ signal }) => signal === "SIGKILL"));
    const found = ended.map(({ state }) => state);
    const old = found.lastIndexOf(0) + 1;
    assert(old * STRIDE > 30, "there are statements to be killed before");
    assertEquals(found, found.map((_, nth) => nth < old ? 0 : 1));
  },
);

const KILLED = fileURLToPath(new URL("_killed_upgrade.ts", import.meta.url));
const AT_ONCE = 4;

function asText({ schema, rows, steps }: Contents): string {
  const tables = Object.entries(rows).sort(([a], [b]) => a < b ? -1 : 1);
  return JSON.stringify([schema, tables, steps]);
}

testOnServer(
  "a server that is killed amid an upgrade holds the old database, and the next start ends it",
  async ({ url, sqld }) => {
    const before = await makeDatabase(url);
    const statements = STEPS[0]!.split("\n\n");
    for (let at = 0; at <= statements.length; at++) {
      const schema = { ...LATER, steps: [statements.toSpliced(at, 0, ENDLESS).join("\n\n")] };
      const began = await cpuTicks(sqld.pid);
      const upgrading = assertRejects(() => openDatabase({ url, now, schema }), DatabaseUnusable);
      // It is at the endless statement by then.
      await eventually(async () => await cpuTicks(sqld.pid) > began + 20);
      await sqld.kill();
      await upgrading;
      await sqld.restart();
      assertEquals(await contentsOf(url), before);
    }
    assertEquals((await bringForward(url)).rows, forwarded(before));
  },
);

const ENDLESS =
  "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n";

/** The processor time that a process has used, in hundredths of a second. */
async function cpuTicks(pid: number): Promise<number> {
  const fields = (await Deno.readTextFile(`/proc/${pid}/stat`)).replace(/^.*\) /, "").split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

testOnEach("only a service brings a database forward: commands are refused", async ({ url }) => {
  const before = await makeDatabase(url);
  await assertRejects(
    () => openDatabase({ url, now, schema: LATER, mustBeServed: true }),
    DatabaseUnusable,
    "Una versión anterior usó la base (paso 1, el de este programa es 3): " +
      "reinicia el servicio con esta versión, que la actualiza.",
  );
  assertEquals(await contentsOf(url), before);
});

testOnEach(
  "instances that start at once on an older database do not clash, and copy a file once",
  async ({ url, sqld }) => {
    const before = await makeDatabase(url);
    const starting = Array.from({ length: 4 }, () => openDatabase({ url, now, schema: LATER }));
    for (const database of await Promise.all(starting)) await database.close();
    const { steps, rows } = await contentsOf(url);
    assertEquals(steps, [1, 2, 3]);
    assertEquals(rows, forwarded(before));
    if (sqld !== null) return;
    await bringForward(url);
    const [copy, ...others] = await listBackups(filePath(url)!);
    assertEquals([copy?.kind, others], ["aside", []], "a current one is not copied again");
    assertEquals((await contentsOf(`file:${copy!.path}`)).steps, [1]);
  },
);

testOnFile(
  "an upgrade that fails is copied before it once, however often it is tried",
  async ({ url }) => {
    await makeDatabase(url);
    const schema = { ...LATER, steps: [STEPS[0]!, "INSERT INTO nowhere VALUES (1);"] };
    for (let tried = 0; tried < 5; tried++) {
      const opening = () => openDatabase({ url, now: () => NOW + tried * 2_000, schema });
      await assertRejects(opening, DatabaseUnusable, "nowhere");
      const copies = await listBackups(filePath(url)!);
      assertEquals(copies.map(({ kind }) => kind), ["aside"]);
    }
    const changed = await openPlainly(url);
    await changed.write([{ sql: "UPDATE reservation_events SET id = id + 1" }]);
    await changed.close();
    await bringForward(url);
    assertEquals((await listBackups(filePath(url)!)).length, 2, "what has changed since is copied");
  },
);

/** Of an instance's clock, from the server's and this machine's. */
const OFF_MS = [0, -10 * 60_000, 10 * 60_000, -3 * 86_400_000, 3 * 86_400_000];

testOnServer(
  "a server in use is not brought forward until its instance ends, whatever that one's clock shows",
  async ({ url }) => {
    await makeDatabase(url);
    const other = await openPlainly(url);
    for (const off of OFF_MS) {
      let beats = 0;
      let beat: Promise<unknown> = Promise.resolve();
      const beating = setInterval(() => {
        const until = Date.now() + off + 60_000 + ++beats;
        const sql = `INSERT INTO instances (instance, has_boards, until) VALUES ('x', 0, ${until})
          ON CONFLICT (instance) DO UPDATE SET until = excluded.until`;
        beat = beat.then(() => other.write([{ sql }]));
      }, 10);
      await eventually(async () =>
        (await other.read({ sql: "SELECT 1 FROM instances" })).length > 0
      );
      await assertRejects(
        () => openDatabase({ url, now, schema: LATER, pollMs: 50 }),
        DatabaseUnusable,
        "Otra instancia",
      );
      clearInterval(beating);
      await beat;
    }
    await other.write([{ sql: "DELETE FROM instances" }]);
    await other.close();
    assertEquals((await bringForward(url)).steps, [1, 2, 3]);
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
      const isThere = "SELECT 1 FROM instances";
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
  await makeDatabase(url);
  await using slow = slowRelay(url, "ALTER TABLE new_reservations", 1_000);
  const database = await openDatabase({
    url: slow.url,
    now,
    schema: LATER,
    fetchTimeoutMs: 500,
  });
  assertEquals(await schemaStep(database), 3);
  await database.close();
});

testOnEach("a database that a newer version has used is refused and says so", async ({ url }) => {
  const newer = await bringForward(url, SCHEMAS[1]);
  for (const mustBeServed of [false, true]) {
    await assertRejects(
      () => openDatabase({ url, now, mustBeServed, schema: SCHEMAS[0] }),
      DatabaseUnusable,
      "la usó una versión más nueva (paso 2; este programa conoce hasta el 1)",
    );
  }
  assertEquals(await contentsOf(url), newer);
});

testOnEach("the schema is made once, however often the database is opened", async ({ url }) => {
  const opened = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ url, now })));
  await Promise.all(opened.map((database) => database.close()));
  await (await openDatabase({ url, now: () => NOW + 1 })).close();
  assertEquals((await contentsOf(url)).steps, [lastStep()]);
});

Deno.test("a server that does not enforce foreign keys is refused before it is changed", async () => {
  const unsafe = {
    path: null,
    damage: null,
    read: () => Promise.resolve([{ foreign_keys: 0 }]),
    write: () => Promise.reject(new Error("it was written to")),
    changeSchema: () => Promise.reject(new Error("it was changed")),
    close: () => Promise.resolve(),
  };
  await assertRejects(
    () => migrate(unsafe, NOW),
    DatabaseUnusable,
    "llaves foráneas",
  );
});

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

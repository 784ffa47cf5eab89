/** Makes the schema of a new database, and brings an older one forward. */
import schema from "../../schema.sql" with { type: "text" };
import { type Database, DatabaseUnusable, type Statement } from "./database.ts";

/** The oldest step that is brought forward. */
const OLDEST_STEP = 5;

/** How the tables and indexes of one step come to be those of the next. Views and triggers are made anew from schema.sql. */
interface Step {
  readonly statements: readonly string[];
  /**
   * What a server is given before, in transactions of their own that are repeated until the count that the last statement reads stays
   * the same: one transaction over a large table would hold the server up.
   */
  readonly ahead?: readonly string[];
  readonly undo?: string;
}

const LATER_VERSIONS = `CREATE TABLE IF NOT EXISTS later_versions (
  reservation INTEGER NOT NULL REFERENCES reservations (id) ON DELETE CASCADE,
  version INTEGER NOT NULL CHECK (version >= 2),
  at INTEGER NOT NULL CHECK (at > 0),
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 120),
  action TEXT NOT NULL CHECK (length(action) BETWEEN 1 AND 40),
  before TEXT NOT NULL CHECK (json_valid(before)),
  after TEXT NOT NULL CHECK (json_valid(after)),
  PRIMARY KEY (reservation, version)
) STRICT, WITHOUT ROWID`;

/** From step 5 to 6, and so on. One that has been released is never edited: change schema.sql and add the next. */
const FORWARD: readonly Step[] = [{
  statements: [
    `CREATE TABLE ended_sessions (
      session TEXT PRIMARY KEY CHECK (length(session) BETWEEN 1 AND 80),
      until INTEGER NOT NULL CHECK (until > 0)
    ) STRICT, WITHOUT ROWID`,
  ],
}, {
  // The first version of a reservation has no row, a switch has one, and valet is none any more.
  ahead: [
    LATER_VERSIONS,
    `INSERT INTO later_versions SELECT * FROM reservation_versions
      WHERE version > 1 AND reservation IN (SELECT DISTINCT reservation FROM reservation_versions
        WHERE version > 1 AND reservation > coalesce((SELECT max(reservation) FROM later_versions), 0)
        ORDER BY reservation LIMIT 1000)`,
    "SELECT count(*) AS rows FROM later_versions",
  ],
  undo: "DROP TABLE IF EXISTS later_versions",
  statements: [
    LATER_VERSIONS,
    `INSERT INTO later_versions SELECT * FROM reservation_versions WHERE version > 1
      ON CONFLICT DO NOTHING`,
    "DROP TABLE reservation_versions",
    "ALTER TABLE later_versions RENAME TO reservation_versions",
    "CREATE INDEX reservation_versions_phones ON reservation_versions (before ->> 'phone') WHERE before ->> 'phone' IS NOT NULL",
    `CREATE TABLE switch_turns (
      switch TEXT PRIMARY KEY CHECK (length(switch) BETWEEN 1 AND 110),
      at INTEGER NOT NULL CHECK (at > 0),
      actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 120)
    ) STRICT, WITHOUT ROWID`,
    // Of the columns beside an aggregate of one row, SQLite gives those of that row.
    `INSERT INTO switch_turns SELECT switch, at, actor
      FROM (SELECT switch, at, actor, max(id) FROM switch_history GROUP BY switch)
      WHERE switch <> 'valet'`,
    "DROP TABLE switch_history",
    "DELETE FROM settings WHERE name = 'valet'",
    // A slow hash of the staff's key, which is not computed any more: the start hashes the key of STAFF_KEY or of its file anew.
    "DELETE FROM settings WHERE name = 'staff_key' AND value ->> 'rounds' IS NOT NULL",
  ],
}, {
  statements: [
    `ALTER TABLE reservations ADD COLUMN table_label TEXT
      CHECK (length(table_label) BETWEEN 1 AND 8 AND instr(table_label, char(0)) = 0)`,
    "CREATE TABLE event_count (id INTEGER PRIMARY KEY) STRICT",
    "INSERT INTO event_count SELECT coalesce(max(id), 0) FROM reservation_events",
    "DROP TABLE reservation_events",
    "ALTER TABLE event_count RENAME TO reservation_events",
    // The hash of a whole body says nothing of bodies that are alike: a header used before is refused with any other body.
    `CREATE TABLE alike_keys (
      phone TEXT NOT NULL CHECK (phone GLOB '+[1-9]*'),
      kind TEXT NOT NULL CHECK (kind IN ('header', 'alike')),
      key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
      alike TEXT NOT NULL CHECK (length(alike) = 64 AND alike NOT GLOB '*[^0-9a-f]*'),
      words TEXT NOT NULL CHECK (json_valid(words)),
      folio TEXT NOT NULL,
      expires_at INTEGER NOT NULL CHECK (expires_at > 0),
      PRIMARY KEY (phone, kind, key),
      CHECK (kind = 'header' OR key = alike)
    ) STRICT, WITHOUT ROWID`,
    `INSERT INTO alike_keys SELECT phone, kind, key, body_hash, '[]', folio, expires_at
      FROM idempotency_keys WHERE kind = 'header'`,
    "DROP TABLE idempotency_keys",
    "ALTER TABLE alike_keys RENAME TO idempotency_keys",
    `CREATE TABLE later_closures (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL CHECK (kind IN ('day', 'span', 'full')),
      day TEXT CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND day IS date(day)),
      starts TEXT CHECK (starts IS strftime('%Y-%m-%dT%H:%M', starts)),
      ends TEXT CHECK (ends IS strftime('%Y-%m-%dT%H:%M', ends)),
      reason TEXT NOT NULL CHECK (length(reason) <= 200 AND instr(reason, char(0)) = 0),
      CHECK (iif(kind = 'day', day IS NOT NULL AND starts IS NULL AND ends IS NULL, day IS NULL AND starts < ends IS TRUE))
    ) STRICT`,
    // Its numbers go on from here.
    "INSERT INTO sqlite_sequence SELECT 'later_closures', seq FROM sqlite_sequence WHERE name = 'closures'",
    "INSERT INTO later_closures SELECT id, kind, day, starts, ends, reason FROM closures",
    "DROP TABLE closures",
    "ALTER TABLE later_closures RENAME TO closures",
    "ALTER TABLE sold_out DROP COLUMN at",
  ],
}, {
  statements: [
    `CREATE TABLE restaurant_versions (
      version INTEGER PRIMARY KEY CHECK (version >= 1),
      text TEXT NOT NULL CHECK (length(text) BETWEEN 2 AND 1000000),
      file_hash TEXT UNIQUE CHECK (length(file_hash) = 64 AND file_hash NOT GLOB '*[^0-9a-f]*'),
      at INTEGER NOT NULL CHECK (at > 0),
      actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 120)
    ) STRICT`,
  ],
}];

/** The step of the schema in schema.sql. */
export const SCHEMA_STEP = OLDEST_STEP + FORWARD.length;

/**
 * Brings the database to {@linkcode SCHEMA_STEP}. Instances that start at once do not clash: only one of them can record the step, in
 * the transaction that takes it.
 *
 * @param now epoch milliseconds
 * @param beforeUpgrade called before a database that has been used is changed
 * @throws {DatabaseUnusable} where this program cannot use it
 */
export async function migrate(
  database: Database,
  now: number,
  beforeUpgrade: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  if (database.kind === "server") await requireForeignKeys(database);
  const step = await knownStep(database);
  if (step === SCHEMA_STEP) return;
  if (step > 0) await beforeUpgrade();
  const steps = FORWARD.slice(step - OLDEST_STEP);
  const record = {
    sql: "INSERT INTO schema_steps (step, applied_at) VALUES (?, ?)",
    args: [SCHEMA_STEP, now],
  };
  try {
    if (step === 0) return void await database.write(making(record));
    if (database.kind === "server") await goAhead(database, steps, record);
    await database.write([record, ...await forwarding(database, steps)]);
  } catch (error) {
    // Otherwise another instance was quicker.
    if (await knownStep(database) === SCHEMA_STEP) return;
    const undo = steps.flatMap(({ undo }) => undo === undefined ? [] : [{ sql: undo }]);
    await database.write(undo).catch(() => {});
    throw error;
  }
}

/** The step of the database's schema: 0 where there is none. */
export async function schemaStep(database: Database): Promise<number> {
  const [table] = await database.read({
    sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'schema_steps'",
  });
  if (table === undefined) return 0;
  const [row] = await database.read({ sql: "SELECT max(step) AS step FROM schema_steps" });
  return Number(row?.step ?? 0);
}

/** Why this program cannot use a schema of step `step`, and what can be done; null where it can. */
export function stepProblem(
  step: number,
): { readonly says: string; readonly remedy: string } | null {
  if (step > SCHEMA_STEP) {
    return {
      says:
        `a newer version has used it (schema step ${step}, this program knows up to step ${SCHEMA_STEP})`,
      remedy: "start that version or a later one, or restore a backup made by this one",
    };
  }
  if (step === 0 || step >= OLDEST_STEP) return null;
  return {
    says:
      `a version before 0.6 has used it (schema step ${step}, this program knows step ${OLDEST_STEP} and later)`,
    remedy:
      `start version 0.6 with it once, which brings it to step ${OLDEST_STEP} or later, and then this one`,
  };
}

async function knownStep(database: Database): Promise<number> {
  const step = await schemaStep(database);
  const problem = stepProblem(step);
  if (problem === null) return step;
  throw new DatabaseUnusable(
    `The database cannot be used: ${problem.says}. To go on, ${problem.remedy}.`,
  );
}

/** The statements of schema.sql: blank lines divide them. */
const STATEMENTS: readonly string[] = schema.split(/\n\s*\n/)
  .map((block) => block.replaceAll(/^\s*--.*\n?/gm, "").trim().replace(/;$/, ""))
  .filter((statement) => statement !== "");

/** The first statement makes the table of steps: it fails where another instance has. */
function making(record: Statement): Statement[] {
  const [steps, ...others] = STATEMENTS.map((sql) => ({ sql }));
  return [steps!, record, ...others];
}

/** Instances that start at once share what is done ahead, and go on where one that was killed stopped. */
async function goAhead(
  database: Database,
  steps: readonly Step[],
  record: Statement,
): Promise<void> {
  // Fails once another instance has recorded the step.
  const guard = [record, { sql: "DELETE FROM schema_steps WHERE step = ?", args: [SCHEMA_STEP] }];
  for (const { ahead } of steps) {
    for (let [rows, before] = [0, -1]; ahead !== undefined && rows > before;) {
      before = rows;
      const results = await database.write([...guard, ...ahead.map((sql) => ({ sql }))]);
      rows = Number(results.at(-1)?.[0]?.rows);
    }
  }
}

async function forwarding(database: Database, steps: readonly Step[]): Promise<Statement[]> {
  const old = await database.read({
    sql: "SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'view')",
  });
  return [
    // With a view its triggers go.
    ...old.map(({ type, name }) => `DROP ${type} IF EXISTS ${name}`),
    ...steps.flatMap(({ statements }) => statements),
    ...STATEMENTS.filter((sql) => /^CREATE (TRIGGER|VIEW) /.test(sql)),
  ].map((sql) => ({ sql }));
}

/** Erasure deletes reservations and relies on what refers to them being deleted too. A file's connections turn it on themselves. */
async function requireForeignKeys(database: Database): Promise<void> {
  const [row] = await database.read({ sql: "PRAGMA foreign_keys" });
  if (Number(row?.foreign_keys) === 1) return;
  throw new DatabaseUnusable(
    "The database server does not enforce foreign keys, on which erasure relies. Use libSQL's server (sqld) with its defaults.",
  );
}

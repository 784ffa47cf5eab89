/** Makes the schema of a new database, and brings an older one forward. */
import schema from "../../schema.sql" with { type: "text" };
import { type Database, DatabaseUnusable, type Statement } from "./database.ts";

/** The oldest step that can be upgraded. */
const OLDEST_STEP = 5;

/** The changes of tables from one step to the next. Views and triggers are made anew from schema.sql. */
interface Step {
  /**
   * Tables that are replaced by those of schema.sql, each with the rest of the INSERT that fills it, or null where it is empty at first.
   * `reservations` must be altered instead: deleting it would delete the rows that refer to it.
   */
  readonly anew?: Readonly<Record<string, string | null>>;
  /** Statements after that. */
  readonly after?: readonly string[];
  /**
   * On a server, `rows` are copied to the new `table` before, in transactions that are repeated until they add none: one transaction over
   * a large table would block the server.
   */
  readonly ahead?: { readonly table: string; readonly rows: string };
}

/**
 * From step 5 to 6, and so on. To change the schema, change schema.sql and add a step. Where a table is replaced in several steps, the
 * INSERT of each must fit the table of today.
 */
const FORWARD: readonly Step[] = [{
  anew: { ended_sessions: null },
}, {
  ahead: {
    table: "reservation_versions",
    rows: `SELECT * FROM reservation_versions
      WHERE version > 1 AND reservation IN (SELECT DISTINCT reservation FROM reservation_versions
        WHERE version > 1 AND reservation > coalesce((SELECT max(reservation) FROM later_reservation_versions), 0)
        ORDER BY reservation LIMIT 1000)`,
  },
  anew: {
    // The first version is not stored any more.
    reservation_versions:
      "SELECT * FROM reservation_versions WHERE version > 1 ON CONFLICT DO NOTHING",
    // SQLite takes `at` and `actor` from the row of the maximum.
    switch_turns: `SELECT switch, at, actor
      FROM (SELECT switch, at, actor, max(id) FROM switch_history GROUP BY switch)
      WHERE switch <> 'valet'`,
  },
  after: [
    "DROP TABLE switch_history",
    "DELETE FROM settings WHERE name = 'valet'",
    // The staff's key was hashed slowly: the start hashes the key of STAFF_KEY or of its file anew.
    "DELETE FROM settings WHERE name = 'staff_key' AND value ->> 'rounds' IS NOT NULL",
  ],
}, {
  anew: {
    reservation_events: "SELECT coalesce(max(id), 0) FROM reservation_events",
    // The hash of a body is not one of alike requests: earlier keys are refused with any other body.
    idempotency_keys: `(phone, kind, key, alike, words, folio, expires_at)
      SELECT phone, kind, key, body_hash, '[]', folio, expires_at
      FROM idempotency_keys WHERE kind = 'header'`,
    closures: `(id, kind, day, starts, ends, reason)
      SELECT id, kind, day, starts, ends, reason FROM closures`,
    sold_out: "(dish, service_day) SELECT dish, service_day FROM sold_out",
  },
  after: [
    `ALTER TABLE reservations ADD COLUMN table_label TEXT
      CHECK (length(table_label) BETWEEN 1 AND 8 AND instr(table_label, char(0)) = 0)`,
  ],
}, {
  anew: { restaurant_versions: null },
}, {
  anew: { erased_folios: null, switch_counters: null },
}];

/** The step of the schema in schema.sql. */
export const SCHEMA_STEP = OLDEST_STEP + FORWARD.length;

/**
 * Brings the database to {@linkcode SCHEMA_STEP}. Of instances that start at once only one can record the step, in the transaction of its
 * changes.
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
  if (database.path === null) await requireForeignKeys(database);
  const step = await knownStep(database);
  if (step === SCHEMA_STEP) return;
  if (step > 0) await beforeUpgrade();
  const steps = FORWARD.slice(step - OLDEST_STEP);
  const record = {
    sql: "INSERT INTO schema_steps (step, applied_at) VALUES (?, ?)",
    args: [SCHEMA_STEP, now],
  };
  try {
    if (step === 0) {
      // The first statement makes the table of steps: it fails where another instance has made it.
      const [first, ...others] = STATEMENTS.map((sql) => ({ sql }));
      return void await database.write([first!, record, ...others]);
    }
    if (database.path === null) await goAhead(database, steps, record);
    await database.write([record, ...await forwarding(database, steps)]);
  } catch (error) {
    // Otherwise another instance was quicker.
    if (await knownStep(database) === SCHEMA_STEP) return;
    const moved = steps.flatMap(({ ahead }) => ahead?.table ?? []);
    const undo = moved.map((table) => ({ sql: `DROP TABLE IF EXISTS later_${table}` }));
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

/** Why this program cannot use a schema of step `step`, and the remedy; null where it can. */
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
  refuseUnknown(step);
  return step;
}

function refuseUnknown(step: number): void {
  const problem = stepProblem(step);
  if (problem === null) return;
  throw new DatabaseUnusable(
    `The database cannot be used: ${problem.says}. To go on, ${problem.remedy}.`,
  );
}

/** @throws {DatabaseUnusable} where `step` is not this program's: only a service brings a database forward */
export function refuseOtherStep(step: number): void {
  refuseUnknown(step);
  if (step === SCHEMA_STEP) return;
  throw new DatabaseUnusable(
    `An older version has used the database (schema step ${step}, this program's is ${SCHEMA_STEP}): restart the service with this ` +
      "version, which upgrades it.",
  );
}

/** The statements of schema.sql: blank lines divide them. */
const STATEMENTS: readonly string[] = schema.split(/\n\s*\n/)
  .map((block) => block.replaceAll(/^\s*--.*\n?/gm, "").trim().replace(/;$/, ""))
  .filter((statement) => statement !== "");

/** Instances that start at once share this work, and continue that of one that was killed. */
async function goAhead(
  database: Database,
  steps: readonly Step[],
  record: Statement,
): Promise<void> {
  // Fails once another instance has recorded the step.
  const guard = [record, { sql: "DELETE FROM schema_steps WHERE step = ?", args: [SCHEMA_STEP] }];
  for (const { table, rows } of steps.flatMap(({ ahead }) => ahead ?? [])) {
    const moving = [
      makingLater(table),
      `INSERT INTO later_${table} ${rows}`,
      `SELECT count(*) AS n FROM later_${table}`,
    ].map((sql) => ({ sql }));
    for (let [moved, before] = [0, -1]; moved > before;) {
      before = moved;
      moved = Number((await database.write([...guard, ...moving])).at(-1)?.[0]?.n);
    }
  }
}

async function forwarding(database: Database, steps: readonly Step[]): Promise<Statement[]> {
  const old = await database.read({
    sql: "SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'view')",
  });
  return [
    // The triggers of a view are dropped with it.
    ...old.map(({ type, name }) => `DROP ${type} IF EXISTS ${name}`),
    ...steps.flatMap(({ anew = {}, after = [] }) => [
      ...Object.entries(anew).flatMap(([table, rows]) => makingAnew(table, rows)),
      ...after,
    ]),
    ...STATEMENTS.filter((sql) => /^CREATE (TRIGGER|VIEW) /.test(sql)),
  ].map((sql) => ({ sql }));
}

function makingAnew(table: string, rows: string | null): string[] {
  return [
    makingLater(table),
    // Its numbers continue.
    `INSERT INTO sqlite_sequence SELECT 'later_${table}', seq FROM sqlite_sequence WHERE name = '${table}'`,
    ...(rows === null ? [] : [`INSERT INTO later_${table} ${rows}`]),
    `DROP TABLE IF EXISTS ${table}`,
    `ALTER TABLE later_${table} RENAME TO ${table}`,
    ...STATEMENTS.filter((sql) => sql.startsWith("CREATE INDEX") && sql.includes(` ON ${table} (`)),
  ];
}

/** Creates the table beside the one that it will replace. */
function makingLater(table: string): string {
  const made = `CREATE TABLE ${table} `;
  return STATEMENTS.find((sql) => sql.startsWith(made))!
    .replace(made, `CREATE TABLE IF NOT EXISTS later_${table} `);
}

/** Erasure relies on the deletion of rows that refer to reservations. Connections to a file turn foreign keys on themselves. */
async function requireForeignKeys(database: Database): Promise<void> {
  const [row] = await database.read({ sql: "PRAGMA foreign_keys" });
  if (Number(row?.foreign_keys) === 1) return;
  throw new DatabaseUnusable(
    "The database server does not enforce foreign keys, on which erasure relies. Use libSQL's server (sqld) with its defaults.",
  );
}

/** Makes the schema of a new database, and brings an older one forward. */
import schema from "../../../schema.sql" with { type: "text" };
import { UNKNOWN_SOURCE } from "../../domain/reservation/source.ts";
import { type Database, DatabaseUnusable, type Statement } from "./database.ts";

/** A change of the schema from one step to the next. Views and triggers are made anew from schema.sql. */
interface Step {
  /**
   * Tables that are made, or replaced by those of schema.sql, each with the rest of the INSERT that fills it, or null if it is empty at
   * first. `reservations` must be altered instead: deleting it would delete the rows that refer to it.
   */
  readonly anew?: Readonly<Record<string, string | null>>;
  readonly after?: readonly string[];
}

/** The statements of schema.sql: blank lines divide them. */
const STATEMENTS: readonly string[] = schema.split(/\n\s*\n/)
  .map((block) => block.replaceAll(/^\s*--.*\n?/gm, "").trim().replace(/;$/, ""))
  .filter((statement) => statement !== "");

const createIndex = (name: string): string =>
  STATEMENTS.find((sql) => sql.startsWith(`CREATE INDEX ${name} `))!;

/**
 * From step 1, the schema of 1.0.0, to 2, and so on. To change the schema, change schema.sql and add a step. If a table is replaced in
 * several steps, the INSERT of each must fit the table of today.
 */
const FORWARD: readonly Step[] = [
  // Guests may read a closure's reason.
  {
    anew: {
      closures: `(id, kind, day, starts, ends, reason)
        SELECT id, kind, day, starts, ends, reason FROM closures`,
    },
  },
  // Photos and logos.
  { anew: { images: null } },
  // When a party left, and what is known of a guest by the telephone number.
  {
    after: [
      "ALTER TABLE reservations ADD COLUMN left_at TEXT CHECK (left_at IS strftime('%Y-%m-%dT%H:%M', left_at))",
      "DROP INDEX reservations_by_day",
      ...["day", "phone"].map((of) => createIndex(`reservations_by_${of}`)),
    ],
  },
  // The source of what was erased.
  {
    anew: {
      erased_reservations: `(service_day, status, source, parties, people)
        SELECT service_day, status, '${UNKNOWN_SOURCE}', parties, people FROM erased_reservations`,
    },
  },
];

export const SCHEMA_STEP = 1 + FORWARD.length;

/** Brings the database to the last step, which only one instance can record. @param beforeUpgrade awaited before a used one is changed */
export async function migrate(
  database: Database,
  now: number,
  beforeUpgrade?: () => Promise<void>,
): Promise<void> {
  if (database.path === null) await requireForeignKeys(database);
  const step = await knownStep(database);
  if (step === SCHEMA_STEP) return;
  if (step > 0) await beforeUpgrade?.();
  const sql = "INSERT INTO schema_steps (step, at) VALUES (?, ?)";
  const record = { sql, args: [SCHEMA_STEP, now] };
  try {
    if (step === 0) {
      // The first statement makes the table of steps: it fails if another instance has made it.
      const [first, ...others] = STATEMENTS.map((sql) => ({ sql }));
      return void await database.write([first!, record, ...others]);
    }
    await database.write([record, ...await forwarding(database, FORWARD.slice(step - 1))]);
  } catch (error) {
    // Otherwise another instance was quicker.
    if (await knownStep(database) !== SCHEMA_STEP) throw error;
  }
}

/** The step of a version before 1.0.0, whatever number that had. */
const EARLIER = -1;

export const READ_STEP = `SELECT iif((SELECT sql FROM sqlite_schema WHERE name = 'schema_steps')
  GLOB '*applied_at*', ${EARLIER}, max(step)) AS step FROM schema_steps`;

/** The step of the database's schema: 0 if there is none, below that of a version before 1.0.0. */
export async function schemaStep(database: Pick<Database, "read">): Promise<number> {
  const [table] = await database.read({
    sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'schema_steps'",
  });
  if (table === undefined) return 0;
  const [row] = await database.read({ sql: READ_STEP });
  return Number(row?.step ?? 0);
}

/** Why this program cannot use a schema of step `step`, and the remedy; null if it can. */
export function stepProblem(
  step: number,
): { readonly says: string; readonly remedy: string } | null {
  if (step > SCHEMA_STEP) {
    return {
      says:
        `la usó una versión más nueva (paso ${step}; este programa conoce hasta el ${SCHEMA_STEP})`,
      remedy: "arranca esa versión u otra posterior, o repón una copia hecha por esta",
    };
  }
  if (step !== EARLIER) return null;
  return {
    says: "la usó una versión anterior a la 1.0.0",
    remedy: "sigue con esa versión, o mueve la base a otro lado para empezar con una vacía",
  };
}

async function knownStep(database: Pick<Database, "read">): Promise<number> {
  const step = await schemaStep(database);
  const problem = stepProblem(step);
  if (problem === null) return step;
  throw new DatabaseUnusable(
    `La base no se puede usar: ${problem.says}. Para seguir, ${problem.remedy}.`,
  );
}

/** Whether a service has used the database. @throws {DatabaseUnusable} if its step is not the program's: only a service brings a database forward */
export async function isServed(database: Pick<Database, "read">): Promise<boolean> {
  const step = await knownStep(database);
  if (step === 0 || step === SCHEMA_STEP) return step > 0;
  throw new DatabaseUnusable(
    `Una versión anterior usó la base (paso ${step}, el de este programa es ${SCHEMA_STEP}): reinicia el servicio con esta ` +
      "versión, que la actualiza.",
  );
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
  const made = `CREATE TABLE ${table} `;
  const making = STATEMENTS.find((sql) => sql.startsWith(made))!;
  return [
    making.replace(made, `CREATE TABLE later_${table} `),
    // Its numbers continue.
    `INSERT INTO sqlite_sequence SELECT 'later_${table}', seq FROM sqlite_sequence WHERE name = '${table}'`,
    ...(rows === null ? [] : [`INSERT INTO later_${table} ${rows}`]),
    `DROP TABLE IF EXISTS ${table}`,
    `ALTER TABLE later_${table} RENAME TO ${table}`,
    ...STATEMENTS.filter((sql) => sql.startsWith("CREATE INDEX") && sql.includes(` ON ${table} (`)),
  ];
}

/** Erasure relies on the deletion of rows that refer to reservations. Connections to a file turn foreign keys on themselves. */
async function requireForeignKeys(database: Database): Promise<void> {
  const [row] = await database.read({ sql: "PRAGMA foreign_keys" });
  if (Number(row?.foreign_keys) === 1) return;
  throw new DatabaseUnusable(
    "El servidor de la base no cumple las llaves foráneas, de las que depende borrar. Usa el de libSQL (sqld) como viene.",
  );
}

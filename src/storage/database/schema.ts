/** Makes the schema of a new database, and brings an older one forward. */
import text from "../../../schema.sql" with { type: "text" };
import { type Database, DatabaseUnusable, type Statement } from "./database.ts";

export interface Schema {
  /** The SQL that makes a new database. Blank lines divide statements. */
  readonly text: string;
  /** The SQL of each upgrade: from step 1, the schema of 1.0.0, to 2, and so on. Released ones never change. */
  readonly steps: readonly string[];
}

export const SCHEMA: Schema = { text, steps: [] };

export function lastStep({ steps }: Schema = SCHEMA): number {
  return 1 + steps.length;
}

/** Brings the database to the last step, one transaction a step, beside other instances. @throws {DatabaseUnusable} */
export async function migrate(
  database: Database,
  now: number,
  schema: Schema = SCHEMA,
): Promise<void> {
  if (database.path === null) await requireForeignKeys(database);
  const last = lastStep(schema);
  for (let step; (step = await knownStep(database, last)) < last;) {
    const next = step === 0 ? last : step + 1;
    const record = recorded("VALUES (?, ?)", next, now);
    // It fails if another instance was quicker.
    const statements = step === 0
      ? statementsOf(schema.text).toSpliced(1, 0, record)
      : [record, ...await forwarding(database, schema.steps[step - 1]!)];
    try {
      await database.changeSchema(statements);
    } catch (error) {
      if (await knownStep(database, last) < next) throw error;
    }
  }
}

function statementsOf(text: string): Statement[] {
  return text.split(/\n\s*\n/)
    .map((block) => block.replaceAll(/^\s*--.*\n?/gm, "").trim().replace(/;$/, ""))
    .filter((sql) => sql !== "").map((sql) => ({ sql }));
}

function recorded(rows: string, ...args: readonly number[]): Statement {
  return { sql: `INSERT INTO schema_steps (step, at) ${rows}`, args };
}

/** A statement that undoes the step if `condition` is true: there is no step 0. */
function refusing(condition: string, ...args: readonly number[]): Statement {
  return recorded(`SELECT 0, 0 WHERE ${condition}`, ...args);
}

/** Rows whose reference is missing: another program may leave them. */
const BROKEN = "(SELECT count(*) FROM pragma_foreign_key_check)";

const MADE_ANEW = /^(?:CREATE|DROP) (?:UNIQUE )?(?:INDEX|VIEW|TRIGGER) (\w+)/;
/** Views come before their triggers. */
const IN_ORDER = [/^CREATE (UNIQUE )?INDEX/, /^CREATE VIEW/, /^CREATE TRIGGER/];

/**
 * The statements of a step with those of https://sqlite.org/lang_altertable.html#otheralter: a table `new_T` that it
 * fills replaces `T`. Indexes, views and triggers are made anew, except those that the step makes or drops.
 */
async function forwarding(database: Database, step: string): Promise<Statement[]> {
  const statements = statementsOf(step);
  const replaced = statements.flatMap(({ sql }) => /^CREATE TABLE new_(\w+)/.exec(sql)?.[1] ?? []);
  const named = statements.flatMap(({ sql }) => MADE_ANEW.exec(sql)?.[1] ?? []);
  const old = (await database.read({
    sql:
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE type <> 'table' AND sql IS NOT NULL",
  })).filter(({ type, name, tbl_name }) =>
    type !== "index" || named.includes(String(name)) || replaced.includes(String(tbl_name))
  );
  const [before] = await database.read({ sql: `SELECT ${BROKEN} AS broken` });
  const kept = old.filter(({ name }) => !named.includes(String(name)))
    .map(({ sql }) => ({ sql: String(sql) }));
  return [
    // The triggers of a view are dropped with it.
    ...old.map(({ type, name }) => ({ sql: `DROP ${type} IF EXISTS ${name}` })),
    ...statements.filter(({ sql }) => !MADE_ANEW.test(sql)),
    ...replaced.flatMap(replacing),
    ...IN_ORDER.flatMap((kind) => [...kept, ...statements].filter(({ sql }) => kind.test(sql))),
    refusing(`${BROKEN} > ?`, Number(before?.broken)),
  ];
}

function replacing(table: string): Statement[] {
  return [
    refusing(`(SELECT count(*) FROM new_${table}) < (SELECT count(*) FROM ${table})`),
    // A number that was given is never given again.
    { sql: `DELETE FROM sqlite_sequence WHERE name = 'new_${table}'` },
    { sql: `UPDATE sqlite_sequence SET name = 'new_${table}' WHERE name = '${table}'` },
    { sql: `DROP TABLE ${table}` },
    { sql: `ALTER TABLE new_${table} RENAME TO ${table}` },
  ];
}

export const READ_STEP = "SELECT max(step) AS step FROM schema_steps";

/** The step of the database's schema; 0 if there is none. */
export async function schemaStep(database: Pick<Database, "read">): Promise<number> {
  const [table] = await database.read({
    sql: "SELECT name FROM sqlite_schema WHERE name = 'schema_steps'",
  });
  if (table === undefined) return 0;
  const [row] = await database.read({ sql: READ_STEP });
  return Number(row?.step ?? 0);
}

/** Why this program cannot use a schema of step `step`, and the remedy; null if it can. */
export function stepProblem(
  step: number,
  last = lastStep(),
): { readonly says: string; readonly remedy: string } | null {
  return step <= last ? null : {
    says: `la usó una versión más nueva (paso ${step}; este programa conoce hasta el ${last})`,
    remedy:
      "pon otra vez esa versión u otra posterior (su setup, y el script), o repón una copia hecha por esta",
  };
}

async function knownStep(database: Pick<Database, "read">, last: number): Promise<number> {
  const step = await schemaStep(database);
  const problem = stepProblem(step, last);
  if (problem === null) return step;
  throw new DatabaseUnusable(
    `La base no se puede usar: ${problem.says}. Para seguir, ${problem.remedy}.`,
  );
}

/** Whether a service has used the database. @throws {DatabaseUnusable} if its step is not the program's */
export async function isServed(
  database: Pick<Database, "read">,
  last = lastStep(),
): Promise<boolean> {
  const step = await knownStep(database, last);
  if (step === 0 || step === last) return step > 0;
  throw new DatabaseUnusable(
    `Una versión anterior usó la base (paso ${step}, el de este programa es ${last}): reinicia el servicio con esta ` +
      "versión, que la actualiza.",
  );
}

/** Erasure relies on deleting the rows that refer to reservations. Files have foreign keys on by themselves. */
async function requireForeignKeys(database: Database): Promise<void> {
  const [row] = await database.read({ sql: "PRAGMA foreign_keys" });
  if (Number(row?.foreign_keys) === 1) return;
  throw new DatabaseUnusable(
    "El servidor de la base no cumple las llaves foráneas, de las que depende borrar. Usa el de libSQL (sqld) como viene.",
  );
}

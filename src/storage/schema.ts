import schema from "../../schema.sql" with { type: "text" };
import { type Database, DatabaseUnusable } from "./database.ts";

/**
 * Applies the steps that the database lacks. Instances that start at once do not clash: a step and its record are one
 * transaction, and only one of them can write the record.
 *
 * @param now epoch milliseconds
 * @param steps those that this program knows
 * @throws {DatabaseUnusable} where the database has steps that this program does not know
 */
export async function migrate(
  database: Database,
  now: number,
  steps: readonly SchemaStep[] = SCHEMA_STEPS,
): Promise<void> {
  let applied = await lastStep(database);
  if (applied > steps.length) throw tooNew(applied, steps.length);
  for (const step of steps.slice(applied)) {
    if (step.step <= applied) continue;
    try {
      await apply(database, step, now);
    } catch (error) {
      applied = await lastStep(database);
      // Otherwise another instance was quicker.
      if (applied < step.step) throw error;
      if (applied > steps.length) throw tooNew(applied, steps.length);
    }
  }
}

/** The last step that was applied to the database: 0 where none was. */
export async function lastStep(database: Database): Promise<number> {
  const [table] = await database.read({
    sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'schema_steps'",
  });
  if (table === undefined) return 0;
  const [row] = await database.read({ sql: "SELECT max(step) AS step FROM schema_steps" });
  return Number(row?.step ?? 0);
}

async function apply(
  database: Database,
  { step, statements }: SchemaStep,
  now: number,
): Promise<void> {
  await database.write([
    {
      sql: "CREATE TABLE IF NOT EXISTS schema_steps " +
        "(step INTEGER PRIMARY KEY CHECK (step >= 1), applied_at INTEGER NOT NULL) STRICT",
    },
    { sql: "INSERT INTO schema_steps (step, applied_at) VALUES (?, ?)", args: [step, now] },
    ...statements.map((sql) => ({ sql })),
  ]);
}

function tooNew(applied: number, known: number): DatabaseUnusable {
  return new DatabaseUnusable(
    `The database has schema step ${applied}, this program knows up to step ${known}: a newer version has used it. ` +
      "Start that version or a later one, or restore a backup made by this one.",
  );
}

/** schema.sql, as the steps it consists of. */

/** One step: its number (1, 2, 3, ...) and its statements, each without the final semicolon. */
export interface SchemaStep {
  readonly step: number;
  readonly statements: readonly string[];
}

const HEADING = /^-- step (\d+):.*$/m;

/** The steps of the schema embedded in this program, in order. */
export const SCHEMA_STEPS: readonly SchemaStep[] = readSteps(schema);

/**
 * The steps that `sql` consists of: each begins with a line `-- step N: what it does`, and its statements end with a semicolon
 * at the end of a line.
 * @throws {Error} where the numbers are not 1, 2, 3, ...
 */
export function readSteps(sql: string): SchemaStep[] {
  // Splitting by a pattern with a group gives text, number, text, number, text, ...
  const [, ...parts] = sql.split(HEADING);
  return Array.from({ length: parts.length / 2 }, (_, nth) => {
    const step = Number(parts[2 * nth]);
    if (step !== nth + 1) throw new Error(`schema step ${step} stands where ${nth + 1} should`);
    return { step, statements: readStatements(parts[2 * nth + 1] ?? "") };
  });
}

function readStatements(sql: string): string[] {
  const code = sql.replaceAll(/^\s*--.*$/gm, "");
  return code.split(/;\s*$/m).map((statement) => statement.trim()).filter(Boolean);
}

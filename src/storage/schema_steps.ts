/** schema.sql, as the steps it consists of. */
import schema from "../../schema.sql" with { type: "text" };

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

import type { Database, Row, Statement } from "./database.ts";
import { sqlErrorKind } from "./sql_error.ts";

/**
 * Like {@linkcode Database.write}, for statements that may run twice: where nobody knows what became of them, they run again,
 * once, and so most often find out.
 * @throws {Error} where that fails too
 */
export async function surelyWritten(
  database: Database,
  statements: readonly Statement[],
): Promise<Row[][]> {
  try {
    return await database.write(statements);
  } catch (error) {
    if (sqlErrorKind(error) !== "unknown") throw error;
    return await database.write(statements);
  }
}

import Libsql from "libsql/promise";
import type { Row, Statement } from "./database.ts";

/**
 * A connection to a database file, one thing at a time. What may take long runs on a thread of libSQL's own, and prepared
 * statements are kept.
 */
export interface FileConnection {
  /** The rows of `statement`. */
  rows(statement: Statement): Promise<Row[]>;
  /** The first row of `statement`, read in place: the process waits for it. */
  row(statement: Statement): Promise<Row | undefined>;
  /** Runs `sql` without arguments and without a result. */
  run(sql: string): Promise<void>;
  close(): void;
}

/** More than the program has, but for those that are made of a search's words. */
const MOST_PREPARED = 200;

/** SQLite's result codes that are acted upon. An extended code holds its primary one in the lowest byte. */
const PRIMARY_CODES: Readonly<Record<number, string>> = {
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  19: "SQLITE_CONSTRAINT",
};
const PRIMARY = 0xff;

/**
 * @param busyTimeoutMs how long each call waits while another process writes, in milliseconds
 * @throws {Error} with SQLite's `code`, as its calls do
 */
export function connectToFile(path: string, busyTimeoutMs: number): FileConnection {
  const connection = new Libsql(path, { timeout: busyTimeoutMs });
  const prepared = new Map<string, Prepared>();
  const prepare = async (sql: string): Promise<Prepared> => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const statement: Prepared = await connection.prepare(sql);
    if (prepared.size >= MOST_PREPARED) prepared.clear();
    prepared.set(sql, statement);
    return statement;
  };
  return {
    rows: ({ sql, args = [] }) => explained(async () => (await prepare(sql)).all([...args])),
    row: ({ sql, args = [] }) => explained(async () => (await prepare(sql)).get([...args])),
    run: (sql) => explained(async () => void await connection.exec(sql)),
    close: () => connection.close(),
  };
}

/** Errors as a server's client gives them: with SQLite's code, in their message too. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!isSqliteError(cause)) throw cause;
    const { message, rawCode } = cause;
    // Not every extended code has a name of its own here.
    const code = PRIMARY_CODES[rawCode & PRIMARY] ?? cause.code;
    throw Object.assign(new Error(`${code}: ${message}`, { cause }), { code });
  }
}

interface Prepared {
  all(args: unknown[]): Promise<Row[]>;
  get(args: unknown[]): Row | undefined;
}

function isSqliteError(error: unknown): error is Error & { code: string; rawCode: number } {
  return error instanceof Error && "rawCode" in error;
}

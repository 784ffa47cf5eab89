import Libsql from "libsql/promise";
import type { Row, Statement } from "./database.ts";
import { loopWaker } from "./loop_waker.ts";

/**
 * A connection to a database file, one thing at a time. What may take long runs on a thread of libSQL's own, and prepared
 * statements are kept.
 */
export interface FileConnection {
  /** The rows of `statement`. */
  rows(statement: Statement): Promise<Row[]>;
  /** Runs `change`, then gives the first row of `outcome`, read in place: the process waits for it. */
  change(change: Statement, outcome: Statement): Promise<Row | undefined>;
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
  const waker = loopWaker();
  /** Callers look among the `prepared` first, in place: the disk would wait for a promise. */
  const prepare = async (sql: string): Promise<Prepared> => {
    const statement: Prepared = await connection.prepare(sql);
    if (prepared.size >= MOST_PREPARED) prepared.clear();
    prepared.set(sql, statement);
    return statement;
  };
  /** `work` begins in place, for the same reason. */
  const calling = async <T>(work: () => Promise<T>): Promise<T> => {
    waker.begin();
    try {
      return await work();
    } catch (error) {
      throw explained(error);
    } finally {
      waker.end();
    }
  };
  return {
    rows: ({ sql, args = [] }) =>
      calling(async () => {
        const statement = prepared.get(sql) ?? await prepare(sql);
        return [...await statement.iterate([...args])];
      }),
    async change(change, outcome) {
      const reading = await calling(async () => {
        const changing = prepared.get(change.sql) ?? await prepare(change.sql);
        const reading = prepared.get(outcome.sql) ?? await prepare(outcome.sql);
        await changing.iterate([...change.args ?? []]);
        return reading;
      });
      try {
        return reading.get([...outcome.args ?? []]);
      } catch (cause) {
        // The change is made: this must not pass for an error of its own.
        throw new Error("what became of a change cannot be read", { cause });
      }
    },
    run: (sql) => calling(() => connection.exec(sql)),
    close() {
      waker.close();
      connection.close();
    },
  };
}

/** Errors as a server's client gives them: with SQLite's code, in their message too. */
function explained(error: unknown): unknown {
  if (!isSqliteError(error)) return error;
  const { message, rawCode } = error;
  // Not every extended code has a name of its own here.
  const code = PRIMARY_CODES[rawCode & PRIMARY] ?? error.code;
  return Object.assign(new Error(`${code}: ${message}`, { cause: error }), { code });
}

interface Prepared {
  /** Resolves once the first row is there, or there is none: then a change is made. */
  iterate(args: unknown[]): Promise<Iterable<Row>>;
  get(args: unknown[]): Row | undefined;
}

function isSqliteError(error: unknown): error is Error & { code: string; rawCode: number } {
  return error instanceof Error && "rawCode" in error;
}

import { backup, DatabaseSync, type StatementSync } from "node:sqlite";
import { NEWEST, newestIn } from "./believed_clock.ts";
import type { Row, Statement } from "./database.ts";
import { type FileWatch, watchFiles } from "./file_watch.ts";

/** The thread that `sqlite_thread.ts` starts: takes one task after the other and answers each. */

const COPY_BUSY_TIMEOUT_MS = 10_000;
const MAX_PAGES = 2 ** 31 - 1;
/** How long to wait for a file before it counts as in use: `doctor` and other commands hold it for moments. */
const FREE_BUSY_TIMEOUT_MS = 500;

/** They hold for a connection. */
const SETTINGS = [
  "PRAGMA journal_mode=WAL",
  // Every commit is on disk before its callers are answered.
  "PRAGMA synchronous=FULL",
  "PRAGMA foreign_keys=ON",
  // Zeros over what is deleted. Reservations do not feel it: 851 and 852 µs of processor time each.
  "PRAGMA secure_delete=ON",
  // In KB. With SQLite's own 2 MB a flood reads pages of the log again that it has just written.
  "PRAGMA cache_size=-8000",
  // At most 4 MB are in the log alone: 700 pages, and a commit of up to 256 reservations after them.
  "PRAGMA wal_autocheckpoint=700",
];

/** SQLite's result codes that are acted upon, by the lowest byte of the extended ones. */
const CODES: Readonly<Record<number, string>> = {
  3: "SQLITE_PERM",
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  18: "SQLITE_TOOBIG",
  19: "SQLITE_CONSTRAINT",
  20: "SQLITE_MISMATCH",
  26: "SQLITE_NOTADB",
};

/** More than the program has, but for those that are made of a search's words. */
const MAX_PREPARED = 200;

interface Connection {
  readonly database: DatabaseSync;
  rows(statement: Statement): Row[];
}

/** Statements are kept prepared, and none is run by `exec`, whose errors have no code. */
function connect(path: string, busyTimeoutMs: number): Connection {
  const database = openFile(path);
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const statement = database.prepare(sql);
    if (prepared.size >= MAX_PREPARED) prepared.clear();
    prepared.set(sql, statement);
    return statement;
  };
  const rows = ({ sql, args = [] }: Statement): Row[] =>
    (prepared.get(sql) ?? prepare(sql)).all(...args) as unknown as Row[];
  rows({ sql: `PRAGMA busy_timeout=${busyTimeoutMs}` });
  // Other users may write to TMPDIR.
  rows({ sql: "PRAGMA temp_store=MEMORY" });
  return { database, rows };
}

function openFile(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path);
  } catch (error) {
    throw new Coded("SQLITE_CANTOPEN", error);
  }
}

export interface SqliteTasks {
  /** Does one task; only a copy takes a promise. @throws {Error} that {@linkcode answerOf} explains */
  perform(task: SqliteTask): unknown;
  /**
   * Lets go of the connection, which another thread of this process has too by now. What reads the log's index stays open: closing it
   * would release the locks of that other connection.
   */
  handOver(): void;
  /** Lets go of all, as it is. */
  end(): void;
}

/** Tasks on one database, which none is open at first. */
export function sqliteTasks(): SqliteTasks {
  let connection: Connection | null = null;
  let watch: FileWatch | null = null;

  /** Asked again where another process was writing. */
  const open = (path: string, busyTimeoutMs: number): void => {
    connection ??= connect(path, busyTimeoutMs);
    for (const sql of SETTINGS) connection.rows({ sql });
    // The log and its index are there once something was read.
    connection.rows({ sql: "SELECT count(*) FROM sqlite_schema" });
    watch ??= watchFiles(path);
  };
  const run = (statements: readonly Statement[]): Row[][] => {
    if (connection === null) throw new Error("no database is open");
    checkFiles(VANISHED.before);
    const results = transaction(statements, connection);
    checkFiles(VANISHED.after);
    return results;
  };
  const checkFiles = (code: string): void => {
    try {
      watch?.check();
    } catch (error) {
      throw new Coded(code, error);
    }
  };
  const close = (): void => {
    try {
      if (connection === null) return;
      // They may be another file's by now.
      checkFiles(VANISHED.before);
      gatherInOneFile(connection);
    } finally {
      end();
    }
  };
  const handOver = (): void => {
    connection?.database.close();
    connection = null;
  };
  const end = (): void => {
    handOver();
    watch?.close();
    watch = null;
  };
  return {
    perform(task) {
      if (task.kind === "open") return open(task.path, task.busyTimeoutMs);
      if (task.kind === "run") return run(task.statements);
      if (task.kind === "close") return close();
      return performAlone(task);
    },
    handOver,
    end,
  };
}

function performAlone(task: LoneTask): number | Promise<number> {
  switch (task.kind) {
    case "copy":
      return copy(task.path, task.to);
    case "check":
      return check(task.path);
    case "clock":
      return newestTime(task.path);
    case "free":
      return free(task.path);
  }
}

/** One statement is a transaction by itself. */
function transaction(statements: readonly Statement[], { rows, database }: Connection): Row[][] {
  const [only, ...others] = statements;
  if (only !== undefined && others.length === 0) return [rows(only)];
  rows({ sql: "BEGIN IMMEDIATE" });
  try {
    const results = statements.map(rows);
    rows({ sql: "COMMIT" });
    return results;
  } catch (error) {
    // SQLite has rolled back by itself after some errors. After those of a disk nothing more is asked of it.
    if (!isDiskError(error) && database.isTransaction) rows({ sql: "ROLLBACK" });
    throw error;
  }
}

/** The log and its index go where no other process has the file open; else the log is written back and emptied. */
function gatherInOneFile({ rows }: Connection): void {
  try {
    rows({ sql: "PRAGMA journal_mode=DELETE" });
  } catch (error) {
    if (isDiskError(error)) throw error;
    rows({ sql: "PRAGMA wal_checkpoint(TRUNCATE)" });
  }
}

/** One state of the database, whatever is written to it meanwhile: all pages are copied in one step. */
async function copy(path: string, to: string): Promise<number> {
  const { database } = connect(path, COPY_BUSY_TIMEOUT_MS);
  try {
    await backup(database, to, { rate: MAX_PAGES });
  } finally {
    database.close();
  }
  // It takes over the mode of what it is a copy of, and is to be one file.
  return free(to) && check(to);
}

function check(path: string): number {
  const { rows, database } = connect(path, COPY_BUSY_TIMEOUT_MS);
  try {
    const found = String(rows({ sql: "PRAGMA integrity_check(1)" })[0]?.integrity_check);
    if (found !== "ok") throw new Coded("SQLITE_CORRUPT", found);
    const broken = rows({ sql: "PRAGMA foreign_key_check" });
    if (broken.length > 0) throw new Error("rows refer to others that are not there");
    return Number(rows({ sql: "SELECT max(step) AS step FROM schema_steps" })[0]?.step);
  } finally {
    database.close();
  }
}

function newestTime(path: string): number {
  const { rows, database } = connect(path, COPY_BUSY_TIMEOUT_MS);
  try {
    return newestIn(rows({ sql: `SELECT ${NEWEST} AS newest` })[0]) ?? 0;
  } finally {
    database.close();
  }
}

/** Leaving WAL mode takes that no other process has the file open. */
function free(path: string): number {
  const { rows, database } = connect(path, FREE_BUSY_TIMEOUT_MS);
  try {
    rows({ sql: "PRAGMA journal_mode=DELETE" });
    return 1;
  } catch (error) {
    if (/^SQLITE_(BUSY|LOCKED)/.test(codeOf(error))) return 0;
    throw error;
  } finally {
    database.close();
  }
}

/** An error whose code SQLite does not tell. */
class Coded extends Error {
  constructor(readonly sqliteCode: string, reason: unknown) {
    super(reason instanceof Error ? reason.message : String(reason));
  }
}

function isDiskError(error: unknown): boolean {
  return DISK_ERRORS.test(codeOf(error));
}

function codeOf(error: unknown): string {
  if (error instanceof Coded) return error.sqliteCode;
  return error instanceof Error && "errcode" in error
    ? CODES[Number(error.errcode) & 0xff] ?? ""
    : "";
}

/** What a thread tells of `error`, thrown by a task. */
export function answerOf(error: unknown): SqliteFailure {
  const code = codeOf(error);
  const reason = error instanceof Error ? error.message : String(error);
  return { ok: false, code, message: code.startsWith("SQLITE") ? `${code}: ${reason}` : reason };
}

/** What SQLite is asked for, and what it answers, as messages between threads. */

export type SqliteTask =
  | { readonly kind: "open"; readonly path: string; readonly busyTimeoutMs: number }
  /** One transaction on the open database. Gives the rows of each statement. */
  | { readonly kind: "run"; readonly statements: readonly Statement[] }
  /** Leaves all in one file, where no other process has it open. */
  | { readonly kind: "close" }
  | LoneTask;

/** What needs no open database. */
export type LoneTask =
  /** Copies the database at `path` to `to`, which must not exist, and checks the copy. Gives its last schema step. */
  | { readonly kind: "copy"; readonly path: string; readonly to: string }
  /** Gives the last schema step of a sound database. */
  | { readonly kind: "check"; readonly path: string }
  /** Gives the newest time that a clock was believed to show, in epoch milliseconds; 0 where none was written. */
  | { readonly kind: "clock"; readonly path: string }
  /** Gives 1 where no other process has the database at `path` open, else 0. */
  | { readonly kind: "free"; readonly path: string };

export type SqliteAnswer = { readonly ok: true; readonly value: unknown } | SqliteFailure;

export interface SqliteFailure {
  readonly ok: false;
  /** SQLite's, one of {@linkcode VANISHED}, or empty. */
  readonly code: string;
  readonly message: string;
}

/** Codes of a file of the open database that was removed, replaced or cut: before the statements were run, or until their end. */
export const VANISHED = { before: "VANISHED_BEFORE", after: "VANISHED_AFTER" } as const;

/** Codes after which nothing more is asked of a file: it may hold what was not written, or not what was. */
export const DISK_ERRORS = /^SQLITE_(IOERR|CORRUPT|NOTADB)|^VANISHED/;

/** The name of the thread that this module is the program of. */
export const SQLITE_THREAD = "sqlite";

interface Thread {
  readonly name: string;
  onmessage(event: MessageEvent<SqliteTask>): void;
  postMessage(answer: SqliteAnswer): void;
}

const thread = self as unknown as Thread;
if (thread.name === SQLITE_THREAD) answerTasks(thread);

/** Takes one task after the other and answers each. */
function answerTasks(thread: Thread): void {
  const { perform } = sqliteTasks();
  thread.onmessage = async ({ data }) => {
    try {
      const value = perform(data);
      // Only a copy is waited for: a turn of the event loop would cost each commit.
      thread.postMessage({ ok: true, value: value instanceof Promise ? await value : value });
    } catch (error) {
      thread.postMessage(answerOf(error));
    }
  };
}

/**
 * SQLite's tasks, the program of a thread, so that guests do not wait for a disk. It is Deno's SQLite (`node:sqlite`):
 * libSQL breaks a file whose log it cannot read back (tests/torture/faults/libsql_corrupts.ts).
 */
import { backup, DatabaseSync, type StatementSync } from "node:sqlite";
import { NEWEST, newestIn } from "./believed_clock.ts";
import { coded, codeOf, type Row, type Statement } from "./database.ts";
import { type FileWatch, watchFiles } from "./file_watch.ts";
import { READ_STEP } from "./schema.ts";

export interface CheckedFile {
  readonly step: number;
  /** The newest time that a clock was believed to show, in epoch milliseconds; null if none was written. */
  readonly newest: number | null;
}

/** A file of the open database was removed, replaced or cut. */
const VANISHED = "VANISHED";

/** Codes after which a file is not used any more: its contents are unknown. */
export const DISK_ERRORS = /^SQLITE_(IOERR|CORRUPT|NOTADB)|^VANISHED/;

export const SQLITE_THREAD = "sqlite";

/** How long a call waits while another process writes, before it fails and lets the calls behind it go first. */
const BUSY_TIMEOUT_MS = 20;
const COPY_BUSY_TIMEOUT_MS = 10_000;
/** Commands hold a file for moments. */
const FREE_BUSY_TIMEOUT_MS = 500;
const MAX_PAGES = 2 ** 31 - 1;

const SETTINGS = [
  "PRAGMA journal_mode=WAL",
  // Every commit is on disk before its callers are answered.
  "PRAGMA synchronous=FULL",
  "PRAGMA foreign_keys=ON",
  // Overwrites deleted rows with zeros. A reservation costs as much: 851 and 852 µs of processor time.
  "PRAGMA secure_delete=ON",
  // In KB, the size of the log. With 2 MB, the default, a flood of reservations reads pages that it has just written.
  "PRAGMA cache_size=-4000",
  // At most 4 MB are in the log alone: 700 pages, and a commit of up to 256 reservations.
  "PRAGMA wal_autocheckpoint=700",
];

/** The result codes that the program distinguishes, by the lowest byte of the extended ones. */
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

export type SqliteTasks = ReturnType<typeof sqliteTasks>;

/** Tasks on one database, which the first of them opens, and on others. They share the connection. */
function sqliteTasks() {
  let connection: Connection | null = null;
  let watch: FileWatch | null = null;

  const checkFiles = (): void => {
    try {
      watch?.check();
    } catch (error) {
      throw coded(VANISHED, error);
    }
  };
  const run = (statements: readonly Statement[]): Row[][] => {
    if (connection === null) throw new Error("no database is open");
    checkFiles();
    const results = transaction(statements, connection);
    checkFiles();
    return results;
  };
  return {
    /** May be repeated if another process was writing. */
    open(path: string): void {
      connection ??= connect(path, { busyTimeoutMs: BUSY_TIMEOUT_MS });
      for (const sql of SETTINGS) connection.rows({ sql });
      // The first read makes log and index, and takes the lock that the connection keeps.
      connection.rows({ sql: "SELECT count(*) FROM sqlite_schema" });
      watch ??= watchFiles(path);
    },
    /** Runs one transaction on the open database. @returns the rows of each statement */
    run,
    /** As `run`, with foreign keys off, which SQLite ignores within a transaction. */
    changeSchema(statements: readonly Statement[]): Row[][] {
      connection?.rows({ sql: "PRAGMA foreign_keys=OFF" });
      try {
        return run(statements);
      } finally {
        connection?.rows({ sql: "PRAGMA foreign_keys=ON" });
      }
    },
    /** Closes the connection. The last one of all processes writes the log back and leaves one file. */
    close(): void {
      try {
        // The files may be another database's by now.
        checkFiles();
      } finally {
        connection?.database.close();
        watch?.close();
        [connection, watch] = [null, null];
      }
    },
    /** Copies the database at `path` to the empty file `to`, and checks the copy. */
    copy,
    /** Reads the whole database at `path`, and changes nothing. */
    check: (path: string) => connected(path, READ_ONLY, check),
    /** Reads the database at `path`, and changes nothing. */
    read: (path: string, statement: Statement) =>
      connected(path, READ_ONLY, ({ rows }) => rows(statement)),
    /** Changes a copy in one transaction, between two checks. Throws if another program reads it; repeatable. */
    change(path: string, statements: readonly Statement[]): void {
      connected(path, CHANGING, (copy) => {
        check(copy);
        // The log holds only new pages: the old ones are overwritten in the file.
        for (const sql of SETTINGS) copy.rows({ sql });
        transaction(statements, copy);
        if (!isFree(copy)) throw coded("SQLITE_BUSY", "otro programa lo tiene abierto");
        check(copy);
      });
    },
    /** Whether no other process has the database at `path` open. */
    isFree: (path: string) => connected(path, CHANGING, isFree),
  };
}

interface Connection {
  readonly database: DatabaseSync;
  rows(statement: Statement): Row[];
}

interface Access {
  readonly busyTimeoutMs: number;
  /** Closing such a connection never writes the log back or removes it. */
  readonly readOnly?: boolean;
}

const COPYING: Access = { busyTimeoutMs: COPY_BUSY_TIMEOUT_MS };
const CHANGING: Access = { busyTimeoutMs: FREE_BUSY_TIMEOUT_MS };
const READ_ONLY: Access = { ...COPYING, readOnly: true };

/** Keeps statements prepared: there are fewer than 200. Uses no `exec`, whose errors have no code. */
function connect(path: string, { busyTimeoutMs, readOnly = false }: Access): Connection {
  const database = openFile(path, readOnly);
  const prepared = new Map<string, StatementSync>();
  const rows = ({ sql, args = [] }: Statement): Row[] => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement.all(...args) as unknown as Row[];
  };
  rows({ sql: `PRAGMA busy_timeout=${busyTimeoutMs}` });
  // Other users may write to TMPDIR.
  rows({ sql: "PRAGMA temp_store=MEMORY" });
  return { database, rows };
}

function openFile(path: string, readOnly: boolean): DatabaseSync {
  try {
    return new DatabaseSync(path, { readOnly });
  } catch (error) {
    throw coded("SQLITE_CANTOPEN", error);
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
    // SQLite has rolled back by itself after some errors. After a disk error the file is not used any more.
    if (!DISK_ERRORS.test(sqliteCode(error)) && database.isTransaction) rows({ sql: "ROLLBACK" });
    throw error;
  }
}

/** Copies all pages in one step. `VACUUM INTO` attaches a database, for which Deno wants every permission. */
async function copy(path: string, to: string): Promise<void> {
  const { database } = connect(path, READ_ONLY);
  try {
    await backup(database, to, { rate: MAX_PAGES });
  } finally {
    database.close();
  }
  connected(to, COPYING, (copied) => {
    // Makes one file of the copy, which has its source's journal mode.
    isFree(copied);
    check(copied);
  });
}

function connected<T>(path: string, access: Access, work: (c: Connection) => T): T {
  const connection = connect(path, access);
  try {
    return work(connection);
  } finally {
    connection.database.close();
  }
}

function check({ rows }: Connection): CheckedFile {
  const [first] = rows({ sql: "PRAGMA integrity_check(1)" });
  const found = String(first?.integrity_check);
  if (found !== "ok") throw coded("SQLITE_CORRUPT", found);
  return {
    step: Number(rows({ sql: READ_STEP })[0]?.step),
    newest: newestIn(rows({ sql: `SELECT ${NEWEST} AS newest` })[0]),
  };
}

/** Removes the log and its index, which fails while another process has the file open. */
function isFree({ rows }: Connection): boolean {
  try {
    rows({ sql: "PRAGMA journal_mode=DELETE" });
    return true;
  } catch (error) {
    if (/^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error))) return false;
    throw error;
  }
}

function sqliteCode(error: unknown): string {
  if (!(error instanceof Error && "errcode" in error)) return codeOf(error);
  return CODES[Number(error.errcode) & 0xff] ?? "";
}

/** A result as the thread sends it: an error would lose its code, which is SQLite's, `VANISHED`, or empty. */
export type Reply =
  | { readonly value: unknown }
  | { readonly code: string; readonly message: string };

interface Thread {
  onmessage(event: MessageEvent<[name: keyof SqliteTasks, ...args: unknown[]]>): void;
  postMessage(reply: Reply): void;
}

if (self.name === SQLITE_THREAD) {
  const thread = self as unknown as Thread;
  const tasks = sqliteTasks();
  thread.onmessage = async ({ data: [name, ...args] }) => {
    const task = tasks[name] as (...args: unknown[]) => unknown;
    try {
      thread.postMessage({ value: await task(...args) });
    } catch (error) {
      const code = sqliteCode(error);
      const { message } = coded(code, error);
      const shown = code.startsWith("SQLITE") ? `${code}: ${message}` : message;
      thread.postMessage({ code, message: shown });
    }
  };
}

/** The database: calls that behave the same on a file and on a libSQL server, and explanations of its errors. */
/** One row of a result, by column name. Integers come as numbers. */
export type Row = Readonly<Record<string, string | number | bigint | ArrayBuffer | null>>;

/** One statement, without a semicolon: a file ignores a second one in the same string. */
export interface Statement {
  readonly sql: string;
  readonly args?: Args;
}

export type Args = readonly (string | number | null)[];

/** An open database. Each call is a transaction of its own. */
export interface Database {
  /** The file's path; null for a server. */
  readonly path: string | null;
  /** Why every call fails, with {@linkcode DatabaseGone}; null if the database can be used. */
  readonly damage: DatabaseDamaged | null;
  /**
   * Runs `statements` as one transaction that is on disk when this resolves. Waits while another process writes.
   * @returns the rows of each
   * @throws {Error} if it failed; `sqlErrorKind` says whether something may have been written
   */
  write(statements: readonly Statement[]): Promise<Row[][]>;
  /** As `write`, with foreign keys off: replacing a table would delete the rows that refer to it. */
  changeSchema(statements: readonly Statement[]): Promise<Row[][]>;
  read(statement: Statement): Promise<Row[]>;
  /** Closes the database after the calls under way. Later calls fail. */
  close(): Promise<void>;
}

/** One of the programs that share a database. */
export interface Instance {
  readonly database: Database;
  readonly instance: string;
  now(): number;
  /** Milliseconds that have passed, whatever the clock does. The process's own if absent. */
  monotonic?(): number;
  log(message: string, cause?: unknown): void;
}

/** Like {@linkcode Database.write}, for statements that may run twice: an unknown outcome is tried once more. */
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

/** The result of a reading statement that returns one JSON text: clients build slow objects out of rows. */
export async function readJson<Answer>(
  database: Pick<Database, "read">,
  sql: string,
  args: Args = [],
): Promise<Answer> {
  const [row = {}] = await database.read({ sql, args });
  return JSON.parse(String(Object.values(row)[0]));
}

/** Empties a file's log, which still holds deleted rows. @returns false if another program reads it for five seconds */
export async function cutLog(database: Database): Promise<boolean> {
  if (database.path === null) return true;
  const cut = async () => {
    const [row] = await database.read({ sql: "PRAGMA wal_checkpoint(TRUNCATE)" });
    if (row?.busy !== 0) throw coded("SQLITE_BUSY", "another program reads it");
    return true;
  };
  return await whenNotBusy(cut).catch(() => false);
}

/** Waits before trying again, in milliseconds: about five seconds in all. */
const BUSY_WAITS = [5, 10, 20, 40, 80, 160, ...Array.from({ length: 19 }, () => 250)];

/** Repeats `work` while another process writes. @throws its error, if it is another or after five seconds */
export async function whenNotBusy<T>(work: () => Promise<T>): Promise<T> {
  for (const wait of BUSY_WAITS) {
    try {
      return await work();
    } catch (error) {
      if (sqlErrorKind(error) !== "busy") throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return await work();
}

/**
 * The outcome of a failed call.
 * - `busy`: another writer was at work; trying again helps
 * - `refused`: a row breaks a constraint; nothing was written
 * - `unwritten`: the file is not used any more or has no room; nothing was written
 * - `unknown`: it may have been written or may yet be
 */
export type SqlErrorKind = "busy" | "refused" | "unwritten" | "unknown";

/** A call was not made because its database file is not used any more. `cause` is the reason. */
export class DatabaseGone extends Error {
  override readonly name = "DatabaseGone";
  constructor(cause: Error) {
    super(`the database is not used any more (${cause.message})`, { cause });
  }
}

const KINDS: readonly (readonly [SqlErrorKind, RegExp])[] = [
  ["busy", /^SQLITE_(BUSY|LOCKED)/],
  ["refused", /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)/],
  ["unwritten", /^SQLITE_FULL/],
];

export function sqlErrorKind(error: unknown): SqlErrorKind {
  if (error instanceof DatabaseGone) return "unwritten";
  return KINDS.find(([, pattern]) => pattern.test(codeOf(error)))?.[0] ?? "unknown";
}

/** The database cannot be used. The message tells the owner why and what to do, in Spanish; the log quotes it. */
export class DatabaseUnusable extends Error {
  override readonly name = "DatabaseUnusable";
}

/** The database file cannot be read, or is missing beside its copies. The service then runs without reservations. */
export class DatabaseDamaged extends DatabaseUnusable {
  /** @param passing whether a later attempt may succeed */
  constructor(message: string, readonly passing: boolean, options?: ErrorOptions) {
    super(message, options);
  }
}

const CLOSED = /CANTOPEN|PERM|READONLY|AUTH$/;

/** Whether a file, or its folder, is closed to this user. */
export function isClosed(error: unknown): boolean {
  return CLOSED.test(codeOf(error));
}

const DAMAGE = /^SQLITE_(NOTADB|CORRUPT|IOERR)/;

/** Explains `error`, thrown while the database at `url` was opened or used. */
export function explainDatabaseError(error: unknown, url: string): DatabaseUnusable {
  if (error instanceof DatabaseUnusable) return error;
  const code = codeOf(error);
  const message = sentence(code, messageOf(error), shownAddress(url));
  return DAMAGE.test(code) && url.startsWith("file:")
    ? new DatabaseDamaged(message, code.startsWith("SQLITE_IOERR"), { cause: error })
    : new DatabaseUnusable(message, { cause: error });
}

/** A database's address without user, password and query, which may hold a token. */
export function shownAddress(url: string): string {
  const address = url.replace(/[?#].*$/s, "");
  return address.startsWith("file:") ? address : address.replace(/\/\/.*@/s, "//");
}

export const HOW_TO_POINT =
  "Di la del servicio con --env FILE, su archivo de variables, o pon DATA_DIR (o DATABASE_URL) como las tiene él.";

export function missing(path: string): DatabaseUnusable {
  return new DatabaseUnusable(`No hay ninguna base en ${path}. ${HOW_TO_POINT}`);
}

/** Explains `error`, thrown while the data folder was made or written to. */
export function explainFolderError(error: unknown, folder: string): DatabaseUnusable {
  const reason = messageOf(error);
  return new DatabaseUnusable(
    `En la carpeta de datos ${folder} no se puede escribir (${reason}). Pon en DATA_DIR una carpeta del usuario del servicio, ` +
      "en un disco con lugar.",
    { cause: error },
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function sentence(code: string, reason: string, where: string): string {
  if (/NOTADB|CORRUPT/.test(code)) {
    return `La base ${where} está dañada o no es una base (${reason}). Repón la copia más nueva, que ` +
      '"sobremesa doctor" nombra, con "sobremesa restore FILE", o mueve el archivo con su -wal y su -shm para empezar ' +
      "con una vacía.";
  }
  if (CLOSED.test(code) || reason.includes("Unable to open")) {
    return `La base ${where} no se puede abrir para escribir (${reason}). Revisa que el archivo y su carpeta existan y sean ` +
      "del usuario del servicio, y que en su disco quepan archivos nuevos (df -i).";
  }
  if (/FULL|IOERR/.test(code)) {
    return `En la base ${where} no se puede escribir (${reason}). Revisa que su disco tenga lugar y esté sano.`;
  }
  if (/BUSY|LOCKED/.test(code)) {
    return `Otro programa tiene la base ${where} (${reason}). Ciérralo, y arranca otra vez.`;
  }
  if (where.startsWith("file:")) {
    return `La base ${where} no se puede usar (${reason}). Revisa el archivo y su disco.`;
  }
  return `El servidor de la base ${where} no responde como debe (${reason}). Revisa DATABASE_URL, DATABASE_AUTH_TOKEN ` +
    "y que el servidor corra.";
}

export function coded(code: string, reason: unknown): Error {
  return Object.assign(new Error(messageOf(reason)), { code });
}

/** The code of SQLite or of the system; empty if `error` has none. */
export function codeOf(error: unknown): string {
  if (error instanceof Deno.errors.PermissionDenied) return "PERM";
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

import { dirname } from "node:path";
import { whenNotBusy } from "./busy.ts";
import type { Database, ReportedChange, Row, Statement } from "./database.ts";
import { DatabaseUnusable } from "./database_error.ts";
import { connectToFile, type FileConnection } from "./file_connection.ts";
import { unmovedFile } from "./unmoved_file.ts";

/** How long a call waits while another process writes, in milliseconds; then the others have their turn first. */
const BUSY_TIMEOUT_MS = 20;

/** They hold for a connection. */
const SETTINGS = [
  "PRAGMA journal_mode=WAL",
  // Every commit is on disk before anybody is told.
  "PRAGMA synchronous=FULL",
  // Zeros over what is deleted. Reservations do not feel it: 851 and 852 µs of processor time each.
  "PRAGMA secure_delete=ON",
  // Pages that many commits change are copied into the database once, from a log of up to 33 MB: a fifteenth of what a flood takes.
  "PRAGMA wal_autocheckpoint=8000",
].join(";");

/**
 * Opens the file that `url` names, creating it and its folder (for its owner only) where they are missing.
 *
 * Calls run one after the other on a single connection. After any failure the connection is replaced, since a failed one may
 * stay poisoned, and a new one is set up before anything else is run on it. Calls fail while the file is not at its path any more.
 */
export async function openFile(url: string): Promise<Database> {
  const path = filePath(url);
  await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await makeForOwnerOnly(path);
  let checkPlace = (): void => {};
  const { run, close } = inTurn(() => connectToFile(path, BUSY_TIMEOUT_MS), () => checkPlace());
  const database: Database = {
    kind: "file",
    path,
    write: (statements) =>
      whenNotBusy(() => run((connection) => transaction(connection, statements))),
    writeOne(make) {
      // Where another process was writing, the same is tried again.
      let made: ReportedChange | null | undefined;
      return whenNotBusy(() =>
        run(async (connection) => {
          made = made === undefined ? make() : made;
          return made === null ? undefined : await connection.change(made.change, made.outcome);
        })
      );
    },
    read: (statement) => whenNotBusy(() => run((connection) => connection.rows(statement))),
    close,
  };
  try {
    await database.read({ sql: "SELECT 1" });
    checkPlace = unmovedFile(path);
  } catch (error) {
    await close();
    throw error;
  }
  return database;
}

/** One statement is a transaction by itself. */
async function transaction(
  connection: FileConnection,
  statements: readonly Statement[],
): Promise<Row[][]> {
  const [only, ...others] = statements;
  if (only !== undefined && others.length === 0) return [await connection.rows(only)];
  await connection.run("BEGIN IMMEDIATE");
  try {
    const results: Row[][] = [];
    for (const statement of statements) results.push(await connection.rows(statement));
    await connection.run("COMMIT");
    return results;
  } catch (error) {
    // Where SQLite has rolled back by itself, there is nothing to roll back.
    await connection.run("ROLLBACK").catch(() => {});
    throw error;
  }
}

/** Its companions take over its mode. Nothing happens where it is there; why it cannot be made, the database says better. */
async function makeForOwnerOnly(path: string): Promise<void> {
  const options = { create: true, append: true, mode: 0o600 };
  const file = await Deno.open(path, options).catch(() => null);
  file?.close();
}

/**
 * The path in a `file:` URL.
 * @throws {DatabaseUnusable} where it names no file
 */
export function filePath(url: string): string {
  const [, encoded = ""] = /^file:(?:\/\/(?:localhost)?(?=\/))?([^?#]*)/.exec(url) ?? [];
  const path = decodeURIComponent(encoded);
  if (path !== "" && !path.endsWith("/") && path !== ":memory:") return path;
  throw new DatabaseUnusable(
    `The database ${url} names no file. Write file: and a path, e.g. file:data/sobremesa.db`,
  );
}

interface Turns {
  /** Runs `work` once all that came before has ended. */
  run<T>(work: (connection: FileConnection) => Promise<T>): Promise<T>;
  /** All of it is in the one file then, where nobody else has it open without companions. */
  close(): Promise<void>;
}

/** @param check runs before each call; where it throws, the connection is left as it is: a new one would make a new file */
function inTurn(connect: () => FileConnection, check: () => void): Turns {
  let connection: FileConnection | null = null;
  const waiting: (() => void)[] = [];
  let busy = false;
  let closed = false;
  const connected = async (): Promise<FileConnection> => {
    connection = connect();
    await connection.run(SETTINGS);
    return connection;
  };
  /** Companions are tidied up where nobody else has the file open, else what they hold is taken over. */
  const gatherInOneFile = async ({ run }: FileConnection): Promise<void> => {
    try {
      // They may be another file's by now.
      check();
      await run("PRAGMA journal_mode=DELETE").catch(() => run("PRAGMA wal_checkpoint(TRUNCATE)"));
    } catch {
      // Nothing is lost where it stays in the companions.
    }
  };
  const disconnect = (): void => {
    connection?.close();
    connection = null;
  };
  const next = (): void => {
    const begin = waiting.shift();
    busy = begin !== undefined;
    begin?.();
  };
  /** The next turn begins before anything else happens: the disk would wait for all that is to be said of this one. */
  const inItsTurn = <T>(work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        settle();
        next();
      };
      waiting.push(() =>
        void work().then(
          (value) => end(() => resolve(value)),
          (error) => end(() => reject(error)),
        )
      );
      if (!busy) next();
    });
  const safely = async <T>(work: (connection: FileConnection) => Promise<T>): Promise<T> => {
    check();
    try {
      return await work(connection ?? await connected());
    } catch (error) {
      disconnect();
      throw error;
    }
  };
  return {
    run(work) {
      if (closed) return Promise.reject(new Error("the database is closed"));
      return inItsTurn(() => safely(work));
    },
    async close() {
      if (closed) return;
      closed = true;
      await inItsTurn(async () => {
        // Prepared statements outlive a connection that is closed, and with them the file's companions.
        if (connection !== null) await gatherInOneFile(connection);
        disconnect();
      });
    },
  };
}

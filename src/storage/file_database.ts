/** A database in a file: one call after the other, and no call at all once the file cannot be relied on. */
import { dirname } from "node:path";
import { whenNotBusy } from "./busy.ts";
import type { Database, ReportedChange, Row, Statement } from "./database.ts";
import { DatabaseUnusable } from "./database_error.ts";
import { DatabaseGone } from "./sql_error.ts";
import { DISK_ERRORS, VANISHED } from "./sqlite_task.ts";
import { startSqlite, startThread } from "./sqlite_thread.ts";

/** How long a call waits while another process writes, in milliseconds; then the others have their turn first. */
const BUSY_TIMEOUT_MS = 20;

export interface FileOptions {
  /**
   * Told once, with the reason, when the file cannot be relied on any more: its disk failed, or one of its files was removed, replaced
   * or cut. The call under way fails then with that reason, each later one with {@linkcode DatabaseGone}.
   */
  onGone?(reason: Error): void;
  /** Whether it is opened while guests are served, so that nothing may be done in place. */
  readonly whileServing?: boolean;
}

/** Opens the file that `url` names, creating it and its folder (for its owner only) where they are missing. */
export async function openFile(url: string, options: FileOptions = {}): Promise<Database> {
  const path = filePath(url);
  await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await makeForOwnerOnly(path);
  const thread = options.whileServing ? startThread() : startSqlite();
  const turns = inTurn();
  let gone: Error | null = null;
  let closed = false;

  const giveUp = (error: unknown): void => {
    if (gone !== null || !DISK_ERRORS.test(codeOf(error))) return;
    gone = error as Error;
    options.onGone?.(gone);
  };
  const run = (make: () => readonly Statement[]): Promise<Row[][]> => {
    if (closed) return Promise.reject(new Error("the database is closed"));
    return turns(async () => {
      if (gone !== null) throw new DatabaseGone(gone);
      const statements = make();
      if (statements.length === 0) return [];
      try {
        return await thread.ask({ kind: "run", statements }) as Row[][];
      } catch (error) {
        giveUp(error);
        throw codeOf(error) === VANISHED.before ? new DatabaseGone(error as Error) : error;
      }
    });
  };
  const close = async (): Promise<void> => {
    if (closed) return;
    closed = true;
    await turns(async () => {
      try {
        if (gone === null) await thread.ask({ kind: "close" });
      } finally {
        thread.end();
      }
    });
  };
  const write = (make: () => readonly Statement[]) => whenNotBusy(() => run(make));
  try {
    await whenNotBusy(() => thread.ask({ kind: "open", path, busyTimeoutMs: BUSY_TIMEOUT_MS }));
  } catch (error) {
    thread.end();
    throw error;
  }
  return {
    kind: "file",
    path,
    write: (statements) => write(() => statements),
    async writeOne(make) {
      // Where another process was writing, the same is tried again.
      let made: ReportedChange | null | undefined;
      const [, outcome] = await write(() => {
        made = made === undefined ? make() : made;
        return made === null ? [] : [made.change, made.outcome];
      });
      return outcome?.[0];
    },
    read: async (statement) => (await write(() => [statement]))[0] ?? [],
    close,
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The log and its index take over its mode. Nothing happens where it is there; why it cannot be made, the database says better. */
async function makeForOwnerOnly(path: string): Promise<void> {
  const options = { createNew: true, write: true, mode: 0o600 };
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

/** Runs one work after the other. The next begins before the outcome of the one before is dealt with: the disk would wait for that. */
function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let busy = false;
  const next = (): void => {
    const begin = waiting.shift();
    busy = begin !== undefined;
    begin?.();
  };
  return (work) =>
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
}

/**
 * SQLite on a thread of its own, so that guests never wait for a disk. It is the SQLite that Deno brings along (`node:sqlite`): libSQL,
 * when it writes its log back, takes a page that it could not read for read, and so breaks the file (README, "Decisions").
 */
import type { Statement } from "./database.ts";

export type SqliteTask =
  | { readonly kind: "open"; readonly path: string; readonly busyTimeoutMs: number }
  /** One transaction on the open database. Gives the rows of each statement. */
  | { readonly kind: "run"; readonly statements: readonly Statement[] }
  /** Leaves all in one file, where no other process has it open. */
  | { readonly kind: "close" }
  /** Copies the database at `path` to `to`, which must not exist, and checks the copy. Gives its last schema step. */
  | { readonly kind: "copy"; readonly path: string; readonly to: string }
  /** Gives the last schema step of a sound database. */
  | { readonly kind: "check"; readonly path: string }
  /** Gives the newest time that a clock was believed to show, in epoch milliseconds; 0 where none was written. */
  | { readonly kind: "clock"; readonly path: string }
  /** Gives 1 where no other process has the database at `path` open, else 0. */
  | { readonly kind: "free"; readonly path: string };

export type SqliteAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: string; readonly message: string };

export interface SqliteThread {
  /**
   * Does one task at a time.
   * @throws {Error} with SQLite's `code`, or one of {@linkcode VANISHED}
   */
  ask(task: SqliteTask): Promise<unknown>;
  /** Ends it as it is. */
  end(): void;
}

/** Codes of a file of the open database that was removed, replaced or cut: before the statements were run, or until their end. */
export const VANISHED = { before: "VANISHED_BEFORE", after: "VANISHED_AFTER" } as const;

/** Codes after which nothing more is asked of a file: it may hold what was not written, or not what was. */
export const DISK_ERRORS = /^SQLITE_(IOERR|CORRUPT|NOTADB)|^VANISHED/;

export function startSqlite(): SqliteThread {
  const worker = new Worker(new URL("./sqlite_worker.ts", import.meta.url), { type: "module" });
  let settle: { resolve(value: unknown): void; reject(error: Error): void } | null = null;
  worker.onmessage = ({ data }: MessageEvent<SqliteAnswer>) => {
    if (data.ok) settle?.resolve(data.value);
    else settle?.reject(Object.assign(new Error(data.message), { code: data.code }));
  };
  worker.onerror = (event) => {
    event.preventDefault();
    settle?.reject(new Error(event.message));
  };
  return {
    ask: (task) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        worker.postMessage(task);
      }),
    end: () => worker.terminate(),
  };
}

/** Has one of the tasks that need no open database done on a thread of its own, and gives what it gives. */
export async function onThread(
  task: SqliteTask & { kind: "copy" | "check" | "clock" | "free" },
): Promise<number> {
  const { ask, end } = startSqlite();
  try {
    return Number(await ask(task));
  } finally {
    end();
  }
}

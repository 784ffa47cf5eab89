/** What SQLite is asked for, and what it answers, as messages between threads. */
import type { Statement } from "./database.ts";

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

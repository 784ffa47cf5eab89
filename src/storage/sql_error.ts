/**
 * What a failed call says of what it was to write.
 * - `busy`: another writer was at work, and trying again will do
 * - `refused`: a row breaks a constraint; nothing was written
 * - `untouched`: the database was not asked; nothing was written
 * - `full`: there is no room; a file has rolled back
 * - `unknown`: it may have been written or may yet be
 */
export type SqlErrorKind = "busy" | "refused" | "untouched" | "full" | "unknown";

/** A call that did not reach its database file, which is not to be used any more. `cause` says why. */
export class DatabaseGone extends Error {
  override readonly name = "DatabaseGone";
  constructor(cause: Error) {
    super(`the database is not used any more (${cause.message})`, { cause });
  }
}

const KINDS: readonly (readonly [SqlErrorKind, RegExp])[] = [
  ["busy", /^SQLITE_(BUSY|LOCKED)/],
  ["refused", /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)/],
  ["full", /^SQLITE_FULL/],
];

/** What `error`, thrown by a call, says of its outcome. */
export function sqlErrorKind(error: unknown): SqlErrorKind {
  if (error instanceof DatabaseGone) return "untouched";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return KINDS.find(([, pattern]) => pattern.test(code))?.[0] ?? "unknown";
}

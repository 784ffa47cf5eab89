/**
 * What a failed transaction means.
 * - `busy`: another writer was at work, and trying again will do
 * - `refused`: a row breaks a constraint; nothing was written
 * - `unknown`: it may have been written or may yet be
 */
export type SqlErrorKind = "busy" | "refused" | "unknown";

const BUSY = /^SQLITE_(BUSY|LOCKED)/;
const CONSTRAINT = /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)/;

/** What `error`, thrown by a transaction, says of its outcome. */
export function sqlErrorKind(error: unknown): SqlErrorKind {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (BUSY.test(code)) return "busy";
  return CONSTRAINT.test(code) ? "refused" : "unknown";
}

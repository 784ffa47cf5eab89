import { LibsqlBatchError, LibsqlError } from "@libsql/client";

/**
 * What a failed transaction means.
 * - `busy`: another writer was at work; nothing was written, and trying again will do
 * - `refused`: a statement is wrong or breaks a constraint; nothing was written
 * - `unknown`: it may have been written or may yet be
 */
export type SqlErrorKind = "busy" | "refused" | "unknown";

/** Codes that say that the machine failed, not the statement: whatever was under way, its outcome is looked up. */
const MACHINE = /^SQLITE_(FULL|IOERR|CORRUPT|NOTADB|CANTOPEN|NOMEM|READONLY|PROTOCOL|INTERRUPT)/;
const BUSY = /^SQLITE_(BUSY|LOCKED)/;
const CONSTRAINT = /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)/;

/** What `error`, thrown by a write transaction, says of its outcome. */
export function sqlErrorKind(error: unknown): SqlErrorKind {
  if (!(error instanceof LibsqlError)) return "unknown";
  if (BUSY.test(error.code)) return "busy";
  if (MACHINE.test(error.code)) return "unknown";
  if (CONSTRAINT.test(error.code)) return "refused";
  // COMMIT is sent only after every statement succeeded, so a statement that failed wrote nothing.
  const ofStatement = error instanceof LibsqlBatchError && error.code.startsWith("SQL");
  return ofStatement ? "refused" : "unknown";
}

/** The database cannot be used. The message says why and what to do, and is meant for whoever starts the service. */
export class DatabaseUnusable extends Error {
  override readonly name = "DatabaseUnusable";
}

/** The database is there and cannot be read, or is missing where its copies are. Reservations need it; the menu does not. */
export class DatabaseDamaged extends DatabaseUnusable {
  /** @param passing whether the disk may give another answer later */
  constructor(message: string, readonly passing: boolean, options?: ErrorOptions) {
    super(message, options);
  }
}

/** `error`, met while opening the database at `url`, in words that help. */
export function explainDatabaseError(error: unknown, url: string): DatabaseUnusable {
  if (error instanceof DatabaseUnusable) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const where = shownAddress(url);
  const code = codeOf(error);
  const message = sentence(code, reason, where);
  const damaged = DAMAGE.test(code) && url.startsWith("file:");
  return damaged
    ? new DatabaseDamaged(message, code.startsWith("SQLITE_IOERR"), { cause: error })
    : new DatabaseUnusable(message, { cause: error });
}

const DAMAGE = /^SQLITE_(NOTADB|CORRUPT|IOERR)/;

/** A database's address as it may be shown: a server's may carry a user and a password, and a token in its query. */
export function shownAddress(url: string): string {
  const address = url.replace(/[?#].*$/s, "");
  return address.startsWith("file:") ? address : address.replace(/\/\/.*@/s, "//");
}

/** `error`, met while making the data folder or writing in it, in words that help. */
export function explainFolderError(error: unknown, folder: string): DatabaseUnusable {
  const reason = error instanceof Error ? error.message : String(error);
  return new DatabaseUnusable(
    `The data folder ${folder} cannot be written (${reason}). Set DATA_DIR to a folder that belongs to the user that runs ` +
      "the service, on a disk with room.",
    { cause: error },
  );
}

function sentence(code: string, reason: string, where: string): string {
  if (/NOTADB|CORRUPT/.test(code)) {
    return `The database ${where} is not a database or is damaged (${reason}). Restore it from a backup with ` +
      '"sobremesa restore FILE" (each night\'s copy lies in backups/ beside it), or move the file and its -wal and -shm ' +
      "companions away to begin with an empty one.";
  }
  if (/CANTOPEN|PERM|READONLY|AUTH$/.test(code) || reason.includes("Unable to open")) {
    return `The database ${where} cannot be opened for writing (${reason}). Check that the file and its folder exist and ` +
      "belong to the user that runs the service.";
  }
  if (/FULL|IOERR/.test(code)) {
    return `The database ${where} cannot be written (${reason}). Check that its disk has room and is sound.`;
  }
  if (/BUSY|LOCKED/.test(code)) {
    return `The database ${where} is held by another program (${reason}). End that program, then start again.`;
  }
  if (where.startsWith("file:")) return `The database ${where} cannot be used: ${reason}.`;
  return `The database server ${where} does not answer as it should (${reason}). Check DATABASE_URL, DATABASE_AUTH_TOKEN ` +
    "and that the server runs.";
}

function codeOf(error: unknown): string {
  if (error instanceof Deno.errors.PermissionDenied) return "PERM";
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

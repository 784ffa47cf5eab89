/** Whether an open file is still the one at its path: what is written to a removed one is gone with the process. */

/**
 * Remembers which file is at `path` now. The check that it gives passes for as long as that very file is there. It is made in
 * place: a turn of the event loop would cost a busy service many times what the look itself does.
 * @throws {Error} where there is none; the check, where it has been removed, replaced or moved away since
 */
export function unmovedFile(path: string): () => void {
  const opened = identity(path);
  return () => {
    const found = identity(path);
    if (found === opened) return;
    throw new Error(
      `the database file ${path} has been ${
        found === null ? "removed" : "replaced"
      } while it was open: ` +
        "put it back, or start the service again",
    );
  };
}

/** Null where there is no file. */
function identity(path: string): string | null {
  try {
    const { dev, ino } = Deno.statSync(path);
    return `${dev} ${ino}`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

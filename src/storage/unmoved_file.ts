/** Whether an open file is still the one at its path: what is written to a removed one is gone with the process. */

/**
 * Remembers which file is at `path` now. The check that it gives resolves for as long as that very file is there.
 * @throws {Error} where there is none; the check, where it has been removed, replaced or moved away since
 */
export async function unmovedFile(path: string): Promise<() => Promise<void>> {
  const opened = await identity(path);
  return async () => {
    const found = await identity(path).catch((error) => {
      if (error instanceof Deno.errors.NotFound) return null;
      throw error;
    });
    if (found === opened) return;
    throw new Error(
      `the database file ${path} has been ${
        found === null ? "removed" : "replaced"
      } while it was open: ` +
        "put it back, or start the service again",
    );
  };
}

async function identity(path: string): Promise<string> {
  const { dev, ino } = await Deno.stat(path);
  return `${dev} ${ino}`;
}

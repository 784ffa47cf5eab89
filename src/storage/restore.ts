import { dirname, join } from "node:path";
import { backUp, exists, syncFile } from "./backup.ts";
import { onThread } from "./file_database.ts";
import { DatabaseUnusable, explainDatabaseError } from "./database.ts";
import { stepProblem } from "./schema.ts";

/** What became of the database that was there before. */
export interface Restored {
  /** Where it lies now; null where there was none. */
  readonly aside: string | null;
}

const COMPANIONS = ["", "-wal", "-shm"];
const STAGING = "restoring-";

/**
 * Puts a checked copy of `from`, with what a log beside it holds, in the place of the database file at `path`. What was there is kept
 * beside it.
 *
 * @param moment goes into the name of what was there, e.g. `2026-11-21T0430`
 * @throws {DatabaseUnusable} where `from` is no sound database of this program's, or a service has the other one open; nothing
 * has changed then
 */
export async function restoreDatabase(
  from: string,
  path: string,
  moment: string,
): Promise<Restored> {
  await refuseUnreadable(from);
  const folder = dirname(path);
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftovers(folder);
  // New and only this user's: what is written in it goes through nobody's links.
  const staging = await Deno.makeTempDir({ dir: folder, prefix: STAGING });
  try {
    const staged = join(staging, "given.db");
    for (const companion of ["", "-wal"]) await copyNew(from + companion, staged + companion);
    await refuseUnsound(staged, from);
    const ready = join(staging, "ready.db");
    await backUp(staged, ready);
    const there = await exists(path);
    if (there) await refuseInUse(path);
    const aside = there ? `${path}.before-${moment}` : null;
    if (aside !== null) await moveAside(path, aside);
    await Deno.rename(ready, path);
    await syncFile(folder);
    return { aside };
  } finally {
    await Deno.remove(staging, { recursive: true });
  }
}

async function refuseUnreadable(path: string): Promise<void> {
  try {
    using file = await Deno.open(path);
    if (!(await file.stat()).isFile) throw new Error("it is no file");
  } catch (error) {
    throw new DatabaseUnusable(
      error instanceof Deno.errors.NotFound
        ? `There is no file at ${path}.`
        : `${path} cannot be read: ${
          error instanceof Error ? error.message : error
        }. Copy it to where this user may.`,
      { cause: error },
    );
  }
}

/** Removes what a restore that was killed has left. */
async function removeLeftovers(folder: string): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    if (name.startsWith(STAGING)) await Deno.remove(join(folder, name), { recursive: true });
  }
}

/** Copies the file at `from`, where there is one, to `to`, where there must be none. */
async function copyNew(from: string, to: string): Promise<void> {
  if (!(await exists(from))) return;
  using source = await Deno.open(from);
  using target = await Deno.open(to, { write: true, createNew: true, mode: 0o600 });
  await source.readable.pipeTo(target.writable).catch((error) => {
    throw explainDatabaseError(error, `file:${to}`);
  });
}

/** @param given what the file at `path` is a copy of */
async function refuseUnsound(path: string, given: string): Promise<void> {
  const step = await onThread({ kind: "check", path }).catch((error) => {
    throw new DatabaseUnusable(
      `${given} is not a sound copy of a database (${error.message}). Take another one.`,
      { cause: error },
    );
  });
  const problem = stepProblem(step);
  if (problem === null) return;
  throw new DatabaseUnusable(
    `${given} cannot be restored: ${problem.says}. To go on, ${problem.remedy}.`,
  );
}

/**
 * Leaving WAL mode fails while another process has the file open: an instance with another DATA_DIR may, whose lock this process does
 * not see. A damaged file is open nowhere: no service starts on it.
 */
async function refuseInUse(path: string): Promise<void> {
  if (await onThread({ kind: "free", path }).catch(() => 1)) return;
  throw new DatabaseUnusable(
    `The database ${path} is open in a running service. Stop the service, restore, and start it again.`,
  );
}

async function moveAside(path: string, aside: string): Promise<void> {
  for (const companion of COMPANIONS) {
    if (await exists(`${path}${companion}`)) {
      await Deno.rename(`${path}${companion}`, `${aside}${companion}`);
    }
  }
}

import { dirname } from "node:path";
import { exists, syncFile } from "./backup.ts";
import { onThread } from "./sqlite_thread.ts";
import { DatabaseUnusable } from "./database_error.ts";
import { giveToFolderOwner } from "./folder_owner.ts";
import { SCHEMA_STEPS } from "./schema_steps.ts";

/** What became of the database that was there before. */
export interface Restored {
  /** Where it lies now; null where there was none. */
  readonly aside: string | null;
}

const COMPANIONS = ["", "-wal", "-shm"];

/**
 * Puts a checked copy of `from` in the place of the database file at `path`. What was there is kept beside it.
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
  await refuseUnsound(from);
  const there = await exists(path);
  if (there) await refuseInUse(path);
  await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const restoring = `${path}.restoring`;
  await Deno.copyFile(from, restoring);
  await Deno.chmod(restoring, 0o600);
  await giveToFolderOwner(restoring);
  await syncFile(restoring);
  const aside = there ? `${path}.before-${moment}` : null;
  if (aside !== null) await moveAside(path, aside);
  await Deno.rename(restoring, path);
  await syncFile(dirname(path));
  return { aside };
}

async function refuseUnsound(from: string): Promise<void> {
  if (!(await exists(from))) throw new DatabaseUnusable(`There is no file at ${from}.`);
  const step = await onThread({ kind: "check", path: from }).catch((error) => {
    throw new DatabaseUnusable(
      `${from} is not a sound copy of a database (${error.message}). Take another one.`,
      { cause: error },
    );
  });
  if (step <= SCHEMA_STEPS.length) return;
  throw new DatabaseUnusable(
    `${from} has schema step ${step}, this program knows up to step ${SCHEMA_STEPS.length}: a newer version has made it. ` +
      "Restore it with that version.",
  );
}

/** A damaged file is open nowhere: no service uses it. */
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

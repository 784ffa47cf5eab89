import type { Day } from "../domain/local_time.ts";
import { cutLog, ERASING } from "./erase_reservations.ts";
import { everBorne } from "./ever_borne.ts";
import { copiesLock, withLock } from "./file_lock.ts";
import { openFile } from "./file_database.ts";
import { listBackups } from "./nightly_backups.ts";

/**
 * Erases the reservations that bear or once bore `phone` from every copy of the database file at `path`, whatever version made it, and
 * from one that is being made at this moment. Copies keep no counts of them.
 *
 * @param keepFrom today, where those still to come are kept
 * @throws {Error} that names the copy which could not be changed
 */
export async function eraseInBackups(
  path: string,
  phone: string,
  keepFrom: Day | null,
): Promise<void> {
  await withLock(copiesLock(path), async () => {
    for (const copy of await listBackups(path)) {
      try {
        await eraseInCopy(copy.path, phone, keepFrom);
      } catch (error) {
        throw new Error(`the copy ${copy.path} still holds what was to be erased: remove it`, {
          cause: error,
        });
      }
    }
  });
}

async function eraseInCopy(path: string, phone: string, keepFrom: Day | null): Promise<void> {
  const database = await openFile(`file:${encodeURIComponent(path)}`);
  try {
    const args = [JSON.stringify(await everBorne(database, phone)), keepFrom];
    await database.write(ERASING.map((sql) => ({ sql, args })));
    await cutLog(database);
  } finally {
    await database.close();
  }
}

import type { Config } from "../config/config.ts";
import type { Log } from "../log/log.ts";
import type { StaffKey } from "../storage/staff_key.ts";
import {
  newStaffKey,
  readStaffKeyFile,
  removeStaffKeyFile,
  staffKeyPath,
  writeStaffKeyFile,
} from "./staff_key_file.ts";

/**
 * Sees to it that staff can sign in: with STAFF_KEY where it is set, else with the key that the first start of the first instance
 * makes and writes down.
 *
 * @returns the path of the file that this start has written the key to; null where it has written none
 */
export async function readyStaffKey(
  { staff, dataDir }: Pick<Config, "staff" | "dataDir">,
  staffKey: StaffKey,
  log: Pick<Log, "info">,
): Promise<string | null> {
  if (staff.key === null) {
    return await staffKey.exists() ? null : await makeFirstKey(dataDir, staffKey);
  }
  await useChosenKey(staff.key, dataDir, staffKey, log);
  return null;
}

async function useChosenKey(
  key: string,
  dataDir: string,
  staffKey: StaffKey,
  log: Pick<Log, "info">,
): Promise<void> {
  if (!await staffKey.exists() && await staffKey.setFirst(key)) return;
  if (await staffKey.isKey(key)) return;
  await staffKey.replace(key);
  await removeStaffKeyFile(dataDir);
  log.info("STAFF_KEY is a new key: staff sign in again");
}

/** The file comes first: a key that only the database knew would open nothing. */
async function makeFirstKey(dataDir: string, staffKey: StaffKey): Promise<string | null> {
  const kept = await readStaffKeyFile(dataDir);
  const key = kept ?? newStaffKey();
  await writeStaffKeyFile(dataDir, key);
  if (await staffKey.setFirst(key)) return staffKeyPath(dataDir);
  // Another instance was first: the key is in a file of its own.
  await removeStaffKeyFile(dataDir);
  return null;
}

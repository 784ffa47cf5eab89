import type { Config } from "../config/config.ts";
import { staffKeyWarning } from "../domain/staff_key.ts";
import type { Log } from "../log/log.ts";
import type { StaffKey } from "../storage/staff_key.ts";
import { newStaffKey, type StaffKeyFile, staffKeyFile } from "./staff_key_file.ts";

/**
 * Sees to it that staff can sign in: with STAFF_KEY where it is set, else with the key that the first start of the first instance
 * makes and writes down.
 *
 * @returns the path of the file that this start has written the key to; null where it has written none
 */
export async function readyStaffKey(
  { staff, dataDir }: Pick<Config, "staff" | "dataDir">,
  staffKey: StaffKey,
  log: Pick<Log, "info" | "warn">,
): Promise<string | null> {
  const file = staffKeyFile(dataDir);
  if (staff.key === null) {
    const written = await staffKey.exists()
      ? await file.takeUp(staffKey.isKey)
      : await makeFirst(file, staffKey);
    // A key that an earlier version stored is hashed anew, so that no sign-in is slow.
    const key = await file.read();
    if (key !== null) await staffKey.isKey(key);
    return written ? file.path : null;
  }
  const warning = staffKeyWarning(staff.key);
  if (warning !== null) log.warn(warning);
  await file.takeUp(() => Promise.resolve(false));
  if (await useChosen(staff.key, staffKey)) {
    await file.remove();
    log.info("STAFF_KEY is a new key: staff sign in again");
  }
  return null;
}

/** @returns whether it took the place of another key */
async function useChosen(key: string, staffKey: StaffKey): Promise<boolean> {
  if (!await staffKey.exists() && await staffKey.setFirst(key)) return false;
  if (await staffKey.isKey(key)) return false;
  await staffKey.replace(key);
  return true;
}

/**
 * Written down first: a key that only the database knew would open nothing.
 * @returns whether the file holds it: not where another instance, which has a file of its own, was first
 */
async function makeFirst(file: StaffKeyFile, staffKey: StaffKey): Promise<boolean> {
  return await file.stage(
    // One that is in the file already served another database of this folder: staff know it.
    async (left) => left ?? await file.read() ?? newStaffKey(),
    async (key) => await staffKey.setFirst(key) || await staffKey.isKey(key),
  );
}

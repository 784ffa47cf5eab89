import type { Config } from "../config/config.ts";
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
  log: Pick<Log, "info">,
): Promise<string | null> {
  const file = staffKeyFile(dataDir);
  if (staff.key === null) {
    return await staffKey.exists()
      ? await finishFile(file, staffKey)
      : await makeFirst(file, staffKey);
  }
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

/** Written down first: a key that only the database knew would open nothing. */
async function makeFirst(file: StaffKeyFile, staffKey: StaffKey): Promise<string | null> {
  // One that is there already served another database of this folder: staff know it.
  const key = await file.stageFirst(await file.read() ?? newStaffKey());
  if (await staffKey.setFirst(key)) {
    await file.keepStaged();
    return file.path;
  }
  // Another start was first: one of another instance, which has a file of its own, or one that found the same key staged here.
  return await finishFile(file, staffKey);
}

/** Takes up what a start or a command that was killed left undone. */
async function finishFile(file: StaffKeyFile, staffKey: StaffKey): Promise<string | null> {
  const staged = await file.readStaged();
  if (staged === null) return null;
  if (await staffKey.isKey(staged)) {
    await file.keepStaged();
    return file.path;
  }
  await file.dropStaged();
  return null;
}

import { type Environment, readConfig } from "../config/config.ts";
import type { StaffKey } from "../storage/staff_key.ts";
import type { CommandIo } from "./io.ts";
import { newStaffKey, staffKeyFile } from "../service/staff_key.ts";
import { withDatabase } from "./switch_database.ts";

const USAGE = "usage: sobremesa staff rotate-key";

/**
 * `sobremesa staff rotate-key`: makes a new key for the staff, and ends every session on every running instance within 2 seconds.
 * Where STAFF_KEY is set the key is the operator's to change, and only the sessions end.
 *
 * @returns the exit code: 0 when done, 1 where the database or the data folder cannot be used, 2 when the arguments make no sense
 */
export async function staff(
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  if (args.length !== 1 || args[0] !== "rotate-key") {
    io.err(USAGE);
    return 2;
  }
  const config = readConfig(environment);
  return await withDatabase(config, io, async ({ staffKey }) => {
    if (config.staff.key === null) {
      io.out(`all sessions are ended; the new key is in ${await rotate(config.dataDir, staffKey)}`);
    } else {
      await staffKey.endSessions();
      io.out(`all sessions are ended; ${CHOSEN_KEY}`);
    }
  });
}

const CHOSEN_KEY =
  "the key is still the one in STAFF_KEY: to change it, set another there and restart the service";

/** @returns the path of the file with the new key */
async function rotate(dataDir: string, staffKey: StaffKey): Promise<string> {
  const file = staffKeyFile(dataDir);
  // Written down first: a key that only the database knew would open nothing.
  await file.stage(
    () => Promise.resolve(newStaffKey()),
    (key) => staffKey.replace(key).then(() => true),
  );
  return file.path;
}

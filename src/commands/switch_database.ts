/** Opens the database of a running service for a command that reads or changes what the service does. */
import { resolve } from "node:path";
import type { Config } from "../config/config.ts";
import type { HouseState } from "../domain/schedule/switches.ts";
import type { ClosureBook, Erasure, ReservationBook, Switches } from "../ports.ts";
import { type ClockSetting, clockSetting } from "../storage/believed_clock.ts";
import { closures, switches } from "../storage/switches.ts";
import { type Database, DatabaseUnusable, explainDatabaseError } from "../storage/database.ts";
import { erasure } from "../storage/erasure.ts";
import { filePath } from "../storage/file_database.ts";
import { readHouse } from "../storage/house.ts";
import { HOW_TO_POINT, openDatabase } from "../storage/open_database.ts";
import { reservationBook } from "../storage/book.ts";
import { type StaffKey, staffKey } from "../storage/staff_key.ts";
import { CannotDo } from "./cannot_do.ts";
import type { CommandIo } from "./io.ts";
import { randomBytes } from "../service/staff_key.ts";

/** Who stands beside what a command has switched. */
const COMMAND_LINE = "sobremesa";

/** The same ports that the staff's board has. A running service follows within two seconds. */
export interface SwitchDatabase {
  readonly switches: Switches;
  readonly closures: ClosureBook;
  readonly book: Pick<ReservationBook, "hitBy">;
  readonly erasure: Erasure;
  readonly staffKey: StaffKey;
  readonly clock: ClockSetting;
  /** What is switched now. */
  house(): Promise<HouseState>;
}

/**
 * Gives `work` what can be switched in the database that `config` names. Never makes a database: a switch in a new one
 * would stop nobody.
 *
 * @returns the exit code: 0 when `work` is done, 1 where there is no such database, it fails, or `work` throws a {@linkcode CannotDo}
 */
export async function withDatabase(
  { databaseUrl, databaseAuthToken }: Config,
  io: CommandIo,
  work: (database: SwitchDatabase) => Promise<void>,
): Promise<number> {
  try {
    await refuseMissingFile(databaseUrl);
    const database = await openDatabase({
      url: databaseUrl,
      authToken: databaseAuthToken,
      now: Date.now,
      mustExist: true,
    });
    try {
      await work(switchesIn(database));
    } catch (error) {
      throw error instanceof CannotDo ? error : explainDatabaseError(error, databaseUrl);
    } finally {
      await database.close();
    }
    return 0;
  } catch (error) {
    if (!(error instanceof DatabaseUnusable || error instanceof CannotDo)) throw error;
    io.err(`sobremesa: ${error.message}`);
    return 1;
  }
}

function switchesIn(database: Database): SwitchDatabase {
  const now = Date.now;
  return {
    switches: switches(database, { now, actor: COMMAND_LINE }),
    closures: closures(database, { now, actor: COMMAND_LINE }),
    book: reservationBook({ database, now }),
    erasure: erasure(database, now),
    staffKey: staffKey(database, { now, randomBytes }),
    clock: clockSetting(database, now),
    house: () => readHouse(database, now()),
  };
}

/** Opening would make the file and its folder, and fill an empty file. */
async function refuseMissingFile(url: string): Promise<void> {
  if (!url.startsWith("file:")) return;
  const path = filePath(url);
  if (await hasContent(path)) return;
  throw new DatabaseUnusable(
    `There is no database at ${resolve(path)}. ${HOW_TO_POINT}`,
  );
}

async function hasContent(path: string): Promise<boolean> {
  try {
    const { isFile, size } = await Deno.stat(path);
    return isFile && size > 0;
  } catch {
    return false;
  }
}

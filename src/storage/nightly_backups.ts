/** A copy of the database file for each night, and no more of them than are wanted. */
import { dirname, join } from "node:path";
import { type Day, dayOf, minuteOfDay, timeOf, wallMinute } from "../domain/local_time.ts";
import { backUp } from "./backup.ts";

export interface NightlyBackupsOptions {
  /** The database file. */
  readonly path: string;
  /** How many nights are kept. 14 where absent. */
  readonly keep?: number | undefined;
  /** Epoch milliseconds. */
  now(): number;
  /** IANA name: whose night it is. */
  timeZone(): string;
  log(message: string, cause?: unknown): void;
  /** How often to look whether it is time, in milliseconds. A minute where absent. */
  readonly pollMs?: number | undefined;
}

export interface NightlyBackups {
  /** Ends the looking; resolves when no copy is being made. */
  close(): Promise<void>;
}

const DEFAULT_KEEP = 14;
const MINUTE_MS = 60_000;
/** The last guests have gone, the first have not come. */
const TIME = minuteOfDay("04:30");
const NAME = /^sobremesa-(\d{4}-\d{2}-\d{2})(-before-upgrade-\d{6})?\.db$/;

/** A copy of the database. */
export interface Backup {
  readonly path: string;
  readonly day: Day;
  /** Whether it was made in the night, and not before an upgrade. */
  readonly nightly: boolean;
}

/** Where the copies of the database file at `path` lie. */
export function backupFolder(path: string): string {
  return join(dirname(path), "backups");
}

/** The copies of the database file at `path`, oldest first. */
export async function listBackups(path: string): Promise<Backup[]> {
  const folder = backupFolder(path);
  try {
    const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();
    return names.flatMap((name) => {
      const [, day, upgrade] = NAME.exec(name) ?? [];
      return day === undefined
        ? []
        : [{ path: join(folder, name), day, nightly: upgrade === undefined }];
    });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/**
 * Copies a database that is about to be changed by an upgrade.
 * @param now epoch milliseconds
 * @throws {DatabaseUnusable} where it cannot be copied
 */
export async function copyBeforeUpgrade(path: string, now: number): Promise<void> {
  const [day, time = ""] = new Date(now).toISOString().split("T");
  const name = `sobremesa-${day}-before-upgrade-${time.slice(0, 8).replaceAll(":", "")}.db`;
  await copyInto(path, name);
}

/** Makes a copy each night, or as soon as it runs where the night was missed; keeps the newest ones. */
export function nightlyBackups(options: NightlyBackupsOptions): NightlyBackups {
  const { path, log, keep = DEFAULT_KEEP, pollMs = MINUTE_MS } = options;
  let failedOn: Day | null = null;
  let running: Promise<void> = Promise.resolve();

  const work = async (): Promise<void> => {
    const day = dayOfBackup(options);
    if (day === null || day === failedOn) return;
    try {
      await makeIfMissing(path, day);
      await forgetOldest(path, keep);
    } catch (error) {
      // Said once, and tried again the next night: a full disk is not mended by trying each minute.
      failedOn = day;
      log("the nightly copy of the database was not made", error);
    }
  };
  const timer = setInterval(() => {
    running = running.then(work);
  }, pollMs);
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}

/** The day whose copy should be there by now; null before the hour. */
function dayOfBackup({ now, timeZone }: NightlyBackupsOptions): Day | null {
  const minute = wallMinute(now(), timeZone());
  return minuteOfDay(timeOf(minute)) < TIME ? null : dayOf(minute);
}

async function makeIfMissing(path: string, day: Day): Promise<void> {
  const made = (await listBackups(path)).some((copy) => copy.nightly && copy.day === day);
  if (!made) await copyInto(path, `sobremesa-${day}.db`);
}

/** Copies made before upgrades go with the nights around them. */
async function forgetOldest(path: string, keep: number): Promise<void> {
  const copies = await listBackups(path);
  const oldest = copies.filter(({ nightly }) => nightly).at(-keep)?.day ?? "";
  for (const copy of copies) {
    if (copy.day < oldest) await Deno.remove(copy.path);
  }
}

async function copyInto(path: string, name: string): Promise<void> {
  const folder = backupFolder(path);
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  await backUp(path, join(folder, name));
}

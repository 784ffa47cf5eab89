/** A copy of the database file for each night, and no more of them than are wanted. */
import { join } from "node:path";
import { type Day, dayOf, minuteOfDay, timeOf, wallMinute } from "../domain/local_time.ts";
import { backUp } from "./backup.ts";

export interface NightlyBackupsOptions {
  /** The database file. */
  readonly path: string;
  /** Where the copies go. Made where missing, for its owner only. */
  readonly folder: string;
  /** How many are kept. 14 where absent. */
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
const NAME = /^sobremesa-\d{4}-\d{2}-\d{2}\.db$/;

/** The copies in `folder`, oldest first. Empty where there is no such folder. */
export async function listBackups(folder: string): Promise<string[]> {
  try {
    const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
    return names.filter((name) => NAME.test(name)).sort().map((name) => join(folder, name));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Makes a copy each night, or as soon as it runs where the night was missed; keeps the newest ones. */
export function nightlyBackups(options: NightlyBackupsOptions): NightlyBackups {
  const { folder, log, pollMs = MINUTE_MS } = options;
  let failedOn: Day | null = null;
  let running: Promise<void> = Promise.resolve();

  const work = async (): Promise<void> => {
    const day = dayOfBackup(options);
    if (day === null || day === failedOn) return;
    try {
      await makeIfMissing(day, options);
      await forgetOldest(folder, options.keep ?? DEFAULT_KEEP);
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

async function makeIfMissing(
  day: Day,
  { path, folder }: NightlyBackupsOptions,
): Promise<void> {
  const to = join(folder, `sobremesa-${day}.db`);
  if ((await listBackups(folder)).includes(to)) return;
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  await backUp(path, to);
}

async function forgetOldest(folder: string, keep: number): Promise<void> {
  for (const path of (await listBackups(folder)).slice(0, -keep)) await Deno.remove(path);
}

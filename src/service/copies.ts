/** Watches whether copies are made, and whether they reach another machine. */
import { basename, join } from "node:path";
import { alertCall } from "../alerts.ts";
import type { Config } from "../config/config.ts";
import { repeating } from "../in_progress.ts";
import type { Log } from "../log.ts";
import { type Backup, backupFolder, listBackups } from "../storage/database/backup.ts";
import {
  databaseFilesOf,
  replaceFile,
  withCopiesLock,
} from "../storage/database/database_files.ts";
import { onThread } from "../storage/database/file_database.ts";

/** Files in DATA_DIR: the copies that the running unit of `print copies` sends, and those of the last success. */
const SENDING = "copies_sending";
const SENT = "copies_sent";
/** The file in DATA_DIR with the names that the remote mirrors, for rclone's --filter-from. */
const FILTER = "copies_filter";
/** The file in DATA_DIR with the problem that ALERT_URL was called for last, and when. */
const TOLD = "copies_told";

/** Instants are epoch milliseconds; null for never. */
export interface CopiesState {
  /** Those of the nights and of the hour, oldest first. */
  readonly copies: readonly Backup[];
  readonly sentAt: number | null;
  /** Whether the unit has run at least once. */
  readonly isSent: boolean;
  /** The creation of the database. */
  readonly since: number;
  /** Whether the last attempt to make one failed. */
  readonly hasFailed?: boolean;
}

/** Null if the database is on a server, whose operator makes the copies. @param now epoch milliseconds */
export async function copiesState(
  { databaseUrl, dataDir }: Config,
  now: number,
): Promise<CopiesState | null> {
  const files = await databaseFilesOf(databaseUrl);
  if (files === null) return null;
  const at = (path: string) => Deno.stat(path).catch(() => null);
  const [sending, sent, database] = await Promise.all(
    [join(dataDir, SENDING), join(dataDir, SENT), files.path].map(at),
  );
  return {
    // Without those that a wrong clock made for the future. Some time zones are a day ahead of UTC.
    copies: (await listBackups(files.path))
      .filter(({ kind, at }) => kind !== "aside" && at < now + DAY_MS)
      .sort((a, b) => a.at - b.at),
    sentAt: sent?.mtime?.getTime() ?? null,
    isSent: sending !== null || sent !== null,
    since: database?.birthtime?.getTime() ?? Infinity,
  };
}

/** Whether copies have reached another machine; null if the database is on a server. */
export async function copiesSent(config: Config): Promise<boolean | null> {
  const state = await copiesState(config, Date.now());
  return state && state.sentAt !== null;
}

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_AGE_MS = 2 * DAY_MS;

export function isOverdue(at: number | null, now: number): boolean {
  return at === null || now - at > MAX_AGE_MS;
}

/** The problem of the copies, in Spanish; null for none. @param now epoch milliseconds */
export function copiesProblem(
  { copies, sentAt, isSent, since, hasFailed = false }: CopiesState,
  now: number,
): string | null {
  const day = (at: number | null) =>
    at === null ? "nunca" : `desde el ${new Date(at).toISOString().slice(0, 10)}`;
  const madeAt = copies.at(-1)?.at ?? null;
  // A night's copy bears a day, by whose end it is made.
  if (hasFailed || isOverdue(madeAt === null ? since : madeAt + DAY_MS, now)) {
    return `Las copias no se hacen ${
      day(madeAt)
    }: "sudo sobremesa doctor" y el registro dicen por qué.`;
  }
  if (!isSent || !isOverdue(sentAt, now)) return null;
  return `Ninguna copia ha salido de esta máquina ${
    day(sentAt)
  }: "systemctl status sobremesa-copies" dice por qué.`;
}

/** A copy that is not sent, and the reason. */
type UnsoundCopy = Readonly<Record<"path" | "reason", string>>;

interface UnsentCopies {
  readonly newest: string | null;
  readonly unsound: readonly UnsoundCopy[];
}

/**
 * Checks the copies, and writes two files for the unit: the names of sound copies that have changed since the last
 * success, and the filter of names for the remote, where a damaged copy never replaces a sound one.
 * @returns the newest copy, null without one, and the damaged ones
 */
export function listUnsent(path: string, dataDir: string): Promise<UnsentCopies> {
  return withCopiesLock(path, async () => {
    const folder = backupFolder(path);
    const copies = (await listBackups(path)).filter((copy) => copy.path.startsWith(folder));
    const sent = (await Deno.stat(join(dataDir, SENT)).catch(() => null))?.mtime?.getTime() ?? 0;
    // Before the copies are read: a copy in which data is erased meanwhile is sent by the next run.
    const list = join(dataDir, SENDING);
    await Deno.writeTextFile(list, "");
    const { mtime } = await Deno.stat(list);
    const changed: string[] = [];
    const unsound: UnsoundCopy[] = [];
    for (const { path } of copies) {
      const { mtime } = await Deno.stat(path);
      await onThread("check", path).then(
        () => (mtime?.getTime() ?? Infinity) >= sent && changed.push(basename(path)),
        ({ message: reason }) => unsound.push({ path, reason }),
      );
    }
    const lines = (words: readonly string[]) => words.map((word) => `${word}\n`).join("");
    const kept = unsound.map(({ path }) => `- /${basename(path)}`);
    await Deno.writeTextFile(join(dataDir, FILTER), lines([...kept, "+ /sobremesa-*.db", "- *"]));
    await Deno.writeTextFile(list, lines(changed));
    await Deno.utime(list, mtime!, mtime!);
    return { newest: copies.at(-1)?.path ?? null, unsound };
  });
}

/**
 * Checks at the start, every hour and after each copy, and calls ALERT_URL once a day while there is a problem, but not
 * at the start: its first copy comes a minute later, and may end the problem.
 */
export function watchCopies(
  config: Config,
  log: Log,
): { problem(): string | null; onCopy(isMade: boolean): void; close(): Promise<void> } {
  let problem: string | null = null;
  let hasFailed = false;
  let isStart = true;
  const path = join(config.dataDir, TOLD);
  let told: readonly [problem: string, at: number] | null = null;
  const watch = repeating(async () => {
    const calls = !isStart;
    isStart = false;
    try {
      const state = await copiesState(config, Date.now());
      problem = state && copiesProblem({ ...state, hasFailed }, Date.now());
      const { alertUrl: url } = config.staff;
      if (problem === null || url === null || !calls) return;
      told ??= await Deno.readTextFile(path).then(JSON.parse).catch(() => null);
      if (told?.[0] === problem && Math.abs(Date.now() - told[1]) < DAY_MS) return;
      await alertCall({ url }, { copias: problem });
      told = [problem, Date.now()];
      await replaceFile(path, JSON.stringify(told));
    } catch (error) {
      log.error("the copies could not be checked, or ALERT_URL not called for them", error);
    }
  }, { everyMs: HOUR_MS });
  watch.soon();
  return {
    problem: () => problem,
    onCopy(isMade) {
      hasFailed = !isMade;
      watch.soon();
    },
    close: watch.close,
  };
}

/** The staff's key, and the file that holds it where the operator has not chosen one. */
import { join, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { isStaffKey, madeStaffKey, STAFF_KEY_BYTES, staffKeyWarning } from "../domain/staff_key.ts";
import type { Log } from "../log.ts";
import { explainFolderError } from "../storage/database.ts";
import { openOrMake } from "../storage/file_lock.ts";
import type { StaffKey } from "../storage/staff_key.ts";

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

export interface StaffKeyFile {
  /** From the root of the file system, so that it can be found from a line of the log. */
  readonly path: string;
  /** The key in it; null where there is no file, or no key in it. */
  read(): Promise<string | null>;
  /**
   * Writes a key beside the file, for the owner's eyes only. It is on disk when `use` is called; where that says that it is the
   * staff's key, it takes the place of the file, else it goes. Starts and commands at once do so one after the other.
   * @param choose the key, given the one that was left staged by a start or command that was killed: null where there is none
   * @returns whether the file holds it now
   */
  stage(
    choose: (left: string | null) => Promise<string>,
    use: (key: string) => Promise<boolean>,
  ): Promise<boolean>;
  /** The same with the key that was left staged; false where there is none. */
  takeUp(use: (key: string) => Promise<boolean>): Promise<boolean>;
  /** Takes the file away: the key in it opens nothing any more. */
  remove(): Promise<void>;
}

/** The file in `dataDir`. Every method throws {@linkcode DatabaseUnusable} where the folder cannot be read or written. */
export function staffKeyFile(dataDir: string): StaffKeyFile {
  const path = resolve(join(dataDir, "staff_key"));
  const staged = `${path}.new`;
  const explained = <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error) => {
      throw explainFolderError(error, dataDir);
    });
  const stage: StaffKeyFile["stage"] = async (choose, use) => {
    using file = await explained(() => openLocked(staged));
    const left = await explained(() => readKey(staged));
    const key = await choose(left);
    // One that was left may be the staff's key already: written again, it could be lost half-way.
    if (key !== left) await explained(() => write(file, `${key}\n`));
    const used = await use(key);
    await explained(() => used ? Deno.rename(staged, path) : Deno.remove(staged));
    return used;
  };
  return {
    path,
    read: () => explained(() => readKey(path)),
    stage,
    async takeUp(use) {
      const isStaged = await explained(() => Deno.stat(staged).catch(ignoreMissing));
      if (!isStaged) return false;
      // What was cut short in the middle of its key is none, and goes.
      return await stage(
        (left) => Promise.resolve(left ?? ""),
        (key) => key === "" ? Promise.resolve(false) : use(key),
      );
    },
    remove: () => explained(() => Deno.remove(path).catch(ignoreMissing)),
  };
}

/** A new random key. */
export function newStaffKey(): string {
  return madeStaffKey(randomBytes(STAFF_KEY_BYTES));
}

async function readKey(path: string): Promise<string | null> {
  const text = await Deno.readTextFile(path).catch(ignoreMissing);
  return text && isStaffKey(text) ? text.trim() : null;
}

/** The file at `path`, which nothing else has locked. */
async function openLocked(path: string): Promise<Deno.FsFile> {
  for (;;) {
    const file = await openOrMake(path);
    await file.lock(true);
    // Another start may have kept it or taken it away meanwhile.
    const there = await Deno.stat(path).catch(ignoreMissing);
    if (there?.ino === (await file.stat()).ino) return file;
    file.close();
  }
}

async function write(file: Deno.FsFile, text: string): Promise<void> {
  await file.truncate();
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  await file.sync();
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

/** Cryptographically strong random bytes. */
export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** The staff's key, and the file that holds it unless the operator has chosen one. */
import { join, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { isStaffKey, madeStaffKey, STAFF_KEY_BYTES } from "../domain/staff_key.ts";
import type { Log } from "../log.ts";
import { explainFolderError } from "../storage/database.ts";
import { ignoreMissing, openOrMake } from "../storage/database_files.ts";
import type { StaffKey } from "../storage/staff_key.ts";

/**
 * Makes sure that staff can sign in: with STAFF_KEY if it is set, else with the key that the first start of the first instance
 * creates and writes to a file.
 *
 * @returns the path of the file to which this start wrote the key; null if it wrote none
 */
export async function prepareStaffKey(
  { staff, dataDir }: Pick<Config, "staff" | "dataDir">,
  staffKey: StaffKey,
  log: Pick<Log, "info">,
): Promise<string | null> {
  const file = staffKeyFile(dataDir);
  if (staff.key === null) {
    const written = await staffKey.exists()
      ? await file.resumeStaged(staffKey.isKey)
      : await createFirst(file, staffKey);
    return written ? file.path : null;
  }
  await file.resumeStaged(() => Promise.resolve(false));
  if (await applyChosen(staff.key, staffKey)) {
    await file.remove();
    log.info("STAFF_KEY is a new key: staff sign in again");
  }
  await staffKey.markChosen();
  return null;
}

/** @returns whether it replaced another key */
async function applyChosen(key: string, staffKey: StaffKey): Promise<boolean> {
  if (!await staffKey.exists() && await staffKey.setFirst(key)) return false;
  if (await staffKey.isKey(key)) return false;
  await staffKey.replace(key);
  return true;
}

/**
 * Writes the file first: a key known only to the database would be of no use.
 * @returns whether the file holds the key: false if another instance, with its own file, was first
 */
async function createFirst(file: StaffKeyFile, staffKey: StaffKey): Promise<boolean> {
  return await file.stage(
    // A key in the file was used with another database in this folder: staff know it.
    async (left) => left ?? await file.read() ?? newStaffKey(),
    async (key) => await staffKey.setFirst(key) || await staffKey.isKey(key),
  );
}

export interface StaffKeyFile {
  /** Absolute, because it is logged. */
  readonly path: string;
  /** The key in the file; null without a file or a key in it. */
  read(): Promise<string | null>;
  /**
   * Writes a key to a staged file that only its owner can read. The key is synced to disk before `use` is called; if `use` returns
   * true, the staged file replaces the file, else it is removed. A lock serializes concurrent starts and commands.
   * @param choose returns the key, given the one left staged by a killed start or command; null without one
   * @returns what `use` returned
   */
  stage(
    choose: (left: string | null) => Promise<string>,
    use: (key: string) => Promise<boolean>,
  ): Promise<boolean>;
  /** The same with the key that was left staged; false without one. */
  resumeStaged(use: (key: string) => Promise<boolean>): Promise<boolean>;
  /** Removes the file: the key in it is no longer valid. */
  remove(): Promise<void>;
}

/** The file in `dataDir`. Every method throws {@linkcode DatabaseUnusable} if the folder cannot be read or written. */
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
    // A staged key may already be the staff's key: a second write that is cut short could lose it.
    if (key !== left) await explained(() => write(file, `${key}\n`));
    const used = await use(key);
    await explained(() => used ? Deno.rename(staged, path) : Deno.remove(staged));
    return used;
  };
  return {
    path,
    read: () => explained(() => readKey(path)),
    stage,
    async resumeStaged(use) {
      const exists = await explained(() => Deno.stat(staged).catch(ignoreMissing));
      if (!exists) return false;
      // A file that holds only part of a key is removed.
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

/** The file at `path`, locked. */
async function openLocked(path: string): Promise<Deno.FsFile> {
  for (;;) {
    const file = await openOrMake(path);
    await file.lock(true);
    // Another start may have renamed or removed it meanwhile.
    const current = await Deno.stat(path).catch(ignoreMissing);
    if (current?.ino === (await file.stat()).ino) return file;
    file.close();
  }
}

async function write(file: Deno.FsFile, text: string): Promise<void> {
  await file.truncate();
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  await file.sync();
}

/** Cryptographically strong random bytes. */
export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length));
}

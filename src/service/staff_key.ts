import { join, resolve } from "node:path";
import { madeStaffKey, STAFF_KEY_BYTES, staffKeySymbols } from "../domain/staff_key.ts";
import { explainFolderError } from "../storage/database/database.ts";
import { ignoreMissing, writeFile } from "../storage/database/database_files.ts";
import type { StaffKey } from "../storage/book/staff_key.ts";

/** Makes the staff's key at the first start of the first instance. @returns the file that was written, or null */
export async function prepareStaffKey(
  dataDir: string,
  staffKey: StaffKey,
): Promise<string | null> {
  const file = staffKeyFile(dataDir);
  if (await staffKey.exists()) return await file.finish(staffKey.isKey) ? file.path : null;
  // A key in the file is of an earlier database in this folder, and staff know it.
  const left = await file.read();
  const key = left ?? newStaffKey();
  // The file is written first, so that a start that is killed now leaves its key to the next one.
  await file.write(key);
  if (await staffKey.setFirst(key) || await staffKey.isKey(key)) return file.path;
  if (left === null) await file.remove();
  return null;
}

export interface StaffKeyFile {
  /** Absolute, because it is logged. */
  readonly path: string;
  read(): Promise<string | null>;
  /**
   * Replaces the file, which only its owner can read, after the key is on the disk and `use` has ended: a key that only
   * the database knows is of no use.
   */
  write(key: string, use?: () => Promise<void>): Promise<void>;
  /** Ends a write that was killed after the use of its key. @returns whether there was one */
  finish(isUsed: (key: string) => Promise<boolean>): Promise<boolean>;
  /** Removes the file, whose key is no longer valid. */
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
  const keyIn = (file: string) =>
    explained(async () => {
      const text = await Deno.readTextFile(file).catch(ignoreMissing);
      return text && staffKeySymbols(text) !== null ? text.trim() : null;
    });
  return {
    path,
    read: () => keyIn(path),
    async finish(isUsed) {
      const key = await keyIn(staged);
      if (key === null || !await isUsed(key)) return false;
      await explained(() => Deno.rename(staged, path));
      return true;
    },
    async write(key, use) {
      await explained(() => writeFile(staged, `${key}\n`));
      await use?.();
      await explained(() => Deno.rename(staged, path));
    },
    remove: () => explained(() => Deno.remove(path).catch(ignoreMissing)),
  };
}

export function newStaffKey(): string {
  return madeStaffKey(randomBytes(STAFF_KEY_BYTES));
}

export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length));
}

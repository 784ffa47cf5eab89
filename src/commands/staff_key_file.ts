/** The file in which the staff's key stands where the operator has not chosen one. */
import { join, resolve } from "node:path";
import { isStaffKey, madeStaffKey, STAFF_KEY_BYTES } from "../domain/staff_key.ts";
import { explainFolderError } from "../storage/database_error.ts";
import { randomBytes } from "./random_bytes.ts";

/** Where it is, from the root of the file system, so that a log line finds it. */
export function staffKeyPath(dataDir: string): string {
  return resolve(join(dataDir, "staff_key"));
}

/** A new key. */
export function newStaffKey(): string {
  return madeStaffKey(randomBytes(STAFF_KEY_BYTES));
}

/** The key in the file; null where there is no file, or no key in it. */
export async function readStaffKeyFile(dataDir: string): Promise<string | null> {
  try {
    const text = await Deno.readTextFile(staffKeyPath(dataDir));
    return isStaffKey(text) ? text.trim() : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw explainFolderError(error, dataDir);
  }
}

/**
 * Writes `key`, for the owner's eyes only, in the place of whatever was in the file: all of it or nothing, and on disk when this
 * resolves.
 * @throws {DatabaseUnusable} where the folder cannot be written
 */
export async function writeStaffKeyFile(dataDir: string, key: string): Promise<void> {
  const path = staffKeyPath(dataDir);
  try {
    using file = await Deno.open(`${path}.new`, {
      write: true,
      create: true,
      truncate: true,
      mode: 0o600,
    });
    // One that was left behind keeps the mode that it had.
    await Deno.chmod(`${path}.new`, 0o600);
    const bytes = new TextEncoder().encode(`${key}\n`);
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
    await file.sync();
    await Deno.rename(`${path}.new`, path);
  } catch (error) {
    throw explainFolderError(error, dataDir);
  }
}

/** Takes the file away, where there is one: the key in it opens nothing any more. */
export async function removeStaffKeyFile(dataDir: string): Promise<void> {
  try {
    await Deno.remove(staffKeyPath(dataDir));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw explainFolderError(error, dataDir);
  }
}

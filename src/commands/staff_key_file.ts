/** The file in which the staff's key stands where the operator has not chosen one. */
import { basename, dirname, join, resolve } from "node:path";
import { isStaffKey, madeStaffKey, STAFF_KEY_BYTES } from "../domain/staff_key.ts";
import { explainFolderError } from "../storage/database_error.ts";
import { randomBytes } from "./random_bytes.ts";

export interface StaffKeyFile {
  /** From the root of the file system, so that whoever reads it in a log finds it. */
  readonly path: string;
  /** The key in it; null where there is no file, or no key in it. */
  read(): Promise<string | null>;
  /** The key whose writing was cut short between the two steps below; null where there is none. */
  readStaged(): Promise<string | null>;
  /** Writes `key` beside the file, for the owner's eyes only. It is on disk when this resolves. */
  stage(key: string): Promise<void>;
  /**
   * The same, where no key is staged yet.
   * @returns the key that is staged: the one of another start in this folder, where that came first
   */
  stageFirst(key: string): Promise<string>;
  /** Puts the staged key into the place of the file, unless another start has just done so. */
  keepStaged(): Promise<void>;
  /** Takes the staged key away. */
  dropStaged(): Promise<void>;
  /** Takes the file away: the key in it opens nothing any more. */
  remove(): Promise<void>;
}

/** The file in `dataDir`. Every method throws {@linkcode DatabaseUnusable} where the folder cannot be read or written. */
export function staffKeyFile(dataDir: string): StaffKeyFile {
  const path = resolve(join(dataDir, "staff_key"));
  const staged = `${path}.new`;
  const explained = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw explainFolderError(error, dataDir);
    }
  };
  return {
    path,
    read: () => explained(() => readKey(path)),
    readStaged: () => explained(() => readKey(staged)),
    stage: (key) => explained(() => writePrivately(staged, `${key}\n`)),
    stageFirst: (key) => explained(() => stageUnlessThere(staged, key)),
    keepStaged: () => explained(() => Deno.rename(staged, path).catch(ignoreMissing)),
    dropStaged: () => explained(() => removeIfThere(staged)),
    remove: () => explained(() => removeIfThere(path)),
  };
}

/** A key that nobody has had. */
export function newStaffKey(): string {
  return madeStaffKey(randomBytes(STAFF_KEY_BYTES));
}

async function readKey(path: string): Promise<string | null> {
  try {
    const text = await Deno.readTextFile(path);
    return isStaffKey(text) ? text.trim() : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

async function writePrivately(path: string, text: string): Promise<void> {
  // One that was left behind may be open to others.
  await removeIfThere(path);
  using file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  await file.sync();
}

/** A link makes a file with all that is in it, or not at all where there is one: two starts at once agree on one key. */
async function stageUnlessThere(staged: string, key: string): Promise<string> {
  const own = await Deno.makeTempFile({ dir: dirname(staged), prefix: `${basename(staged)}-` });
  try {
    await writePrivately(own, `${key}\n`);
    while (!await linked(own, staged)) {
      const there = await readKey(staged);
      if (there !== null) return there;
      // Its writing was cut short.
      await removeIfThere(staged);
    }
    return key;
  } finally {
    await removeIfThere(own);
  }
}

/** False where there is something at `to`. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await Deno.link(from, to);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return false;
    throw error;
  }
}

async function removeIfThere(path: string): Promise<void> {
  await Deno.remove(path).catch(ignoreMissing);
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

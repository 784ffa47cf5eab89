import { join, resolve } from "node:path";
import { madeStaffKey, STAFF_KEY_BYTES, staffKeySymbols } from "../domain/staff_key.ts";
import type { StaffKeys, StaffRole } from "../ports/staff.ts";
import { explainFolderError } from "../storage/database/database.ts";
import { ignoreMissing, writeFile } from "../storage/database/database_files.ts";
import type { StaffKey } from "../storage/book/staff_key.ts";

/** Makes the owner's key at the first start of the first instance. @returns the file that was written, or null */
export async function prepareStaffKey(
  dataDir: string,
  staffKey: StaffKey,
): Promise<string | null> {
  const file = staffKeyFile(dataDir);
  const isOwners = async (key: string) => await staffKey.roleOf(key) === "owner";
  if (await staffKey.exists()) return await file.finish(isOwners) ? file.path : null;
  // A key in the file is of an earlier database in this folder, and staff know it.
  const left = await file.read();
  const key = left ?? newStaffKey();
  // The file is written first, so that a start that is killed now leaves its key to the next one.
  await file.write(key);
  if (await staffKey.setFirst(key) || await isOwners(key)) return file.path;
  if (left === null) await file.remove();
  return null;
}

/** The keys as the board changes them. */
export function staffKeys(dataDir: string, { seals, set, roleOf }: StaffKey): StaffKeys {
  const generationOf = async (role: StaffRole) => (await seals()).keys[role]?.generation ?? "";
  const change = async (token: string): Promise<StaffRole | null> => {
    const opened = (await seals()).sessions.open(token, "staffKey");
    if (opened === null) return null;
    const [role, generation, key] = opened.toString().split(".") as [StaffRole, string, string];
    const isOwn = async () => await roleOf(key) === role;
    if (await isOwn()) return role;
    const use = async () => await set(role, key, generation) || await isOwn();
    const isUsed = role === "host" ? use() : staffKeyFile(dataDir).write(key, use);
    return await isUsed ? role : null;
  };
  // Two changes at once would write into one staged file.
  let running: Promise<unknown> = Promise.resolve();
  return {
    async made() {
      const { owner, host } = (await seals()).keys;
      return { owner: owner && owner.at, host: host?.opens ? host.at : null };
    },
    async propose(role) {
      const key = newStaffKey();
      const text = `${role}.${await generationOf(role)}.${key}`;
      return { key, token: (await seals()).sessions.seal(text, "staffKey", randomBytes(12)) };
    },
    change(token) {
      const changing = running.then(() => change(token));
      running = changing.catch(() => {});
      return changing;
    },
  };
}

export interface StaffKeyFile {
  /** Absolute, because it is logged. */
  readonly path: string;
  read(): Promise<string | null>;
  /**
   * Replaces the file, which only its owner can read, after the key is on the disk and `use` has ended: a key that only
   * the database knows is of no use.
   * @param use returns false if the key is not used: then the file stays. Default: it is
   * @returns what `use` does
   */
  write(key: string, use?: () => Promise<boolean>): Promise<boolean>;
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
    async write(key, use = () => Promise.resolve(true)) {
      await explained(() => writeFile(staged, `${key}\n`));
      const isUsed = await use();
      await explained(() => isUsed ? Deno.rename(staged, path) : Deno.remove(staged));
      return isUsed;
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

/** A database file together with those that SQLite keeps beside it: rows of the log are in no other file. */
import { basename, dirname, join, resolve } from "node:path";
import { DatabaseUnusable } from "./database.ts";

/**
 * What is there of a database. `unclean`: its log holds something, since it is open or was not closed in order. `lost`: a log holds
 * something, and its main file is missing or empty.
 */
export type DatabaseState = "absent" | "clean" | "unclean" | "lost";

export interface DatabaseFiles {
  /** The main file, absolute and without links: SQLite keeps the others beside it. */
  readonly path: string;
  /** The write-ahead log. */
  readonly log: string;
  /** The index of the log. */
  readonly index: string;
  state(): Promise<DatabaseState>;
  /** Whether any of the files exists, an empty one too. */
  exists(): Promise<boolean>;
  /**
   * Renames all of them, so that the main file becomes `aside`. Whenever this is interrupted, either the database is whole under its old
   * name, or it has no main file there and is whole under the new one.
   */
  moveTo(aside: string): Promise<void>;
  /** Removes those that exist. */
  remove(): Promise<void>;
}

const COMPANIONS = { journal: "-journal", log: "-wal", index: "-shm" };

/** The files of the database at `path`, also where they do not exist, or `path` is a link to it. */
export async function databaseFiles(path: string): Promise<DatabaseFiles> {
  return filesAt(await realPath(path));
}

/** The files of the database that `url` names; null for a server. @throws {DatabaseUnusable} where it names no file */
export async function databaseFilesOf(url: string): Promise<DatabaseFiles | null> {
  return url.startsWith("file:") ? await databaseFiles(filePath(url)) : null;
}

/** @param path absolute and without links */
export function filesAt(path: string): DatabaseFiles {
  const [log, index] = [path + COMPANIONS.log, path + COMPANIONS.index];
  const companions = Object.values(COMPANIONS);
  return {
    path,
    log,
    index,
    async state() {
      // The log first: of a database that is being made the main file is written before it.
      const [hasLog, hasMain] = [await hasContent(log), await hasContent(path)];
      if (hasMain) return hasLog ? "unclean" : "clean";
      return hasLog ? "lost" : "absent";
    },
    async exists() {
      for (const suffix of ["", ...companions]) if (await exists(path + suffix)) return true;
      return false;
    },
    async moveTo(aside) {
      const moved: string[] = [];
      for (const suffix of companions) {
        if (!(await exists(path + suffix))) continue;
        await Deno.link(path + suffix, aside + suffix);
        moved.push(path + suffix);
      }
      if (await exists(path)) await Deno.rename(path, aside);
      // A log that is still there after a power cut would be replayed over the file that is put here.
      for (const companion of moved) await Deno.remove(companion);
      await syncFile(dirname(path));
    },
    async remove() {
      for (const suffix of ["", ...companions]) await Deno.remove(path + suffix).catch(() => {});
    },
  };
}

/** Follows links, the last one also to a file that does not exist. */
async function realPath(path: string): Promise<string> {
  try {
    return await Deno.realPath(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const target = await Deno.readLink(path).catch(() => null);
  if (target !== null) return await realPath(resolve(dirname(path), target));
  const folder = resolve(dirname(path));
  return join(await Deno.realPath(folder).catch(() => folder), basename(path));
}

/**
 * The path in a `file:` URL.
 * @throws {DatabaseUnusable} where it names no file
 */
export function filePath(url: string): string {
  const [, encoded = ""] = /^file:(?:\/\/(?:localhost)?(?=\/))?([^?#]*)/.exec(url) ?? [];
  const path = decodeURIComponent(encoded);
  if (path !== "" && !path.endsWith("/") && path !== ":memory:") return path;
  throw new DatabaseUnusable(
    `The database ${url} names no file. Write file: and a path, e.g. file:data/sobremesa.db`,
  );
}

async function hasContent(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).size > 0;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Whether there is an entry at `path`, a link to nothing too. */
export async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Writes a file's contents, or a folder's entries, to the disk. */
export async function syncFile(path: string): Promise<void> {
  using file = await Deno.open(path);
  await file.sync();
}

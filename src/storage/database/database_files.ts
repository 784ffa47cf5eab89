/**
 * A database file with those that SQLite keeps beside it, since rows of the log are in no other file; and locks between
 * processes, which the system releases when their holder ends.
 *
 * **The files of an open database are opened by SQLite alone.** A process that closes any handle of a file loses its
 * POSIX locks on it, SQLite's too (close(2), fcntl(2)), and another process may remove log and index. Other code uses
 * `stat`, or the handles of the watch, which are closed after the connection. Each lock here is on a file of its own.
 */
import { basename, dirname, join, resolve } from "node:path";
import { filePath } from "../../domain/read.ts";
import { within } from "../../in_progress.ts";
import { DatabaseUnusable, explainDatabaseError, explainFolderError } from "./database.ts";

/** `unclean`: its log holds something, as if open or killed. `lost`: it does, and the main file is missing or empty. */
export type DatabaseState = "absent" | "clean" | "unclean" | "lost";

export interface DatabaseFiles {
  /** The main file, absolute and without links: SQLite keeps the others beside it. */
  readonly path: string;
  readonly log: string;
  readonly index: string;
  state(): Promise<DatabaseState>;
  /** Whether any of the files exists, even empty. */
  exists(): Promise<boolean>;
  /** @returns whether a path leads to one of the present files, by a link or another name too */
  identify(): Promise<(path: string) => Promise<boolean>>;
  /** Renames them, the main file to `aside`. Interrupted, it leaves the database whole under one of the names. */
  moveTo(aside: string): Promise<void>;
  remove(): Promise<void>;
}

const COMPANIONS = ["-journal", "-wal", "-shm"];

/** The files that `url` names, which need not exist; null for a server. */
export async function databaseFilesOf(url: string): Promise<DatabaseFiles | null> {
  const path = filePath(url);
  return path === null ? null : filesAt(await realPath(path));
}

export function filesAt(path: string): DatabaseFiles {
  const [log, index] = [`${path}-wal`, `${path}-shm`];
  return {
    path,
    log,
    index,
    async state() {
      // The log first: a database that is being made has its main file before its log.
      const [hasLog, hasMain] = [await hasContent(log), await hasContent(path)];
      if (hasMain) return hasLog ? "unclean" : "clean";
      return hasLog ? "lost" : "absent";
    },
    async exists() {
      for (const suffix of ["", ...COMPANIONS]) if (await exists(path + suffix)) return true;
      return false;
    },
    async identify() {
      const idOf = async (file: string) => {
        const found = await Deno.stat(file).catch(() => null);
        return found && `${found.dev} ${found.ino}`;
      };
      const own = await Promise.all(["", ...COMPANIONS].map((suffix) => idOf(path + suffix)));
      return async (file) => {
        const id = await idOf(file);
        return id !== null && own.includes(id);
      };
    },
    async moveTo(aside) {
      const moved: string[] = [];
      for (const suffix of COMPANIONS) {
        if (!(await exists(path + suffix))) continue;
        await Deno.link(path + suffix, aside + suffix);
        moved.push(path + suffix);
      }
      if (await exists(path)) await Deno.rename(path, aside);
      // A log left by a power cut would be replayed over the next file of this name.
      for (const companion of moved) await Deno.remove(companion);
      await syncFile(dirname(path));
    },
    async remove() {
      for (const suffix of ["", ...COMPANIONS]) await Deno.remove(path + suffix).catch(() => {});
    },
  };
}

/** Follows links, even one to a file that does not exist. */
async function realPath(path: string): Promise<string> {
  const found = await Deno.realPath(path).catch(ignoreMissing);
  if (found !== undefined) return found;
  const target = await Deno.readLink(path).catch(() => null);
  if (target !== null) return await realPath(resolve(dirname(path), target));
  const folder = resolve(dirname(path));
  return join(await Deno.realPath(folder).catch(() => folder), basename(path));
}

async function hasContent(path: string): Promise<boolean> {
  const found = await Deno.stat(path).catch(ignoreMissing);
  return found !== undefined && found.size > 0;
}

/** Whether there is an entry at `path`, even a link to nothing. */
export async function exists(path: string): Promise<boolean> {
  return await Deno.lstat(path).catch(ignoreMissing) !== undefined;
}

/** @throws `error`, unless it says that there is no such file */
export function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

/** Makes the folder at `path` and those above it, for their owner only. */
export async function makeFolder(path: string): Promise<void> {
  await Deno.mkdir(path, { recursive: true, mode: 0o700 });
}

/** What SQLite's files begin with: a main file, and a log in either byte order. */
const BEGINNINGS = ["SQLite format 3\0", "\x37\x7f\x06\x82", "\x37\x7f\x06\x83"];

/** Whether the file at `path` begins as SQLite's do, or cannot be read. */
export async function isSqlite(path: string): Promise<boolean> {
  if (!(await Deno.lstat(path)).isFile) return false;
  const bytes = new Uint8Array(BEGINNINGS[0]!.length);
  try {
    using file = await Deno.open(path);
    await file.read(bytes);
  } catch {
    return true;
  }
  const text = String.fromCharCode(...bytes);
  return BEGINNINGS.some((beginning) => text.startsWith(beginning));
}

/** Writes a file's contents, or a folder's entries, to the disk. */
export async function syncFile(path: string): Promise<void> {
  using file = await Deno.open(path);
  await file.sync();
}

/** Replaces the file at `path`, readable by its owner only, in one step that is on the disk. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const staged = `${path}.new`;
  await writeFile(staged, text);
  await Deno.rename(staged, path);
  await syncFile(dirname(path));
}

export async function writeFile(path: string, text: string): Promise<void> {
  using file = await openOrMake(path);
  await file.truncate();
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  await file.sync();
}

/** A process that is ending releases its lock soon. */
const IN_USE_MS = 500;
/** Copying or erasing takes seconds. */
const WAIT_MS = 5 * 60_000;

/** Makes the data folder and holds its lock until disposed of. @throws {DatabaseUnusable} also if it is in use */
export async function lockDataDir(folder: string): Promise<Disposable> {
  try {
    await makeFolder(folder);
    // The journal of doubts is needed only once the database fails, so writing is tried now.
    await Deno.remove(await Deno.makeTempFile({ dir: folder, prefix: "writable-" }));
    const file = await locked(join(folder, "service.lock"), IN_USE_MS);
    if (file !== null) return file;
  } catch (error) {
    throw explainFolderError(error, folder);
  }
  throw new DatabaseUnusable(
    `La carpeta de datos ${folder} la usa un servicio que corre, o un restore. Detén el servicio (systemctl stop sobremesa), ` +
      "o pon en DATA_DIR otra carpeta: cada instancia necesita la suya.",
  );
}

/** Another service may have the file open from another data folder. @throws {DatabaseUnusable} */
export async function lockDatabase({ path }: DatabaseFiles): Promise<Disposable> {
  try {
    await makeFolder(dirname(path));
    const file = await locked(`${path}.lock`, IN_USE_MS);
    if (file !== null) return file;
  } catch (error) {
    throw explainDatabaseError(error, `file:${path}`);
  }
  throw new DatabaseUnusable(
    `La base ${path} está abierta en un servicio con otra DATA_DIR, o en un restore. Detén ese servicio, o dale a cada uno ` +
      "su base: varias instancias comparten un servidor libSQL, nunca un archivo.",
  );
}

/** Does `work` while nothing else changes the copies of the file at `path`. @throws {DatabaseUnusable} if it cannot */
export async function withCopiesLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = join(dirname(path), "copies.lock");
  using file = await locked(lock, WAIT_MS);
  if (file !== null) return await work();
  throw new DatabaseUnusable(
    `Otro proceso tiene ${lock} desde hace cinco minutos. Ciérralo e inténtalo otra vez.`,
  );
}

/** The locked file at `path`; null if another handle holds the lock for longer than `withinMs`. */
export async function locked(path: string, withinMs: number): Promise<Deno.FsFile | null> {
  const file = await openOrMake(path);
  const close = (): void => file.close();
  // Deno 2.6 has no tryLock.
  const locking = file.lock(true);
  try {
    if (await within(withinMs, locking)) return file;
  } catch (error) {
    close();
    throw error;
  }
  locking.then(close, close);
  return null;
}

/** Opens the file at `path`, or creates it for its owner only, never through a link. */
async function openOrMake(path: string): Promise<Deno.FsFile> {
  try {
    return await Deno.open(path, { read: true, write: true, createNew: true, mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    return await Deno.open(path, { read: true, write: true });
  }
}

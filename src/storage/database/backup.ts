/** Copies of a database file: on demand, each hour and night, before upgrades; restoring. A lock keeps each whole. */
import { basename, dirname, join } from "node:path";
import {
  type Args,
  coded,
  DatabaseDamaged,
  DatabaseUnusable,
  explainDatabaseError,
  missing,
} from "./database.ts";
import {
  type DatabaseFiles,
  type DatabaseState,
  exists,
  filesAt,
  isSqlite,
  makeFolder,
  syncFile,
  withCopiesLock,
} from "./database_files.ts";
import { onThread } from "./file_database.ts";
import { stepProblem } from "./schema.ts";

export interface Backup {
  readonly path: string;
  /** `AAAA-MM-DD`, of UTC unless it is a night's. */
  readonly day: string;
  /** What it was made for. `aside`: before an upgrade, or kept because of a restore. */
  readonly kind: "night" | "hour" | "aside";
  /** When it was made, in epoch milliseconds; of a night and of one set aside, when its day begins. */
  readonly at: number;
}

const NAME = /^sobremesa-(\d{4}-\d{2}-\d{2})(-before-(?:upgrade|restore)-\d{6}(?:-\d+)?)?\.db$/;
/** By name, it comes after every night's. */
const HOUR = /^sobremesa-hora-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})(?:-\d+)?\.db$/;
const ASIDE = /^\.before-(\d{4}-\d{2}-\d{2})T\d+(?:-\d+)?$/;
const PART = /\.[0-9a-f]{8,}\.part(?:-journal|-wal|-shm)?$/;

/** Copies a database to `to`, a name that only a checked copy gets. @throws {DatabaseUnusable} and leaves nothing */
export async function backUp(files: DatabaseFiles, to: string): Promise<void> {
  await refuseMissing(files);
  await withCopiesLock(files.path, () => copyTo(files.path, to));
}

/** For commands that read the database. @throws {DatabaseUnusable} */
export async function refuseMissing(files: DatabaseFiles): Promise<void> {
  if (await refuseLost(files) === "absent") throw missing(files.path);
}

/** As {@linkcode backUp}, for callers that hold the lock. */
export async function copyTo(path: string, to: string): Promise<void> {
  const name = { dir: dirname(to), prefix: `${basename(to)}.`, suffix: ".part" };
  let part = "";
  try {
    if (await exists(to)) {
      throw new DatabaseUnusable(`Ya hay un archivo en ${to}. Di uno que no exista.`);
    }
    part = await Deno.makeTempFile(name);
    await onThread("copy", path, part);
    await syncFile(part);
    await Deno.rename(part, to);
    await syncFile(dirname(to));
  } catch (error) {
    if (part !== "") await filesAt(part).remove();
    const { message } = explainDatabaseError(error, `file:${to}`);
    throw new DatabaseUnusable(`La copia ${basename(to)} no se hizo. ${message}`, {
      cause: error,
    });
  }
}

/** The folder of the copies of the database file at `path`, except those that restores set aside beside it. */
export function backupFolder(path: string): string {
  return join(dirname(path), "backups");
}

/** The copies of the database file at `path`, by day; the hour's last, before a newer night's too. */
export async function listBackups(path: string): Promise<Backup[]> {
  const found = (await pathsAround(path)).flatMap((copy): Backup[] => {
    const isBeside = dirname(copy) === dirname(path);
    const [, hourDay = "", ...time] = !isBeside && HOUR.exec(basename(copy)) || [];
    if (hourDay !== "") {
      const at = Date.parse(`${hourDay}T${time.join(":")}Z`);
      return [{ path: copy, day: hourDay, kind: "hour", at }];
    }
    const [, day, before] = isBeside
      ? copy.startsWith(path) && ASIDE.exec(copy.slice(path.length)) || []
      : NAME.exec(basename(copy)) ?? [];
    if (day === undefined) return [];
    const kind = isBeside || before !== undefined ? "aside" : "night";
    return [{ path: copy, day, kind, at: Date.parse(day) }];
  });
  const order = ({ kind, day }: Backup) => kind === "hour" ? `~${day}` : day;
  return found.sort((a, b) => order(a) < order(b) ? -1 : Number(order(a) > order(b)));
}

/** Of `copies` in their order, the hour's, or the last night's if there is none. */
function newestMade(copies: readonly Backup[]): Backup | undefined {
  return copies.findLast(({ kind }) => kind !== "aside");
}

/** How often staff and guests have made changes, and when last: after a restore the counts come again. */
const CHANGES = `SELECT json_array((SELECT max(id) FROM reservation_events),
  (SELECT json_array(max(created_at), max(acknowledged_at)) FROM reservations),
  (SELECT max(at) FROM reservation_versions),
  (SELECT json_array(max(version), max(at)) FROM restaurant_versions),
  (SELECT group_concat(change) FROM switch_counters),
  (SELECT group_concat(value) FROM settings WHERE name GLOB '*_key')) AS changes`;

/**
 * Makes the copy of the hour, which takes the place of the one before it. That one is put aside if it holds what the
 * database lacks, since an older copy was restored after it.
 * @param now epoch milliseconds
 * @param always also if nothing has changed since the newest copy
 * @returns its path; null if nothing has changed
 * @throws {DatabaseUnusable} and leaves the one before it
 */
export async function copyHour(
  path: string,
  now: number,
  always = false,
): Promise<string | null> {
  const folder = backupFolder(path);
  await makeFolder(folder);
  return await withCopiesLock(path, async () => {
    const copies = await listBackups(path);
    const newest = newestMade(copies);
    if (!always && newest !== undefined && await isCurrent(newest.path, path)) return null;
    const copy = await freePath(join(folder, `sobremesa-hora-${utc(now).join("T")}`), ".db");
    await copyTo(path, copy);
    for (const { path: before, kind, at } of copies) {
      if (kind !== "hour") continue;
      const files = filesAt(before);
      if (await holdsMore(before, path)) await files.moveTo(await asidePath(path, "restore", at));
      else await files.remove();
    }
    return copy;
  });
}

/** Whether `copy` is sound and holds all changes of the database at `path`. */
async function isCurrent(copy: string, path: string): Promise<boolean> {
  const changes = (file: string) => onThread("read", file, { sql: CHANGES });
  try {
    const [[copied], [own]] = [await changes(copy), await changes(path)];
    return copied?.changes === own?.changes && await onThread("check", copy) !== null;
  } catch {
    // Of a damaged database, copying says so.
    return false;
  }
}

const REACHED = `SELECT (SELECT folio FROM reservations ORDER BY id DESC LIMIT 1) AS folio,
  (SELECT max(id) FROM reservation_events) AS events,
  (SELECT max(version) FROM restaurant_versions) AS version`;
/** Counts only grow, and come again after a restore; a folio does not. */
const LACKS = `SELECT ?1 NOT IN (SELECT folio FROM reservations)
  OR ?2 > (SELECT max(id) FROM reservation_events)
  OR ?3 > (SELECT coalesce(max(version), 0) FROM restaurant_versions) AS lacks`;

/** Whether `copy` holds changes that the database at `path` lacks. */
async function holdsMore(copy: string, path: string): Promise<boolean> {
  try {
    const [reached = {}] = await onThread("read", copy, { sql: REACHED });
    const args = [reached.folio, reached.events, reached.version] as Args;
    const [row] = await onThread("read", path, { sql: LACKS, args });
    return row?.lacks === 1;
  } catch {
    return false;
  }
}

/**
 * For callers that hold the lock. A current copy serves: an upgrade that fails is tried again at each restart.
 * @param now epoch milliseconds
 * @throws {DatabaseUnusable}
 */
export async function copyBeforeUpgrade(path: string, now: number): Promise<void> {
  await makeFolder(backupFolder(path));
  for (const copy of (await listBackups(path)).reverse()) {
    const isOfUpgrade = basename(copy.path).includes("-before-upgrade-");
    if (isOfUpgrade && await isCurrent(copy.path, path)) return;
  }
  await copyTo(path, await asidePath(path, "upgrade", now));
}

/** A free name for a copy that is put aside. @param at epoch milliseconds */
async function asidePath(path: string, why: "upgrade" | "restore", at: number): Promise<string> {
  const name = `sobremesa-${utc(at).join(`-before-${why}-`)}`;
  return await freePath(join(backupFolder(path), name), ".db");
}

/**
 * Refuses a log without its database, and copies without one: SQLite would delete that log, and a new database would
 * have none of the reservations.
 * @returns the state otherwise
 * @throws {DatabaseDamaged}
 */
export async function refuseLost(files: DatabaseFiles): Promise<DatabaseState> {
  const { path, log } = files;
  const state = await files.state();
  if (state === "clean") return state;
  if (state === "unclean") {
    if (await isSqlite(path)) return state;
    const reason = coded("SQLITE_NOTADB", "no es una base de datos");
    throw explainDatabaseError(reason, `file:${path}`);
  }
  const copies = await listBackups(path);
  const last = newestMade(copies) ?? copies.at(-1);
  const restoring = `"sobremesa restore ${last?.path ?? "FILE"}"`;
  if (state === "lost") {
    throw new DatabaseDamaged(
      `Falta la base ${path}, y su -wal ${log} tiene lo último que se escribió. Pon el archivo de vuelta junto a él y arranca el ` +
        `servicio. Si se perdió para siempre, detén el servicio y repón una copia con ${restoring}.`,
      false,
    );
  }
  if (last === undefined) return state;
  throw new DatabaseDamaged(
    `Falta la base ${path}, y hay copias suyas en ${
      backupFolder(path)
    } o a su lado. Detén el servicio y repón una con ` +
      `${restoring}, o muévelas para empezar con una base vacía.`,
    false,
  );
}

/**
 * The SQLite files in `dataDir`, beside the open database at `path` and among its copies: main files, and logs without
 * one. Never a file of that database, by any link.
 */
export async function sqliteFilesAround(path: string, dataDir: string): Promise<string[]> {
  const copies = (await listBackups(path)).map((copy) => copy.path);
  const folder = await Deno.realPath(dataDir);
  const paths = new Set([...await pathsIn(folder), ...await pathsAround(path)]);
  const isOpen = await filesAt(path).identify();
  const found: string[] = [];
  for (const file of paths) {
    if (await isOpen(file)) continue;
    const isCompanion = /-(wal|shm|journal)$/.test(file) && paths.has(file.replace(/-\w+$/, ""));
    if (copies.includes(file) || !isCompanion && await isSqlite(file)) found.push(file);
  }
  return found;
}

/** Removes the remains of interrupted copies and restores, for callers that hold the lock. */
export async function removeParts(path: string): Promise<void> {
  for (const found of await pathsAround(path)) {
    if (PART.test(basename(found))) await Deno.remove(found, { recursive: true });
  }
}

/**
 * Replaces a database by a checked copy of `from` with its log, or of a stream. The old database is renamed.
 * @param now epoch milliseconds
 * @returns the new path of the old database; null if there was none
 * @throws {DatabaseUnusable} and changes nothing if `from` is not sound or the database is open in a service
 */
export async function restoreDatabase(
  from: string | ReadableStream<Uint8Array>,
  files: DatabaseFiles,
  now: number,
): Promise<string | null> {
  if (typeof from === "string") await refuseUnreadable(from);
  const { path } = files;
  const folder = dirname(path);
  await makeFolder(folder);
  return await withCopiesLock(path, async () => {
    await removeParts(path);
    // In a new folder of this user, no other user can have placed a link.
    const staging = await Deno.makeTempDir({ dir: folder, prefix: "restoring.", suffix: ".part" });
    try {
      const staged = filesAt(join(staging, "given.db"));
      if (typeof from === "string") {
        const given = filesAt(await Deno.realPath(from));
        await copyFile(given.path, staged.path);
        await copyFile(given.log, staged.log);
      } else await Deno.writeFile(staged.path, from, { mode: 0o600 });
      await refuseUnsound(staged.path, typeof from === "string" ? from : "lo que llegó");
      const ready = join(staging, "ready.db");
      await copyTo(staged.path, ready);
      const aside = await putAside(files, now);
      await Deno.rename(ready, path);
      await syncFile(folder);
      return aside;
    } finally {
      await Deno.remove(staging, { recursive: true });
    }
  });
}

async function refuseUnreadable(path: string): Promise<void> {
  try {
    using file = await Deno.open(path);
    if (!(await file.stat()).isFile) throw new Error("no es un archivo");
  } catch (error) {
    throw new DatabaseUnusable(
      `${path} no se puede leer: ${
        (error as Error).message
      }. Di un archivo que este usuario pueda leer.`,
      { cause: error },
    );
  }
}

async function copyFile(from: string, to: string): Promise<void> {
  if (!(await exists(from))) return;
  try {
    await Deno.copyFile(from, to);
    await Deno.chmod(to, 0o600);
  } catch (error) {
    throw explainDatabaseError(error, `file:${to}`);
  }
}

/** @param given the file to name, of which `path` is a copy */
async function refuseUnsound(path: string, given: string): Promise<void> {
  const { step } = await onThread("check", path).catch((error) => {
    throw new DatabaseUnusable(
      `${given} no es una copia sana de la base (${error.message}). Usa otra.`,
      { cause: error },
    );
  });
  const problem = stepProblem(step);
  if (problem === null) return;
  throw new DatabaseUnusable(
    `${given} no se puede reponer: ${problem.says}. Para seguir, ${problem.remedy}.`,
  );
}

/** Refuses a file that another program has open. A damaged one counts as free: no service uses it. */
async function putAside(files: DatabaseFiles, now: number): Promise<string | null> {
  const { path } = files;
  if (!(await files.exists())) return null;
  // SQLite would delete the log of a file that is missing or has lost its header.
  const isKnown = await exists(path) && await isSqlite(path);
  if (isKnown && !(await onThread("isFree", path).catch(() => true))) {
    throw new DatabaseUnusable(
      `La base ${path} está abierta en otro programa. Ciérralo, y repón otra vez.`,
    );
  }
  const aside = await freePath(`${path}.before-${utc(now).join("T")}`);
  await files.moveTo(aside);
  return aside;
}

/** The UTC day and time of `now` (epoch milliseconds) for a name: `["2026-11-21", "043000"]`. */
function utc(now: number): [string, string] {
  const [day = "", time = ""] = new Date(now).toISOString().split("T");
  return [day, time.slice(0, 8).replaceAll(":", "")];
}

/** `stem` and `extension`, with a number between them if that file exists. */
async function freePath(stem: string, extension = ""): Promise<string> {
  let path = stem + extension;
  for (let n = 2; await filesAt(path).exists(); n++) path = `${stem}-${n}${extension}`;
  return path;
}

/** The paths in the folder of the database file at `path` and in that of its copies, sorted. */
async function pathsAround(path: string): Promise<string[]> {
  return [...await pathsIn(dirname(path)), ...await pathsIn(backupFolder(path))];
}

async function pathsIn(folder: string): Promise<string[]> {
  if (!(await exists(folder))) return [];
  const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
  return names.sort().map((name) => join(folder, name));
}

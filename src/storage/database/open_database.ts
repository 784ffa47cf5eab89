/** Opens the database, a file or a libSQL server, and brings its schema up to date. */
import type { Client, InStatement, ResultSet } from "@libsql/client/http";
import { copyBeforeUpgrade, refuseLost } from "./backup.ts";
import {
  coded,
  codeOf,
  type Database,
  DatabaseDamaged,
  DatabaseGone,
  DatabaseUnusable,
  explainDatabaseError,
  HOW_TO_POINT,
  type Instance,
  missing,
  shownAddress,
  whenNotBusy,
} from "./database.ts";
import { databaseFilesOf, withCopiesLock } from "./database_files.ts";
import { openFile } from "./file_database.ts";
import { isInUse } from "./instances.ts";
import { isServed, lastStep, migrate, type Schema, schemaStep } from "./schema.ts";

export interface DatabaseOptions extends Pick<Instance, "now" | "monotonic"> {
  /** `file:` and a path, or the `libsql:`, `http:` or `https:` address of a server. */
  readonly url: string;
  readonly authToken?: string | undefined;
  /** How long a server may take to answer, in milliseconds. 5,000 if absent. */
  readonly fetchTimeoutMs?: number | undefined;
  /** How often what other instances write is read, in milliseconds. 1,000 if absent. */
  readonly pollMs?: number | undefined;
  /** Called once a file's disk failed, or it was removed, replaced or cut: later calls fail. */
  onGone?(reason: Error): void;
  /** Requires a database that a service of this version has used: only services make or upgrade one. */
  readonly mustBeServed?: boolean;
  /** Refuses a damaged file. One with a log that was not written back is checked whatever its size. */
  readonly mustBeSound?: boolean;
  readonly schema?: Schema;
}

const DEFAULT_FETCH_TIMEOUT_MS = 5_000;
/** A schema step may move every row. */
const UPGRADE_TIMEOUT_MS = 10 * 60_000;
/** A check takes 10 ms a megabyte. The nightly copy checks larger files too. */
const MAX_CHECKED_BYTES = 64e6;

/** Opens the database, made or upgraded if needed. @throws {DatabaseUnusable} that says what to do */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, authToken, fetchTimeoutMs, mustBeServed = false, mustBeSound = false } = options;
  let opened = false;
  try {
    const files = await databaseFilesOf(url);
    const state = files === null ? null : await refuseLost(files);
    // Opening would make the file and its folder.
    if (mustBeServed && state === "absent") throw missing(files!.path);
    // An error while opening is thrown instead.
    const onGone = (reason: Error) => opened && options.onGone?.(reason);
    const database = files !== null
      ? await openFile(files, { onGone })
      : await openServer(url, authToken, fetchTimeoutMs);
    try {
      if (!mustBeServed) await bringForward(database, options);
      else if (!await isServed(database, lastStep(options.schema))) {
        throw new DatabaseUnusable(
          `Ningún servicio ha usado todavía la base ${shownAddress(url)}. ${HOW_TO_POINT}`,
        );
      }
      if (mustBeSound) await refuseDamaged(database, state === "unclean");
    } catch (error) {
      await database.close().catch(() => {});
      throw error;
    }
    opened = true;
    return database;
  } catch (error) {
    throw explainDatabaseError(error, url);
  }
}

/** Opens a service's database. Calls on a damaged one fail. @throws {DatabaseUnusable} for another reason */
export async function openSoundDatabase(options: DatabaseOptions): Promise<Database> {
  const files = await databaseFilesOf(options.url);
  if (files === null) return await openDatabase(options);
  const existed = await files.state() !== "absent";
  try {
    return await openDatabase({ ...options, mustBeSound: true });
  } catch (error) {
    const damage = explainDatabaseError(error, options.url);
    if (!(damage instanceof DatabaseDamaged) || !existed && damage.passing) throw damage;
    const refuse = () => Promise.reject(new DatabaseGone(damage));
    const close = () => Promise.resolve();
    const calls = { write: refuse, changeSchema: refuse, read: refuse, close };
    return { path: files.path, damage, ...calls };
  }
}

/** A damaged page would otherwise be noticed when guests are refused, or never. */
async function refuseDamaged({ path, read }: Database, isUnclean: boolean): Promise<void> {
  if (path === null || !isUnclean && (await Deno.stat(path)).size > MAX_CHECKED_BYTES) return;
  const [row] = await read({ sql: "PRAGMA quick_check(1)" });
  // The result follows a heading.
  const found = String(row?.quick_check).split("\n").at(-1)!;
  if (found !== "ok") throw coded("SQLITE_CORRUPT", found);
}

async function bringForward(database: Database, options: DatabaseOptions): Promise<void> {
  const { now, schema } = options;
  const { path } = database;
  const isOlder = async () => {
    const step = await schemaStep(database);
    return step > 0 && step < lastStep(schema);
  };
  if (!await isOlder()) return await migrate(database, now(), schema);
  if (path === null) return await upgradeServer(database, options);
  // Of processes that start together, the first copies and upgrades the file.
  await withCopiesLock(path, async () => {
    if (await isOlder()) await copyBeforeUpgrade(path, now());
    await migrate(database, now(), schema);
  });
}

async function upgradeServer(
  database: Database,
  { url, authToken, now, schema, ...watching }: DatabaseOptions,
): Promise<void> {
  // The other instance may have just upgraded it.
  if (await isInUse(database, watching) && await schemaStep(database) < lastStep(schema)) {
    throw new DatabaseUnusable(
      "Otra instancia usa la base, y esta versión tiene que cambiar su esquema. Detén todas las instancias, y arranca esta " +
        "versión.",
    );
  }
  const patient = await openServer(url, authToken, UPGRADE_TIMEOUT_MS);
  try {
    await migrate(patient, now(), schema);
  } finally {
    await patient.close();
  }
}

/** Connects with the first call. @param fetchTimeoutMs limits an exchange: the client itself waits for ever */
export async function openServer(
  url: string,
  authToken: string | undefined,
  fetchTimeoutMs = DEFAULT_FETCH_TIMEOUT_MS,
): Promise<Database> {
  // A start with a file is quicker without it.
  const { createClient } = await import("@libsql/client/http");
  const fetchInTime = (request: Request) => fetchWithin(request, fetchTimeoutMs);
  const token = authToken === undefined ? {} : { authToken };
  let client: Client;
  try {
    client = createClient({ url, ...token, fetch: fetchInTime });
  } catch (error) {
    // The client's message quotes parts of the address, which may be secret.
    const [address, code] = [shownAddress(url), codeOf(error)];
    throw new DatabaseUnusable(
      `La dirección ${address} de la base no se puede usar (${code}). Escribe file: y una ruta, o la dirección libsql://, ` +
        "http:// o https:// de un servidor libSQL, cuya consulta solo lleva authToken y tls.",
    );
  }
  const rowsOf = async (send: () => Promise<readonly ResultSet[]>) =>
    (await whenNotBusy(send)).map(({ rows }) => rows);
  return {
    path: null,
    damage: null,
    write: (statements) => rowsOf(() => client.batch(statements as InStatement[], "write")),
    changeSchema: (statements) => rowsOf(() => client.migrate(statements as InStatement[])),
    read: (statement) =>
      whenNotBusy(async () => (await client.execute(statement as InStatement)).rows),
    close: () => Promise.resolve(client.close()),
  };
}

async function fetchWithin(request: Request, ms: number): Promise<Response> {
  const response = await fetch(request, { signal: AbortSignal.timeout(ms) });
  return new Response(await response.arrayBuffer(), response);
}

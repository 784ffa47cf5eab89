import { dirname } from "node:path";
import { type Client, createClient, type ResultSet } from "@libsql/client";
import { whenNotBusy } from "./busy.ts";
import type { Database, Row } from "./database.ts";
import { DatabaseUnusable } from "./database_error.ts";
import { toStatement } from "./statement.ts";
import { unmovedFile } from "./unmoved_file.ts";

/** How long a call may hold up the process while another one writes, in milliseconds; then it waits without holding up. */
const BUSY_TIMEOUT_MS = 20;

/** They hold for a connection. */
const SETTINGS = ["PRAGMA synchronous=FULL", "PRAGMA secure_delete=ON"];

/**
 * Opens the file that `url` names, creating it and its folder (for its owner only) where they are missing.
 *
 * Calls run one after the other on a single connection. After any failure the connection is replaced, since a failed one may
 * stay poisoned, and a new one syncs on every commit (`synchronous=FULL`) and writes zeros over what is deleted
 * (`secure_delete`, which reservations do not feel: 851 and 852 µs of processor time each) before anything else is run on it.
 * Calls fail while the file is not at its path any more.
 */
export async function openFile(url: string): Promise<Database> {
  const path = filePath(url);
  await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await makeForOwnerOnly(path);
  const client = createClient({ url, concurrency: 1, timeout: BUSY_TIMEOUT_MS });
  let checkPlace = (): Promise<void> => Promise.resolve();
  const run = inTurn(client, () => checkPlace());
  const database: Database = {
    kind: "file",
    path,
    write: (statements) =>
      whenNotBusy(() =>
        run(async () => rowsOf(await client.batch(statements.map(toStatement), "write")))
      ),
    read: (statement) =>
      whenNotBusy(() => run(async () => (await client.execute(toStatement(statement))).rows)),
    close: () => client.close(),
  };
  try {
    await database.read({ sql: "PRAGMA journal_mode=WAL" });
    checkPlace = await unmovedFile(path);
  } catch (error) {
    client.close();
    throw error;
  }
  return database;
}

/** Its companions take over its mode. Nothing happens where it is there; why it cannot be made, the database says better. */
async function makeForOwnerOnly(path: string): Promise<void> {
  const options = { create: true, append: true, mode: 0o600 };
  const file = await Deno.open(path, options).catch(() => null);
  file?.close();
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

/** @param check runs before each call; where it throws, the connection is left as it is: a new one would make a new file */
function inTurn(
  client: Client,
  check: () => Promise<void>,
): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let isSet = false;
  const safely = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      if (!isSet) { for (const setting of SETTINGS) await client.execute(setting); }
      isSet = true;
      return await work();
    } catch (error) {
      isSet = false;
      if (!client.closed) await client.reconnect();
      throw error;
    }
  };
  return (work) => {
    const result = last.then(check).then(() => safely(work));
    last = result.catch(() => {});
    return result;
  };
}

function rowsOf(results: readonly ResultSet[]): Row[][] {
  return results.map(({ rows }) => rows);
}

import type { InStatement } from "@libsql/client/http";
import { within } from "../domain/in_progress.ts";
import {
  type Database,
  DatabaseUnusable,
  type Row,
  shownAddress,
  type Statement,
  whenNotBusy,
} from "./database.ts";

export interface ServerOptions {
  readonly url: string;
  readonly authToken: string | undefined;
  /** How long an exchange may take, in milliseconds: the client itself would wait for ever. */
  readonly fetchTimeoutMs: number;
}

/** The database on the libSQL server at `url`. Connects with the first call. */
export async function openServer(
  { url, authToken, fetchTimeoutMs }: ServerOptions,
): Promise<Database> {
  if (!/^(libsql|https?):\/\//.test(url)) throw badAddress(url);
  // Who has a file starts sooner without it.
  const { createClient } = await import("@libsql/client/http");
  const client = attempted(url, () =>
    createClient({
      url,
      ...(authToken === undefined ? {} : { authToken }),
      fetch: (request: Request) => fetchWithin(request, fetchTimeoutMs),
    }));
  const write = (statements: readonly Statement[]): Promise<Row[][]> =>
    whenNotBusy(async () =>
      (await client.batch(statements.map(toStatement), "write")).map(({ rows }) => rows)
    );
  let lastChange: Promise<unknown> = Promise.resolve();
  return {
    kind: "server",
    path: null,
    damage: null,
    write,
    writeOne(make) {
      const outcome = lastChange.then(async () => {
        const made = make();
        return made === null ? undefined : (await write([made.change, made.outcome]))[1]?.[0];
      });
      lastChange = outcome.catch(() => {});
      return outcome;
    },
    read: (statement) =>
      whenNotBusy(async () => (await client.execute(toStatement(statement))).rows),
    close: () => Promise.resolve(client.close()),
  };
}

const PRESENT_MS = 60_000;
const REFRESH_MS = 20_000;
const LEAVE_MS = 1_000;
const JOIN = `INSERT INTO settings (name, value) VALUES (?1, json_object('until', ?2))
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const LEAVE =
  "DELETE FROM settings WHERE name = ?1 OR name GLOB 'instance *' AND value ->> 'until' <= ?2";
const LAST_PRESENT = `SELECT max(until) AS until FROM (SELECT until FROM boards UNION ALL
  SELECT value ->> 'until' FROM settings WHERE name GLOB 'instance *')`;

/**
 * Keeps a row on a server that says until when `instance` uses it, so that no newer program changes the schema meanwhile. A file needs
 * none.
 * @param now epoch milliseconds
 */
export function openPresence(
  database: Database,
  { instance, now }: { readonly instance: string; now(): number },
): { close(): Promise<void> } {
  if (database.kind === "file") return { close: () => Promise.resolve() };
  const args = (ms: number) => [`instance ${instance}`, now() + ms];
  const write = async (sql: string, ms: number): Promise<void> => {
    // The next one follows; others tell that the server does not answer.
    await database.write([{ sql, args: args(ms) }]).catch(() => {});
  };
  void write(JOIN, PRESENT_MS);
  const timer = setInterval(() => write(JOIN, PRESENT_MS), REFRESH_MS);
  return {
    async close() {
      clearInterval(timer);
      await within(LEAVE_MS, write(LEAVE, 0));
    },
  };
}

/** Whether an instance uses the server: it has not ended in order, and was there less than a minute before `now`. */
export async function isInUse(database: Database, now: number): Promise<boolean> {
  const [row] = await database.read({ sql: LAST_PRESENT });
  return Number(row?.until) > now;
}

/** The client's own words quote parts of the address, which may be secret: only their code is told. */
function attempted<T>(url: string, create: () => T): T {
  try {
    return create();
  } catch (error) {
    throw badAddress(url, error instanceof Error && "code" in error ? ` (${error.code})` : "");
  }
}

function badAddress(url: string, reason = ""): DatabaseUnusable {
  return new DatabaseUnusable(
    `The database address ${
      shownAddress(url)
    } is not one that can be used${reason}. Write file: and a path, or the ` +
      "libsql://, http:// or https:// address of a libSQL server, of whose query parameters only authToken and tls are known.",
  );
}

function toStatement({ sql, args = [] }: Statement): InStatement {
  return { sql, args: [...args] };
}

/** The whole answer within `ms` milliseconds, its body included. */
async function fetchWithin(request: Request, ms: number): Promise<Response> {
  const abort = new AbortController();
  const timer = setTimeout(
    () => abort.abort(new Error(`no answer within ${ms} milliseconds`)),
    ms,
  );
  try {
    const response = await fetch(request, { signal: abort.signal });
    return new Response(await response.arrayBuffer(), response);
  } finally {
    clearTimeout(timer);
  }
}

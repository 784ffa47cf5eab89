/** Which instances use the database and which have boards connected: rows that count until an instant. */
import { within } from "../domain/in_progress.ts";
import type { Boards } from "../ports.ts";
import type { Database } from "./database.ts";

export interface InstanceOptions {
  readonly database: Database;
  /** What this instance is known by. */
  readonly instance: string;
  /** Epoch milliseconds. */
  now(): number;
}

/** How long a row counts without another word from its instance, which may have been killed. */
const LASTS_MS = 60_000;
const REFRESH_MS = 20_000;
const LEAVE_MS = 1_000;
/** How long the last board may be away before it counts as gone: each page is a connection. */
const GRACE_MS = 5_000;

const CONNECTED = `INSERT INTO boards (instance, until) VALUES (?1, ?2)
  ON CONFLICT (instance) DO UPDATE SET until = excluded.until`;
const GONE = "DELETE FROM boards WHERE instance = ?1";

/** No board is connected at first, nor after `close`. */
export function openBoards(
  { log, ...options }: InstanceOptions & { log(message: string, cause?: unknown): void },
): Boards & { close(): Promise<void> } {
  const row = openRow(options, [CONNECTED, GONE], (error) => {
    log("other instances cannot be told whether boards are connected", error);
  });
  let connected = 0;
  return {
    join() {
      let here = true;
      if (connected++ === 0) row.counts(LASTS_MS);
      return () => {
        if (!here) return;
        here = false;
        if (--connected === 0) row.counts(GRACE_MS);
      };
    },
    async close() {
      connected = 0;
      await row.close();
    },
  };
}

const JOIN =
  `INSERT INTO settings (name, value) VALUES ('instance ' || ?1, json_object('until', ?2))
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const LEAVE = "DELETE FROM settings WHERE name = 'instance ' || ?1";
const LAST_PRESENT = `SELECT max(until) AS until FROM (SELECT until FROM boards UNION ALL
  SELECT value ->> 'until' FROM settings WHERE name GLOB 'instance *')`;

/** Says that this instance uses a server, so that no newer program changes the schema meanwhile. A file needs no row. */
export function openPresence(options: InstanceOptions): { close(): Promise<void> } {
  if (options.database.kind === "file") return { close: () => Promise.resolve() };
  // Others tell that the server does not answer.
  const row = openRow(options, [JOIN, LEAVE], () => {});
  row.counts(LASTS_MS);
  return row;
}

/** Whether an instance uses the server: it has not ended in order, and was there less than a minute before `now`. */
export async function isInUse(database: Database, now: number): Promise<boolean> {
  const [row] = await database.read({ sql: LAST_PRESENT });
  return Number(row?.until) > now;
}

/** A row of this instance, which `put` writes with its instant and `remove` deletes. There is none at first. */
function openRow(
  { database, instance, now }: InstanceOptions,
  [put, remove]: readonly [put: string, remove: string],
  onError: (error: unknown) => void,
) {
  let writing: Promise<unknown> = Promise.resolve();
  let lasts = 0;
  const write = (sql: string, ...until: readonly number[]): void => {
    writing = writing.then(() => database.write([{ sql, args: [instance, ...until] }]))
      .catch(onError);
  };
  const counts = (ms: number): void => {
    lasts = ms;
    write(put, now() + ms);
  };
  const timer = setInterval(() => lasts === LASTS_MS && counts(LASTS_MS), REFRESH_MS);
  return {
    /** Has it count for `ms` milliseconds; with {@linkcode LASTS_MS} for as long as this instance runs. */
    counts,
    async close() {
      clearInterval(timer);
      if (lasts > 0) write(remove);
      lasts = 0;
      await within(LEAVE_MS, writing);
    },
  };
}

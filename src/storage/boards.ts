/** Which instances have boards connected: a row each, which lasts a while and is written again before it lapses. */
import type { Boards } from "../ports.ts";
import type { Database } from "./database.ts";

export interface OpenBoards extends Boards {
  /** Counts none any more. */
  close(): Promise<void>;
}

export interface BoardsOptions {
  readonly database: Database;
  /** What this instance is known by. */
  readonly instance: string;
  /** Epoch milliseconds. */
  now(): number;
  log(message: string, cause?: unknown): void;
  /** How long the last board may be away before it counts as gone, in milliseconds: each page is a connection. 5,000 where absent. */
  readonly graceMs?: number | undefined;
}

const LASTS_MS = 60_000;
const REFRESH_MS = 20_000;
const DEFAULT_GRACE_MS = 5_000;

const JOIN = `INSERT INTO boards (instance, until) VALUES (?1, ?2)
  ON CONFLICT (instance) DO UPDATE SET until = excluded.until`;
const LEAVE = "DELETE FROM boards WHERE instance = ?1";

/** Whether a board is connected to any instance; ?1 is now in epoch milliseconds. */
export const ANY_CONNECTED = "EXISTS (SELECT 1 FROM boards WHERE until > ?1)";

export function openBoards(options: BoardsOptions): OpenBoards {
  const { database, instance, now, log, graceMs = DEFAULT_GRACE_MS } = options;
  let connected = 0;
  let told = false;
  let refresh: ReturnType<typeof setInterval> | undefined;
  let grace: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<unknown> = Promise.resolve();

  const write = (sql: string, ...until: readonly number[]): void => {
    writing = writing.then(() => database.write([{ sql, args: [instance, ...until] }]))
      .catch((error) => log("other instances cannot be told whether boards are connected", error));
  };
  const join = (): void => {
    clearTimeout(grace);
    if (told) return;
    told = true;
    const tell = () => write(JOIN, now() + LASTS_MS);
    tell();
    refresh = setInterval(tell, REFRESH_MS);
  };
  const leave = (): void => {
    clearTimeout(grace);
    clearInterval(refresh);
    if (told) write(LEAVE);
    told = false;
  };
  return {
    join() {
      let here = true;
      connected++;
      join();
      return () => {
        if (!here) return;
        here = false;
        if (--connected === 0) grace = setTimeout(leave, graceMs);
      };
    },
    async close() {
      leave();
      await writing;
    },
  };
}

/** The calls to staff who have not seen a reservation: of several instances, the one that holds the lease makes them. */
import type { Day } from "../domain/local_time.ts";
import type { AlertCall, Alerts, Boards } from "../ports.ts";
import { type Database, surelyWritten } from "./database.ts";

export interface AlertsOptions {
  readonly database: Database;
  /** What this instance is known by. */
  readonly instance: string;
  /** Epoch milliseconds. */
  now(): number;
}

const LEASE_MS = 60_000;

/** Whether a board is connected to any instance; ?1 is now in epoch milliseconds. */
const ANY_CONNECTED = "EXISTS (SELECT 1 FROM boards WHERE until > ?1)";

/** ?1 is now, ?2 the first service day, ?3 the instant up to which a reservation is overdue. */
const DUE = `FROM reservations WHERE status = 'confirmed' AND acknowledged_at IS NULL
  AND service_day >= ?2 AND alerted_at IS NULL AND (created_at <= ?3 OR NOT ${ANY_CONNECTED})`;

const IS_DUE = `SELECT EXISTS (SELECT 1 ${DUE}) AS due`;

/** One value for all instances: by which claim staff are being called, and until when it is that one's to call. */
const LEASE = `INSERT INTO settings (name, value)
  SELECT 'alert_call', json_object('by', ?4, 'until', ?5) WHERE EXISTS (SELECT 1 ${DUE})
  ON CONFLICT (name) DO UPDATE SET value = excluded.value
    WHERE settings.value ->> 'until' <= ?1`;

const LEASED = `SELECT json_group_array(folio) AS folios, min(created_at) AS since ${DUE}
  AND EXISTS (SELECT 1 FROM settings AS s
    WHERE s.name = 'alert_call' AND s.value ->> 'by' = ?4 AND s.value ->> 'until' = ?5)`;

const MADE = `UPDATE reservations SET alerted_at = ?2
  WHERE folio IN (SELECT value FROM json_each(?1)) AND alerted_at IS NULL`;
const RELEASE = "DELETE FROM settings WHERE name = 'alert_call' AND value ->> 'by' = ?1";

export function alerts({ database, instance, now }: AlertsOptions): Alerts {
  let claims = 0;
  const lease = async (from: Day, overdue: number) => {
    const claim = `${instance} ${++claims}`;
    const at = now();
    const held = [at, from, overdue, claim, at + LEASE_MS];
    const results = await surelyWritten(database, [
      { sql: LEASE, args: held },
      { sql: LEASED, args: held },
    ]);
    const row = results.at(-1)?.[0];
    const folios: string[] = JSON.parse(String(row?.folios));
    return { claim, folios, since: Number(row?.since) };
  };
  const callOf = ({ claim, folios, since }: Awaited<ReturnType<typeof lease>>): AlertCall => ({
    count: folios.length,
    since,
    async made() {
      await surelyWritten(database, [
        { sql: MADE, args: [JSON.stringify(folios), now()] },
        { sql: RELEASE, args: [claim] },
      ]);
    },
    async failed() {
      await surelyWritten(database, [{ sql: RELEASE, args: [claim] }]);
    },
  });
  return {
    async claim({ from, overdue }) {
      // Most often nothing is due, and that takes no write.
      const [row] = await database.read({ sql: IS_DUE, args: [now(), from, overdue] });
      if (row?.due !== 1) return null;
      const leased = await lease(from, overdue);
      return leased.folios.length === 0 ? null : callOf(leased);
    },
  };
}

/** Which instances have boards connected: a row each, which lasts a while and is written again before it lapses. */

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

/** Calls to staff who have not seen a reservation, and the boards on which they would. */
import type { Day } from "../domain/local_time.ts";
import type { AlertCall, Alerts, Boards } from "../ports.ts";
import { type Database, surelyWritten } from "./database.ts";

export interface InstanceOptions {
  readonly database: Database;
  /** What this instance is known by. */
  readonly instance: string;
  /** Epoch milliseconds. */
  now(): number;
}

/** How long a claim of a call, and the word that boards are connected, last without another word from their instance. */
const LASTS_MS = 60_000;

/** ?1 is now, ?2 the first service day, ?3 the instant up to which a reservation is overdue. */
const DUE = `FROM reservations WHERE status = 'confirmed' AND acknowledged_at IS NULL
  AND service_day >= ?2 AND alerted_at IS NULL
  AND (created_at <= ?3 OR NOT EXISTS (SELECT 1 FROM boards WHERE until > ?1))`;

const IS_DUE = `SELECT EXISTS (SELECT 1 ${DUE}) AS due`;

/** One setting for all instances: which claim calls staff, and until when. */
const CLAIM = `INSERT INTO settings (name, value)
  SELECT 'alert_call', json_object('by', ?4, 'until', ?5) WHERE EXISTS (SELECT 1 ${DUE})
  ON CONFLICT (name) DO UPDATE SET value = excluded.value
    WHERE settings.value ->> 'until' <= ?1`;

const CLAIMED = `SELECT json_group_array(folio) AS folios, min(created_at) AS since ${DUE}
  AND EXISTS (SELECT 1 FROM settings AS s
    WHERE s.name = 'alert_call' AND s.value ->> 'by' = ?4 AND s.value ->> 'until' = ?5)`;

const MADE = `UPDATE reservations SET alerted_at = ?2
  WHERE folio IN (SELECT value FROM json_each(?1)) AND alerted_at IS NULL`;
const RELEASE = "DELETE FROM settings WHERE name = 'alert_call' AND value ->> 'by' = ?1";

/** Of several instances, the one that has claimed a call makes it. */
export function alerts({ database, instance, now }: InstanceOptions): Alerts {
  let claims = 0;
  const claimed = async (claim: string, from: Day, overdue: number): Promise<AlertCall | null> => {
    const at = now();
    const args = [at, from, overdue, claim, at + LASTS_MS];
    const results = await surelyWritten(database, [{ sql: CLAIM, args }, { sql: CLAIMED, args }]);
    const row = results.at(-1)?.[0];
    const folios: string[] = JSON.parse(String(row?.folios));
    if (folios.length === 0) return null;
    const release = { sql: RELEASE, args: [claim] };
    return {
      count: folios.length,
      since: Number(row?.since),
      async made() {
        const made = { sql: MADE, args: [JSON.stringify(folios), now()] };
        await surelyWritten(database, [made, release]);
      },
      async failed() {
        await surelyWritten(database, [release]);
      },
    };
  };
  return {
    async claim({ from, overdue }) {
      // Most often nothing is due, and that takes no write.
      const [row] = await database.read({ sql: IS_DUE, args: [now(), from, overdue] });
      return row?.due === 1 ? await claimed(`${instance} ${++claims}`, from, overdue) : null;
    },
  };
}

export interface BoardsOptions extends InstanceOptions {
  log(message: string, cause?: unknown): void;
  /** How long the last board may be away before it counts as gone, in milliseconds: each page is a connection. 5,000 where absent. */
  readonly graceMs?: number | undefined;
}

const REFRESH_MS = 20_000;
const DEFAULT_GRACE_MS = 5_000;

const CONNECTED = `INSERT INTO boards (instance, until) VALUES (?1, ?2)
  ON CONFLICT (instance) DO UPDATE SET until = excluded.until`;
const GONE = "DELETE FROM boards WHERE instance = ?1";

/** No board is connected at first, nor after `close`. */
export function openBoards(options: BoardsOptions): Boards & { close(): Promise<void> } {
  const { database, instance, now, log, graceMs = DEFAULT_GRACE_MS } = options;
  let connected = 0;
  let refresh: ReturnType<typeof setInterval> | undefined;
  let grace: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<unknown> = Promise.resolve();

  const write = (sql: string, ...until: readonly number[]): void => {
    writing = writing.then(() => database.write([{ sql, args: [instance, ...until] }]))
      .catch((error) => log("other instances cannot be told whether boards are connected", error));
  };
  const tell = (): void => write(CONNECTED, now() + LASTS_MS);
  const come = (): void => {
    clearTimeout(grace);
    if (refresh !== undefined) return;
    tell();
    refresh = setInterval(tell, REFRESH_MS);
  };
  const go = (): void => {
    clearTimeout(grace);
    if (refresh === undefined) return;
    clearInterval(refresh);
    refresh = undefined;
    write(GONE);
  };
  return {
    join() {
      let here = true;
      connected++;
      come();
      return () => {
        if (!here) return;
        here = false;
        if (--connected === 0) grace = setTimeout(go, graceMs);
      };
    },
    async close() {
      go();
      await writing;
    },
  };
}

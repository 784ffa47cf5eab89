/** What instances share about one another: that they run, whether boards are connected to them, and which of them calls staff. */
import { within } from "../../in_progress.ts";
import type { Alerts, Boards } from "../../ports/staff.ts";
import { type Context, type Database, readJson, surelyWritten } from "./database.ts";

/** How long an instance may take for a call before another may claim it. */
const CLAIM_MS = 60_000;

/** ?1 is now, ?2 the first service day, ?3 the instant up to which a reservation is overdue. */
const DUE = `FROM reservations WHERE status = 'confirmed' AND acknowledged_at IS NULL
  AND service_day >= ?2 AND alerted_at IS NULL
  AND (created_at <= ?3 OR NOT EXISTS (SELECT 1 FROM boards WHERE until > ?1))`;

const IS_DUE = `SELECT EXISTS (SELECT 1 ${DUE}) AS due`;

/** One setting for all instances: which of them calls staff, and until when. */
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

/** The instance that has claimed a call makes it. */
export function alerts(
  { database, instance, now }: Pick<Context, "database" | "instance" | "now">,
): Alerts {
  let claims = 0;
  return {
    async claim({ from, overdue }) {
      const at = now();
      const claim = `${instance} ${++claims}`;
      const args = [at, from, overdue, claim, at + CLAIM_MS];
      // Most often nothing is due, and that takes no write.
      const [due] = await database.read({ sql: IS_DUE, args: args.slice(0, 3) });
      if (due?.due !== 1) return null;
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
    },
  };
}

/** How long a row counts unless its instance writes it again. */
const LASTS_MS = 60_000;
const REFRESH_MS = 20_000;
const LEAVE_MS = 1_000;

const CONNECTED = `INSERT INTO boards (instance, until) VALUES (?1, ?2)
  ON CONFLICT (instance) DO UPDATE SET until = excluded.until`;
const PRESENT =
  `INSERT INTO settings (name, value) VALUES ('instance ' || ?1, json_object('until', ?2))
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const DISCONNECTED = "DELETE FROM boards WHERE instance = ?1";
const FORGET_INSTANCE = "DELETE FROM settings WHERE name = 'instance ' || ?1";
const PRESENT_ROWS =
  "SELECT json_group_array(name || value) FROM settings WHERE name GLOB 'instance *'";

/** Records whether boards are connected here and, on a server, that this instance runs: no newer program changes the schema then. */
export function openPresence(
  { database, instance, now, log }: Context,
): Boards & { close(): Promise<void> } {
  const present = database.path === null ? [PRESENT] : [];
  let connected = false;
  let writing: Promise<unknown> = Promise.resolve();

  const write = (statements: readonly string[], ...until: readonly number[]): void => {
    if (statements.length === 0) return;
    const made = statements.map((sql) => ({ sql, args: [instance, ...until] }));
    writing = writing.then(() => database.write(made)).catch((error) => {
      // Elsewhere it is logged that the database does not answer.
      if (connected) log("other instances do not learn that boards are connected", error);
    });
  };
  const refresh = () => write([...present, ...(connected ? [CONNECTED] : [])], now() + LASTS_MS);
  refresh();
  const timer = setInterval(refresh, REFRESH_MS);
  return {
    setConnected(isConnected) {
      connected = isConnected;
      if (connected) refresh();
      else write([DISCONNECTED]);
    },
    async close() {
      clearInterval(timer);
      connected = false;
      write([DISCONNECTED, FORGET_INSTANCE]);
      await within(LEAVE_MS, writing);
    },
  };
}

/** Whether an instance uses the server: while a minute passes here, it writes its row again. Their clocks may differ by days. */
export async function isInUse(
  database: Database,
  { monotonic = () => performance.now(), pollMs = 1_000 }: Pick<Context, "monotonic" | "pollMs">,
): Promise<boolean> {
  const end = monotonic() + LASTS_MS;
  const first = await readJson<string[]>(database, PRESENT_ROWS);
  for (let rows = first; rows.length > 0 && monotonic() < end;) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    rows = await readJson<string[]>(database, PRESENT_ROWS);
    if (rows.some((row) => !first.includes(row))) return true;
  }
  return false;
}

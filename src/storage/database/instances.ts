/** What instances tell one another: that they run, and whether boards are connected to them. */
import { within } from "../../in_progress.ts";
import { type Database, type Instance, readJson } from "./database.ts";

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

/** Records whether boards are connected here and, on a server, that this instance runs, so that none upgrades it. */
export function openPresence(
  { database, instance, now, log }: Instance,
): { setConnected(isConnected: boolean): void; close(): Promise<void> } {
  const present = database.path === null ? [PRESENT] : [];
  let connected = false;
  let writing: Promise<unknown> = Promise.resolve();

  const write = (statements: readonly string[], ...until: readonly number[]): void => {
    if (statements.length === 0) return;
    const made = statements.map((sql) => ({ sql, args: [instance, ...until] }));
    writing = writing.then(() => database.write(made)).catch((error) => {
      // That the database does not answer is logged elsewhere.
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

/** Whether an instance writes its row again within a minute of this clock: their own clocks may differ. */
export async function isInUse(
  database: Database,
  { monotonic = () => performance.now(), pollMs = 1_000 }: Pick<Instance, "monotonic"> & {
    readonly pollMs?: number | undefined;
  },
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

/** What instances tell one another: that they run, and whether boards are connected to them. */
import { within } from "../../in_progress.ts";
import { type Database, type Instance, readJson } from "./database.ts";

/** How long a row counts unless its instance writes it again. */
const LASTS_MS = 60_000;
const REFRESH_MS = 20_000;
const LEAVE_MS = 1_000;

const PRESENT = `INSERT INTO instances (instance, has_boards, until) VALUES (?1, ?2, ?3)
  ON CONFLICT (instance) DO UPDATE SET has_boards = excluded.has_boards, until = excluded.until`;
const LEFT = "DELETE FROM instances WHERE instance = ?1";
const ROWS = "SELECT json_group_array(instance || ' ' || until) FROM instances";

/** Records whether boards are connected here and, on a server, that this instance runs, so that none upgrades it. */
export function openPresence(
  { database, instance, now, log }: Instance,
): { setConnected(isConnected: boolean): void; close(): Promise<void> } {
  let connected = false;
  let writing: Promise<unknown> = Promise.resolve();

  const write = (sql: string, ...args: readonly number[]): void => {
    const made = { sql, args: [instance, ...args] };
    writing = writing.then(() => database.write([made])).catch((error) => {
      // That the database does not answer is logged elsewhere.
      if (connected) log("other instances do not learn that boards are connected", error);
    });
  };
  const refresh = () => {
    if (connected || database.path === null) write(PRESENT, Number(connected), now() + LASTS_MS);
  };
  refresh();
  const timer = setInterval(refresh, REFRESH_MS);
  return {
    setConnected(isConnected) {
      connected = isConnected;
      if (!connected && database.path !== null) write(LEFT);
      refresh();
    },
    async close() {
      clearInterval(timer);
      connected = false;
      write(LEFT);
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
  const first = await readJson<string[]>(database, ROWS);
  for (let rows = first; rows.length > 0 && monotonic() < end;) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    rows = await readJson<string[]>(database, ROWS);
    if (rows.some((row) => !first.includes(row))) return true;
  }
  return false;
}

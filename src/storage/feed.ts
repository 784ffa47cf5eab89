/** The news of reservations: listeners are called at once for what happens on this instance, and after the next poll for the rest. */
import type { ReservationFeed } from "../ports.ts";
import type { Database } from "./database.ts";

export interface Feed extends ReservationFeed {
  /** Looks for events: this instance may just have committed some. */
  wake(): void;
  /** Looks for events where `last` is not the number of the last one known. */
  notice(last: number): void;
  close(): Promise<void>;
}

export interface FeedOptions {
  readonly database: Database;
  log(message: string, cause?: unknown): void;
}

/** Listeners are called at most this often. */
const PAUSE_MS = 100;
const RETRY_MS = 1_000;
/** How many events are stored: days of them on a busy instance. */
const STORED = 20_000;

// Triggers number the events. SQLite has one writer, so their numbers are in the order of commits: a reader that has read up to one has
// missed none before it. The last one is never deleted, so that no number comes twice.
const LAST = "(SELECT coalesce(max(id), 0) FROM reservation_events)";
const FIRST = "(SELECT coalesce(min(id), 1) FROM reservation_events)";

const SINCE = `SELECT ${FIRST} AS first, ${LAST} AS last, (SELECT json_group_array(folio) FROM
  (SELECT folio FROM reservation_events WHERE id > ?1 GROUP BY folio ORDER BY min(id))) AS folios`;

const PRUNE = `DELETE FROM reservation_events WHERE id <= ${LAST} - ${STORED}`;

/** @throws {Error} where the database fails */
export async function openFeed({ database, log }: FeedOptions): Promise<Feed> {
  const listeners = new Set<() => void>();
  let last = database.damage === null ? await lastEvent(database) : 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();
  let [busy, again, failing, closed] = [false, false, false, false];

  const look = async (): Promise<void> => {
    const found = await lastEvent(database);
    if (found === last) return;
    last = found;
    for (const listener of [...listeners]) callLogged(listener, log);
  };
  const run = async (): Promise<void> => {
    if (closed) return;
    again = false;
    try {
      await look();
      failing = false;
    } catch (error) {
      if (!failing) log("the events of the reservations cannot be read", error);
      failing = again = true;
    }
    if (closed) return;
    timer = setTimeout(() => {
      busy = false;
      if (again) wake();
    }, failing ? RETRY_MS : PAUSE_MS);
  };
  const wake = (): void => {
    again = true;
    if (busy || closed) return;
    busy = true;
    // The caller whose commit this follows is answered first. Not cleared at the end: Deno 2.6 still fires a timer that is due.
    running = new Promise((resolve) => setTimeout(() => resolve(run()), 0));
  };
  return {
    last: () => Promise.resolve(last),
    since: (event) => eventsSince(database, event),
    subscribe(listener) {
      // Wrapped, so that one that subscribes twice is called twice and leaves once.
      const own = () => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    wake,
    notice(found) {
      if (found !== last) wake();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

function callLogged(listener: () => void, log: FeedOptions["log"]): void {
  try {
    listener();
  } catch (error) {
    log("a listener to the reservations fails", error);
  }
}

async function lastEvent(database: Database): Promise<number> {
  const [row] = await database.read({ sql: `SELECT ${LAST} AS last` });
  return Number(row?.last);
}

/** Null where events are missing, or the database is not the one that numbered `event`. */
async function eventsSince(
  database: Database,
  event: number,
): ReturnType<ReservationFeed["since"]> {
  const [row] = await database.read({ sql: SINCE, args: [event] });
  const [first, last] = [Number(row?.first), Number(row?.last)];
  if (event > last || event < first - 1) return null;
  return { last, folios: JSON.parse(String(row?.folios)) };
}

/** @throws {Error} where the database fails */
export async function pruneEvents(database: Database): Promise<void> {
  await database.write([{ sql: PRUNE }]);
}

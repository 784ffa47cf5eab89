/** What becomes of reservations, told to whoever listens: from here at once, from other instances when the next poll finds it. */
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

/** Reservations that pour in are told together. */
const PAUSE_MS = 100;
const RETRY_MS = 1_000;
/** How many events are kept in memory; a reader further behind asks the database. */
const KEPT = 5_000;

/** @throws {Error} where the database fails */
export async function openFeed({ database, log }: FeedOptions): Promise<Feed> {
  const listeners = new Set<() => void>();
  const last = database.damage === null ? await lastEvent(database) : 0;
  let known: Events = { from: last, last, list: [] };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();
  let [busy, again, failing, closed] = [false, false, false, false];

  const look = async (): Promise<void> => {
    for (;;) {
      const found = await readEvents(database, known.last, KEPT);
      if (found.last === known.last) return;
      known = joined(known, found);
      tell();
    }
  };
  const tell = (): void => {
    for (const listener of [...listeners]) {
      try {
        listener();
      } catch (error) {
        log("a listener to the reservations fails", error);
      }
    }
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
    last: () => Promise.resolve(known.last),
    async since(event) {
      const inMemory = event >= known.from && event <= known.last;
      return inMemory ? after(known, event) : await eventsSince(database, event);
    },
    subscribe(listener) {
      // Wrapped, so that one that subscribes twice is called twice and leaves once.
      const own = () => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    wake,
    notice: (last) => {
      if (last !== known.last) wake();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

function after({ last, list }: Events, event: number): { last: number; folios: string[] } {
  const later = list.filter(({ id }) => id > event);
  return { last, folios: [...new Set(later.map(({ folio }) => folio))] };
}

/** What was found after what is known. Where it begins anew, the database is another one than it was. */
function joined(known: Events, found: Events): Events {
  if (found.from !== known.last) return found;
  const list = [...known.list, ...found.list];
  const dropped = list.splice(0, Math.max(0, list.length - KEPT));
  return { from: dropped.at(-1)?.id ?? known.from, last: found.last, list };
}

/**
 * The events that triggers number, one for each reservation made, changed, acknowledged or gone. SQLite has one writer, so their
 * numbers are in the order of commits, and who has read up to one has missed nothing before it. The last one is never deleted, so
 * that no number comes twice.
 */

export interface ReservationEvent {
  readonly id: number;
  readonly folio: string;
}

/** All events after `from` up to `last`, both numbers of events or 0, in order. */
export interface Events {
  readonly from: number;
  readonly last: number;
  readonly list: readonly ReservationEvent[];
}

/** How many events are kept: days of them on a busy instance. */
const STORED = 20_000;

const LAST = "(SELECT coalesce(max(id), 0) FROM reservation_events)";
const FIRST = "(SELECT coalesce(min(id), 1) FROM reservation_events)";

const READ = `SELECT ${FIRST} AS first, ${LAST} AS last,
  (SELECT json_group_array(json_object('id', id, 'folio', folio)) FROM
    (SELECT id, folio FROM reservation_events WHERE id > ?1 ORDER BY id LIMIT ?2)) AS list`;

const SINCE = `SELECT ${FIRST} AS first, ${LAST} AS last, (SELECT json_group_array(folio) FROM
  (SELECT folio FROM reservation_events WHERE id > ?1 GROUP BY folio ORDER BY min(id))) AS folios`;

const PRUNE = `DELETE FROM reservation_events WHERE id <= ${LAST} - ${STORED}`;

export async function lastEvent(database: Database): Promise<number> {
  const [row] = await database.read({ sql: `SELECT ${LAST} AS last` });
  return Number(row?.last);
}

/**
 * At most `limit` events after number `from`. Where they are no longer all there, or the database is not the one that numbered
 * `from`, none after the last number: who reads on must begin anew.
 */
export async function readEvents(database: Database, from: number, limit: number): Promise<Events> {
  const [row] = await database.read({ sql: READ, args: [from, limit] });
  const [first, last] = [Number(row?.first), Number(row?.last)];
  if (from > last || from < first - 1) return { from: last, last, list: [] };
  const list: ReservationEvent[] = JSON.parse(String(row?.list));
  return { from, last: list.at(-1)?.id ?? from, list };
}

/** The folios of all events after number `event`, each once; null where those are no longer all there. */
export async function eventsSince(
  database: Database,
  event: number,
): Promise<{ readonly last: number; readonly folios: readonly string[] } | null> {
  const [row] = await database.read({ sql: SINCE, args: [event] });
  const [first, last] = [Number(row?.first), Number(row?.last)];
  if (event > last || event < first - 1) return null;
  return { last, folios: JSON.parse(String(row?.folios)) };
}

/** @throws {Error} where the database fails */
export async function pruneEvents(database: Database): Promise<void> {
  await database.write([{ sql: PRUNE }]);
}

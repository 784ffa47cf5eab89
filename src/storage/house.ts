/** What staff have switched, kept in memory and read again every second, because another instance may have switched it. */
import { type HouseState, UNSWITCHED } from "../domain/schedule/switches.ts";
import { localDateTime } from "../domain/local_time.ts";
import { NEWEST, newestIn } from "./believed_clock.ts";
import type { Database, Row } from "./database.ts";
import { closureOf, LIST_CLOSURES } from "./switches.ts";

export interface House {
  /** As last read; the same object until it changes. */
  current(): HouseState;
  /**
   * Resolves after a reading that began after this call; calls made during a reading share the next one. Keeps the last state where
   * the database fails.
   */
  refresh(): Promise<void>;
  /** Ends the reading. */
  close(): Promise<void>;
}

export interface HouseOptions {
  /** Epoch milliseconds. */
  now(): number;
  log(message: string, cause?: unknown): void;
  /** How often to look, in milliseconds. 1,000 where absent. */
  readonly pollMs?: number | undefined;
  /** Told with every reading what is read along with the switches. */
  onRead?(read: ReadAlong): void;
}

export interface ReadAlong {
  /** The number of the last event of the reservations, or 0. */
  readonly lastEvent: number;
  /** The newest time that a clock was believed to show, in epoch milliseconds; null where none was written. */
  readonly newest: number | null;
}

const DEFAULT_POLL_MS = 1_000;
/** Closures that ended this long ago by UTC have ended on every clock, the tails of their evenings included. */
const PAST_MINUTES = 48 * 60;
/** One statement a poll: the runtime keeps some bytes of each for ever. */
const READ = `SELECT (SELECT json_group_object(name, json(value)) FROM
      (SELECT name, value FROM settings WHERE name IN ('pause', 'kitchen') ORDER BY name)) AS settings,
    (SELECT json_group_array(json_object('dishId', dish, 'serviceDay', service_day)) FROM
      (SELECT dish, service_day FROM sold_out ORDER BY dish)) AS sold_out,
    (SELECT json_group_array(json_object('id', id, 'kind', kind,
    'day', day, 'starts', starts, 'ends', ends, 'reason', reason)) FROM (${LIST_CLOSURES})) AS closures,
    (SELECT max(id) FROM reservation_events) AS last_event, ${NEWEST} AS newest`;

/**
 * The state of the house, read once before this resolves.
 * @throws {Error} where that first reading fails
 */
export async function houseState(database: Database, options: HouseOptions): Promise<House> {
  const { now, log, pollMs = DEFAULT_POLL_MS } = options;
  const changed = changeWatch(database.path);
  let text = "";
  let state: HouseState = UNSWITCHED;
  let [failing, closed] = [false, false];

  const read = async (): Promise<void> => {
    const row = await readRow(database, now());
    options.onRead?.({ lastEvent: Number(row?.last_event ?? 0), newest: newestIn(row) });
    const found = `${row?.settings} ${row?.sold_out} ${row?.closures}`;
    if (found === text) return;
    text = found;
    state = stateOf(row);
  };
  const readOrKeep = async (): Promise<void> => {
    try {
      await read();
      failing = false;
    } catch (error) {
      if (!failing) log("the switches cannot be read; the last ones known hold", error);
      failing = true;
    }
  };
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  const refresh = (): Promise<void> =>
    next ??= running.then(() => {
      running = next ?? running;
      next = null;
      return readOrKeep();
    });
  if (database.damage === null) await read();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polled: Promise<void> = Promise.resolve();
  const poll = async (): Promise<void> => {
    if (failing || await changed()) await refresh();
    if (!closed) timer = setTimeout(() => polled = poll(), pollMs);
  };
  timer = setTimeout(() => polled = poll(), pollMs);
  return {
    current: () => state,
    refresh,
    async close() {
      closed = true;
      clearTimeout(timer);
      await polled;
      await (next ?? running);
    },
  };
}

/**
 * The state of the house, read once.
 * @param now epoch milliseconds
 * @throws {Error} where the database fails
 */
export async function readHouse(database: Database, now: number): Promise<HouseState> {
  return stateOf(await readRow(database, now));
}

async function readRow(database: Database, now: number): Promise<Row | undefined> {
  const since = localDateTime(Math.floor(now / 60_000) - PAST_MINUTES);
  const [row] = await database.read({ sql: READ, args: [since] });
  return row;
}

function stateOf(row: Row | undefined): HouseState {
  const { pause = null, kitchen = null } = JSON.parse(String(row?.settings));
  return {
    pause,
    closures: JSON.parse(String(row?.closures)).map(closureOf),
    earlyKitchen: kitchen && { serviceDay: kitchen.serviceDay, closes: kitchen.closes },
    soldOut: JSON.parse(String(row?.sold_out)),
  };
}

/**
 * Tells whether a database file may have been written since it last asked, by the file's and its log's times and sizes: asking
 * the database itself every second for years would cost memory. A change is told twice, once at once and once at the next
 * call, since a second write within the clock's tick leaves the same time. Of a server (`path` null) it always says yes.
 */
export function changeWatch(path: string | null): () => Promise<boolean> {
  if (path === null) return () => Promise.resolve(true);
  let seen = "";
  let again = true;
  return async () => {
    const found = (await Promise.all([stamp(path), stamp(`${path}-wal`)])).join();
    const changed = found !== seen;
    const told = changed || again;
    seen = found;
    again = changed;
    return told;
  };
}

async function stamp(path: string): Promise<string> {
  try {
    const { mtime, size, ino } = await Deno.stat(path);
    return `${mtime?.getTime()} ${size} ${ino}`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "none";
    return "unknown";
  }
}

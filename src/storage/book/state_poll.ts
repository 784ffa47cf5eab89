/** Polls the database for what may change on any instance. */
import { repeating } from "../../in_progress.ts";
import { localDateTime } from "../../domain/local_time.ts";
import { type LiveState, UNSWITCHED } from "../../domain/schedule/services.ts";
import { NEWEST } from "../database/believed_clock.ts";
import { IS_WALK_IN } from "./columns.ts";
import type { Context } from "./context.ts";
import type { Row } from "../database/database.ts";
import { UNERASED } from "./erasure.ts";
import { newestRestaurant } from "./restaurant_versions.ts";
import { CLOSURES } from "./switches.ts";

export interface StatePoll {
  /** As last read; the same object until it changes. */
  current(): LiveState;
  /** The keys of owner and host and the ended sessions, as last read: the same text until they change. Null without. */
  staffKeys(): string | null;
  /** Resolves after a reading that begins after this call. Keeps the last state if the database fails. */
  refresh(): Promise<void>;
  /** Reads soon, after a write that may have changed a reservation. */
  wake(): void;
  /** The paths of the files that still hold erased data. */
  unerased(): readonly string[];
  /** Changes with each reservation that is made, changed, acknowledged or deleted. */
  lastEvent(): number;
  /** Whether the last reading succeeded, seconds ago at most. If not, what was read may be old. */
  isRecent(): boolean;
  close(): Promise<void>;
}

const DEFAULT_POLL_MS = 1_000;
/** The least time between two readings after {@linkcode StatePoll.wake}. */
const WAKE_APART_MS = 100;
/** Longer than a poll and a slow answer, so that boards do not read of themselves while the poll succeeds. */
const RECENT_MS = 3_000;
/** Closures that ended this long ago by UTC have ended in every time zone, the hours after midnight included. */
const PAST_MINUTES = 48 * 60;

/** An expression of the keys and the sessions that were ended, as JSON; null if the owner has no key. */
const STAFF_KEYS = `(SELECT json_array(json(value),
    json((SELECT value FROM settings WHERE name = 'host_key')),
    json((SELECT json_group_array(session) FROM ended_sessions))) FROM settings WHERE name = 'owner_key')`;

/** The people who booked, and the stays, from the day of the local time ?1 on, as JSON; read only if ?2 is 1. */
const BOOKED =
  `(SELECT json_group_array(json_object('at', day || 'T' || time, 'people', people)) FROM
  (SELECT day, time, sum(party_size) AS people FROM reservations
    WHERE ?2 AND day >= substr(?1, 1, 10) AND status IN ('confirmed', 'arrived') GROUP BY day, time ORDER BY day, time))`;
const STAYS =
  `(SELECT json_group_array(json_object('at', at, 'left', left_at, 'people', people)) FROM
  (SELECT at, left_at, sum(people) AS people FROM stays
    WHERE ?2 AND day >= substr(?1, 1, 10) AND at >= substr(?1, 1, 10) GROUP BY at, left_at ORDER BY at))`;

/** Of the evenings from the day of ?1 on to three days later, the last time after midnight, as JSON. */
const LATE_NIGHTS =
  `(SELECT json_group_array(json_object('serviceDay', service_day, 'last', last)) FROM
  (SELECT service_day, max(day || 'T' || time) AS last
    FROM json_each('[1, 2, 3, 4]') AS d CROSS JOIN reservations AS r ON r.day = date(?1, d.value || ' days')
    WHERE time < '12:00' AND service_day < day AND status IN ('confirmed', 'arrived') AND NOT ${IS_WALK_IN}
    GROUP BY service_day))`;

/** In the shape of {@linkcode LiveState}. A subquery returns JSON as text, which `json` turns into a value. */
const STATE = `json_object('closures', json(${CLOSURES}),
  'booked', json(${BOOKED}), 'stays', json(${STAYS}), 'lateNights', json(${LATE_NIGHTS}),
  'pause', json((SELECT value FROM settings WHERE name = 'pause')),
  'earlyKitchen', json((SELECT value FROM settings WHERE name = 'kitchen')),
  'soldOut', json((SELECT json_group_array(json_object('dishId', dish, 'serviceDay', service_day))
    FROM (SELECT dish, service_day FROM sold_out ORDER BY dish))))`;

/** Takes 60 µs on a file, and leaks nothing in 2.5 million polls. */
const READ = `SELECT ${STATE} AS state, ${STAFF_KEYS} AS staff_keys, ${NEWEST} AS newest,
    ${UNERASED} AS unerased, unixepoch('subsec') * 1000 AS shown,
    (SELECT max(id) FROM reservation_events) AS last_event,
    (SELECT max(version) FROM restaurant_versions) AS restaurant`;

/**
 * Reads once before it resolves. Its functions share what was read.
 * @param onRead called with each row, and the monotonic time at which it was asked for
 */
export async function openStatePoll(
  {
    database,
    now,
    monotonic = () => performance.now(),
    log,
    pollMs = DEFAULT_POLL_MS,
    countsPeople = () => false,
    onRestaurant,
  }: Pick<
    Context,
    "database" | "now" | "monotonic" | "log" | "pollMs" | "countsPeople" | "onRestaurant"
  >,
  onRead: (row: Row | undefined, asked: number) => void,
): Promise<StatePoll> {
  let state: LiveState = UNSWITCHED;
  let row: Row | undefined;
  let restaurant: Row[string] = null;
  let readAt = -Infinity;
  let failing = false;

  const read = async (): Promise<void> => {
    const past = localDateTime(Math.floor(now() / 60_000) - PAST_MINUTES);
    const before = row;
    const counts = countsPeople();
    const asked = monotonic();
    [row] = await database.read({ sql: READ, args: [past, counts ? 1 : 0] });
    readAt = monotonic();
    onRead(row, asked);
    if (row?.state !== before?.state) state = JSON.parse(String(row?.state));
    if (row?.restaurant === restaurant) return;
    const newest = await newestRestaurant(database);
    restaurant = newest?.version ?? null;
    if (newest !== null) onRestaurant?.(newest);
    // Until it is read again, its times would be listed as if no table were reserved.
    if (!counts && countsPeople()) await read();
  };
  const readOrKeep = async (): Promise<void> => {
    try {
      await read();
      failing = false;
    } catch (error) {
      if (!failing) log("the switches cannot be read; the last known ones hold", error);
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
  const polling = repeating(refresh, { everyMs: pollMs, apartMs: WAKE_APART_MS });
  return {
    current: () => state,
    staffKeys: () => row?.staff_keys as string | null ?? null,
    refresh,
    wake: polling.soon,
    unerased: () => JSON.parse(String(row?.unerased ?? "[]")),
    lastEvent: () => Number(row?.last_event ?? 0),
    isRecent: () => !failing && monotonic() - readAt < RECENT_MS,
    async close() {
      await polling.close();
      await (next ?? running);
    },
  };
}

/**
 * Whether the machine's clock is believed. While it is over 2 days from the newest time seen, nothing is erased by age:
 * a clock that leaps ahead would empty the database. This ends once the clock is set or a person confirms the date. A
 * clock that is behind counts too, since beyond a wrong newest time no leap would be noticed. The newest time is stored
 * in the settings, and every instance advances it.
 */
import type { Database, Instance, Row } from "./database.ts";

/** What the clock shows, and the newest time seen, in epoch milliseconds. */
interface DoubtedTime {
  readonly shown: number;
  readonly newest: number;
}

export interface BelievedClock {
  /** Null while the clock is believed, or if no time was seen. */
  doubt(): DoubtedTime | null;
  /** Epoch milliseconds: what the clock shows or, while in doubt, the earliest that it can be. */
  now(): number;
  /** Stores the newest time, every few minutes. @throws {Error} if the database fails */
  keep(): Promise<void>;
  /** Continues from the newest time that was read from the database; null if there is none. */
  follow(read: number | null): void;
}

const MINUTE_MS = 60_000;
const MAX_LEAP_MS = 2 * 24 * 60 * MINUTE_MS;
const WRITE_MS = 5 * MINUTE_MS;

export const NEWEST = "(SELECT nullif(at, 0) FROM newest_time)";
const ACCEPT = `INSERT INTO settings (name, value) VALUES ('clock', json_object('newest', ?1))
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const ADVANCE = `${ACCEPT} WHERE excluded.value ->> 'newest' > settings.value ->> 'newest'`;

export function openBelievedClock(
  { database, now, monotonic = () => performance.now(), log }: Omit<Instance, "instance">,
): BelievedClock {
  let newest: number | null = null;
  /** Monotonic: when the newest time was read. */
  let readAt = 0;
  let isDoubted = false;

  const look = () => {
    const shown = now();
    const passed = Math.floor(monotonic() - readAt);
    const doubt = clockDoubt(shown, newest, passed);
    if (doubt === null && isDoubted) log("the clock is believed again");
    if (doubt !== null && !isDoubted) {
      log("the clock is in doubt", `${explainDoubt(doubt)}; ${CLOCK_REMEDY}`);
    }
    isDoubted = doubt !== null;
    return { doubt, at: doubt === null ? shown : Math.min(shown, doubt.newest + passed) };
  };
  const follow = (read: number | null): void => {
    if (read !== null && read !== newest) [newest, readAt] = [read, monotonic()];
    look();
  };
  return {
    doubt: () => look().doubt,
    now: () => look().at,
    async keep() {
      const { doubt, at } = look();
      if (doubt !== null || newest !== null && at - newest < WRITE_MS) return;
      await database.write([{ sql: ADVANCE, args: [at] }]);
      follow(at);
    },
    follow,
  };
}

/** Times are epoch milliseconds. @param passed milliseconds since `newest` was read; none at a start */
export function clockDoubt(shown: number, newest: number | null, passed = 0): DoubtedTime | null {
  if (newest === null) return null;
  // A clock that was set back comes near the newest time again by itself.
  const leap = Math.max(shown - newest - passed, newest - shown);
  return leap <= MAX_LEAP_MS ? null : { shown, newest };
}

export function explainDoubt({ shown, newest }: DoubtedTime): string {
  return `el reloj dice ${minuteOf(shown)}, y lo último que se vio fue ${minuteOf(newest)}: ` +
    "nada se borra por antigüedad, las reservaciones siguen";
}

export const CLOCK_REMEDY =
  "si el reloj está mal, `sudo timedatectl set-ntp true`; si está bien, confirma la fecha en el tablero";

/** Such as `2026-11-22 12:00 UTC`. */
export function minuteOf(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** The newest time in epoch milliseconds; null if none is stored. @throws {Error} if the database fails */
export async function newestTime(database: Database): Promise<number | null> {
  return newestIn((await database.read({ sql: `SELECT ${NEWEST} AS newest` }))[0]);
}

export function newestIn(row: Row | undefined): number | null {
  const newest = row?.newest ?? null;
  return newest === null ? null : Number(newest);
}

/** Stores the time `shown` by the clock as the newest, even if it is earlier. @throws {Error} if the database fails */
export async function believeClock(database: Database, shown: number): Promise<void> {
  await database.write([{ sql: ACCEPT, args: [shown] }]);
}

/**
 * How far the machine's clock is believed. Reservations go by what it shows. Erasing does not: a clock that leaps would empty the
 * database. The newest time that was believed is kept in the settings, and every instance advances it.
 */
import type { ClockDoubt } from "../ports/staff.ts";
import type { Context, Database, Row } from "./database.ts";

export interface BelievedClock {
  /** Why the clock is not believed; null where it is. */
  doubt(): ClockDoubt | null;
  /** Epoch milliseconds: what the clock shows or, while it is in doubt, the earliest that it can be. */
  now(): number;
  /** Writes the newest time once it is some minutes old. @throws {Error} where the database fails */
  keep(): Promise<void>;
  /** Takes over the newest time as it was read from the database; null where there is none. */
  follow(newest: number | null): void;
  /** Has `listener` called whenever a doubt has ended. */
  whenBelieved(listener: () => void): void;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A clock further than this from the expected time is in doubt. */
const MAX_LEAP_MS = 2 * DAY_MS;
/** A clock further ahead than this does not come to be believed by itself. */
const MAX_WAIT_MS = 40 * DAY_MS;
const STEADY_MS = DAY_MS;
/** How far the clock may stray from the time that passes and count as steady. One that is being adjusted strays 43 seconds a day. */
const MAX_STRAY_MS = 5 * MINUTE_MS;
const WRITE_MS = 5 * MINUTE_MS;

/** An expression of the newest time, in epoch milliseconds; null where none was written. */
export const NEWEST = "(SELECT value ->> 'newest' FROM settings WHERE name = 'clock')";
const READ = { sql: `SELECT ${NEWEST} AS newest` };
const INSERT = "INSERT INTO settings (name, value) VALUES ('clock', json_object('newest', ?1))";
/** Of a database that no clock was written to yet, the last reservation tells the time. */
const BEGIN = `INSERT INTO settings (name, value) SELECT 'clock', json_object('newest', coalesce(
    (SELECT created_at FROM reservations ORDER BY id DESC LIMIT 1), ?1)) WHERE true
  ON CONFLICT DO NOTHING`;
const ACCEPT = `${INSERT} ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const ADVANCE = `${INSERT} ON CONFLICT (name) DO UPDATE SET
  value = json_object('newest', max(settings.value ->> 'newest', excluded.value ->> 'newest'))`;

/**
 * Of a damaged database the clock is believed: there is nothing to erase.
 * @throws {Error} where the database fails
 */
export async function openBelievedClock(
  { database, now, monotonic = () => performance.now(), log }: Context,
): Promise<BelievedClock> {
  const begin = [{ sql: BEGIN, args: [now()] }, READ];
  const [, begun] = database.damage === null ? await database.write(begin) : [];
  /** The clock is expected to run on from the newest time since the monotonic time at which that was read. */
  let seen = { newest: newestIn(begun?.[0]) ?? now(), passed: monotonic() };
  /** When the clock began to be as far from the expected time as it is, the newest time being the same. */
  let steady = { newest: 0, ahead: 0, passed: 0 };
  let told: ClockDoubt["kind"] | null = null;
  let onBelieved = (): void => {};

  const look = () => {
    const [shown, passed, { newest }] = [now(), monotonic(), seen];
    const expected = newest + Math.floor(passed - seen.passed);
    const ahead = shown - expected;
    const kind = kindOfDoubt(shown, expected);
    // Another instance that goes on from the newest time contradicts this one.
    const goesOn = steady.newest === newest && Math.abs(steady.ahead - ahead) <= MAX_STRAY_MS;
    if (kind === null || !goesOn) steady = { newest, ahead, passed };
    const isBelieved = kind === null || kind === "ahead" && passed - steady.passed >= STEADY_MS;
    const doubt = isBelieved ? null : { kind, shown, newest };
    tell(doubt);
    return { shown, expected, doubt };
  };
  const tell = (doubt: ClockDoubt | null): void => {
    const kind = doubt?.kind ?? null;
    if (kind === told) return;
    told = kind;
    if (doubt !== null) {
      const { says, remedy } = explainDoubt(doubt);
      return log(`${says}: nothing is erased for its age; ${remedy}`);
    }
    log("the clock is believed again");
    onBelieved();
  };
  const follow = (newest: number | null): void => {
    if (newest !== null && newest !== seen.newest) seen = { newest, passed: monotonic() };
    look();
  };
  look();
  return {
    doubt: () => look().doubt,
    now() {
      const { shown, expected, doubt } = look();
      return doubt === null ? shown : Math.min(shown, expected);
    },
    async keep() {
      const { shown, doubt } = look();
      if (doubt !== null || shown - seen.newest < WRITE_MS) return;
      const [, read] = await database.write([{ sql: ADVANCE, args: [shown] }, READ]);
      follow(newestIn(read?.[0]));
    },
    follow,
    whenBelieved: (listener) => void (onBelieved = listener),
  };
}

function kindOfDoubt(shown: number, expected: number): ClockDoubt["kind"] | null {
  const ahead = shown - expected;
  if (Math.abs(ahead) <= MAX_LEAP_MS) return null;
  if (ahead < 0) return "behind";
  return ahead > MAX_WAIT_MS ? "far_ahead" : "ahead";
}

/**
 * How a service finds the clock at its start.
 * @param shown what the clock shows, and `newest` the newest time, both in epoch milliseconds
 */
export function clockDoubt(shown: number, newest: number | null): ClockDoubt | null {
  if (newest === null) return null;
  const kind = kindOfDoubt(shown, newest);
  return kind === null ? null : { kind, shown, newest };
}

export function explainDoubt(
  { kind, shown, newest }: ClockDoubt,
): { readonly says: string; readonly remedy: string } {
  const days = Math.floor(Math.abs(shown - newest) / DAY_MS);
  const away = `${days} days ${kind === "behind" ? "behind" : "ahead of"}`;
  const wait = kind === "ahead" ? ", or let the service run for 24 hours without a break" : "";
  return {
    says: `the clock shows ${minuteOf(shown)}, ${away} the newest time seen, ${minuteOf(newest)}`,
    remedy:
      `if it is wrong, set it (timedatectl set-ntp true); if it is right, run "sobremesa clock accept"${wait}`,
  };
}

/** Such as `2026-11-22 12:00 UTC`. */
export function minuteOf(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** The newest time in epoch milliseconds; null where none was written. @throws {Error} where the database fails */
export async function newestTime(database: Database): Promise<number | null> {
  return newestIn((await database.read(READ))[0]);
}

export function newestIn(row: Row | undefined): number | null {
  const newest = row?.newest ?? null;
  return newest === null ? null : Number(newest);
}

/** Makes `shown`, which the clock shows, the newest time, whether it was before or after. @throws {Error} where the database fails */
export async function believeClock(database: Database, shown: number): Promise<void> {
  await database.write([{ sql: ACCEPT, args: [shown] }]);
}

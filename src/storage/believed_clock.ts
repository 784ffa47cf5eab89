/**
 * Whether the machine's clock is believed. Reservations use the time that it shows. Erasing by age waits while the clock is in doubt:
 * one that leaps would empty the database. The newest believed time is stored in the settings, and every instance advances it.
 */
import type { ClockDoubt } from "../ports/staff.ts";
import type { Context, Database, Row } from "./database.ts";

export interface BelievedClock {
  /** Why the clock is not believed; null where it is. */
  doubt(): ClockDoubt | null;
  /** Epoch milliseconds: what the clock shows or, while it is in doubt, the earliest that it can be. */
  now(): number;
  /** Stores the newest time, every few minutes. @throws {Error} where the database fails */
  keep(): Promise<void>;
  /** Continues from the newest time that was read from the database; null where there is none. */
  follow(newest: number | null): void;
  /** Calls `listener` whenever a doubt has ended. */
  whenBelieved(listener: () => void): void;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A clock further than this from the expected time is in doubt. */
const MAX_LEAP_MS = 2 * DAY_MS;
/** A clock further ahead than this is believed only once a person accepts it. */
const MAX_WAIT_MS = 40 * DAY_MS;
const STEADY_MS = DAY_MS;
/** How far a steady clock may drift from the time that passes. One that is being adjusted drifts 43 seconds a day. */
const MAX_STRAY_MS = 5 * MINUTE_MS;
const WRITE_MS = 5 * MINUTE_MS;

/** An expression of the newest time in epoch milliseconds; null where none is stored. */
export const NEWEST = "(SELECT value ->> 'newest' FROM settings WHERE name = 'clock')";
const READ = { sql: `SELECT ${NEWEST} AS newest` };
const INSERT = "INSERT INTO settings (name, value) VALUES ('clock', json_object('newest', ?1))";
/** Where no time is stored yet, the last reservation has the newest. */
const BEGIN = `INSERT INTO settings (name, value) SELECT 'clock', json_object('newest', coalesce(
    (SELECT created_at FROM reservations ORDER BY id DESC LIMIT 1), ?1)) WHERE true
  ON CONFLICT DO NOTHING`;
const ACCEPT = `${INSERT} ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const ADVANCE = `${INSERT} ON CONFLICT (name) DO UPDATE SET
  value = json_object('newest', max(settings.value ->> 'newest', excluded.value ->> 'newest'))`;

/**
 * Beside a damaged database the clock is believed: there is nothing to erase.
 * @throws {Error} where the database fails
 */
export async function openBelievedClock(
  { database, now, monotonic = () => performance.now(), log }: Context,
): Promise<BelievedClock> {
  const begin = [{ sql: BEGIN, args: [now()] }, READ];
  const [, begun] = database.damage === null ? await database.write(begin) : [];
  /** The newest time, and the monotonic time at which it was read. */
  let seen = { newest: newestIn(begun?.[0]) ?? now(), passed: monotonic() };
  /** Since when the clock is as far ahead of the expected time as it is, with the same newest time. */
  let steady = { newest: 0, ahead: 0, passed: 0 };
  let logged: ClockDoubt["kind"] | null = null;
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
    logChange(doubt);
    return { shown, expected, doubt };
  };
  const logChange = (doubt: ClockDoubt | null): void => {
    const kind = doubt?.kind ?? null;
    if (kind === logged) return;
    logged = kind;
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

/** The doubt with which a service would start. @param shown by the clock, as `newest` in epoch milliseconds */
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

/** The newest time in epoch milliseconds; null where none is stored. @throws {Error} where the database fails */
export async function newestTime(database: Database): Promise<number | null> {
  return newestIn((await database.read(READ))[0]);
}

export function newestIn(row: Row | undefined): number | null {
  const newest = row?.newest ?? null;
  return newest === null ? null : Number(newest);
}

/** Stores the time `shown` by the clock as the newest, even if it is earlier. @throws {Error} where the database fails */
export async function believeClock(database: Database, shown: number): Promise<void> {
  await database.write([{ sql: ACCEPT, args: [shown] }]);
}

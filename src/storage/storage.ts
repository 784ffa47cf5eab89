/** Composes the storage of a service. */
import { decodeBase64Url, encodeBase64Url } from "@std/encoding";
import type { Day } from "../domain/local_time.ts";
import { alerts, openPresence } from "./instances.ts";
import { believeClock, openBelievedClock } from "./believed_clock.ts";
import {
  type Context,
  type Database,
  explainDatabaseError,
  type StorageOptions,
} from "./database.ts";
import { openDoubtJournal, openDoubts } from "./doubts.ts";
import { erasure } from "./erasure.ts";
import { type House, openHouse } from "./house.ts";
import { openSoundDatabase } from "./open_database.ts";
import { reservationBook } from "./book.ts";
import { openReservations } from "./reservations.ts";
import { readNewestRestaurant, restaurantVersions } from "./restaurant_versions.ts";
import { staffAccess, staffKeySetting } from "./staff_key.ts";
import { closures, switches } from "./switches.ts";
import { openTidying } from "./tidying.ts";

const DEFAULT_CLOSE_MS = 8_000;
const INSTANCE_BYTES = 9;

/**
 * Opens the database and the parts of the storage, and settles the doubts that an earlier process left.
 * @throws {DatabaseUnusable} whose message says what to do about it
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const database = await openSoundDatabase(options);
  try {
    return await openOn(database, options);
  } catch (error) {
    await database.close().catch(() => {});
    throw explainDatabaseError(error, options.url);
  }
}

const TAKE_CALL = `INSERT INTO router_calls (day, calls) VALUES (?1, 1)
  ON CONFLICT (day) DO UPDATE SET calls = calls + 1 WHERE calls < ?2 RETURNING calls`;

export type Storage = Awaited<ReturnType<typeof openOn>>;

async function openOn(database: Database, options: StorageOptions) {
  const { damage } = database;
  const instance = encodeBase64Url(options.randomBytes(INSTANCE_BYTES));
  const own = { ...options, database, instance };
  const clock = openBelievedClock(own);
  const key = await draftKey(own);
  const journal = openDoubtJournal(options.dataDir);
  const house = await openHouse(own, clock.follow);
  const watched = { ...own, database: waking(database, house) };
  const doubts = openDoubts(watched, journal);
  const store = openReservations({ ...watched, doubts, onRefused: house.refresh });
  const boards = openPresence(own);
  const turning = { ...own, onTurn: house.refresh };
  if (damage === null) await clock.keep();
  else await followBesideDamage(options);
  const tidying = damage === null
    ? openTidying({ ...watched, clock })
    : { close: () => Promise.resolve() };
  return {
    database,
    /** Why the database file cannot be used, so that every call which needs it fails; null where it can. */
    damage,
    reservations: store,
    house,
    /** The house follows before a change resolves, as it does of closures. */
    switches: switches(database, turning),
    closures: closures(database, turning),
    /** `onRestaurant` is called before `add` resolves. */
    restaurants: restaurantVersions(database, { now: options.now, onAdded: house.refresh }),
    book: reservationBook(watched),
    erasure: erasure(watched),
    alerts: alerts(own),
    boards,
    staffKey: {
      ...staffKeySetting(own, house.refresh),
      ...staffAccess(database, house),
    },
    /**
     * Counts a call of a routing engine on `day`, on all instances together, unless that makes more than `limit` (at least 1).
     * @returns whether it was counted
     * @throws {Error} where the database failed; it may have been counted
     */
    async takeRouterCall(day: Day, limit: number): Promise<boolean> {
      const [rows] = await database.write([{ sql: TAKE_CALL, args: [day, limit] }]);
      return rows?.length === 1;
    },
    draftKey: key,
    clock,
    /** The house follows before it resolves. @param shown by the clock, in epoch milliseconds */
    acceptClock: (shown: number) => believeClock(database, shown).then(house.refresh),
    /** Closed by `close` too, which may have less time than a copy takes. */
    tidying,
    /** @throws {Error} where the database does not answer */
    ping: async () => void await database.read({ sql: "SELECT 1" }),
    /** Answers open requests, for at most `withinMs` milliseconds, then closes everything. */
    async close(withinMs = DEFAULT_CLOSE_MS): Promise<void> {
      await store.close(withinMs);
      await Promise.all([tidying, boards, doubts].map((part) => part.close()));
      await house.close();
      await database.close();
    },
  };
}

/** Beside a damaged database the house knows no restaurant. */
async function followBesideDamage(options: StorageOptions): Promise<void> {
  try {
    const newest = await readNewestRestaurant(options);
    if (newest !== null) options.onRestaurant?.(newest);
  } catch (error) {
    options.log("the saved menu could not be read", error);
  }
}

/** `database`, after each write of which the house reads reservations again, also where its outcome is unknown. */
function waking(database: Database, { wake }: House): Database {
  return {
    ...database,
    write: (statements) => database.write(statements).finally(wake),
  };
}

const KEY_BYTES = 32;
const MAKE_KEY =
  "INSERT INTO settings (name, value) VALUES ('draft_key', ?) ON CONFLICT DO NOTHING";
const READ_KEY = "SELECT value FROM settings WHERE name = 'draft_key'";

/**
 * The key that seals drafts (AES-256-GCM, not extractable): made by the first instance, and shared by all. Beside a damaged database it is
 * made for this run, so that drafts go on.
 *
 * @throws {Error} where the database fails
 */
async function draftKey(
  { database, randomBytes }: Pick<Context, "database" | "randomBytes">,
): Promise<CryptoKey> {
  let key = encodeBase64Url(randomBytes(KEY_BYTES));
  if (database.damage === null) {
    const making = { sql: MAKE_KEY, args: [JSON.stringify(key)] };
    const [, rows] = await database.write([making, { sql: READ_KEY }]);
    key = JSON.parse(String(rows?.[0]?.value));
  }
  const raw = decodeBase64Url(key);
  return await crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]);
}

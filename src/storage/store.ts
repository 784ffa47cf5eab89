/** Composes the store: everything that a service keeps in its database. */
import { join } from "node:path";
import { decodeBase64Url, encodeBase64Url } from "@std/encoding";
import { type Seals, sealsOf } from "../domain/seal.ts";
import type { ReservationBook } from "../ports/reservations.ts";
import type { ImageStore, RestaurantVersions } from "../ports/restaurant.ts";
import type { Alerts, Boards, ClosureBook, Erasure, Switches } from "../ports/staff.ts";
import {
  believeClock,
  type BelievedClock,
  newestIn,
  openBelievedClock,
} from "./database/believed_clock.ts";
import { alerts } from "./book/alerts.ts";
import type { Context, StoreOptions } from "./book/context.ts";
import { reservationBook } from "./book/reservation_book.ts";
import {
  type Database,
  type DatabaseDamaged,
  explainDatabaseError,
  explainFolderError,
} from "./database/database.ts";
import { ignoreMissing, replaceFile } from "./database/database_files.ts";
import { openDoubtJournal, openDoubts } from "./book/doubts.ts";
import { erasure } from "./book/erasure.ts";
import { openStatePoll, type StatePoll } from "./book/state_poll.ts";
import { openPresence } from "./database/instances.ts";
import { openSoundDatabase } from "./database/open_database.ts";
import { openReservations, type Reservations } from "./book/reservations.ts";
import {
  imageStore,
  readNewestRestaurant,
  restaurantVersions,
} from "./book/restaurant_versions.ts";
import { staffAccess, type StaffKey, staffKeySetting } from "./book/staff_key.ts";
import { closures, switches } from "./book/switches.ts";
import { openTidying } from "./book/tidying.ts";

/** An open store. Beside a damaged file, methods that need the database fail. */
export interface Store {
  readonly database: Database;
  /** Why the database file cannot be used; null if it can. */
  readonly damage: DatabaseDamaged | null;
  readonly reservations: Reservations;
  readonly book: ReservationBook;
  /** What may change on any instance, as last read. It shows this instance's changes before they resolve. */
  readonly poll: StatePoll;
  readonly switches: Switches;
  readonly closures: ClosureBook;
  /** `onRestaurant` is called before `add` resolves. */
  readonly restaurants: RestaurantVersions;
  readonly images: ImageStore;
  readonly erasure: Erasure;
  readonly alerts: Alerts;
  readonly boards: Boards;
  readonly staffKey: StaffKey;
  /** The same on all instances. */
  readonly seals: Seals;
  readonly clock: BelievedClock;
  /** Epoch milliseconds. */
  now(): number;
  /** Has the clock believed on every instance. @param shown epoch milliseconds */
  acceptClock(shown: number): Promise<void>;
  /** Closed by `close` too, which may have too little time for a copy. */
  readonly tidying: { close(): Promise<void> };
  ping(): Promise<void>;
  /** Answers open requests, at most `withinMs` milliseconds (8,000 if absent), then closes everything. */
  close(withinMs?: number): Promise<void>;
}

const DEFAULT_CLOSE_MS = 8_000;
const INSTANCE_BYTES = 9;

/** Opens the store. Doubts of an earlier process are settled later. @throws {DatabaseUnusable} that says what to do */
export async function openStore(options: StoreOptions): Promise<Store> {
  const database = await openSoundDatabase(options);
  try {
    return await storeOn(database, options);
  } catch (error) {
    await database.close().catch(() => {});
    throw explainDatabaseError(error, options.url);
  }
}

/** The store on an open database of the newest schema. `options.url` names it in errors. */
export async function storeOn(database: Database, options: StoreOptions): Promise<Store> {
  const { damage } = database;
  const instance = encodeBase64Url(options.randomBytes(INSTANCE_BYTES));
  const { monotonic = () => performance.now() } = options;
  // How far the server's clock is ahead.
  let ahead = 0;
  const shared = () => Math.floor(monotonic() + ahead);
  const now = options.followsServer && database.path === null ? shared : options.now;
  const own = { ...options, database, instance, now };
  const clock = openBelievedClock(own);
  const seals = sealsOf(await sealSecret(own));
  const journal = openDoubtJournal(options.dataDir);
  const poll = await openStatePoll(own, (row, asked) => {
    const shown = Number(row?.shown);
    // It was read between question and answer: a slow answer alone does not move the clock.
    ahead = Math.min(Math.max(ahead, shown - monotonic()), shown - asked);
    clock.follow(newestIn(row));
  });
  // A write wakes the poll even if its outcome is unknown: it may have changed a reservation.
  const write: Database["write"] = (statements) => database.write(statements).finally(poll.wake);
  const watched = { ...own, database: { ...database, write } };
  const doubts = openDoubts(watched, journal);
  const reservations = openReservations({ ...watched, doubts, onRefused: poll.refresh });
  const boards = openPresence(own);
  const turning = { ...own, onTurn: poll.refresh };
  if (damage === null) await clock.keep();
  else {
    // A damaged database is not polled, so the restaurant is read once.
    await readNewestRestaurant(options)
      .then((newest) => newest && options.onRestaurant?.(newest))
      .catch((error) => options.log("the saved menu could not be read", error));
  }
  const tidying = damage === null
    ? openTidying({ ...watched, clock })
    : { close: () => Promise.resolve() };
  return {
    database,
    damage,
    reservations,
    book: reservationBook(watched),
    poll,
    switches: switches(database, turning),
    closures: closures(database, turning),
    restaurants: restaurantVersions(database, { now, onAdded: poll.refresh }),
    images: imageStore(database, now),
    erasure: erasure(watched),
    alerts: alerts(own),
    boards,
    staffKey: { ...staffKeySetting(own, poll.refresh), ...staffAccess(database, poll, seals) },
    seals,
    clock,
    now,
    acceptClock: (shown) => believeClock(database, shown).then(poll.refresh),
    tidying,
    ping: async () => void await database.read({ sql: "SELECT 1" }),
    async close(withinMs = DEFAULT_CLOSE_MS) {
      await reservations.close(withinMs);
      await Promise.all([tidying, boards, doubts].map((part) => part.close()));
      await poll.close();
      await database.close();
    },
  };
}

const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;
const MAKE_SECRET =
  "INSERT INTO settings (name, value) VALUES ('seal_secret', ?) ON CONFLICT DO NOTHING";
const READ_SECRET = "SELECT value FROM settings WHERE name = 'seal_secret'";

/**
 * The secret of links and sessions. Beside a file it is in the data folder, so that no copy of the database opens the
 * board; on a server it is in the database, so that all instances share it.
 */
async function sealSecret(
  { database, dataDir, randomBytes }: Pick<Context, "database" | "dataDir" | "randomBytes">,
): Promise<Uint8Array> {
  const made = encodeBase64Url(randomBytes(SECRET_BYTES));
  if (database.path !== null) {
    const file = join(dataDir, "seal_secret");
    try {
      const found = await Deno.readTextFile(file).catch(ignoreMissing) ?? "";
      if (SECRET.test(found)) return decodeBase64Url(found);
      await replaceFile(file, made);
    } catch (error) {
      throw explainFolderError(error, dataDir);
    }
    return decodeBase64Url(made);
  }
  const making = { sql: MAKE_SECRET, args: [JSON.stringify(made)] };
  const [, rows] = await database.write([making, { sql: READ_SECRET }]);
  return decodeBase64Url(JSON.parse(String(rows?.[0]?.value)));
}

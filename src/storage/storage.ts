/** Composes the storage of a service. */
import { decodeBase64Url, encodeBase64Url } from "@std/encoding";
import type { Day } from "../domain/local_time.ts";
import type {
  Alerts,
  Boards,
  ClosureBook,
  Erasure,
  ReservationBook,
  ReservationFeed,
  ReservationStore,
  Switches,
} from "../ports.ts";
import { alerts } from "./alerts.ts";
import { type BelievedClock, openBelievedClock } from "./believed_clock.ts";
import {
  type Database,
  type DatabaseDamaged,
  explainDatabaseError,
  explainFolderError,
} from "./database.ts";
import { openDoubtJournal, openDoubts } from "./doubts.ts";
import { erasure } from "./erasure.ts";
import { type House, openHouse } from "./house.ts";
import { type DatabaseOptions, openSoundDatabase } from "./open_database.ts";
import { openBoards, openPresence } from "./presence.ts";
import { reservationBook } from "./book.ts";
import { openReservations } from "./hold.ts";
import { staffAccess, type StaffKey, staffKeySetting } from "./staff_key.ts";
import { closures, switches } from "./switches.ts";
import { type NightlyCopies, openTidying, type Tidying } from "./tidying.ts";

export interface StorageOptions extends DatabaseOptions {
  /** The folder for what must not be lost while the database is away. Made where missing. */
  readonly dataDir: string;
  /** Cryptographically strong random bytes. */
  randomBytes(length: number): Uint8Array<ArrayBuffer>;
  /** Told of routine work in the background, in words without personal data. */
  info?(message: string): void;
  /** Told what goes wrong there. */
  log(message: string, cause?: unknown): void;
  /** How often the switches are read, in milliseconds. 1,000 where absent. */
  readonly pollMs?: number | undefined;
  /** How many reservations share a commit at most. 256 where absent. */
  readonly batchLimit?: number | undefined;
  /** How many days after its service day a reservation is erased to counts. 365 where absent. */
  readonly retentionDays?: number | undefined;
  /** The copies of a file. None are made where absent, nor of a server. */
  readonly nightlyCopies?: NightlyCopies | undefined;
  /** Milliseconds that have passed, whatever the clock does. The process's own where absent. */
  monotonic?(): number;
}

export interface Storage {
  readonly database: Database;
  /** Why the database file cannot be used: then every call that needs it fails, and nothing else does. */
  readonly damage: DatabaseDamaged | null;
  readonly reservations: ReservationStore;
  /** How many reservations wait for a commit. */
  waiting(): number;
  /** What staff have switched, here and on other instances. */
  readonly house: Pick<House, "current" | "refresh">;
  /** {@linkcode Storage.house} has followed when a call resolves. */
  readonly switches: Switches;
  readonly closures: ClosureBook;
  /** The reservations, for staff. */
  readonly book: ReservationBook;
  readonly feed: ReservationFeed;
  readonly erasure: Erasure;
  readonly alerts: Alerts;
  readonly boards: Boards;
  readonly staffKey: StaffKey;
  readonly routerCalls: RouterCalls;
  readonly draftKey: CryptoKey;
  /** How far the clock is believed. */
  readonly clock: Pick<BelievedClock, "doubt">;
  /** Ended by {@linkcode Storage.close} where it has not been before: that may have less time than a copy takes. */
  readonly tidying: Tidying;
  /** @throws {Error} where the database does not answer */
  ping(): Promise<void>;
  /** Answers what is under way, at most `withinMs` milliseconds long (8,000 where absent), then lets go of everything. */
  close(withinMs?: number): Promise<void>;
}

const DEFAULT_CLOSE_MS = 8_000;
const INSTANCE_BYTES = 9;

/**
 * Opens the database and what lives on it, and takes up what an earlier process left undone.
 * @throws {DatabaseUnusable} whose message says what to do about it
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  await makeDataDir(options.dataDir);
  const database = await openSoundDatabase(options);
  try {
    return await openOn(database, options);
  } catch (error) {
    await database.close().catch(() => {});
    throw explainDatabaseError(error, options.url);
  }
}

async function openOn(database: Database, options: StorageOptions): Promise<Storage> {
  const { dataDir, now, randomBytes, log } = options;
  const { damage } = database;
  const clock = await openBelievedClock({ ...options, database });
  const instance = encodeBase64Url(randomBytes(INSTANCE_BYTES));
  const key = await draftKey(database, options);
  const journal = openDoubtJournal(dataDir);
  const house = await openHouse(database, { ...options, onNewest: clock.follow });
  const watched = waking(database, house);
  const doubts = openDoubts({ database: watched, journal, now, log });
  const store = openReservations({
    ...options,
    database: watched,
    doubts,
    onRefused: house.refresh,
  });
  const presence = openPresence({ database, instance, now });
  const boards = openBoards({ database, instance, now, log });
  const tidying = damage === null
    ? openTidying({ ...options, clock, database: watched })
    : { close: () => Promise.resolve() };
  return {
    database,
    damage,
    reservations: store,
    waiting: store.waiting,
    house,
    switches: switches(database, { now, onTurn: house.refresh }),
    closures: closures(database, { now, onTurn: house.refresh }),
    book: reservationBook({ database: watched, now }),
    feed: house.feed,
    erasure: erasure(watched, now),
    alerts: alerts({ database, instance, now }),
    boards,
    staffKey: {
      ...staffKeySetting(database, { ...options, onChange: house.refresh }),
      ...staffAccess(database, house),
    },
    routerCalls: routerCalls(database),
    draftKey: key,
    clock,
    tidying,
    ping: async () => void await database.read({ sql: "SELECT 1" }),
    async close(withinMs = DEFAULT_CLOSE_MS) {
      await store.close(withinMs);
      await Promise.all([tidying, boards, doubts, presence].map((part) => part.close()));
      await house.close();
      await database.close();
    },
  };
}

/** `database`, whose writes may be news of reservations, also where their outcome is unknown. */
function waking(database: Database, { wake }: House): Database {
  return {
    ...database,
    write: (statements) => database.write(statements).finally(wake),
  };
}

/** Tried now, because the journal is first needed when the database is away. */
async function makeDataDir(folder: string): Promise<void> {
  try {
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    await Deno.remove(await Deno.makeTempFile({ dir: folder, prefix: "writable-" }));
  } catch (error) {
    throw explainFolderError(error, folder);
  }
}

const KEY_BYTES = 32;
const MAKE_KEY =
  "INSERT INTO settings (name, value) VALUES ('draft_key', ?) ON CONFLICT DO NOTHING";
const READ_KEY = "SELECT value FROM settings WHERE name = 'draft_key'";

/**
 * The key that seals drafts (AES-256-GCM, not extractable): made by whichever instance asks first, the same for all ever
 * after. Beside a damaged database it is one of this run: its links are better than no drafts.
 *
 * @throws {Error} where the database fails
 */
async function draftKey(
  database: Database,
  { randomBytes }: Pick<StorageOptions, "randomBytes">,
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

/** How often a routing engine was asked, day by day, on all instances together. */
export interface RouterCalls {
  /**
   * Counts one more call on `day`, unless that makes more than `limit` (at least 1).
   * @returns whether it was counted
   * @throws {Error} where the database failed; it may have been counted
   */
  take(day: Day, limit: number): Promise<boolean>;
}

const TAKE = `INSERT INTO router_calls (day, calls) VALUES (?1, 1)
  ON CONFLICT (day) DO UPDATE SET calls = calls + 1 WHERE calls < ?2 RETURNING calls`;

function routerCalls(database: Database): RouterCalls {
  return {
    async take(day, limit) {
      const [rows] = await database.write([{ sql: TAKE, args: [day, limit] }]);
      return rows?.length === 1;
    },
  };
}

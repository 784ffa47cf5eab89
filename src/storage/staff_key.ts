/**
 * The staff's key, of which only a salted hash is kept, and what seals the sessions that it opens. All instances share them.
 * Another key, or the end of all sessions, begins a new generation with a new seal of sessions. The seal of devices stays, so that a
 * key can be changed under attack without shutting the staff's own devices out.
 *
 * The hash is PBKDF2: a key that people choose themselves must not be found out of a copy of the database.
 */
import { timingSafeEqual } from "@std/crypto";
import { decodeBase64Url, encodeBase64Url } from "@std/encoding";
import { comparedStaffKey, isStaffKey } from "../domain/staff_key.ts";
import type { StaffAccess, StaffSeals } from "../staff_deps.ts";
import type { Database } from "./database.ts";
import { changeWatch } from "./file_changes.ts";

export interface StaffKeyOptions {
  /** Epoch milliseconds. */
  now(): number;
  /** Cryptographically strong random bytes. */
  randomBytes(length: number): Uint8Array<ArrayBuffer>;
  /** Rounds of the hash of keys that are set here. 600,000 where absent: fewer only in tests. */
  readonly staffKeyRounds?: number | undefined;
}

export interface StaffKey extends StaffAccess {
  /** Whether there is a key. */
  exists(): Promise<boolean>;
  /** Makes `key` the first one. @returns false where there was one already, which stays */
  setFirst(key: string): Promise<boolean>;
  /** Makes `key` the key, and ends all sessions. */
  replace(key: string): Promise<void>;
  /** Ends all sessions; the key stays. */
  endSessions(): Promise<void>;
}

/** One row of the settings. */
interface Stored {
  readonly generation: number;
  readonly rounds: number;
  readonly salt: string;
  readonly hash: string;
  readonly sessions: string;
  readonly devices: string;
}

const READ = "SELECT value FROM settings WHERE name = 'staff_key'";
const SET_FIRST =
  "INSERT INTO settings (name, value) VALUES ('staff_key', ?) ON CONFLICT DO NOTHING RETURNING name";
const NEXT = "json_extract(value, '$.generation') + 1";
const REPLACE = `INSERT INTO settings (name, value) VALUES ('staff_key', ?)
  ON CONFLICT (name) DO UPDATE SET value = json_set(excluded.value,
    '$.generation', ${NEXT}, '$.devices', json_extract(value, '$.devices'))`;
const END_SESSIONS =
  `UPDATE settings SET value = json_set(value, '$.generation', ${NEXT}, '$.sessions', ?)
  WHERE name = 'staff_key' RETURNING name`;

const DEFAULT_ROUNDS = 600_000;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** How old what is known may be, in milliseconds. */
const FRESH_MS = 500;

export function staffKey(database: Database, options: StaffKeyOptions): StaffKey {
  const { now, randomBytes, staffKeyRounds = DEFAULT_ROUNDS } = options;
  const known = lastKnown(database, now);

  const hashed = async (key: string): Promise<string> => {
    const salt = randomBytes(SALT_BYTES);
    const stored: Stored = {
      generation: 1,
      rounds: staffKeyRounds,
      salt: encodeBase64Url(salt),
      hash: encodeBase64Url(await hash(key, salt, staffKeyRounds)),
      sessions: newSeal(),
      devices: newSeal(),
    };
    return JSON.stringify(stored);
  };
  const newSeal = () => encodeBase64Url(randomBytes(HASH_BYTES));

  return {
    seals: async () => (await known.read()).seals,
    async isKey(key) {
      if (!isStaffKey(key)) return false;
      const { rounds, salt, hash: expected } = (await known.read()).stored;
      const found = await hash(key, decodeBase64Url(salt), rounds);
      return timingSafeEqual(found, decodeBase64Url(expected));
    },
    exists: async () => (await database.read({ sql: READ })).length > 0,
    async setFirst(key) {
      const [rows] = await database.write([{ sql: SET_FIRST, args: [await hashed(key)] }]);
      known.forget();
      return rows?.length === 1;
    },
    async replace(key) {
      await database.write([{ sql: REPLACE, args: [await hashed(key)] }]);
      known.forget();
    },
    async endSessions() {
      await database.write([{ sql: END_SESSIONS, args: [newSeal()] }]);
      known.forget();
    },
  };
}

interface Known {
  readonly text: string;
  readonly stored: Stored;
  readonly seals: StaffSeals;
}

interface LastKnown {
  read(): Promise<Known>;
  /** What is known has just been changed from here. */
  forget(): void;
}

/** What the database holds, read again when it is asked for and what is known has grown old. */
function lastKnown(database: Database, now: () => number): LastKnown {
  const changed = changeWatch(database.path);
  let known: Known | null = null;
  let failing = false;
  let readAt = 0;
  let reading: Promise<Known> | null = null;

  const read = async (): Promise<Known> => {
    if (!await changed() && known && !failing) return known;
    const [row] = await database.read({ sql: READ });
    if (!row) throw new Error("there is no staff key yet");
    const text = String(row.value);
    return known?.text === text ? known : await toKnown(text);
  };
  /** Sessions do not end because the database is away: nobody can have ended them in the meantime. */
  const readOrKeep = async (): Promise<Known> => {
    try {
      const found = await read();
      failing = false;
      return found;
    } catch (error) {
      failing = true;
      if (known) return known;
      throw error;
    }
  };
  return {
    read(): Promise<Known> {
      // A clock set back must not keep what is known for ever.
      if (known && Math.abs(now() - readAt) < FRESH_MS) return Promise.resolve(known);
      return reading ??= readOrKeep().then((found) => {
        readAt = now();
        return known = found;
      }).finally(() => reading = null);
    },
    forget() {
      known = null;
    },
  };
}

async function toKnown(text: string): Promise<Known> {
  const stored: Stored = JSON.parse(text);
  const { generation } = stored;
  const [sessions, devices] = await Promise.all([stored.sessions, stored.devices].map(toSeal));
  return { text, stored, seals: { generation, sessions: sessions!, devices: devices! } };
}

async function toSeal(text: string): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const raw = decodeBase64Url(text);
  return await crypto.subtle.importKey("raw", raw, algorithm, false, ["sign", "verify"]);
}

async function hash(
  key: string,
  salt: Uint8Array<ArrayBuffer>,
  rounds: number,
): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(comparedStaffKey(key));
  const secret = await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveBits"]);
  const algorithm = { name: "PBKDF2", hash: "SHA-256", salt, iterations: rounds };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, secret, HASH_BYTES * 8));
}

/**
 * The staff's key, of which only a salted hash is kept, and what the sessions that it opens are sealed and ended by. All instances
 * share them. Another key, or the end of all sessions, begins a new generation with a new seal.
 *
 * The hash is one HMAC-SHA-256, which takes microseconds: a made key has 140 bits, too many to be found out of any hash, and a slow
 * hash would let a few wrong keys a second occupy every core.
 */
import { timingSafeEqual } from "@std/crypto";
import { decodeBase64Url, encodeBase64Url } from "@std/encoding";
import { comparedStaffKey, isStaffKey } from "../domain/staff_key.ts";
import type { StaffAccess, StaffSeals } from "../ports.ts";
import type { Database, Row } from "./database.ts";

export interface StaffKeyOptions {
  /** Epoch milliseconds. */
  now(): number;
  /** Cryptographically strong random bytes. */
  randomBytes(length: number): Uint8Array<ArrayBuffer>;
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
  readonly salt: string;
  readonly hash: string;
  readonly sessions: string;
}

const READ = `SELECT value, (SELECT json_group_array(session) FROM ended_sessions) AS ended
  FROM settings WHERE name = 'staff_key'`;
const SET_FIRST =
  "INSERT INTO settings (name, value) VALUES ('staff_key', ?) ON CONFLICT DO NOTHING RETURNING name";
const NEXT = "json_extract(value, '$.generation') + 1";
const REPLACE = `INSERT INTO settings (name, value) VALUES ('staff_key', ?)
  ON CONFLICT (name) DO UPDATE SET value = json_set(excluded.value, '$.generation', ${NEXT})`;
const END_SESSIONS =
  `UPDATE settings SET value = json_set(value, '$.generation', ${NEXT}, '$.sessions', ?)
  WHERE name = 'staff_key' RETURNING name`;

const END_SESSION =
  "INSERT INTO ended_sessions (session, until) VALUES (?, ?) ON CONFLICT DO NOTHING";

const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** How old what is known may be, in milliseconds. */
const FRESH_MS = 500;

export function staffKey(database: Database, options: StaffKeyOptions): StaffKey {
  const { now, randomBytes } = options;
  const known = lastKnown(database, now);
  const random = (length: number) => encodeBase64Url(randomBytes(length));

  const write = async (
    sql: string,
    args: readonly (string | number)[],
  ): Promise<readonly Row[]> => {
    const [rows] = await database.write([{ sql, args }]);
    known.forget();
    return rows ?? [];
  };
  const stored = async (key: string): Promise<string> => {
    const salt = random(SALT_BYTES);
    const hash = await hashOf(key, salt);
    return JSON.stringify(
      { generation: 1, salt, hash, sessions: random(HASH_BYTES) } satisfies Stored,
    );
  };
  return {
    async isKey(key) {
      if (!isStaffKey(key)) return false;
      const { salt, hash } = (await known.read()).stored;
      return equal(await hashOf(key, salt), hash);
    },
    seals: async () => (await known.read()).seals,
    exists: async () => (await database.read({ sql: READ })).length > 0,
    setFirst: async (key) => (await write(SET_FIRST, [await stored(key)])).length === 1,
    replace: async (key) => void await write(REPLACE, [await stored(key)]),
    endSessions: async () => void await write(END_SESSIONS, [random(HASH_BYTES)]),
    endSession: async (session, until) => void await write(END_SESSION, [session, until]),
  };
}

interface Known {
  readonly text: string;
  readonly stored: Stored;
  readonly seals: StaffSeals;
}

interface LastKnown {
  read(): Promise<Known>;
  /** It has just been changed from here. */
  forget(): void;
}

/** What the database holds, read again when it is asked for and has grown old. */
function lastKnown(database: Database, now: () => number): LastKnown {
  let known: Known | null = null;
  let readAt = -Infinity;
  let reading: Promise<Known> | null = null;

  const read = async (): Promise<Known> => {
    const [row] = await database.read({ sql: READ });
    if (!row) throw new Error("there is no staff key yet");
    const text = `${row.value} ${row.ended}`;
    return known?.text === text ? known : await toKnown(text, row);
  };
  /** Sessions do not end because the database is away: none can have been ended meanwhile. */
  const readOrKeep = async (): Promise<Known> => {
    try {
      known = await read();
    } catch (error) {
      if (known === null) throw error;
    }
    readAt = now();
    return known;
  };
  return {
    read() {
      // A clock set back must not keep it for ever.
      if (known && Math.abs(now() - readAt) < FRESH_MS) return Promise.resolve(known);
      return reading ??= readOrKeep().finally(() => reading = null);
    },
    forget: () => void (readAt = -Infinity),
  };
}

async function toKnown(text: string, { value, ended }: Row): Promise<Known> {
  const stored: Stored = JSON.parse(String(value));
  const seals: StaffSeals = {
    generation: stored.generation,
    sessions: await hmacKey(decodeBase64Url(stored.sessions)),
    ended: new Set(JSON.parse(String(ended))),
  };
  return { text, stored, seals };
}

async function hashOf(key: string, salt: string): Promise<string> {
  const bytes = new TextEncoder().encode(comparedStaffKey(key));
  const mac = await crypto.subtle.sign("HMAC", await hmacKey(decodeBase64Url(salt)), bytes);
  return encodeBase64Url(mac);
}

async function hmacKey(raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return await crypto.subtle.importKey("raw", raw, algorithm, false, ["sign", "verify"]);
}

/** In constant time. */
function equal(found: string, expected: string): boolean {
  return timingSafeEqual(decodeBase64Url(found), decodeBase64Url(expected));
}

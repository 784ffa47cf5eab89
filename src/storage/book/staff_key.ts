/**
 * The staff's key, stored as a salted hash, and what seals and ends sessions. A new key begins a generation with other
 * seals. The hash is one HMAC-SHA-256, which takes microseconds: a key has 140 bits, and a slow hash would let a few
 * wrong keys a second occupy every core.
 */
import { decodeBase64Url, encodeBase64Url } from "@std/encoding";
import { sealsOf } from "../../domain/seal.ts";
import { staffKeySymbols } from "../../domain/staff_key.ts";
import type { StaffAccess, StaffSeals } from "../../ports/staff.ts";
import type { Context } from "./context.ts";
import type { Database, Row } from "../database/database.ts";
import type { StatePoll } from "./state_poll.ts";

/** Sets the key, which has the form of a made one. Every method rejects if the database fails. */
export interface StaffKeySetting {
  exists(): Promise<boolean>;
  /** Makes `key` the first one. @returns false if there was one already, which stays */
  setFirst(key: string): Promise<boolean>;
  /** Ends all sessions. */
  replace(key: string): Promise<void>;
}

export type StaffKey = StaffKeySetting & StaffAccess;

interface Stored {
  readonly generation: number;
  readonly salt: string;
  readonly hash: string;
  /** Random bytes, new in each generation. */
  readonly sessions: string;
}

const EXISTS = "SELECT name FROM settings WHERE name = 'staff_key'";
const SET_FIRST =
  "INSERT INTO settings (name, value) VALUES ('staff_key', ?) ON CONFLICT DO NOTHING RETURNING name";
const REPLACE = `INSERT INTO settings (name, value) VALUES ('staff_key', ?)
  ON CONFLICT (name) DO UPDATE SET value = json_set(excluded.value, '$.generation',
    json_extract(value, '$.generation') + 1)`;
const END_SESSION =
  "INSERT INTO ended_sessions (session, until) VALUES (?, ?) ON CONFLICT DO NOTHING";

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** @param onChange awaited after each change */
export function staffKeySetting(
  { database, randomBytes }: Pick<Context, "database" | "randomBytes">,
  onChange = () => Promise.resolve(),
): StaffKeySetting {
  const random = (length: number) => encodeBase64Url(randomBytes(length));
  const write = async (sql: string, arg: string): Promise<readonly Row[]> => {
    const [rows = []] = await database.write([{ sql, args: [arg] }]);
    await onChange();
    return rows;
  };
  const stored = async (key: string): Promise<string> => {
    const [salt, sessions] = [random(SALT_BYTES), random(HASH_BYTES)];
    const mac = await crypto.subtle.sign("HMAC", await hmacKey(salt), bytesOf(key));
    const made: Stored = { generation: 1, salt, hash: encodeBase64Url(mac), sessions };
    return JSON.stringify(made);
  };
  return {
    exists: async () => (await database.read({ sql: EXISTS })).length > 0,
    setFirst: async (key) => (await write(SET_FIRST, await stored(key))).length === 1,
    replace: async (key) => void await write(REPLACE, await stored(key)),
  };
}

/** Access by the state that `poll` has read: sessions go on while the database does not answer. */
export function staffAccess(database: Database, poll: StatePoll, secret: Uint8Array): StaffAccess {
  let text: string | null = null;
  let known: StaffSeals & { readonly stored: Stored } | undefined;

  const current = async () => {
    if (poll.staffKey() === null) await poll.refresh();
    const found = poll.staffKey();
    if (found === null) throw new Error("there is no staff key yet");
    if (found === text && known !== undefined) return known;
    text = found;
    const [stored, ended]: [Stored, string[]] = JSON.parse(found);
    const sessions = sealsOf(Uint8Array.of(...secret, ...decodeBase64Url(stored.sessions)));
    return known = { stored, generation: stored.generation, sessions, ended: new Set(ended) };
  };
  return {
    async isKey(key) {
      if (staffKeySymbols(key) === null) return false;
      const { salt, hash } = (await current()).stored;
      const mac = decodeBase64Url(hash);
      return await crypto.subtle.verify("HMAC", await hmacKey(salt), mac, bytesOf(key));
    },
    seals: current,
    async endSession(session, until) {
      await database.write([{ sql: END_SESSION, args: [session, until] }]);
      await poll.refresh();
    },
  };
}

/** The symbols of `key`, which has the form of one. */
function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(staffKeySymbols(key)!);
}

async function hmacKey(secret: string): Promise<CryptoKey> {
  const raw = decodeBase64Url(secret);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return await crypto.subtle.importKey("raw", raw, algorithm, false, ["sign", "verify"]);
}

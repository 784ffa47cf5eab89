/**
 * The keys of staff, each stored as a salted hash, and what seals and ends sessions. A new key begins a generation,
 * which its sessions carry. The hash is one HMAC-SHA-256, which takes microseconds: a key has 140 bits, and a slow hash
 * would let a few wrong keys a second occupy every core.
 */
import { decodeBase64Url, encodeBase64Url } from "@std/encoding";
import type { Seals } from "../../domain/seal.ts";
import { staffKeySymbols } from "../../domain/staff_key.ts";
import type { KeyGeneration, StaffAccess, StaffRole, StaffSeals } from "../../ports/staff.ts";
import type { Context } from "./context.ts";
import type { Database, Statement } from "../database/database.ts";
import type { StatePoll } from "./state_poll.ts";

/** Sets keys, which have the form of made ones. Every method rejects if the database fails. */
export interface StaffKeySetting {
  exists(): Promise<boolean>;
  /** Makes `key` the owner's first one. @returns false if there was one already, which stays */
  setFirst(key: string): Promise<boolean>;
  /**
   * Ends the sessions of `role`.
   * @param over the generation that it replaces, empty before the first key. Default: any
   * @returns false if that was another, whose key stays
   */
  set(role: StaffRole, key: string, over?: string): Promise<boolean>;
  /** Makes `key` the owner's, takes away the host's, and ends all sessions. */
  replace(key: string): Promise<void>;
}

export type StaffKey = StaffKeySetting & StaffAccess;

/** Without salt and hash if the key was taken away. */
interface Stored extends Pick<KeyGeneration, "generation" | "at"> {
  readonly salt?: string;
  readonly hash?: string;
}

const EXISTS = "SELECT name FROM settings WHERE name = 'owner_key'";
const SET_FIRST =
  "INSERT INTO settings (name, value) VALUES ('owner_key', ?) ON CONFLICT DO NOTHING RETURNING name";
const SET = `INSERT INTO settings (name, value) SELECT ?1 || '_key', ?2
  WHERE ?3 IS NULL OR ?3 = coalesce((SELECT value ->> 'generation' FROM settings WHERE name = ?1 || '_key'), '')
  ON CONFLICT (name) DO UPDATE SET value = excluded.value RETURNING name`;
const TAKE_HOSTS = "UPDATE settings SET value = ? WHERE name = 'host_key'";
const END_SESSION =
  "INSERT INTO ended_sessions (session, until) VALUES (?, ?) ON CONFLICT DO NOTHING";

const SALT_BYTES = 16;
const GENERATION_BYTES = 6;

/** @param onChange awaited after each change */
export function staffKeySetting(
  { database, randomBytes, now }: Pick<Context, "database" | "randomBytes" | "now">,
  onChange = () => Promise.resolve(),
): StaffKeySetting {
  const random = (length: number) => encodeBase64Url(randomBytes(length));
  const begun = (): Stored => ({ generation: random(GENERATION_BYTES), at: now() });
  const write = async (...statements: readonly Statement[]): Promise<boolean> => {
    const [rows = []] = await database.write(statements);
    await onChange();
    return rows.length > 0;
  };
  const stored = async (key: string): Promise<string> => {
    const salt = random(SALT_BYTES);
    const mac = await crypto.subtle.sign("HMAC", await hmacKey(salt), bytesOf(key));
    return JSON.stringify({ ...begun(), salt, hash: encodeBase64Url(mac) });
  };
  const setting = async (role: StaffRole, key: string, over: string | null = null) => ({
    sql: SET,
    args: [role, await stored(key), over],
  });
  return {
    exists: async () => (await database.read({ sql: EXISTS })).length > 0,
    setFirst: async (key) => await write({ sql: SET_FIRST, args: [await stored(key)] }),
    set: async (role, key, over) => await write(await setting(role, key, over)),
    async replace(key) {
      const taking = { sql: TAKE_HOSTS, args: [JSON.stringify(begun())] };
      await write(await setting("owner", key), taking);
    },
  };
}

/** Whether `key` is the owner's. */
export async function isOwnersKey(database: Pick<Database, "read">, key: string): Promise<boolean> {
  const [row] = await database.read({ sql: "SELECT value FROM settings WHERE name = 'owner_key'" });
  return await matches(key, row === undefined ? null : JSON.parse(String(row.value)));
}

/** Access by the state that `poll` has read: sessions go on while the database does not answer. */
export function staffAccess(database: Database, poll: StatePoll, sessions: Seals): StaffAccess {
  let text: string | null = null;
  let known: StaffSeals & { readonly stored: Readonly<Record<StaffRole, Stored | null>> };

  const current = async () => {
    if (poll.staffKeys() === null) await poll.refresh();
    const found = poll.staffKeys();
    if (found === null) throw new Error("there is no staff key yet");
    if (found === text) return known;
    text = found;
    const [owner, host, ended]: [Stored, Stored | null, string[]] = JSON.parse(found);
    const keys = { owner: begunBy(owner), host: host && begunBy(host) };
    return known = { stored: { owner, host }, keys, sessions, ended: new Set(ended) };
  };
  return {
    async roleOf(key) {
      if (staffKeySymbols(key) === null) return null;
      const { owner, host } = (await current()).stored;
      if (await matches(key, owner)) return "owner";
      return await matches(key, host) ? "host" : null;
    },
    seals: current,
    async endSession(session, until) {
      await database.write([{ sql: END_SESSION, args: [session, until] }]);
      await poll.refresh();
    },
  };
}

function begunBy({ generation, at, hash }: Stored): KeyGeneration {
  return { generation, at, opens: hash !== undefined };
}

async function matches(key: string, stored: Stored | null): Promise<boolean> {
  const { salt, hash } = stored ?? {};
  if (salt === undefined || hash === undefined) return false;
  const mac = decodeBase64Url(hash);
  return await crypto.subtle.verify("HMAC", await hmacKey(salt), mac, bytesOf(key));
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

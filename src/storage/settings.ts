/** What staff switch for every instance at once, and the key that all instances share. */
import { decodeBase64Url, encodeBase64Url } from "@std/encoding";
import type { Pause } from "../domain/house.ts";
import type { Database } from "./database.ts";

/** The switch of all reservations. */
export interface Settings {
  /**
   * Switches reservations off, until an instant (epoch milliseconds) or until they are switched on again (null). Once this
   * resolves, no instance holds another table.
   * @throws {Error} where the database failed; the switch may then stand either way, and switching again does no harm
   */
  pause(until: number | null): Promise<void>;
  /** Switches reservations on. @throws {Error} like {@linkcode Settings.pause} */
  resume(): Promise<void>;
}

const PAUSE = `INSERT INTO settings (name, value) VALUES ('pause', ?)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const RESUME = "DELETE FROM settings WHERE name = 'pause'";

const KEY_BYTES = 32;
const MAKE_KEY =
  "INSERT INTO settings (name, value) VALUES ('draft_key', ?) ON CONFLICT DO NOTHING";
const READ_KEY = "SELECT value FROM settings WHERE name = 'draft_key'";

export function settings(database: Database): Settings {
  return {
    async pause(until) {
      const value: Pause = { until };
      await database.write([{ sql: PAUSE, args: [JSON.stringify(value)] }]);
    },
    async resume() {
      await database.write([{ sql: RESUME }]);
    },
  };
}

/**
 * The key that seals drafts (AES-256-GCM, not extractable): made by whichever instance asks first, the same for all ever
 * after.
 *
 * @param randomBytes cryptographically strong
 * @throws {Error} where the database fails
 */
export async function draftKey(
  database: Database,
  randomBytes: (length: number) => Uint8Array<ArrayBuffer>,
): Promise<CryptoKey> {
  const made = JSON.stringify(encodeBase64Url(randomBytes(KEY_BYTES)));
  const [, rows] = await database.write([{ sql: MAKE_KEY, args: [made] }, { sql: READ_KEY }]);
  const key = decodeBase64Url(JSON.parse(String(rows?.[0]?.value)));
  return await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** The key that all instances share. */
import { decodeBase64Url, encodeBase64Url } from "@std/encoding";
import type { Database } from "./database.ts";

const KEY_BYTES = 32;
const MAKE_KEY =
  "INSERT INTO settings (name, value) VALUES ('draft_key', ?) ON CONFLICT DO NOTHING";
const READ_KEY = "SELECT value FROM settings WHERE name = 'draft_key'";

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
  const made = JSON.stringify(newDraftKey(randomBytes));
  const [, rows] = await database.write([{ sql: MAKE_KEY, args: [made] }, { sql: READ_KEY }]);
  return await importDraftKey(JSON.parse(String(rows?.[0]?.value)));
}

/** A key in base64url. */
export function newDraftKey(randomBytes: (length: number) => Uint8Array<ArrayBuffer>): string {
  return encodeBase64Url(randomBytes(KEY_BYTES));
}

export async function importDraftKey(text: string): Promise<CryptoKey> {
  const key = decodeBase64Url(text);
  return await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]);
}

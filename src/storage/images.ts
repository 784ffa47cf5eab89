/** The images that restaurant files name. */
import { createHash } from "node:crypto";
import { IMAGE_TYPES } from "../domain/image.ts";
import type { ImageStore } from "../ports/restaurant.ts";
import { type Database, surelyWritten } from "./database.ts";

const ADD = `INSERT INTO images (hash, type, content, at) VALUES (?, ?, ?, ?)
  ON CONFLICT (hash) DO UPDATE SET at = excluded.at`;

/**
 * Those uploaded before ?1 that no version names any more. The newest versions are looked at first: they name most images that stay.
 */
export const DROP_UNNAMED_IMAGES = `DELETE FROM images WHERE at < ?1 AND NOT EXISTS
  (SELECT 1 FROM (SELECT text FROM restaurant_versions ORDER BY version DESC)
    WHERE instr(text, images.hash))`;

/** @param now epoch milliseconds */
export function imageStore(database: Database, now: () => number): ImageStore {
  return {
    async add({ type, bytes }) {
      const hash = createHash("sha256").update(bytes).digest("hex");
      await surelyWritten(database, [{ sql: ADD, args: [hash, type, bytes.toBase64(), now()] }]);
      return hash;
    },
    async read(name) {
      const sql = "SELECT type, content FROM images WHERE hash = ?";
      const [row] = await database.read({ sql, args: [name] });
      const type = IMAGE_TYPES.find((one) => one === row?.type);
      if (type === undefined) return null;
      return { type, bytes: Uint8Array.fromBase64(String(row?.content)) };
    },
  };
}

/** The versions of the restaurant's file, the newest of which is served, and their images. */
import { IMAGE_TYPES, imageName } from "../../domain/image.ts";
import type { ImageStore, RestaurantVersions, StoredRestaurant } from "../../ports/restaurant.ts";
import { listBackups, refuseLost } from "../database/backup.ts";
import type { StoreOptions } from "./context.ts";
import {
  type Database,
  DatabaseDamaged,
  explainDatabaseError,
  readJson,
  surelyWritten,
} from "../database/database.ts";
import { databaseFilesOf } from "../database/database_files.ts";
import { readOnly } from "../database/file_database.ts";
import { openServer } from "../database/open_database.ts";
import { isServed } from "../database/schema.ts";

const NEWEST_NUMBER = "(SELECT coalesce(max(version), 0) FROM restaurant_versions)";

/** ?1 is the text, ?2 the version before, ?3 now, ?4 the actor. */
const ADD = `INSERT INTO restaurant_versions (version, text, at, actor)
  SELECT ?2 + 1, ?1, ?3, ?4 WHERE ?2 = ${NEWEST_NUMBER}`;
const ADDED = `SELECT version FROM restaurant_versions
  WHERE version = ${NEWEST_NUMBER} AND text = ?1`;
/** Versions with 200 newer ones, and those that were replaced before ?1. */
export const DROP_OLD_VERSIONS = `DELETE FROM restaurant_versions
  WHERE version <= ${NEWEST_NUMBER} - 200
    OR version < (SELECT max(version) FROM restaurant_versions WHERE at < ?1)`;

const VERSION = "'version', version, 'at', at, 'actor', actor";
const ALL = `SELECT json_group_array(json_object(${VERSION}))
  FROM (SELECT * FROM restaurant_versions ORDER BY version DESC)`;
const READ_NEWEST = `SELECT json_object(${VERSION}, 'text', text) AS newest FROM restaurant_versions
  ORDER BY version DESC LIMIT 1`;

/** @param onAdded awaited after a version was added, before `add` resolves */
export function restaurantVersions(
  database: Database,
  { now, onAdded }: { now(): number; onAdded(): Promise<void> },
): RestaurantVersions {
  return {
    async add({ text, after, actor }) {
      const args = [text, after, now(), actor];
      const [, rows = []] = await surelyWritten(database, [
        { sql: ADD, args },
        { sql: ADDED, args: [text] },
      ]);
      await onAdded();
      const [row] = rows;
      return row === undefined ? null : Number(row.version);
    },
    all: () => readJson(database, ALL),
    async text(version) {
      const sql = "SELECT text FROM restaurant_versions WHERE version = ?";
      const [row] = await database.read({ sql, args: [version] });
      return row === undefined ? null : String(row.text);
    },
  };
}

export async function newestRestaurant(
  database: Pick<Database, "read">,
): Promise<StoredRestaurant | null> {
  const [row] = await database.read({ sql: READ_NEWEST });
  return row === undefined ? null : JSON.parse(String(row.newest));
}

/**
 * The newest version in a service's database; null if there is none. If a file is damaged or missing, that of the
 * newest readable copy.
 * @throws {DatabaseUnusable} if the database cannot be read for another reason, or has another schema
 */
export async function readNewestRestaurant(
  { url, authToken }: Pick<StoreOptions, "url" | "authToken">,
): Promise<StoredRestaurant | null> {
  const files = await databaseFilesOf(url);
  if (files === null) {
    const server = await openServer(url, authToken);
    return await newestOf(server, url).finally(server.close);
  }
  try {
    if (await refuseLost(files) === "absent") return null;
    return await newestOf(readOnly(files.path), url);
  } catch (error) {
    if (!(error instanceof DatabaseDamaged)) throw error;
  }
  for (const { path } of (await listBackups(files.path)).reverse()) {
    const newest = await newestOf(readOnly(path), url).catch(() => null);
    if (newest !== null) return newest;
  }
  return null;
}

async function newestOf(
  database: Pick<Database, "read">,
  url: string,
): Promise<StoredRestaurant | null> {
  try {
    return await isServed(database) ? await newestRestaurant(database) : null;
  } catch (error) {
    throw explainDatabaseError(error, url);
  }
}

const ADD_IMAGE = `INSERT INTO images (hash, type, content, at) VALUES (?, ?, ?, ?)
  ON CONFLICT (hash) DO UPDATE SET at = excluded.at`;

/** Images from before ?1 that no version names. Newest versions are read first: they name most images. */
export const DROP_UNNAMED_IMAGES = `DELETE FROM images WHERE at < ?1 AND NOT EXISTS
  (SELECT 1 FROM (SELECT text FROM restaurant_versions ORDER BY version DESC)
    WHERE instr(text, images.hash))`;

export function imageStore(database: Database, now: () => number): ImageStore {
  return {
    async add(image) {
      const { type, bytes } = image;
      const hash = imageName(image);
      await surelyWritten(database, [{
        sql: ADD_IMAGE,
        args: [hash, type, bytes.toBase64(), now()],
      }]);
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

/** The restaurant that is served: the newest version in the database, into which a file is imported once. */
import { createHash } from "node:crypto";
import type { Config } from "../config/config.ts";
import { imagesOf, type Restaurant } from "../domain/restaurant.ts";
import { memo } from "../http/memo.ts";
import type { Log } from "../log.ts";
import type {
  FileChange,
  RestaurantBook,
  RestaurantVersions,
  ServedRestaurant,
  StoredRestaurant,
} from "../ports/restaurant.ts";
import { fileChanges } from "../restaurant/file_edit.ts";
import { answered, formOf } from "../restaurant/form.ts";
import { hasComments } from "../restaurant/json_text.ts";
import {
  parseRestaurant,
  readRestaurantFile,
  SAMPLE_FILE_TEXT,
  sampleRestaurant,
} from "../restaurant/load.ts";
import { RestaurantFileError } from "../restaurant/problems.ts";
import { readNewestRestaurant } from "../storage/restaurant_versions.ts";
import type { Store } from "../storage/store.ts";
import { withSample } from "./images.ts";

export interface RestaurantSource {
  /** The restaurant as served: the same object until another version is. */
  current(): Restaurant;
  served(): ServedRestaurant;
  /** Serves `newest`. If this program's rules refuse it, keeps the one before and logs that. */
  follow(newest: StoredRestaurant): void;
  /** Calls `listener` after each change with what was served before. */
  onChange(listener: (before: Restaurant) => void): void;
  /**
   * Imports the file at `path`. If it was imported before or is bad, the database's newest version stays; a bad one is logged.
   * @returns false if it is bad
   * @throws {RestaurantFileError} if nothing valid can be served
   */
  import(path: string | null, stored: Stored): Promise<boolean>;
  /** The file that was last read and not imported, because it would take away most dishes; null if there is none. */
  held(): HeldFile | null;
  /** Imports it all the same, if it still is the one with this hash. @throws {Error} if the database fails */
  importHeld(fileHash: string, stored: Stored): Promise<void>;
}

export interface HeldFile {
  readonly path: string;
  readonly text: string;
  /** SHA-256 in hexadecimal. */
  readonly fileHash: string;
  /** How many dishes it would take away, of how many. */
  readonly gone: number;
  readonly of: number;
}

type Stored = Pick<Store, "restaurants" | "images" | "damage">;

/** Serves the sample until there is a version. One closure: its functions share what is served, refused and held. */
export function restaurantSource(log: Pick<Log, "info" | "warn" | "error">): RestaurantSource {
  let served: ServedRestaurant = {
    version: 0,
    text: SAMPLE_FILE_TEXT,
    restaurant: sampleRestaurant(),
  };
  /** Of the file from which the served version was imported. */
  let servedHash: string | null = null;
  let refused: RestaurantFileError | null = null;
  let held: HeldFile | null = null;
  const listeners: ((before: Restaurant) => void)[] = [];
  const serve = (next: ServedRestaurant): void => {
    const { restaurant: before } = served;
    served = next;
    for (const listener of listeners) listener(before);
  };
  const importFile = async (path: string, { restaurants, images, damage }: Stored) => {
    held = null;
    const text = await readRestaurantFile(path);
    const fileHash = hashOf(text);
    // Beside a damaged database nothing is stored, and a version that was saved on the board comes before the file.
    if (damage !== null) {
      if (served.version > 0 && (servedHash === null || servedHash === fileHash)) return;
      return serve({ version: 0, text, restaurant: parseRestaurant(text, path) });
    }
    const versions = await restaurants.all();
    if (versions.some((version) => version.fileHash === fileHash)) {
      return log.info("the restaurant file was imported before", { serving: served.version });
    }
    const lost = dishesLost(served.restaurant, parseRestaurant(text, path));
    const file = { path, text, fileHash, ...lost };
    held = lost.gone > lost.of / 2 ? file : null;
    if (held !== null) return log.error(TAKES_AWAY, `${path}: ${lost.gone} of ${lost.of} dishes`);
    await add(file, { restaurants, images, damage });
  };
  const add = async ({ path, text, fileHash }: HeldFile, { restaurants, images }: Stored) => {
    const restaurant = parseRestaurant(text, path);
    const [replaced] = await restaurants.all();
    const version = await restaurants.add({ text, after: null, fileHash, actor: FILE_ACTOR });
    for (const image of imagesOf(restaurant)) {
      if (await withSample(images).read(image) === null) log.warn(NO_IMAGE, { image, file: path });
    }
    if (version !== null && replaced?.fileHash === null) {
      log.warn(REPLACES, { replaced: replaced.version, file: path });
    }
    // Usually `follow` has served it already. If the database failed since, the sample must not stand in for a second.
    if (version !== null && version > served.version) serve({ version, text, restaurant });
  };
  return {
    current: () => served.restaurant,
    served: () => served,
    follow({ version, text, fileHash }) {
      if (version === served.version) return;
      const restaurant = readText(text, `version ${version} in the database`);
      if (restaurant instanceof RestaurantFileError) {
        refused = restaurant;
        return log.error("a version of the restaurant is refused, the one before stays", version);
      }
      serve({ version, text, restaurant });
      servedHash = fileHash;
      refused = null;
      log.info("restaurant served", { restaurant: restaurant.name, version });
    },
    onChange: (listener) => void listeners.push(listener),
    async import(path, stored) {
      const { damage } = stored;
      if (damage !== null) log.warn(BESIDE_DAMAGE, { version: served.version, file: path });
      try {
        if (path !== null) await importFile(path, stored);
      } catch (error) {
        if (!(error instanceof RestaurantFileError) || served.version === 0) throw error;
        const { length, 0: first } = error.problems;
        const count = length === 1 ? "1 problem" : `${length} problems, the first`;
        log.error(BAD_FILE, `${path}: ${count}: ${first!.placed}`);
        return false;
      }
      if (refused !== null && served.version === 0 && damage === null) throw refused;
      return held === null;
    },
    held: () => held,
    async importHeld(fileHash, stored) {
      if (held?.fileHash !== fileHash) return;
      await add(held, stored);
      held = null;
    },
  };
}

/** How many of the dishes served `after` no longer has, of how many. Those of the sample do not count. */
function dishesLost(served: Restaurant, after: Restaurant): Pick<HeldFile, "gone" | "of"> {
  const dishesOf = ({ menu }: Restaurant) => menu.sections.flatMap(({ dishes }) => dishes);
  const invented = new Set(dishesOf(sampleRestaurant()).map(({ description }) => description.es));
  const own = dishesOf(served).filter(({ description }) => !invented.has(description.es));
  const kept = new Set(dishesOf(after).map(({ id }) => id));
  return { gone: own.filter(({ id }) => !kept.has(id)).length, of: own.length };
}

const FILE_ACTOR = "RESTAURANT_FILE";
const SAMPLE_ACTOR = "Sobremesa (la muestra)";
const REPLACES =
  "the restaurant file replaces the version that was saved on the board: it can be undone there, under Versiones y archivo";
const TAKES_AWAY =
  "the restaurant file is not imported, because it would take away most dishes; what is served stays: the board can import it all the same";
const NO_IMAGE =
  "the restaurant file names an image that is not in the database, so that guests do not see it: upload it on the board, under Presentación";
const BESIDE_DAMAGE =
  "the menu is the newest version that the damaged database or a copy of it still has, else the restaurant file's, else the " +
  'sample\'s: check its prices, until "sobremesa restore FILE" puts a sound database back';
const BAD_FILE = "restaurant file refused, the version before stays: sobremesa check FILE says why";

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The restaurant that `text` describes, or why there is none. @param file where the text comes from, for the error */
function readText(text: string, file?: string): Restaurant | RestaurantFileError {
  try {
    return parseRestaurant(text, file);
  } catch (error) {
    if (error instanceof RestaurantFileError) return error;
    throw error;
  }
}

export function restaurantBook(
  { served }: Pick<RestaurantSource, "served">,
  { add, all, text }: RestaurantVersions,
): RestaurantBook {
  const known = memo<readonly FileChange[]>();
  return {
    served,
    hasComments: () => hasComments(served().text),
    read: readText,
    changes: fileChanges,
    async changesIn(version, before) {
      const key = `${before} ${version}`;
      const found = known.get(key, []);
      if (found !== undefined) return found;
      const [old, now] = await Promise.all([text(before), text(version)]);
      return known.of(key, [], () => old === null || now === null ? [] : fileChanges(old, now));
    },
    form: (names, typed) => formOf(served().text, names, typed),
    answered: (names, typed, base) => answered(served(), names, typed, base),
    async save(text, after, actor) {
      const sample = { text: served().text, after, fileHash: null, actor: SAMPLE_ACTOR };
      // The sample is stored first, so that the first change can be undone.
      const base = after === 0 ? await add(sample) : after;
      return base === null ? null : await add({ text, after: base, fileHash: null, actor });
    },
    all,
    // What was served before any version was stored is 0 in an open form, and the first change stores it as 1.
    text: (version) => text(version || 1),
  };
}

/**
 * What a service with this configuration serves, or would serve at its first start: the database's newest version, or else the file, or
 * else the sample. Changes nothing. @returns also a phrase that names its origin
 */
export async function readServed(
  { restaurantFile: path, databaseUrl: url, databaseAuthToken: authToken }: Config,
): Promise<Omit<ServedRestaurant, "version"> & { readonly says: string }> {
  const newest = await readNewestRestaurant({ url, authToken });
  if (newest !== null) {
    const { version, text } = newest;
    const restaurant = parseRestaurant(text, `version ${version} in the database`);
    return { restaurant, text, says: await versionInWords(newest, path) };
  }
  if (path === null) {
    const says = "el restaurante de muestra (falta RESTAURANT_FILE)";
    return { restaurant: sampleRestaurant(), text: SAMPLE_FILE_TEXT, says };
  }
  const text = await readRestaurantFile(path);
  const says = `${path}, un archivo que aún no se importa`;
  return { restaurant: parseRestaurant(text, path), text, says };
}

async function versionInWords(newest: StoredRestaurant, path: string | null): Promise<string> {
  const { version, actor, at, fileHash } = newest;
  const day = new Date(at).toISOString().slice(0, 16).replace("T", " ");
  const how = fileHash === null ? `la guardó ${actor} en el tablero` : "vino de un archivo";
  const served = `lo que se sirve, versión ${version} (${how}, ${day} UTC)`;
  if (path === null) return served;
  const hash = await readRestaurantFile(path).then(hashOf).catch(() => "");
  if (hash === fileHash) return `${served}, igual a ${path}`;
  return `${served}, que no es ${path}: "sobremesa export" lo imprime`;
}

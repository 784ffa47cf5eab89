/** Serves the newest version of the restaurant in the database, whose first one comes from a file. */
import type { Config } from "../config/config.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import { memo } from "../http/memo.ts";
import type { Log } from "../log.ts";
import type {
  FileChange,
  RestaurantBook,
  RestaurantVersions,
  ServedRestaurant,
  StoredRestaurant,
} from "../ports/restaurant.ts";
import { marked, markOf, pack, unpack } from "../restaurant/archive.ts";
import { fileChanges } from "../restaurant/file_edit.ts";
import { datedIds, withDayMenu } from "../restaurant/day_menu.ts";
import { answered, formOf } from "../restaurant/form.ts";
import {
  blankFileText,
  parseRestaurant,
  readRestaurantFile,
  SAMPLE_FILE_TEXT,
  sampleRestaurant,
} from "../restaurant/load.ts";
import { mergedText } from "../restaurant/merge.ts";
import { pastedForm } from "../restaurant/pasted_form.ts";
import { readPastedMenu } from "../restaurant/pasted_menu.ts";
import { RestaurantFileError } from "../restaurant/problems.ts";
import { readNewestRestaurant } from "../storage/book/restaurant_versions.ts";
import type { Store } from "../storage/store.ts";
import { missingImages } from "./images.ts";

export interface RestaurantSource {
  /** The served restaurant: one object for each version. */
  current(): Restaurant;
  served(): ServedRestaurant;
  /** Serves `newest`. If this program's rules refuse it, the version before stays, which is logged. */
  follow(newest: StoredRestaurant): void;
  /**
   * Imports the file at `path` if the database has no restaurant; without a file the board begins with first steps. If
   * the database is damaged, and no copy of it has a restaurant either, the file is served and not stored.
   * @throws {RestaurantFileError} if nothing valid can be served
   */
  begin(
    path: string | null,
    stored: Pick<Store, "restaurants" | "images" | "damage" | "switches">,
  ): Promise<void>;
}

/** Serves what `unstored` returns until there is a version. */
export function restaurantSource(
  log: Pick<Log, "info" | "warn" | "error">,
  baseUrl: string | null = null,
): RestaurantSource {
  let served: ServedRestaurant = { version: 0, ...unstored(baseUrl) };
  let refused: RestaurantFileError | null = null;
  return {
    current: () => served.restaurant,
    served: () => served,
    follow({ version, text }) {
      if (version === served.version) return;
      const restaurant = readText(text, `la versión ${version} de la base`);
      if (restaurant instanceof RestaurantFileError) {
        refused = restaurant;
        return log.error("a version of the restaurant is refused, the one before stays", version);
      }
      served = { version, text, restaurant };
      refused = null;
      log.info("restaurant served", { restaurant: restaurant.name, version });
    },
    async begin(path, { restaurants, images, damage, switches }) {
      if (damage !== null) log.warn(BESIDE_DAMAGE, { version: served.version, file: path });
      else if (refused !== null && served.version === 0) throw refused;
      if (served.version > 0) return;
      if (path === null) {
        if (damage === null && !served.restaurant.sample) await beginSteps(switches);
        return;
      }
      const { text, restaurant, images: given } = await readRestaurantFile(path);
      if (damage !== null) {
        served = { version: 0, text, restaurant };
        return;
      }
      for (const image of given.values()) await images.add(image);
      // Null if another instance has imported its file meanwhile, which is then followed.
      const version = await restaurants.add({ text, after: 0, actor: FILE_ACTOR });
      // `follow` has usually served it. If the database has failed since, the sample must not be served meanwhile.
      if (version !== null && version > served.version) served = { version, text, restaurant };
      if (await switches.firstSteps() !== null) log.warn(PAUSED, { file: path });
      for (const image of await missingImages(restaurant, images)) {
        log.warn(NO_IMAGE, { image, file: path });
      }
    },
  };
}

/** Characters of a restaurant's name; a domain may have more. */
const MAX_NAME = 80;

/** The restaurant of a database without one: the sample, or a blank one where guests come to an address of its own. */
function unstored(baseUrl: string | null): Omit<ServedRestaurant, "version"> {
  if (baseUrl === null) return { text: SAMPLE_FILE_TEXT, restaurant: sampleRestaurant() };
  const text = blankFileText(new URL(baseUrl).hostname.slice(0, MAX_NAME));
  return { text, restaurant: parseRestaurant(text) };
}

/** Guests reserve nothing until staff open reservations, which is the last of the steps. */
async function beginSteps(switches: Store["switches"]): Promise<void> {
  if (await switches.firstSteps() !== null) return;
  await switches.pause(null);
  await switches.setFirstSteps([]);
}

const FILE_ACTOR = "RESTAURANT_FILE";
const PAUSED =
  "the database began without a restaurant: no reservations are taken until staff open them on the board";
const FIRST_ACTOR = "Sobremesa";
const NO_IMAGE =
  "the restaurant file names an image that is not in the database, so that guests do not see it: upload it on the board, under Foto, color y enlaces or Carta y precios";
const BESIDE_DAMAGE =
  "the menu is the newest version that the database or a copy of it still has, else the restaurant file's, else " +
  "none or the sample's: check its prices";

/** The restaurant of `text`, or the error. @param file the source of the text, for the error */
export function readText(text: string, file?: string): Restaurant | RestaurantFileError {
  return orRefusal(() => parseRestaurant(text, file));
}

function orRefusal<Read>(read: () => Read): Read | RestaurantFileError {
  try {
    return read();
  } catch (error) {
    if (error instanceof RestaurantFileError) return error;
    throw error;
  }
}

export function restaurantBook(
  { served }: Pick<RestaurantSource, "served">,
  { add, all, text }: RestaurantVersions,
  now: () => number,
): RestaurantBook {
  const known = memo<readonly FileChange[]>();
  const book: RestaurantBook = {
    served,
    read: readText,
    packed(images) {
      const exported = marked(served().text);
      return images.size === 0
        ? new TextEncoder().encode(exported)
        : pack({ text: exported, images }, Math.floor(now() / 1_000));
    },
    async unpacked(bytes) {
      const read = orRefusal(() => unpack(bytes));
      if (read instanceof RestaurantFileError) return read;
      const known = read.mark === undefined ? [] : [served(), ...await all()];
      for (const { version } of known) {
        const own = await book.text(version);
        if (own !== null && markOf(own) === read.mark) return { ...read, version };
      }
      return { ...read, version: null };
    },
    changes: fileChanges,
    async changesIn(version, before) {
      const key = `${before} ${version}`;
      const found = known.get(key, []);
      if (found !== undefined) return found;
      const [old, now] = await Promise.all([text(before), text(version)]);
      return known.of(key, [], () => old === null || now === null ? [] : fileChanges(old, now));
    },
    pasted: readPastedMenu,
    merge: (base, after, answers) => mergedText({ base, after, now: served().text }, answers),
    pastedForm,
    form: (names, typed, text = served().text) => formOf(text, names, typed),
    answered,
    async save(text, after, actor) {
      const first = { text: served().text, after, actor: FIRST_ACTOR };
      // What was served is stored first, so that the first change can be reverted.
      const base = after === 0 ? await add(first) : after;
      return base === null ? null : await add({ text, after: base, actor });
    },
    all,
    async text(version) {
      const now = served();
      // An open form has 0 for what the first change stores as version 1.
      return version === now.version ? now.text : await text(version || 1);
    },
    async saveDayMenu(day, dishes, actor) {
      const { version, text: now } = served();
      const used = new Set(datedIds(now));
      // A link or an assistant may still name a dish that was on that day's menu before.
      for (const earlier of await all()) {
        if (earlier.at < Date.parse(day) - 86_400_000) break;
        for (const id of datedIds(await text(earlier.version) ?? "")) used.add(id);
      }
      const changed = withDayMenu(now, { day, dishes, used });
      if (changed === now) return version;
      const restaurant = readText(changed);
      if (restaurant instanceof RestaurantFileError) return restaurant;
      return await book.save(changed, version, actor);
    },
  };
  return book;
}

/**
 * The restaurant that a service with this configuration serves or would serve at its first start: the newest version of
 * the database, or else the file, or else what is served without either. Changes nothing. @returns also a phrase that
 * names its origin
 */
export async function readServed(
  { restaurantFile: path, databaseUrl: url, databaseAuthToken: authToken, baseUrl }: Config,
): Promise<Omit<ServedRestaurant, "version"> & { readonly name: string }> {
  const newest = await readNewestRestaurant({ url, authToken });
  if (newest !== null) {
    const { version, text, actor, at } = newest;
    const restaurant = parseRestaurant(text, `la versión ${version} de la base`);
    const day = new Date(at).toISOString().slice(0, 16).replace("T", " ");
    return { restaurant, text, name: `lo que se sirve, versión ${version} (${actor}, ${day} UTC)` };
  }
  if (path === null) {
    const first = unstored(baseUrl);
    const name = first.restaurant.sample
      ? "el restaurante de muestra (falta BASE_URL)"
      : "un restaurante que todavía está en blanco";
    return { ...first, name };
  }
  return { ...await readRestaurantFile(path), name: `${path}, que aún no se importa` };
}

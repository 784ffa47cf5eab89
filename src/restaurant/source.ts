import type { Restaurant } from "../domain/restaurant.ts";
import { RestaurantFileError } from "./error.ts";
import { loadRestaurant } from "./load.ts";
import { sampleRestaurant } from "./sample.ts";

/** What became of loading the file again. */
export type ReloadOutcome =
  | { readonly ok: true }
  /** The file was refused, and the restaurant is still the one before. */
  | { readonly ok: false; readonly problems: readonly string[] };

export interface RestaurantSource {
  /** The restaurant as last loaded: the same object until a reload succeeds. */
  current(): Restaurant;
  /** Loads the file again; calls that meet are served one after the other. The sample never changes. */
  reload(): Promise<ReloadOutcome>;
}

/**
 * The restaurant in the file at `path`, or the sample where `path` is null.
 *
 * @throws {RestaurantFileError} where the file is bad at the start
 */
export async function restaurantSource(
  { path }: { readonly path: string | null },
): Promise<RestaurantSource> {
  let restaurant = await read(path);
  let last: Promise<unknown> = Promise.resolve();

  async function replace(): Promise<ReloadOutcome> {
    try {
      restaurant = await read(path);
      return { ok: true };
    } catch (error) {
      if (error instanceof RestaurantFileError) return { ok: false, problems: error.problems };
      throw error;
    }
  }

  return {
    current: () => restaurant,
    reload() {
      // An older reading that ends late must not win over a newer one.
      const turn = last.then(replace);
      last = turn.catch(() => {});
      return turn;
    },
  };
}

async function read(path: string | null): Promise<Restaurant> {
  return path === null ? sampleRestaurant() : await loadRestaurant(path);
}

/** Photos and logos: what the database holds, the sample's, and what guests see of them. */
import type { Image } from "../domain/image.ts";
import { imagesOf, type Restaurant } from "../domain/restaurant.ts";
import { memo } from "../http/memo.ts";
import type { Deps } from "../ports/guests.ts";
import type { ImageStore } from "../ports/restaurant.ts";
import { SAMPLE_IMAGE } from "../restaurant/load.ts";
import type { Store } from "../storage/store.ts";

/** The images in the database, and the sample's. */
export function withSample(images: ImageStore): ImageStore {
  const { name: sample, image } = SAMPLE_IMAGE;
  return { ...images, read: async (name) => name === sample ? image : await images.read(name) };
}

/** A restaurant names two; those of the version before are still asked for while guests have its pages. */
const MAX_IN_MEMORY = 4;
/** The least time between two readings of the newest version, whatever addresses are tried. */
const APART_MS = 250;

interface ServedImages {
  restaurant(): Restaurant;
  readonly storage: Pick<Store, "damage" | "house" | "images">;
  /** Epoch milliseconds. */
  now(): number;
}

/**
 * The images that the served restaurant names, in memory. One that it does not name may be of a version that another instance serves
 * already: then the newest version is read first. One that is missing is looked for once a second.
 */
export function guestImages({ restaurant, storage, now }: ServedImages): Deps["image"] {
  const images = withSample(storage.images);
  const found = memo<Image>(MAX_IN_MEMORY);
  const looked = memo<Promise<Image | null>>(MAX_IN_MEMORY);
  let followed = { at: -Infinity, done: Promise.resolve() };
  const follow = (): Promise<void> => {
    const isSoon = Math.abs(now() - followed.at) < APART_MS;
    if (!isSoon) followed = { at: now(), done: storage.house.refresh() };
    return followed.done;
  };
  const isNamed = (name: string) => imagesOf(restaurant()).includes(name);
  const look = async (name: string): Promise<Image | null> => {
    const image = storage.damage === null ? await images.read(name) : null;
    if (image !== null) found.set(name, [], image);
    return image;
  };
  return async (name) => {
    const known = found.get(name, []);
    if (known !== undefined) return known;
    if (!isNamed(name)) await follow();
    if (!isNamed(name)) return null;
    return await looked.of(name, [Math.floor(now() / 1_000)], () => look(name));
  };
}

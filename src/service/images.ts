import type { Image } from "../domain/image.ts";
import { imagesOf, type Restaurant, storedImages } from "../domain/restaurant.ts";
import { memo } from "../http/memo.ts";
import type { Deps } from "../ports/guests.ts";
import type { ImageStore } from "../ports/restaurant.ts";
import { SAMPLE_IMAGES } from "../restaurant/sample_images.ts";
import type { Store } from "../storage/store.ts";

/** Adds the images of the sample to those of the database. */
export function withSample(images: ImageStore): ImageStore {
  return { ...images, read: async (name) => SAMPLE_IMAGES.get(name) ?? await images.read(name) };
}

/** The images that `restaurant` names and the database lacks. */
export async function missingImages(
  restaurant: Restaurant,
  images: ImageStore,
): Promise<readonly string[]> {
  const stored = await storedImages(restaurant, withSample(images).read);
  return imagesOf(restaurant).filter((name) => !stored.has(name));
}

/** Two may have 1 MB, photos of dishes at most 150 kB: 32 MB, and of sixty as browsers draw them 5 MB. */
const MAX_IN_MEMORY = 200;

interface ServedImages {
  restaurant(): Restaurant;
  readonly storage: Pick<Store, "damage" | "images">;
  /** Epoch milliseconds. */
  now(): number;
}

/** Serves the images that the restaurant names, and keeps them in memory. */
export function guestImages({ restaurant, storage, now }: ServedImages): Deps["image"] {
  const images = withSample(storage.images);
  const kept = memo<Image>(MAX_IN_MEMORY);
  const looked = memo<Promise<Image | null>>(MAX_IN_MEMORY);
  return async (name) => {
    const known = kept.get(name, []);
    if (known !== undefined) return known;
    if (storage.damage !== null || !imagesOf(restaurant()).includes(name)) return null;
    // A missing image is looked for once a second.
    const image = await looked.of(name, [Math.floor(now() / 1_000)], () => images.read(name));
    if (image !== null) kept.set(name, [], image);
    return image;
  };
}

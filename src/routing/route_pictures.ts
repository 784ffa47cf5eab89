import type { Language } from "../domain/language.ts";
import type { LatLng } from "../domain/location.ts";
import { type PictureSource, routePicture } from "./route_picture.ts";

/** Pictures kept: at most some two megabytes. */
const KEPT = 50;

/** {@linkcode routePicture} that keeps its last pictures: a page that is opened again and again costs one. */
export function routePictures(
  source: PictureSource,
): (destination: LatLng, language: Language) => string | null {
  const kept = new Map<string, string | null>();
  return (destination, language) => {
    const key = `${destination.lat},${destination.lng},${language}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const picture = routePicture(source, destination, language);
    for (const oldest of kept.keys()) {
      if (kept.size < KEPT) break;
      kept.delete(oldest);
    }
    kept.set(key, picture);
    return picture;
  };
}

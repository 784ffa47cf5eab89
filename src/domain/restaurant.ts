import type { Image } from "./image.ts";
import type { Contactable } from "./contact.ts";
import type { Bilingual } from "./text.ts";
import type { LatLng } from "./location.ts";
import type { Menu } from "./menu.ts";
import type { BookingRules, Schedule } from "./schedule/services.ts";
import type { KitchenMinutes, Tariff } from "./tariff.ts";

/** The lengths of its texts, the highest price level, the number of links. */
export const FACE_LIMITS = { sentence: 160, cuisine: 60, priceLevel: 4, link: 30, links: 6 };

/** How the restaurant presents itself. Null is what its file does not say. */
export interface Face {
  readonly sentence: Bilingual | null;
  readonly cuisine: Bilingual | null;
  /** From 1, cheap, to 4. */
  readonly priceLevel: number | null;
  /** Images, named by the SHA-256 of their bytes in hexadecimal. */
  readonly photo: string | null;
  readonly logo: string | null;
  /** `#rrggbb`, as its owner chose it. */
  readonly accent: string | null;
  readonly links: readonly { readonly name: string; readonly url: string }[];
}

/**
 * The restaurant, read from one file. It never changes: a reload makes a new one. One that only has a name yet has no
 * phone: then its address is empty, its place means nothing, and it has neither hours nor dishes nor delivery.
 */
export interface Restaurant extends Schedule, Contactable {
  /** IANA name, e.g. `America/Merida`. */
  readonly timeZone: string;
  readonly location: LatLng;
  readonly address: string;
  /** Null if its file does not say. */
  readonly town: string | null;
  /** E.164, `+` and digits. */
  readonly phone: string | null;
  readonly booking: BookingRules;
  /** Larger parties write to the restaurant. With its limits: {@linkcode largestParty}. */
  readonly maxParty: number;
  readonly tariff: Tariff;
  /** The cost by which routes are compared: time with a little for distance, time alone, distance alone. */
  readonly routeChoice: "balanced" | "fastest" | "shortest";
  readonly kitchenMinutes: KitchenMinutes;
  readonly valet: boolean;
  /** `score` is 0 to 5 stars, the mean of `count` ratings given at `source`, e.g. `Google`. */
  readonly rating: { readonly score: number; readonly count: number; readonly source: string };
  readonly faq: readonly { readonly question: Bilingual; readonly answer: Bilingual }[];
  /** URL of the privacy notice where it is published elsewhere. */
  readonly privacyNotice: string | null;
  /** Its text, if it is published here. */
  readonly privacyText?: string | undefined;
  readonly face: Face;
  readonly menu: Menu;
  /** Whether this is the sample that comes with the program: pages and log then show MUESTRA. */
  readonly sample: boolean;
  /** Parts of the sample that a restaurant's own file still holds, in Spanish: pages then show SIN TERMINAR. */
  readonly leftovers: readonly string[];
}

/** The largest party that its limits let reserve on line. */
export function largestParty(
  { maxParty, booking: { peoplePerTime, room } }: Pick<Restaurant, "maxParty" | "booking">,
): number {
  return Math.min(maxParty, peoplePerTime ?? Infinity, room?.people ?? Infinity);
}

/** The address of the privacy notice; null without one. @param ours that of its page here */
export function noticeHref(
  { privacyNotice, privacyText }: Pick<Restaurant, "privacyNotice" | "privacyText">,
  ours: string,
): string | null {
  return privacyNotice ?? (privacyText === undefined ? null : ours);
}

/** The images that `restaurant` names, as far as `read` gives them. */
export async function storedImages(
  restaurant: Restaurant,
  read: (name: string) => Promise<Image | null>,
): Promise<ReadonlyMap<string, Image>> {
  const found = imagesOf(restaurant).map(async (name) => [name, await read(name)] as const);
  const pairs = (await Promise.all(found)).flatMap(([name, image]) =>
    image === null ? [] : [[name, image] as const]
  );
  return new Map(pairs);
}

export function imagesOf({ face: { photo, logo }, menu }: Restaurant): readonly string[] {
  const dishes = menu.sections.flatMap(({ dishes }) => dishes.map(({ photo }) => photo));
  return [...new Set([photo, logo, ...dishes])].filter((name) => typeof name === "string");
}

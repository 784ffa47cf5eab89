import type { ContactTexts } from "./contact.ts";
import type { Bilingual } from "./text.ts";
import type { LatLng } from "./location.ts";
import type { Menu } from "./menu.ts";
import type { BookingRules, WeeklyHours } from "./schedule/services.ts";
import type { KitchenMinutes, Tariff } from "./tariff.ts";

export interface Rating {
  /** Stars, 0 to 5. */
  readonly score: number;
  /** The number of ratings. */
  readonly count: number;
  /** Where they were given, e.g. `Google`. */
  readonly source: string;
}

export interface FrequentQuestion {
  readonly question: Bilingual;
  readonly answer: Bilingual;
}

/** The cost by which routes are compared: time with a little for distance, time alone, distance alone. */
export type RouteChoice = "balanced" | "fastest" | "shortest";

/** The restaurant, read from one file. Frozen: a reload makes a new one. */
export interface Restaurant {
  readonly name: string;
  /** IANA name, e.g. `America/Merida`. */
  readonly timeZone: string;
  readonly location: LatLng;
  /** Street address as people write it. */
  readonly address: string;
  /** E.164, `+` and digits. */
  readonly phone: string;
  /** The number that WhatsApp links write to, likewise. */
  readonly whatsapp: string;
  /** ISO 4217. */
  readonly currency: "MXN";
  /** Seven weekdays, Monday first. */
  readonly hours: WeeklyHours;
  readonly booking: BookingRules;
  readonly tariff: Tariff;
  /** Which route is priced. */
  readonly routeChoice: RouteChoice;
  readonly kitchenMinutes: KitchenMinutes;
  readonly valet: boolean;
  readonly rating: Rating;
  readonly contactTexts: ContactTexts;
  readonly faq: readonly FrequentQuestion[];
  /** URL of the privacy notice, if there is one. */
  readonly privacyNotice: string | null;
  readonly menu: Menu;
  /** Whether this is the sample that comes with the program: pages and log then show MUESTRA. */
  readonly sample: boolean;
  /** Parts of the sample that a restaurant's own file still holds, in Spanish: pages then show SIN TERMINAR. */
  readonly leftovers: readonly string[];
}

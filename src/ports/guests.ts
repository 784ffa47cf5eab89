/** What guests' operations and pages need of the world; service/ builds it. */
import type { Image } from "../domain/image.ts";
import type { LatLng } from "../domain/location.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import type { LiveState } from "../domain/schedule/services.ts";
import type { Seals } from "../domain/seal.ts";
import type { ReservationStore } from "./reservations.ts";
import type { AddressFinder, PictureWords, RoutePlanner } from "./streets.ts";

export interface Deps {
  now(): number;
  randomBytes(length: number): Uint8Array<ArrayBuffer>;
  /** The restaurant as last loaded; the same object until it is loaded again. */
  restaurant(): Restaurant;
  /** Pause, closures, sold-out dishes and early kitchen, as last read; the same object until one changes. */
  state(): LiveState;
  readonly planner: RoutePlanner;
  readonly locate: AddressFinder;
  /** The town of the map in which the point lies; null if it knows none there. */
  townAt(point: LatLng): string | null;
  /** Whether deliveries have prices: not without a street map or a routing engine. */
  hasPrices(): boolean;
  /** Whether `locate` has a map: a routing engine alone knows no addresses. */
  findsAddresses(): boolean;
  /** The drive to `destination` as an `svg` element of at most 40 KB. Null without route, map or streets. */
  routePicture?(destination: LatLng, words: PictureWords): string | null;
  /** An image that the served restaurant names; null for another name. */
  image(name: string): Promise<Image | null>;
  readonly reservations: ReservationStore;
  /** Called with the reason for which planning failed. The guest is only told that routes do not respond. */
  onPlannerError(error: unknown): void;
  /** The same on all instances of one database. */
  readonly seals: Seals;
  /** Public address without a trailing slash, e.g. `https://mesa.example`. */
  readonly baseUrl: string;
}

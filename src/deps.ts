/** The ports: what operations and pages may ask of the world. Built once in main.ts and handed down. */
import type { HouseState } from "./domain/house.ts";
import type { Language } from "./domain/language.ts";
import type { Day } from "./domain/local_time.ts";
import type { LatLng } from "./domain/location.ts";
import type { ReservationRequest } from "./domain/reservation.ts";
import type { Restaurant } from "./domain/restaurant.ts";

/** A driving route from the restaurant, or why there is none. */
export type PlannedRoute =
  | {
    readonly kind: "route";
    /** Metres along the route, not rounded. */
    readonly meters: number;
    /** Seconds of driving. */
    readonly seconds: number;
    /** Name of the street the point was matched to; null where it has none. */
    readonly street: string | null;
    /** Metres in a straight line from the point to that street. */
    readonly metersToStreet: number;
  }
  /** No street within 200 m of the point, or none from which a car gets there. */
  | {
    readonly kind: "no_route";
    readonly street: string | null;
    readonly metersToStreet: number | null;
  };

export interface RoutePlanner {
  /**
   * The route from the restaurant to `destination`, at once where nobody has to be asked.
   * @throws {Error} where the planner is down or too slow; callers then say `cotizado: false` or 503 `sin_ruta`
   */
  plan(destination: LatLng): PlannedRoute | Promise<PlannedRoute>;
  /** The same object for as long as every point keeps its route; null or absent where that is not known, as of engines. */
  basis?(): object | null;
}

/** A reservation ready to be written. */
export interface ReservationCandidate extends ReservationRequest {
  /** The day on which the service that the time belongs to starts: the evening before for a time after midnight. */
  readonly serviceDay: Day;
  /** The caller's Idempotency-Key; null where it sent none. */
  readonly idempotencyKey: string | null;
  /** SHA-256 in hexadecimal of the normalised body. */
  readonly bodyHash: string;
}

/** What a retry is recognised by. */
export type ReplayKey = Pick<ReservationCandidate, "phone" | "idempotencyKey" | "bodyHash">;

/** What became of a candidate. Anything but `held` and `replayed` means that no reservation was made for it. */
export type ReserveOutcome =
  | { readonly kind: "held"; readonly folio: string }
  | ReplayOutcome
  /** Reservations are switched off. */
  | { readonly kind: "paused" }
  /** A closure covers the time. */
  | { readonly kind: "closed" };

export type ReplayOutcome =
  /** The same was asked for before, and that reservation still stands, be it that staff have changed it since. */
  | { readonly kind: "replayed"; readonly folio: string }
  /** The key was used with another body, or for a reservation that no longer stands. */
  | { readonly kind: "key_reused" };

/** The database did not answer, and it is certain (now or by the void that follows) that no reservation exists. */
export class StorageUnavailable extends Error {
  override readonly name = "StorageUnavailable";
}

export interface ReservationStore {
  /**
   * Holds the table, in one commit shared with whoever else is waiting. Resolves only when the row is on disk; where the
   * house has refused it, {@linkcode Deps.house} knows why by then.
   * @throws {StorageUnavailable} no reservation exists
   */
  reserve(candidate: ReservationCandidate): Promise<ReserveOutcome>;
  /**
   * The earlier answer to the same request, if there is one.
   * @throws {StorageUnavailable}
   */
  findReplay(key: ReplayKey): Promise<ReplayOutcome | null>;
}

export interface Deps {
  /** Epoch milliseconds. */
  now(): number;
  /** Cryptographically strong random bytes. */
  randomBytes(length: number): Uint8Array<ArrayBuffer>;
  /** The restaurant as last loaded; the same object until it is loaded again. */
  restaurant(): Restaurant;
  /** What staff have switched, as last read; the same object until it changes. */
  house(): HouseState;
  readonly planner: RoutePlanner;
  /**
   * A picture of the drive from the restaurant to `destination`: one `svg` element of at most 40 KB for a page whose style sheet
   * gives it its colours. Null where there is none: no route, no map, or an engine that tells no streets.
   */
  routePicture?(destination: LatLng, language: Language): string | null;
  readonly reservations: ReservationStore;
  /** Told why a route could not be had; the caller only learns that there is none. */
  onPlannerError(error: unknown): void;
  /** AES-256-GCM key that seals drafts, the same on all instances of one database. */
  readonly draftKey: CryptoKey;
  /** Public address without a trailing slash, e.g. `https://mesa.example`. */
  readonly baseUrl: string;
  /** How long a draft link lasts. */
  readonly draftTtlMinutes: number;
}

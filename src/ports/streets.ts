/** The port of the streets: driving routes from the restaurant, and addresses in words. */
import type { LatLng } from "../domain/location.ts";

/** The drive from the restaurant to a point, or why there is none. */
export type PlannedRoute =
  | {
    readonly kind: "route";
    /** Along the drive, not rounded. */
    readonly meters: number;
    readonly seconds: number;
    /** The street to which the point was matched; null if it has no name. */
    readonly street: string | null;
    /** In a straight line from the point to that street. */
    readonly metersToStreet: number;
  }
  /** No street within 200 m of the point, or none that a car gets to: null, or the street that is there all the same. */
  | {
    readonly kind: "no_route";
    readonly street: string | null;
    readonly metersToStreet: number | null;
  };

export interface RoutePlanner {
  /**
   * The route from the restaurant to `destination`; not a promise without OSRM, because a promise costs a quote 5 %.
   * @throws {Error} if the planner is down or too slow; callers then answer `cotizado: false` or 503 `sin_ruta`
   */
  plan(destination: LatLng): PlannedRoute | Promise<PlannedRoute>;
  /** The same object for as long as every point keeps its route; null or absent if that is not known, as with OSRM. */
  basis?(): object | null;
}

/** What an address in words may mean. */
export interface FoundAddress {
  /** Those nearest to the given point, 6 at most: more than 5 are too many to ask about. */
  readonly places: readonly AddressPlace[];
  /** Names of the streets, in the order of the text. */
  readonly streets: readonly string[];
  /** The area that the text names; null if it names none of the map. */
  readonly area: string | null;
  /** Words where a street was expected that the map does not have, and names from which they differ by one letter. */
  readonly unknown: string;
  readonly meant: readonly string[];
}

/** A point of the map that an address in words may mean. */
export interface AddressPlace extends LatLng {
  readonly street: string;
  /** The street that it crosses there, or the two between which the block lies; none for a short street. */
  readonly between: readonly string[];
  /** The smallest area (colonia, barrio, village) that contains the point; null if the map has none. */
  readonly area: string | null;
  /** Another street within 250 m. */
  readonly near: string | null;
}

/** Looks an address up; null without a map. */
export type AddressFinder = (text: string, from: LatLng) => Promise<FoundAddress | null>;

/** What a picture says, not escaped. */
export interface PictureWords {
  /** Beside the ring where the drive begins, and beside the pin where it ends. */
  readonly restaurant: string;
  readonly destination: string;
  /** What the picture shows, up to the name of the street. */
  readonly title: string;
  /** The street's name if it has none. */
  readonly nameless: string;
  /** Of a map that shows no real place. */
  readonly invented: string;
}

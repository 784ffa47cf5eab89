/** The port of the streets: driving routes from the restaurant, and addresses in words. */
import type { LatLng } from "../domain/location.ts";

/** The drive from the restaurant to a point, or why there is none. */
export type PlannedRoute =
  | {
    readonly kind: "route";
    /** Length of the drive, not rounded. */
    readonly meters: number;
    readonly seconds: number;
    /** The street to which the point was matched; null if it has no name. */
    readonly street: string | null;
    /** From the point to that street in a straight line. */
    readonly metersToStreet: number;
  }
  /** There is no street within 200 m, or none for cars: then `street` may name it. */
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
  /** The same object while every point keeps its route; null or absent if that is not known, as with OSRM. */
  basis?(): object | null;
}

/** Where an address is searched from: a restaurant. */
export interface SearchFrom {
  readonly location: LatLng;
  readonly town: string | null;
  /** A point to compare the words with, for `elsewhere`. */
  readonly pin?: LatLng;
}

/** What an address in words may mean. */
export interface FoundAddress {
  /** Those nearest to the restaurant, 6 at most: more than 5 are too many to ask about. */
  readonly places: readonly AddressPlace[];
  /** Whether the streets alone would mean a place, where the rest of the text leaves none. */
  readonly isHere: boolean;
  /** Names of the streets, in the order of the text. */
  readonly streets: readonly string[];
  /** Colonias and towns in which no place lies, and words not understood; of a pin, those after the last comma. */
  readonly elsewhere: readonly string[];
  /** All words that are not understood, and names on the map that differ from them by one letter. */
  readonly unknown: string;
  readonly meant: readonly string[];
  /** What helps a courier, as it was written: `frente al parque, local 4`; may be empty. */
  readonly references: string;
}

/** A point of the map that an address in words may mean. */
export interface AddressPlace extends LatLng {
  readonly street: string;
  /** The street that it crosses there, or the two between which the block lies; none for a short street. */
  readonly between: readonly string[];
  /** The smallest area (colonia, barrio) that contains the point; null if the map has none. */
  readonly area: string | null;
  /** Without an area, the nearest avenue, else another street nearby. */
  readonly near: string | null;
  /** The town; null if neither map nor restaurant's file names one. */
  readonly town: string | null;
}

/** Looks an address up; null without a map. */
export type AddressFinder = (text: string, from: SearchFrom) => Promise<FoundAddress | null>;

/** The words of a picture, not escaped. */
export interface PictureWords {
  /** At the ring where the drive begins, and at the pin where it ends. */
  readonly restaurant: string;
  readonly destination: string;
  /** The title, up to the name of the street. */
  readonly title: string;
  /** In the place of a missing name. */
  readonly nameless: string;
  /** The note on a map of an invented place. */
  readonly invented: string;
}

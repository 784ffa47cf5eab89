/** The port of the restaurant's file: what is served, its versions and its changes. */
import type { Image } from "../domain/image.ts";
import type { Restaurant } from "../domain/restaurant.ts";

export interface RestaurantVersion {
  readonly version: number;
  readonly at: number;
  readonly actor: string;
}

export interface StoredRestaurant extends RestaurantVersion {
  readonly text: string;
}

export interface ServedRestaurant {
  /** 0 if the database has none: the sample, a blank one, or RESTAURANT_FILE beside a damaged database. */
  readonly version: number;
  readonly text: string;
  readonly restaurant: Restaurant;
}

export interface FileProblem {
  readonly text: string;
  /** The problem in words for the form of its field; absent for a problem of the whole file. */
  readonly typed?: TypedProblem;
}

/** A value of the file before and after; null if there is none. */
export interface FileChange {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A part of the restaurant's file in a form, derived from the file's schema. */
export interface FormPart {
  /** Its path in the file, with dots: the name of its input. */
  readonly name: string;
  readonly label: string;
  readonly help: string;
  /** How it is typed as one text; null if it has parts. */
  readonly input: "line" | "text" | "number" | "flag" | "choice" | "image" | null;
  readonly maxLength?: number;
  readonly options?: readonly string[];
  /** The typed or the served value; of an item of a list, its place from 1. */
  readonly value: string;
  /** The fields of an object; the items of a list and some empty ones. */
  readonly parts: readonly FormPart[];
  readonly isList: boolean;
}

export interface TypedProblem {
  readonly field: string;
  readonly text: string;
}

/** The stored versions. Every promise rejects if the database fails. */
export interface RestaurantVersions {
  /**
   * Adds a version after the version `after`, which is 0 for the first.
   * @returns its number, or that of the newest if the text is the same; null if another version has come after `after`
   */
  add(
    version: Pick<StoredRestaurant, "text" | "actor"> & { readonly after: number },
  ): Promise<number | null>;
  /** Newest first. */
  all(): Promise<readonly RestaurantVersion[]>;
  text(version: number): Promise<string | null>;
}

/** The photos and logos that were uploaded. Every promise rejects if the database fails. */
export interface ImageStore {
  /** Keeps an image that {@linkcode readImage} returned. @returns its name: the SHA-256 of its bytes in hexadecimal */
  add(image: Image): Promise<string>;
  read(name: string): Promise<Image | null>;
}

/** A restaurant's file with its images, by their names. */
export interface RestaurantArchive {
  readonly text: string;
  readonly images: ReadonlyMap<string, Image>;
}

export interface RestaurantBook extends Pick<RestaurantVersions, "all" | "text"> {
  served(): ServedRestaurant;
  /** The restaurant that `text` describes, or what is wrong with it. */
  read(text: string): Restaurant | { readonly problems: readonly FileProblem[] };
  /** An archive with the served file and these images. */
  packed(images: RestaurantArchive["images"]): Uint8Array<ArrayBuffer>;
  /** The text and the images of an uploaded file, or what is wrong with it. */
  unpacked(
    bytes: Uint8Array<ArrayBuffer>,
  ): RestaurantArchive | { readonly problems: readonly FileProblem[] };
  /** What differs between two texts that {@linkcode RestaurantBook.read} accepts. */
  changes(before: string, after: string): readonly FileChange[];
  /** The same between two versions; empty if one is no longer kept. */
  changesIn(version: number, before: number): Promise<readonly FileChange[]>;
  /** The named parts of the served file as a form. @param typed values that replace the served ones */
  form(names: readonly string[], typed: URLSearchParams): readonly FormPart[];
  /**
   * The served text with the named parts as typed.
   * @param base the text from which the form was made: only what differs from it is changed
   */
  answered(
    names: readonly string[],
    typed: URLSearchParams,
    base: string,
  ): string | { readonly problems: readonly TypedProblem[] };
  /**
   * Saves a text that {@linkcode RestaurantBook.read} accepts. This instance serves it once it resolves.
   * @returns its version; null if another has come after `after`
   * @throws {Error} if the database fails
   */
  save(text: string, after: number, actor: string): Promise<number | null>;
}

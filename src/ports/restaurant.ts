/** The port of the restaurant's file: what is served, its versions and its changes. */
import type { Day } from "../domain/local_time.ts";
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

/** A place of the file that two people changed in different ways; their values are null where it is absent. */
export interface FileQuestion {
  /** The name of its answer in a form: `mio` or `suyo`. */
  readonly name: string;
  readonly label: string;
  readonly before: string | null;
  readonly mine: string | null;
  readonly theirs: string | null;
  readonly chosen: "mio" | "suyo" | null;
}

export interface FileMerge {
  readonly text: string;
  readonly questions: readonly FileQuestion[];
}

/** The choice of the service day on which it is made. */
export const UNTIL_TONIGHT = "hasta el final de hoy";

/** The name of the button that adds rows to the list which its value names. */
export const MORE = "mas";

/** How the names of a row's inputs end that are no values of its item: its place, its removal, a dish's section. */
export const ROW_INPUTS = { order: ".orden", removal: ".quitar", section: ".seccion" } as const;

/** What a ticked box sends. */
export const TICKED = "sí";

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
  /** What a choice says while none of them is chosen. Default: it cannot be left so. */
  readonly unchosen?: string;
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

/** A menu as it was understood out of a pasted text. */
export interface PastedMenu {
  readonly sections: readonly PastedSection[];
  /** What was not understood. Lines count from 1. */
  readonly unread: readonly { readonly line: number; readonly text: string }[];
}

interface PastedSection {
  /** Null for dishes that stand before the first section. */
  readonly name: string | null;
  readonly dishes: readonly PastedDish[];
}

export interface PastedDish {
  readonly name: string;
  readonly description: string | null;
  readonly prices: readonly PastedPrice[];
  readonly line: number;
}

export interface PastedPrice {
  readonly label: string | null;
  readonly cents: number;
}

/** A pasted menu as a form of the file, whose inputs have the places of their values as names. */
export interface PastedForm {
  /** What the paste fills in. */
  readonly typed: URLSearchParams;
  readonly sections: readonly {
    readonly path: string;
    readonly name: string;
    readonly isNew: boolean;
    readonly rows: readonly PastedRow[];
  }[];
  /** What was not understood, each as a dish that is ticked as none. */
  readonly unread: readonly Pick<PastedRow, "path" | "section">[];
  /** The dishes of the file that the paste does not have. */
  readonly absent: readonly { readonly path: string; readonly name: string }[];
  /** The numbers and names of the sections that a dish may go to. */
  readonly places: readonly (readonly [n: string, name: string])[];
}

export interface PastedRow {
  readonly path: string;
  /** The number of its section. */
  readonly section: number;
  /** The prices in the file; null for a new dish. */
  readonly before: string | null;
  readonly isSame: boolean;
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
  /** That of the text that was given out and then edited, if the file has it. */
  readonly mark?: string;
  readonly images: ReadonlyMap<string, Image>;
}

export interface RestaurantBook extends Pick<RestaurantVersions, "all" | "text"> {
  served(): ServedRestaurant;
  /** The restaurant that `text` describes, or what is wrong with it. */
  read(text: string): Restaurant | { readonly problems: readonly FileProblem[] };
  /** The served file as it is given out, in an archive with these images if there are any. */
  packed(images: RestaurantArchive["images"]): Uint8Array<ArrayBuffer>;
  /** The text and the images of an uploaded file and the version that it was, if that is known; or what is wrong. */
  unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<
    | RestaurantArchive & { readonly version: number | null }
    | { readonly problems: readonly FileProblem[] }
  >;
  /** What differs between two texts that {@linkcode RestaurantBook.read} accepts. */
  changes(before: string, after: string): readonly FileChange[];
  /** The same between two versions; empty if one is no longer kept. */
  changesIn(version: number, before: number): Promise<readonly FileChange[]>;
  /** Understands a menu pasted from anywhere. It fails on no text. */
  pasted(text: string): PastedMenu;
  /** What `menu` changes in the file `base`. */
  pastedForm(base: string, menu: PastedMenu): PastedForm;
  /**
   * What became of `base` in `after`, made of what is served.
   * @param answers to its questions, by their names
   */
  merge(base: string, after: string, answers: URLSearchParams): FileMerge;
  /**
   * The named parts of a file as a form.
   * @param typed values that replace those of the file; its `mas` names a list that gets more rows
   * @param text the file. Default: the served one
   */
  form(names: readonly string[], typed: URLSearchParams, text?: string): readonly FormPart[];
  /**
   * The text `base`, from which the form was made, with the named parts as typed where they can be read.
   * @param taken ids that no new item gets, besides those of the file
   */
  answered(
    names: readonly string[],
    typed: URLSearchParams,
    base: string,
    taken?: readonly string[],
  ): { readonly text: string; readonly problems: readonly TypedProblem[] };
  /**
   * Saves these dishes as the menu of the service day `day`, in place of an earlier one, and nothing else; without
   * dishes it is taken off. @returns as {@linkcode RestaurantBook.save}, or why such a menu cannot be saved
   */
  saveDayMenu(
    day: Day,
    dishes: readonly PastedDish[] | null,
    actor: string,
  ): Promise<number | null | { readonly problems: readonly FileProblem[] }>;
  /**
   * Saves a text that {@linkcode RestaurantBook.read} accepts. This instance serves it once it resolves.
   * @returns its version; null if another has come after `after`
   * @throws {Error} if the database fails
   */
  save(text: string, after: number, actor: string): Promise<number | null>;
}

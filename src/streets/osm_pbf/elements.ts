/** The tags of one element, without a prototype, so that a key such as `constructor` is only a key. */
export type Tags = Readonly<Record<string, string>>;

export type ElementType = "node" | "way" | "relation";

/** One part of a relation. `ref` is the id of an element of that type, which the file may lack. */
export interface Member {
  readonly type: ElementType;
  readonly ref: number;
  readonly role: string;
}

/** The coordinates of a node without a location, as osmium writes them. */
export const NO_PLACE = 2 ** 31 - 1;

/**
 * Handlers by kind of element, called in the file's order. Kinds without a handler are not decoded. `version` decodes
 * the version, 0 if the file has none: call it for each element, or for none.
 */
export interface OsmHandlers {
  /** A point in units of 1e-7 degrees. `tags` is null if the node has none, or none of `keys.node`. */
  node?(id: number, lat1e7: number, lng1e7: number, tags: Tags | null, version: () => number): void;
  /** A line. `refs` decodes the ids of its nodes: call it within the handler, and only if they are needed. */
  way?(id: number, refs: () => number[], tags: Tags, version: () => number): void;
  /** A group of elements, such as a turn restriction. `members` decodes them, as `refs` does. */
  relation?(id: number, members: () => Member[], tags: Tags, version: () => number): void;
  /** The tags to decode; all for a kind without an entry. */
  readonly keys?: Readonly<Partial<Record<ElementType, readonly string[]>>>;
}

/** An OpenStreetMap file, opened for as many passes as an import needs. */
export interface OsmSource {
  readonly path: string;
  readonly bytes: number;
  /**
   * Reads the file once, in constant memory, without the blobs in which an earlier pass found no such elements.
   * @param onProgress called after each blob with the bytes of the file read so far
   * @returns the time of the data; null if the file lacks it
   */
  read(
    handlers: OsmHandlers,
    onProgress?: (bytesRead: number) => void,
  ): Promise<Temporal.Instant | null>;
}

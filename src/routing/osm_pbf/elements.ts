/**
 * What a reader of OpenStreetMap files hands over, whatever the format of the file.
 *
 * ```ts
 * const source = await openOsm("heidelberg.osm.pbf");
 * await source.read({
 *   required: { way: ["highway"] },
 *   way: (id, refs, tags) => streets.push({ id, refs, name: tags.name }),
 * });
 * ```
 *
 * @module
 */

/** The tags of one element, without a prototype, so that a key such as `constructor` is only a key. */
export type Tags = Readonly<Record<string, string>>;

export type ElementType = "node" | "way" | "relation";

/** One part of a relation; `ref` is the id of an element of that type, which the file may lack. */
export interface Member {
  readonly type: ElementType;
  readonly ref: number;
  readonly role: string;
}

export type KeysByType = Readonly<Partial<Record<ElementType, readonly string[]>>>;

/**
 * What to do with each element. Ids are exact to 2^53 (editors give new elements negative ones). Kinds without a handler are skipped, not decoded. Handlers are
 * called in the file's order and synchronously; what they are given is theirs to keep, and what
 * they throw ends the reading and comes out of {@linkcode OsmSource.read} as it is.
 */
export interface OsmHandlers {
  /**
   * A point in units of 1e-7 degrees (WGS84, integers, within ±90 and ±180 degrees).
   * `tags` is null where the node has none (or none of `keys.node`).
   */
  node?(id: number, lat1e7: number, lng1e7: number, tags: Tags | null): void;
  /** A line through `refs`, the ids of its nodes. */
  way?(id: number, refs: readonly number[], tags: Tags): void;
  /** A group of elements, such as a turn restriction. */
  relation?(id: number, members: readonly Member[], tags: Tags): void;
  /** The only tags worth decoding; a kind without an entry gets all of its tags. */
  readonly keys?: KeysByType;
  /** Elements that carry none of these keys are passed over; a kind without an entry is not. */
  readonly required?: KeysByType;
}

/** Edges in degrees, WGS84. */
export interface OsmBox {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** What a file says about itself; null where it is silent. */
export interface OsmFileInfo {
  /** The instant of the state of the data. */
  readonly timestamp: Temporal.Instant | null;
  readonly bbox: OsmBox | null;
}

/** An OpenStreetMap file, opened for as many passes as an import needs. */
export interface OsmSource {
  /** Size of the file in bytes, as it lies on the disk. */
  readonly bytes: number;
  /**
   * Reads the file once from its start, with memory that does not grow with its size.
   * Later passes skip the parts that an earlier one has seen to hold nothing they want.
   *
   * @param onProgress called now and then with the bytes of the file that lie behind.
   * @throws {OsmFileError} for a file that is cut, damaged or not what it seemed.
   */
  read(handlers: OsmHandlers, onProgress?: (bytesRead: number) => void): Promise<OsmFileInfo>;
}

/** A file that cannot be read as OpenStreetMap data: which, where in it, and why. */
export class OsmFileError extends Error {
  override readonly name = "OsmFileError";
  readonly path: string;
  /** Where in the file, in bytes from its start; for a compressed file, in the compressed bytes. */
  readonly offset: number;

  /** @param problem what was found there, and how to mend it where that is known. */
  constructor(path: string, offset: number, problem: string, options?: ErrorOptions) {
    super(`${path}: ${problem} (at byte ${offset})`, options);
    this.path = path;
    this.offset = offset;
  }
}

/**
 * A map file: a header of 64 bytes, a table of contents in JSON, then columns of numbers as in memory (little-endian), each at a
 * multiple of eight bytes, so that a load only reads.
 *
 * | bytes | what |
 * |---|---|
 * | 0-7 | `SOBREMAP` |
 * | 8-11 | version |
 * | 12-15 | length of the table of contents |
 * | 16-23 | length of the file |
 * | 24-31 | zero |
 * | 32-63 | SHA-256 of the whole file, with these bytes zero |
 */
import type { OsmBox } from "../osm_pbf/elements.ts";
import type { StoredTree } from "../piece_tree.ts";
import type { StreetGraph, Streets, TurnTable } from "../street_graph.ts";
import type { StreetIndex } from "../street_index.ts";

export const MAGIC = "SOBREMAP";
export const VERSION = 4;
export const HEAD_BYTES = 64;
export const DIGEST = { start: 32, end: 64 };

export const KINDS = {
  u8: Uint8Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
};
export type Kind = keyof typeof KINDS;
export type Column = InstanceType<(typeof KINDS)[Kind]>;

/** Names and kinds of a record's columns, which are its typed arrays. */
type Kinds<T> = {
  readonly [K in keyof T as T[K] extends Column ? K : never]: T[K] extends Uint8Array ? "u8"
    : T[K] extends Uint32Array ? "u32"
    : T[K] extends Int32Array ? "i32"
    : T[K] extends Float32Array ? "f32"
    : "f64";
};

/** The columns of a map file in order. The compiler checks them against the records that they fill. */
export const STREET_COLUMNS: Kinds<Streets> = {
  edgeSegment: "u32",
  edgeSeconds: "f64",
  edgeEffort: "f64",
  edgeAccess: "u8",
  forwardEdge: "i32",
  backwardEdge: "i32",
  segmentMeters: "f64",
  segmentStops: "u8",
  segmentName: "u32",
  firstPoint: "u32",
  pointLat: "i32",
  pointLng: "i32",
};
export const TURN_COLUMNS: Kinds<TurnTable> = {
  labelEdge: "u32",
  firstTurn: "u32",
  turnTo: "u32",
  turnSeconds: "f32",
};
export const TREE_COLUMNS: Kinds<StoredTree> = {
  piecePoint: "u32",
  pieceSegment: "u32",
  boxes: "i32",
};

export function allColumns(): [string, Kind][] {
  return [STREET_COLUMNS, TURN_COLUMNS, TREE_COLUMNS].flatMap((columns) =>
    Object.entries(columns) as [string, Kind][]
  );
}

/** The offset of each column after the table of contents, and that of the end, all multiples of eight. */
export function offsets(contentsBytes: number, lengths: readonly number[]): number[] {
  let at = aligned(HEAD_BYTES + contentsBytes);
  const starts = allColumns().map(([, kind], i) => {
    const start = at;
    at = aligned(start + lengths[i]! * KINDS[kind].BYTES_PER_ELEMENT);
    return start;
  });
  return [...starts, at];
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

/** The attribution that the data's licence requires. */
export const ATTRIBUTION =
  "(c) OpenStreetMap contributors, Open Database License 1.0 (ODbL), openstreetmap.org/copyright";

export interface MapInfo {
  /** The bounding box of its streets. */
  readonly bbox: OsmBox;
  /** The instant of the data's state, such as `2024-09-08T20:21:00Z`; null if the source has none. */
  readonly timestamp: string | null;
  /** The text to show with the map. */
  readonly attribution: string;
  /** Name of the file that it was imported from. */
  readonly source: string;
}

export interface StreetMap {
  readonly graph: StreetGraph;
  readonly index: StreetIndex;
  readonly info: MapInfo;
}

/** A map file that cannot be used. The message names the file, the reason and the remedy. */
export class MapFileError extends Error {
  override readonly name = "MapFileError";

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`${path}: ${problem}`, options);
  }
}

export function boxOf({ pointLat, pointLng }: Streets): OsmBox {
  const least = (units: Int32Array) => units.reduce((a, b) => Math.min(a, b), Infinity) / 1e7;
  const most = (units: Int32Array) => units.reduce((a, b) => Math.max(a, b), -Infinity) / 1e7;
  return {
    south: least(pointLat),
    west: least(pointLng),
    north: most(pointLat),
    east: most(pointLng),
  };
}

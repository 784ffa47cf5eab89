/**
 * A map file: a header of 64 bytes, a table of contents in JSON, then columns of numbers as in memory (little-endian),
 * each at a multiple of eight bytes. The header is `SOBREMAP`, the version (4 bytes), the length of the table of
 * contents (4), that of the file (8), 8 zeros, and the SHA-256 of the whole file with these 32 bytes zero.
 */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { Box } from "./coordinates.ts";
import { type StoredTree, treeShape } from "./piece_tree.ts";
import { inSlices, type StreetGraph, type Work } from "./street_graph.ts";
import { type IndexedStreets, streetIndex } from "./street_index.ts";
import { StreetsError } from "./streets_error.ts";

/** The attribution that the data's licence requires. */
export const ATTRIBUTION =
  "(c) OpenStreetMap contributors, Open Database License 1.0 (ODbL), openstreetmap.org/copyright";

export interface MapInfo {
  /** In degrees. */
  readonly bbox: Box;
  /** The instant of the data's state, such as `2024-09-08T20:21:00Z`; null if the source has none. */
  readonly timestamp: string | null;
  readonly attribution: string;
}

export type MapContents = IndexedStreets & { readonly info: MapInfo };

function unusable(path: string, problem: string, options?: ErrorOptions): StreetsError {
  return new StreetsError(`${path}: ${problem}`, options);
}

/** Bytes hashed at a time: some milliseconds. */
const BYTES_A_STEP = 1 << 21;
const IMPORT_AGAIN = "hazlo otra vez con sobremesa map import";

async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    // Deno.readFile copies its bytes in one step: 200 MB blocked the event loop for 200 ms (Deno 2.9).
    using file = await Deno.open(path);
    const bytes = new Uint8Array((await file.stat()).size);
    for (let at = 0; at < bytes.length;) {
      const count = await file.read(bytes.subarray(at));
      if (count === null) return bytes.subarray(0, at);
      at += count;
    }
    return bytes;
  } catch (cause) {
    const reason = cause instanceof Deno.errors.NotFound
      ? "no existe ese mapa: hazlo con sobremesa map import FILE"
      : `el mapa no se puede leer: ${cause instanceof Error ? cause.message : cause}`;
    throw unusable(path, reason, { cause });
  }
}

/** Reads a map file. @throws {StreetsError} for one that is missing, damaged, of another version or no map */
export async function readMap(path: string): Promise<MapContents> {
  const bytes = await readBytes(path);
  const contentsBytes = readHead(path, bytes);
  await inSlices(checkDigest(path, bytes));
  const text = new TextDecoder().decode(bytes.subarray(HEAD_BYTES, HEAD_BYTES + contentsBytes));
  const contents: Contents = JSON.parse(text);
  const starts = offsets(contentsBytes, contents.lengths);
  const columns = ALL_COLUMNS.map(([name, Kind], i) => {
    return [name, new Kind(bytes.buffer, starts[i]!, contents.lengths[i]!)];
  });
  const stored: Columns = Object.fromEntries(columns);
  const { piecePoint, pieceSegment, boxes, ...streets } = stored;
  const { info, names, areas } = contents;
  const tree = { piecePoint, pieceSegment, boxes, ...treeShape(piecePoint.length) };
  const graph = { ...streets, names, areas };
  return { graph, index: streetIndex(graph, tree), info };
}

interface Contents {
  readonly info: MapInfo;
  readonly names: StreetGraph["names"];
  readonly areas: StreetGraph["areas"];
  /** Entries of each column, in the order of the columns. */
  readonly lengths: readonly number[];
}

/** @returns the length of the table of contents */
function readHead(path: string, bytes: Uint8Array<ArrayBuffer>): number {
  const magic = new TextDecoder().decode(bytes.subarray(0, MAGIC.length));
  if (magic !== MAGIC) {
    throw unusable(path, `no es un mapa de Sobremesa: ${IMPORT_AGAIN}`);
  }
  if (bytes.length < HEAD_BYTES) throw damaged(path, "acaba en su encabezado");
  const view = new DataView(bytes.buffer);
  const version = view.getUint32(8, true);
  if (version !== VERSION) {
    throw unusable(
      path,
      `el mapa es de la versión ${version}, y este programa lee la ${VERSION}: ${IMPORT_AGAIN}`,
    );
  }
  const size = view.getBigUint64(16, true);
  if (size !== BigInt(bytes.length)) {
    throw damaged(path, `tiene ${bytes.length} bytes en vez de ${size}`);
  }
  return view.getUint32(12, true);
}

/** Sets the bytes of the digest to zero. */
function* checkDigest(path: string, bytes: Uint8Array<ArrayBuffer>): Work<void> {
  const expected = bytes.slice(DIGEST.start, DIGEST.end);
  bytes.fill(0, DIGEST.start, DIGEST.end);
  const hash = createHash("sha256");
  for (let at = 0; at < bytes.length; at += BYTES_A_STEP) {
    hash.update(bytes.subarray(at, at + BYTES_A_STEP));
    yield;
  }
  const found = hash.digest();
  if (!expected.every((byte, i) => byte === found[i])) throw damaged(path, "su suma no coincide");
}

function damaged(path: string, how: string): StreetsError {
  return unusable(path, `el mapa está dañado: ${how}; ${IMPORT_AGAIN}`);
}

/**
 * Writes a map beside `path` and renames it, so that `path` is always complete. Every user may read it. No link is
 * followed, because root may write into another user's folder. @returns its size in bytes
 */
export async function writeMap(path: string, map: MapContents): Promise<number> {
  const parts = mapParts(map);
  const beside = `${path}.new`;
  try {
    // An interrupted import may have left one.
    await Deno.remove(beside).catch(() => {});
    {
      await using file = await open(beside, "wx");
      // Whatever the umask. Deno changes a mode only by the path, at which a link may be by now.
      await file.chmod(0o644);
      for (const part of parts) {
        for (let at = 0; at < part.length;) at += (await file.write(part, at)).bytesWritten;
      }
      await file.sync();
    }
    await Deno.rename(beside, path);
  } catch (error) {
    await Deno.remove(beside).catch(() => {});
    const reason = error instanceof Error ? error.message : error;
    throw unusable(path, `el mapa no se puede escribir: ${reason}`, { cause: error });
  }
  return parts.reduce((bytes, part) => bytes + part.length, 0);
}

/** The parts of the file in order. Columns are not copied, because an import has little memory left. */
function mapParts({ graph, index, info }: MapContents): Uint8Array[] {
  const source: Readonly<Record<string, unknown>> = { ...graph, ...index.tree };
  const columns = ALL_COLUMNS.map(([name]) => source[name] as Column);
  const lengths = columns.map(({ length }) => length);
  const { names, areas } = graph;
  const contents: Contents = { info, names, areas, lengths };
  const text = new TextEncoder().encode(JSON.stringify(contents));
  const starts = offsets(text.length, lengths);
  const size = starts.at(-1)!;

  const head = new Uint8Array(starts[0]!);
  const view = new DataView(head.buffer);
  head.set(new TextEncoder().encode(MAGIC));
  view.setUint32(8, VERSION, true);
  view.setUint32(12, text.length, true);
  view.setBigUint64(16, BigInt(size), true);
  head.set(text, HEAD_BYTES);
  const padded = columns.flatMap(({ buffer, byteOffset, byteLength }, i) => [
    new Uint8Array(buffer, byteOffset, byteLength),
    new Uint8Array(starts[i + 1]! - starts[i]! - byteLength),
  ]);
  const parts = [head, ...padded];
  const hash = parts.reduce((hash, part) => hash.update(part), createHash("sha256"));
  head.set(hash.digest(), DIGEST.start);
  return parts;
}

const MAGIC = "SOBREMAP";
const VERSION = 6;
const HEAD_BYTES = 64;
const DIGEST = { start: 32, end: 64 };

type Columns = Omit<StreetGraph, "names" | "areas"> & StoredTree;
type Column = Columns[keyof Columns];

interface ColumnKind<Of> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, start: number, length: number): Of;
}

/** The columns of a map file in order. */
const COLUMNS: { readonly [Name in keyof Columns]: ColumnKind<Columns[Name]> } = {
  edgeSegment: Uint32Array,
  edgeSeconds: Float64Array,
  edgeEffort: Float64Array,
  edgeAccess: Uint8Array,
  forwardEdge: Int32Array,
  backwardEdge: Int32Array,
  segmentMeters: Float64Array,
  segmentStops: Uint8Array,
  segmentService: Uint8Array,
  segmentRing: Uint8Array,
  segmentName: Uint32Array,
  firstPoint: Uint32Array,
  pointLat: Int32Array,
  pointLng: Int32Array,
  labelEdge: Uint32Array,
  firstTurn: Uint32Array,
  turnTo: Uint32Array,
  turnSeconds: Float32Array,
  piecePoint: Uint32Array,
  pieceSegment: Uint32Array,
  boxes: Int32Array,
};
const ALL_COLUMNS = Object.entries(COLUMNS) as [keyof Columns, ColumnKind<Column>][];

/** The offset of each column and that of the end of the file, all multiples of eight. */
function offsets(contentsBytes: number, lengths: readonly number[]): number[] {
  let at = aligned(HEAD_BYTES + contentsBytes);
  const starts = ALL_COLUMNS.map(([, { BYTES_PER_ELEMENT }], i) => {
    const start = at;
    at = aligned(start + lengths[i]! * BYTES_PER_ELEMENT);
    return start;
  });
  return [...starts, at];
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

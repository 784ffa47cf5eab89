import { createHash } from "node:crypto";
import { pieceTree, type StoredTree, treeShape } from "../piece_tree.ts";
import { inSlices, type StreetGraph, type TurnTable, type Work } from "../street_graph.ts";
import { streetIndex } from "../street_index.ts";
import {
  allColumns,
  type Column,
  DIGEST,
  HEAD_BYTES,
  KINDS,
  MAGIC,
  MapFileError,
  type MapInfo,
  offsets,
  STREET_COLUMNS,
  type StreetMap,
  TREE_COLUMNS,
  TURN_COLUMNS,
  VERSION,
} from "./layout.ts";

/** Bytes hashed at a time: some milliseconds. */
const BYTES_A_STEP = 1 << 21;
const IMPORT_AGAIN = "make it anew with sobremesa map import";

/**
 * Reads a map file.
 * @throws {MapFileError} for a file that is missing, damaged, of another version or no map
 */
export async function loadMap(path: string): Promise<StreetMap> {
  return await mapFrom(path, await read(path));
}

async function read(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    // Deno.readFile copies its bytes at once: 200 MB blocked the event loop for 200 ms (Deno 2.9).
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
      ? "there is no such map file: make one with sobremesa map import FILE --out mapa.bin"
      : `the map file cannot be read: ${cause instanceof Error ? cause.message : cause}`;
    throw new MapFileError(path, reason, { cause });
  }
}

/**
 * The map in the bytes of a file; its columns are views of those bytes.
 * @throws {MapFileError} as {@linkcode loadMap}
 */
export async function mapFrom(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<StreetMap> {
  const contentsBytes = readHead(path, bytes);
  await inSlices(checkDigest(path, bytes));
  const text = new TextDecoder().decode(bytes.subarray(HEAD_BYTES, HEAD_BYTES + contentsBytes));
  const contents: Contents = JSON.parse(text);
  const starts = offsets(contentsBytes, contents.lengths);
  const columns = new Map<string, Column>(
    allColumns().map(([name, kind], i) => {
      const start = bytes.byteOffset + starts[i]!;
      return [name, new KINDS[kind](bytes.buffer, start, contents.lengths[i]!)];
    }),
  );
  const record = (names: object) =>
    Object.fromEntries(Object.keys(names).map((name) => [name, columns.get(name)!]));

  const turns = record(TURN_COLUMNS) as unknown as TurnTable;
  const graph = { ...record(STREET_COLUMNS), turns, names: contents.names } as StreetGraph;
  const stored = record(TREE_COLUMNS) as unknown as StoredTree;
  const tree = { ...stored, ...treeShape(stored.piecePoint.length) };
  return { graph, index: streetIndex(graph, tree), info: contents.info };
}

/** The table of contents. */
interface Contents {
  readonly info: MapInfo;
  readonly names: readonly (string | null)[];
  /** Entries of each column, in the order of the columns. */
  readonly lengths: readonly number[];
}

/** @returns the length of the table of contents */
function readHead(path: string, bytes: Uint8Array<ArrayBuffer>): number {
  const magic = new TextDecoder().decode(bytes.subarray(0, MAGIC.length));
  if (magic !== MAGIC) {
    throw new MapFileError(path, `this is not a map of Sobremesa: ${IMPORT_AGAIN}`);
  }
  if (bytes.length < HEAD_BYTES) throw damaged(path, "it ends within its header");
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const version = view.getUint32(8, true);
  if (version !== VERSION) {
    throw new MapFileError(
      path,
      `the map is of version ${version}, this program reads version ${VERSION}: ${IMPORT_AGAIN}`,
    );
  }
  const size = view.getBigUint64(16, true);
  if (size !== BigInt(bytes.length)) {
    throw damaged(path, `it has ${bytes.length} bytes instead of ${size}`);
  }
  return view.getUint32(12, true);
}

/** Checks the digest, whose own bytes it sets to zero. */
function* checkDigest(path: string, bytes: Uint8Array<ArrayBuffer>): Work<void> {
  const expected = bytes.slice(DIGEST.start, DIGEST.end);
  bytes.fill(0, DIGEST.start, DIGEST.end);
  const hash = createHash("sha256");
  for (let at = 0; at < bytes.length; at += BYTES_A_STEP) {
    hash.update(bytes.subarray(at, at + BYTES_A_STEP));
    yield;
  }
  const found = hash.digest();
  if (!expected.every((byte, i) => byte === found[i])) throw damaged(path, "its checksum is wrong");
}

function damaged(path: string, how: string): MapFileError {
  return new MapFileError(path, `the map is damaged: ${how}; ${IMPORT_AGAIN}`);
}

/**
 * Writes a map beside `path` and renames it, so that the file at `path` is complete at every moment.
 * @returns its size in bytes
 * @throws {MapFileError} if it cannot be written
 */
export async function writeMap(path: string, graph: StreetGraph, info: MapInfo): Promise<number> {
  const parts = mapParts(graph, info);
  const beside = `${path}.new`;
  try {
    {
      using file = await Deno.open(beside, { write: true, create: true, truncate: true });
      for (const part of parts) {
        for (let at = 0; at < part.length;) at += await file.write(part.subarray(at));
      }
      await file.sync();
    }
    await Deno.rename(beside, path);
  } catch (error) {
    await Deno.remove(beside).catch(() => {});
    const reason = error instanceof Error ? error.message : error;
    throw new MapFileError(path, `the map cannot be written: ${reason}`, { cause: error });
  }
  return parts.reduce((bytes, part) => bytes + part.length, 0);
}

/** The parts of the file in order. The columns are not copied, because an import has little memory left. */
function mapParts(graph: StreetGraph, info: MapInfo): Uint8Array[] {
  const tree = pieceTree(graph);
  const source: Readonly<Record<string, unknown>> = { ...graph, ...graph.turns, ...tree };
  const columns = allColumns().map(([name]) => source[name] as Column);
  const lengths = columns.map(({ length }) => length);
  const contents: Contents = { info, names: graph.names, lengths };
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
  const parts = [
    head,
    ...columns.flatMap((column, i) => padded(column, starts[i + 1]! - starts[i]!)),
  ];
  const hash = parts.reduce((hash, part) => hash.update(part), createHash("sha256"));
  head.set(hash.digest(), DIGEST.start);
  return parts;
}

/** A column's bytes, padded with zeros to `bytes`. */
function padded({ buffer, byteOffset, byteLength }: Column, bytes: number): Uint8Array[] {
  return [new Uint8Array(buffer, byteOffset, byteLength), new Uint8Array(bytes - byteLength)];
}

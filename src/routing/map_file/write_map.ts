import { createHash } from "node:crypto";
import { pieceTree } from "../piece_tree.ts";
import type { StreetGraph } from "../street_graph.ts";
import {
  allColumns,
  type Column,
  type Contents,
  DIGEST,
  HEAD_BYTES,
  MAGIC,
  MapFileError,
  type MapInfo,
  offsets,
  VERSION,
} from "./layout.ts";

/**
 * Writes a map beside `path` and then puts it in its place, so that a map in service is whole at every moment, whatever breaks.
 * @returns its size in bytes
 * @throws {MapFileError} where there is no room, or no right to write there
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
  return lengthOf(parts);
}

/** The pieces of the file in their order: the columns are those in memory, not copies, because an import has little left. */
function mapParts(graph: StreetGraph, info: MapInfo): Uint8Array[] {
  const tree = pieceTree(graph);
  const source: Readonly<Record<string, unknown>> = { ...graph, ...graph.turns, ...tree };
  const columns = allColumns().map(([name]) => source[name] as Column);
  const lengths = columns.map(({ length }) => length);
  const contents: Contents = { info, names: graph.names, leafBoxes: tree.leafBoxes, lengths };
  const text = new TextEncoder().encode(JSON.stringify(contents));
  const starts = offsets(text.length, lengths);
  const size = starts.pop()!;

  const head = new Uint8Array(starts[0] ?? size);
  const view = new DataView(head.buffer);
  head.set(new TextEncoder().encode(MAGIC));
  view.setUint32(8, VERSION, true);
  view.setUint32(12, text.length, true);
  view.setBigUint64(16, BigInt(size), true);
  head.set(text, HEAD_BYTES);
  const parts = [head, ...columns.flatMap((column, i) => padded(column, starts, i, size))];
  head.set(digestOf(parts), DIGEST.start);
  return parts;
}

/** A column's bytes, and the zeros between it and what follows. */
function padded(column: Column, starts: readonly number[], i: number, size: number): Uint8Array[] {
  const { buffer, byteOffset, byteLength } = column;
  const gap = (starts[i + 1] ?? size) - starts[i]! - byteLength;
  return [new Uint8Array(buffer, byteOffset, byteLength), new Uint8Array(gap)];
}

function digestOf(parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((length, part) => length + part.length, 0);
}

import { pieceTree } from "../piece_tree.ts";
import type { StreetGraph } from "../street_graph.ts";
import {
  allColumns,
  type Column,
  type Contents,
  DIGEST,
  HEAD_BYTES,
  MAGIC,
  offsets,
  VERSION,
} from "./layout.ts";
import { MapFileError, type MapInfo } from "./street_map.ts";

/**
 * Writes a map beside `path` and then puts it in its place, so that a map in service is whole at every moment, whatever breaks.
 * @returns its size in bytes
 * @throws {MapFileError} where there is no room, or no right to write there
 */
export async function writeMap(path: string, graph: StreetGraph, info: MapInfo): Promise<number> {
  const bytes = await mapBytes(graph, info);
  const beside = `${path}.new`;
  try {
    {
      using file = await Deno.open(beside, { write: true, create: true, truncate: true });
      for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
      await file.sync();
    }
    await Deno.rename(beside, path);
  } catch (error) {
    await Deno.remove(beside).catch(() => {});
    const reason = error instanceof Error ? error.message : error;
    throw new MapFileError(path, `the map cannot be written: ${reason}`, { cause: error });
  }
  return bytes.length;
}

/** A map as it lies on the disk. */
export async function mapBytes(
  graph: StreetGraph,
  info: MapInfo,
): Promise<Uint8Array<ArrayBuffer>> {
  const tree = pieceTree(graph);
  const source: Readonly<Record<string, unknown>> = { ...graph, ...graph.turns, ...tree };
  const columns = allColumns().map(([name]) => source[name] as Column);
  const lengths = columns.map(({ length }) => length);
  const contents: Contents = { info, names: graph.names, leafBoxes: tree.leafBoxes, lengths };
  const text = new TextEncoder().encode(JSON.stringify(contents));
  const starts = offsets(text.length, lengths);
  const size = starts.pop()!;

  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  view.setUint32(8, VERSION, true);
  view.setUint32(12, text.length, true);
  view.setBigUint64(16, BigInt(size), true);
  bytes.set(text, HEAD_BYTES);
  columns.forEach(({ buffer, byteOffset, byteLength }, i) => {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), starts[i]);
  });
  bytes.set(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)), DIGEST.start);
  return bytes;
}

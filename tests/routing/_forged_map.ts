/** Map files with a correct checksum and wrong columns. */
import { createHash } from "node:crypto";
import {
  allColumns,
  type Column,
  DIGEST,
  HEAD_BYTES,
  KINDS,
  type MapInfo,
  offsets,
} from "../../src/routing/map_file/layout.ts";
import { type Contents, writeMap } from "../../src/routing/map_file/map_file.ts";
import type { StreetGraph } from "../../src/routing/street_graph.ts";

/** The bytes of a map file. */
export async function mapBytes(
  graph: StreetGraph,
  info: MapInfo,
): Promise<Uint8Array<ArrayBuffer>> {
  const path = await Deno.makeTempFile();
  try {
    await writeMap(path, graph, info);
    return await Deno.readFile(path);
  } finally {
    await Deno.remove(path);
  }
}

/** The parts of a map file that a test may change. */
export interface Forgery {
  readonly columns: Record<string, Column>;
  contents: { -readonly [Key in keyof Contents]: Contents[Key] };
}

/** The map of `bytes` after `change`, with correct lengths and checksum. */
export function forgedMap(
  bytes: Uint8Array<ArrayBuffer>,
  change: (map: Forgery) => void,
): Uint8Array<ArrayBuffer> {
  const map = partsOf(bytes);
  change(map);
  const names = allColumns().map(([name]) => name);
  const lengths = names.map((name) => map.columns[name]!.length);
  const contents = { ...map.contents, lengths: map.contents.lengths ?? lengths };
  const text = new TextEncoder().encode(JSON.stringify(contents));
  const starts = offsets(text.length, lengths);
  const forged = new Uint8Array(starts.at(-1)!);
  forged.set(bytes.subarray(0, DIGEST.start));
  const view = new DataView(forged.buffer);
  view.setUint32(12, text.length, true);
  view.setBigUint64(16, BigInt(forged.length), true);
  forged.set(text, HEAD_BYTES);
  names.forEach((name, i) => {
    const { buffer, byteOffset, byteLength } = map.columns[name]!;
    forged.set(new Uint8Array(buffer, byteOffset, byteLength), starts[i]!);
  });
  forged.set(createHash("sha256").update(forged).digest(), DIGEST.start);
  return forged;
}

function partsOf(bytes: Uint8Array<ArrayBuffer>): Forgery {
  const length = new DataView(bytes.buffer).getUint32(12, true);
  const text = new TextDecoder().decode(bytes.subarray(HEAD_BYTES, HEAD_BYTES + length));
  const { lengths, ...contents } = JSON.parse(text);
  const starts = offsets(length, lengths);
  const columns = allColumns().map(([name, kind], i): [string, Column] => [
    name,
    new KINDS[kind](bytes.slice(starts[i]!).buffer, 0, lengths[i]),
  ]);
  return { columns: Object.fromEntries(columns), contents };
}

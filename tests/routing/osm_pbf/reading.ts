import type { OsmFileInfo, OsmHandlers } from "../../../src/routing/osm_pbf/elements.ts";
import type { FileBytes } from "../../../src/routing/osm_pbf/file_bytes.ts";
import { osmSource } from "../../../src/routing/osm_pbf/open_osm.ts";
import type { OsmElement } from "../../support/osm_files.ts";

/** What errors of {@linkcode inMemory} files name. */
export const PATH = "a.osm";

/** A file that lies in memory. */
export function inMemory(bytes: Uint8Array): FileBytes {
  return {
    path: PATH,
    size: bytes.length,
    open: () =>
      Promise.resolve({
        read(offset, into) {
          into.set(bytes.subarray(offset, offset + into.length));
          return Promise.resolve();
        },
        [Symbol.dispose]() {},
      }),
  };
}

/** All that a file holds, in its order; elements without tags have none in the result either. */
export async function elementsOf(
  bytes: Uint8Array,
  limits: Pick<OsmHandlers, "keys" | "required"> = {},
): Promise<OsmElement[]> {
  return (await contentOf(bytes, limits)).elements;
}

/** All that a file holds, and what it says about itself. */
export async function contentOf(
  bytes: Uint8Array,
  limits: Pick<OsmHandlers, "keys" | "required"> = {},
): Promise<{ elements: OsmElement[]; info: OsmFileInfo }> {
  const elements: OsmElement[] = [];
  const source = await osmSource(inMemory(bytes));
  const info = await source.read({ ...gather(elements), ...limits });
  return { elements, info };
}

/** Handlers that put elements into `elements`. */
export function gather(elements: OsmElement[]): OsmHandlers {
  return {
    node: (id, lat, lng, tags) => elements.push({ type: "node", id, lat, lng, ...some(tags) }),
    way: (id, refs, tags) => elements.push({ type: "way", id, refs, ...some(tags) }),
    relation: (id, members, tags) =>
      elements.push({ type: "relation", id, members, ...some(tags) }),
  };
}

function some(tags: Readonly<Record<string, string>> | null) {
  if (tags === null || Object.keys(tags).length === 0) return {};
  return { tags: { ...tags } };
}

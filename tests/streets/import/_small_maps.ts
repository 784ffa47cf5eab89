/** Maps of a few streets, as elements of a file. */
import type { LatLng } from "../../../src/domain/location.ts";
import { toUnits } from "../../../src/streets/coordinates.ts";
import { openOsm } from "../../../src/streets/osm_pbf/open_osm.ts";
import {
  type ImportedStreets,
  type ImportOptions,
  importStreets,
} from "../../../src/streets/import/import_streets.ts";
import { type OsmElement, pbfFile } from "../../support/osm_files.ts";

// Ids beyond 32 bits, like those of new nodes.
const BIG = 2 ** 33;

/** A node with the id `BIG + id`. */
export function node(id: number, point: LatLng, tags?: Record<string, string>): OsmElement {
  const place = { lat: toUnits(point.lat), lng: toUnits(point.lng) };
  return { type: "node", id: BIG + id, ...place, ...(tags ? { tags } : {}) };
}

/** A residential street with its own name, unless `tags` replace them. */
export function way(
  id: number,
  refs: readonly number[],
  tags: Record<string, string> = {},
): OsmElement {
  const all = { highway: "residential", name: `street ${id}`, ...tags };
  return { type: "way", id, refs: refs.map((ref) => BIG + ref), tags: all };
}

export function restriction(
  value: string,
  from: number,
  via: { node: number } | { way: number },
  to: number,
): OsmElement {
  const middle = "node" in via
    ? { type: "node", ref: BIG + via.node, role: "via" } as const
    : { type: "way", ref: via.way, role: "via" } as const;
  return {
    type: "relation",
    id: 1,
    tags: { type: "restriction", restriction: value },
    members: [
      { type: "way", ref: from, role: "from" },
      middle,
      { type: "way", ref: to, role: "to" },
    ],
  };
}

/** The imported streets of a map of `elements`. */
export async function imported(
  elements: readonly OsmElement[],
  options?: ImportOptions,
): Promise<ImportedStreets> {
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeFile(path, pbfFile(elements));
    return await importStreets(await openOsm(path), options);
  } finally {
    await Deno.remove(path);
  }
}

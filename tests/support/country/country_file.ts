/**
 * Writes a PBF file like an extract of a whole country, block by block in constant memory: dense nodes with versions and times,
 * ways with many tags, relations, zlib blobs.
 *
 * @module
 */
import { blob, headerBlock } from "../osm_files.ts";
import { type CountrySize, nodeId, quarterCount } from "./country.ts";
import { nodeBlocks, relationBlocks, wayBlocks, type WriteBlob } from "./country_blocks.ts";
import { relationsOf } from "./country_relations.ts";
import { nodesOf, wayId, waysOf } from "./quarter.ts";

const KINDS = ["nodes", "ways", "relations"] as const;
type Kind = typeof KINDS[number];

/** Elements and bytes written. */
export type CountryCounts = Readonly<Record<Kind | "bytes", number>>;

export interface CountryFileOptions extends CountrySize {
  /** The kinds in their order in the file. Default: nodes, ways, relations. */
  readonly order?: readonly Kind[];
}

const MEXICO = { south: 14.5, west: -118.6, north: 32.8, east: -86.6 };

/** Writes the file `path`. */
export function writeCountry(
  path: string,
  { order = KINDS, ...country }: CountryFileOptions,
): CountryCounts {
  using file = Deno.openSync(path, { write: true, create: true, truncate: true });
  const counts = { nodes: 0, ways: 0, relations: 0, bytes: 0 };
  const write: WriteBlob = (bytes) => {
    for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
    counts.bytes += bytes.length;
  };
  write(blob("OSMHeader", headerBlock({ bbox: MEXICO, timestamp: 1_760_000_000 })));
  for (const kind of order) counts[kind] = WRITERS[kind](country, write);
  return counts;
}

/** Each writes all elements of its kind and returns their number. */
const WRITERS: Readonly<Record<Kind, (country: CountrySize, write: WriteBlob) => number>> = {
  nodes: (country, write) =>
    everywhere(
      country,
      nodeBlocks(write),
      (quarter, add) =>
        nodesOf(country, quarter, (node, lat, lng, tags) =>
          add(nodeId(country, quarter, node), lat, lng, tags)),
    ),
  ways: (country, write) =>
    everywhere(
      country,
      wayBlocks(write),
      (quarter, add) =>
        waysOf(
          country,
          quarter,
          (way, refs, tags) => add(wayId(country, quarter, way), refs, tags),
        ),
    ),
  relations: (country, write) =>
    everywhere(
      country,
      relationBlocks(write),
      (quarter, add) => relationsOf(country, quarter, add),
    ),
};

function everywhere<Element extends readonly unknown[]>(
  country: CountrySize,
  blocks: { add(...element: Element): void; end(): void },
  inQuarter: (quarter: number, add: (...element: Element) => void) => void,
): number {
  let count = 0;
  const add = (...element: Element) => {
    count++;
    blocks.add(...element);
  };
  for (let quarter = 0; quarter < quarterCount(country); quarter++) inQuarter(quarter, add);
  blocks.end();
  return count;
}

import type { OsmBox, OsmFileInfo, OsmSource } from "../osm/elements.ts";
import { graphOfColumns } from "../street_columns.ts";
import { ACCESS, type StreetGraph } from "../street_graph.ts";
import { turnTable } from "../turns/turn_table.ts";
import type { RestrictedPath } from "../turns/restricted_path.ts";
import { collectNodes, nodesInside } from "./collect_nodes.ts";
import type { PrivateStreets } from "./car_profile.ts";
import { type CollectedWays, collectWays } from "./collect_ways.ts";
import { cutSegments, type CutStreets } from "./cut_segments.ts";
import { nodeIds } from "./node_ids.ts";
import { restrictedPaths } from "./restricted_paths.ts";
import { turningPoints, waits } from "./waits.ts";

/** What was read of a file and kept of it. */
export interface ImportCounts {
  /** Ways with `highway`; those of them within the clip that cars drive, and those that are private. */
  readonly waysRead: number;
  readonly waysKept: number;
  readonly waysPrivate: number;
  /** Of the streets that are not private. */
  readonly junctions: number;
  readonly segments: number;
  readonly edges: number;
  /** Turn restrictions for cars in the file, and the paths that those within the clip forbid or prescribe. */
  readonly restrictionsRead: number;
  readonly restrictionsKept: number;
  readonly obstacles: number;
}

export interface ImportedStreets {
  readonly graph: StreetGraph;
  readonly file: OsmFileInfo;
  readonly counts: ImportCounts;
  /** The turn restrictions that hold within the graph. */
  readonly restrictions: readonly RestrictedPath[];
}

export interface ImportOptions {
  /** Keeps only the streets that lie in this box or touch it. Default: all. */
  readonly clip?: OsmBox | null;
  /** What becomes of private streets. Default: closed. */
  readonly privateStreets?: PrivateStreets;
  /** Called now and then with the share of the work that is done, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * The streets of an OpenStreetMap file as cars drive them. Reads the file two times, three times with a clip, so that memory
 * holds only what is kept.
 * @throws {OsmFileError} for a file that cannot be read
 */
export async function importStreets(
  source: OsmSource,
  { clip = null, privateStreets = "closed", onProgress }: ImportOptions = {},
): Promise<ImportedStreets> {
  const passes = clip === null ? 2 : 3;
  const pass = (number: number) => (bytes: number) =>
    onProgress?.((number + Math.min(1, bytes / source.bytes)) / passes);
  const ways = clip === null
    ? await collectWays(source, null, privateStreets, pass(0))
    : await waysInside(source, clip, privateStreets, pass);
  const ids = nodeIds(ways.refs);
  const nodes = await collectNodes(source, ids, pass(passes - 1));

  const refs = new Uint32Array(ways.refs.map((id) => ids.indexOf(id)));
  const via = ways.restrictions.flatMap(({ via }) => "node" in via ? [ids.indexOf(via.node)] : []);
  const streets = cutSegments(ways.runs, refs, nodes, via.filter((node) => node >= 0));
  const graph = graphOfColumns(streets.junctionNode.length, streets.columns);
  const restrictions = restrictedPaths(ways.restrictions, graph, streets, ids);
  const turns = turnTable(graph, {
    ends: streets.columns,
    kindOf: (segment) => streets.segmentRun[segment]!.kind,
    pointRank: streets.pointNode,
    restrictions,
    roadEnds: turningPoints(nodes, streets),
    waitSeconds: waits(graph, nodes, streets),
  });
  return {
    graph: { ...graph, turns },
    file: nodes.info,
    restrictions,
    counts: {
      waysRead: ways.waysRead,
      waysKept: ways.waysKept - ways.waysPrivate,
      waysPrivate: ways.waysPrivate,
      ...publicCounts(graph, streets),
      restrictionsRead: ways.restrictions.length,
      restrictionsKept: restrictions.length,
      obstacles: [...nodes.obstacles.values()].filter((o) => o.closed || o.seconds > 0).length,
    },
  };
}

/** The ways that touch a box. The nodes that lie in it, millions around a city, are let go when the ways are known. */
async function waysInside(
  source: OsmSource,
  clip: OsmBox,
  privateStreets: PrivateStreets,
  pass: (number: number) => (bytes: number) => void,
): Promise<CollectedWays> {
  const inside = await nodesInside(source, clip, pass(0));
  return await collectWays(source, inside, privateStreets, pass(1));
}

/** How much of the graph is not private. */
function publicCounts(
  graph: StreetGraph,
  { columns }: CutStreets,
): Pick<ImportCounts, "junctions" | "segments" | "edges"> {
  const edges = [...graph.edgeAccess.keys()].filter((e) => graph.edgeAccess[e] !== ACCESS.private);
  const segments = new Set(edges.map((edge) => graph.edgeSegment[edge]!));
  const junctions = new Set([...segments].flatMap((s) => [columns.from[s]!, columns.to[s]!]));
  return { junctions: junctions.size, segments: segments.size, edges: edges.length };
}

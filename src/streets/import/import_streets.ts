import { NO_PLACE, type OsmSource } from "../osm_pbf/elements.ts";
import { type Box, boxOf, type Circle, inCircle } from "../coordinates.ts";
import { streetsOfColumns } from "../street_columns.ts";
import type { StreetGraph } from "../street_graph.ts";
import { enclosedAreas, placesAround } from "./areas.ts";
import {
  type CollectedNodes,
  type CollectedWays,
  collectNodes,
  collectWays,
  nodeIds,
  nodesInside,
  type TurnRestriction,
} from "./collect_streets.ts";
import { cutSegments } from "./cut_streets.ts";
import { eachOnce, staleElements } from "./each_once.ts";
import { keepsLeft } from "./junction_turns.ts";
import { type RestrictedPath, restrictedPaths, turnTable } from "./turn_table.ts";

export interface ImportedStreets {
  readonly graph: StreetGraph;
  /** The time of the data, such as `2024-09-08T20:21:00Z`; null if the file lacks it. */
  readonly timestamp: string | null;
  /**
   * In the file: ways with `highway`, turn restrictions for cars, and elements left out for a newer version. In the
   * streets kept: ways, nodes that are missing or unplaced, what these cut, and the ways in the circle.
   */
  readonly counts: Readonly<
    & Record<"waysRead" | "restrictionsRead" | "stale" | "waysKept", number>
    & Record<"missing" | "unplaced" | "waysCut" | "restrictionsCut" | "near" | "nearCut", number>
  >;
  /** Those that hold within the graph. */
  readonly restrictions: readonly RestrictedPath[];
}

export interface ImportOptions {
  /** Keeps only the streets that lie in this box, in degrees, or touch it. Default: all. */
  readonly clip?: Box | null;
  /** Where deliveries go. Default: everywhere. */
  readonly circle?: Circle | null;
  /** Whether the circle's centre needs no street, unlike a restaurant's place from which the map plans drives. */
  readonly mayLackStreet?: boolean;
  /** Whether a map may lack nodes of more than 2 % of the ways in the circle. */
  readonly isPartial?: boolean;
  /** Called with the share of the work that is done, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * Imports the streets for cars. Of an element that comes twice the newest version counts: a file whose ids do not rise
 * may hold such elements, and is read again.
 */
export async function importStreets(
  source: OsmSource,
  options: ImportOptions = {},
): Promise<ImportedStreets> {
  const file = eachOnce(source);
  const { kept, ...imported } = await importFrom(file, options);
  if (file.idsRise()) return imported;
  const stale = await staleElements(source, { ...kept(), relation: file.relationIds() });
  const count = Object.values(stale).reduce((sum, { size }) => sum + size, 0);
  if (count === 0) return imported;
  const again = { ...options, onProgress: () => {} };
  const { kept: _, ...anew } = await importFrom(eachOnce(source, stale), again);
  return { ...anew, counts: { ...anew.counts, stale: count } };
}

/** Reads the file in three passes, four with a clip, so that memory holds only what is kept. */
async function importFrom(
  source: OsmSource,
  { clip = null, circle = null, onProgress }: ImportOptions,
) {
  const passes = clip === null ? 2 : 3;
  const pass = (number: number) => (bytes: number) =>
    onProgress?.((number + bytes / source.bytes) / passes);
  // The nodes within the clip, millions around a city, have no variable, so that they are freed after the ways.
  const ways = await collectWays(
    source,
    clip === null ? null : await nodesInside(source, clip, pass(0)),
    pass(passes - 2),
  );
  const ids = nodeIds(ways.refs);
  const nodes = await collectNodes(source, ids, pass(passes - 1));

  const { waysRead, waysKept } = ways;
  const lines = () => [...ways.runs.map(({ way }) => way), ...ways.areaLines.keys()];
  const refs = new Uint32Array(ways.refs.map((id) => ids.indexOf(id)));
  const streets = cutSegments(ways.runs, refs, nodes);
  const graph = streetsOfColumns(streets.columns);
  const restrictions = restrictedPaths(ways.restrictions, graph, streets, ids);
  const turns = turnTable(graph, streets, restrictions, {
    keepsLeft: keepsLeft(ways.runs, refs, nodes),
    obstacles: nodes.obstacles,
  });
  const areas = enclosedAreas(ways, refs, nodes);
  return {
    graph: {
      ...graph,
      ...turns,
      areas: [...placesAround(nodes.places, boxOf(graph), areas), ...areas],
    },
    timestamp: nodes.timestamp?.toString() ?? null,
    counts: {
      waysRead,
      waysKept,
      restrictionsRead: ways.restrictions.length,
      stale: 0,
      ...lossesOf(ways, refs, nodes, circle),
    },
    restrictions,
    kept: () => ({
      node: nodeIds(Float64Array.from([...ways.refs, ...nodes.places.map(({ id }) => id)])),
      way: nodeIds(Float64Array.from(lines())),
    }),
  };
}

/** @param refs the nodes of the ways, by index */
function lossesOf(
  { runs, restrictions }: CollectedWays,
  refs: Uint32Array,
  { lat, lng, unplaced }: CollectedNodes,
  circle: Circle | null,
) {
  const [missing, cut, near] = [new Set<number>(), new Set<number>(), new Set<number>()];
  const isNear = circle && inCircle(circle);
  for (const { way, first, end } of runs) {
    let isInCircle = isNear === null;
    for (let i = first; i < end; i++) {
      const node = refs[i]!;
      if (lat[node] === NO_PLACE) {
        missing.add(node);
        cut.add(way);
      } else isInCircle ||= isNear!(lat[node]!, lng[node]!);
    }
    if (isInCircle) near.add(way);
  }
  const isCut = ({ from, to, via }: TurnRestriction) =>
    from.concat(to, "ways" in via ? via.ways : []).some((way) => cut.has(way));
  return {
    missing: missing.size,
    unplaced,
    waysCut: cut.size,
    restrictionsCut: restrictions.filter(isCut).length,
    near: near.size,
    nearCut: near.intersection(cut).size,
  };
}

import type { LatLng } from "../../domain/location.ts";
import type { OsmSource } from "../osm_pbf/elements.ts";
import { type Box, rangeOf, toUnits, unitScale } from "../coordinates.ts";
import { streetsOfColumns } from "../street_columns.ts";
import type { NamedArea, StreetGraph } from "../street_graph.ts";
import {
  type CollectedNodes,
  type CollectedWays,
  collectNodes,
  collectWays,
  MISSING,
  nodeIds,
  nodesInside,
  type TurnRestriction,
} from "./collect_streets.ts";
import { cutSegments } from "./cut_streets.ts";
import { keepsLeft } from "./junction_turns.ts";
import { type RestrictedPath, restrictedPaths, turnTable } from "./turn_table.ts";

export interface ImportedStreets {
  readonly graph: StreetGraph;
  /** The time of the data, such as `2024-09-08T20:21:00Z`; null if the file lacks it. */
  readonly timestamp: string | null;
  /** Of the file: ways with `highway`, those for cars within the clip, and turn restrictions for cars. */
  readonly counts: Readonly<Record<"waysRead" | "waysKept" | "restrictionsRead" | "stale", number>>;
  readonly losses: Losses;
  /** Those that hold within the graph. */
  readonly restrictions: readonly RestrictedPath[];
}

export interface Circle {
  readonly center: LatLng;
  readonly radiusKm: number;
}

/** What the file lacks of the streets that are kept. */
export interface Losses {
  /** Nodes that are missing or have no location, and how many of them are there without one. */
  readonly nodes: number;
  readonly unplaced: number;
  /** Ways that have such nodes, and turn restrictions on those ways. */
  readonly ways: number;
  readonly restrictions: number;
  /** Ways within the circle, and those of them that have such nodes. */
  readonly nearWays: number;
  readonly nearCut: number;
}

export interface ImportOptions {
  /** Keeps only the streets that lie in this box, in degrees, or touch it. Default: all. */
  readonly clip?: Box | null;
  /** What must be whole, and whose streets are measured: the deliveries' reach. */
  readonly circle?: Circle | null;
  /** Whether the file may lack more than 2 % of the streets in the circle. */
  readonly isPartial?: boolean;
  /** Called with the share of the work that is done, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** Imports the streets for cars in three passes, four with a clip, so that memory holds only what is kept. */
export async function importStreets(
  source: OsmSource,
  { clip = null, circle = null, onProgress }: ImportOptions = {},
): Promise<ImportedStreets> {
  const passes = clip === null ? 2 : 3;
  const pass = (number: number) => (bytes: number) =>
    onProgress?.((number + bytes / source.bytes) / passes);
  // The nodes within the clip, millions around a city, have no variable, so that they are freed after the ways.
  const ways = await collectWays(
    source,
    clip === null ? null : await nodesInside(source, clip, pass(0)),
    pass(passes - 2),
  );
  const { waysRead, waysKept } = ways;
  const ids = nodeIds(ways.refs);
  const nodes = await collectNodes(source, ids, pass(passes - 1));

  const refs = new Uint32Array(ways.refs.map((id) => ids.indexOf(id)));
  const via = ways.restrictions.flatMap(({ via }) => "node" in via ? [ids.indexOf(via.node)] : []);
  const streets = cutSegments(ways.runs, refs, nodes, via.filter((node) => node >= 0));
  const graph = streetsOfColumns(streets.columns);
  const restrictions = restrictedPaths(ways.restrictions, graph, streets, ids);
  const turns = turnTable(graph, streets, restrictions, {
    keepsLeft: keepsLeft(ways.runs, refs, nodes),
    obstacles: nodes.obstacles,
  });
  return {
    graph: { ...graph, ...turns, areas: areasOf(ways, refs, nodes) },
    timestamp: nodes.timestamp?.toString() ?? null,
    counts: {
      waysRead,
      waysKept,
      restrictionsRead: ways.restrictions.length,
      stale: ways.stale + nodes.stale,
    },
    losses: lossesOf(ways, refs, nodes, circle),
    restrictions,
  };
}

/** Counts what the file lacks of the streets. @param refs the nodes of the ways, by index */
function lossesOf(
  { runs, restrictions }: CollectedWays,
  refs: Uint32Array,
  { lat, lng, unplaced }: CollectedNodes,
  circle: Circle | null,
): Losses {
  const missing = new Set<number>();
  const cut = new Set<number>();
  const near = new Set<number>();
  const isNear = nearTest(circle);
  for (const { way, first, end } of runs) {
    if (circle === null) near.add(way);
    for (const node of refs.subarray(first, end)) {
      if (lat[node] === MISSING) {
        missing.add(node);
        cut.add(way);
      } else if (isNear(lat[node]!, lng[node]!)) near.add(way);
    }
  }
  const isCut = ({ from, to, via }: TurnRestriction) =>
    from.concat(to, "ways" in via ? via.ways : []).some((way) => cut.has(way));
  return {
    nodes: missing.size,
    unplaced,
    ways: cut.size,
    restrictions: restrictions.filter(isCut).length,
    nearWays: near.size,
    nearCut: near.intersection(cut).size,
  };
}

/** Whether a point, in units, lies in the circle. */
function nearTest(circle: Circle | null): (lat: number, lng: number) => boolean {
  if (circle === null) return () => false;
  const [lat, lng] = [toUnits(circle.center.lat), toUnits(circle.center.lng)];
  const scale = unitScale(lat);
  const meters = circle.radiusKm * 1000;
  return (north, east) => Math.hypot((north - lat) * scale.lat, (east - lng) * scale.lng) <= meters;
}

/** The areas that their ways enclose, the smallest first. @param refs the nodes of the ways, by index */
function areasOf(
  { areas, areaLines }: CollectedWays,
  refs: Uint32Array,
  { lat, lng }: CollectedNodes,
): NamedArea[] {
  const bySize = areas.flatMap(({ ways, ...area }) => {
    const lines = ways.map((way) => refs.slice(...areaLines.get(way) ?? [0, 0]));
    const nodes = lines.flatMap((line) => [...line]);
    if (!areClosed(lines) || nodes.some((node) => lat[node] === MISSING)) return [];
    const ranges = [lat, lng].map((axis) => rangeOf(nodes.map((node) => axis[node]!)));
    const [height, width] = ranges.map(([least, greatest]) => greatest - least);
    const points = lines.map((line) => [...line].flatMap((node) => [lat[node]!, lng[node]!]));
    return [{ size: height! * width!, area: { ...area, lines: points } }];
  });
  return bySize.sort((a, b) => a.size - b.size).map(({ area }) => area);
}

/** Whether the lines make rings. Of some areas the clip leaves out ways. */
function areClosed(lines: readonly Uint32Array[]): boolean {
  const ends = lines.flatMap((line) => [line[0], line.at(-1)]);
  const isPaired = (end: number) => ends.filter((other) => other === end).length % 2 === 0;
  return ends.length > 0 && ends.every((end) => end !== undefined && isPaired(end));
}

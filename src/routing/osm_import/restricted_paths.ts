import { edgeShare, type StreetGraph } from "../street_graph.ts";
import type { RestrictedPath } from "../turns/restricted_path.ts";
import type { NodeIds } from "./node_ids.ts";
import type { CutStreets } from "./cut_segments.ts";
import type { TurnRestriction } from "./turn_restriction.ts";

/** Edges of a path over several streets are at most so many: what needs more is a mistake on the map. */
const MOST_EDGES = 60;

/** Turn restrictions in terms of the graph's edges; those whose streets are not in it, or do not meet, are left out. */
export function restrictedPaths(
  restrictions: readonly TurnRestriction[],
  graph: StreetGraph,
  streets: CutStreets,
  ids: NodeIds,
): RestrictedPath[] {
  const edges = wayEdges(restrictions, graph, streets);
  return restrictions.flatMap(({ kind, from, to, via }) => {
    if ("ways" in via) return overWays(kind, from, via.ways, to, edges);
    const node = ids.indexOf(via.node);
    const junction = node < 0 ? -1 : streets.junctionOf[node]!;
    if (junction < 0) return [];
    const after = to.flatMap((way) => onlyOne(edges.leaving(way, junction)));
    if (after.length === 0) return [];
    return from.flatMap((way) =>
      onlyOne(edges.entering(way, junction)).map((edge) => ({ kind, edges: [edge], to: after }))
    );
  });
}

/** The way over a junction on which a street goes on at both sides is ambiguous: such a restriction says nothing. */
function onlyOne(edges: readonly number[]): readonly number[] {
  return edges.length === 1 ? edges : [];
}

interface WayEdges {
  entering(way: number, junction: number): number[];
  leaving(way: number, junction: number): number[];
  all(way: number): number[];
  start(edge: number): number;
  end(edge: number): number;
}

/** The edges of the ways that restrictions name. */
function wayEdges(
  restrictions: readonly TurnRestriction[],
  graph: StreetGraph,
  { columns, segmentRun }: CutStreets,
): WayEdges {
  const named = new Set(
    restrictions.flatMap((
      { from, to, via },
    ) => [...from, ...to, ...("ways" in via ? via.ways : [])]),
  );
  const byWay = new Map<number, number[]>();
  segmentRun.forEach(({ way }, segment) => {
    if (!named.has(way)) return;
    const edges = [graph.forwardEdge[segment]!, graph.backwardEdge[segment]!].filter((e) => e >= 0);
    byWay.set(way, [...(byWay.get(way) ?? []), ...edges]);
  });
  const all = (way: number) => byWay.get(way) ?? [];
  const end = (edge: number) => graph.edgeTo[edge]!;
  const start = (edge: number) => {
    const segment = graph.edgeSegment[edge]!;
    return edgeShare(graph, edge, 0) === 0 ? columns.from[segment]! : columns.to[segment]!;
  };
  return {
    all,
    start,
    end,
    entering: (way, junction) => all(way).filter((edge) => end(edge) === junction),
    leaving: (way, junction) => all(way).filter((edge) => start(edge) === junction),
  };
}

function overWays(
  kind: RestrictedPath["kind"],
  from: readonly number[],
  via: readonly number[],
  to: readonly number[],
  edges: WayEdges,
): RestrictedPath[] {
  const starts = from.flatMap((way) => edges.all(way));
  return starts.flatMap((edge) => {
    const path = pathThrough(edge, via, to, edges);
    if (path === null) return [];
    const after = to.flatMap((way) => edges.leaving(way, edges.end(path.at(-1)!)));
    return [{ kind, edges: path, to: after }];
  });
}

/** The shortest path that begins with `first` and runs along the `via` ways, in order, to where a `to` way leaves; null without one. */
function pathThrough(
  first: number,
  via: readonly number[],
  to: readonly number[],
  edges: WayEdges,
): number[] | null {
  let open: { path: number[]; ways: number }[] = [{ path: [first], ways: 0 }];
  while (open.length > 0 && open[0]!.path.length < MOST_EDGES) {
    const next: typeof open = [];
    for (const { path, ways } of open) {
      const at = edges.end(path.at(-1)!);
      const arrived = ways === via.length && to.some((way) => edges.leaving(way, at).length > 0);
      if (arrived) return path;
      // On along the same way, or into the next one.
      for (const way of new Set([ways - 1, ways])) {
        if (way < 0 || way >= via.length) continue;
        for (const edge of edges.leaving(via[way]!, at)) {
          const turnsBack = path.some((driven) => edges.start(driven) === edges.end(edge));
          if (!turnsBack) next.push({ path: [...path, edge], ways: way + 1 });
        }
      }
    }
    open = next;
  }
  return null;
}

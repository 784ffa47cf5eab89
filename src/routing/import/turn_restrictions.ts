/** Turn restrictions in terms of the graph's edges. */
import { edgeShare, type StreetGraph } from "../street_graph.ts";
import type { NodeIds, TurnRestriction } from "./collect_streets.ts";
import type { CutStreets } from "./cut_streets.ts";
import type { RestrictedPath } from "./turn_table.ts";

/** Edges of a path over several streets are at most so many: what needs more is a mistake on the map. */
const MAX_EDGES = 60;

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
    const after = to.flatMap((way) => edges.leavingFromEnd(way, junction));
    if (after.length === 0) return [];
    return from.flatMap((way) =>
      edges.enteringAtEnd(way, junction).map((edge) => ({ kind, edges: [edge], to: after }))
    );
  });
}

type WayEdges = ReturnType<typeof wayEdges>;

/** The edges of the ways that restrictions name. */
function wayEdges(
  restrictions: readonly TurnRestriction[],
  graph: StreetGraph,
  { columns, segmentRun }: CutStreets,
) {
  const named = new Set(
    restrictions.flatMap((
      { from, to, via },
    ) => [...from, ...to, ...("ways" in via ? via.ways : [])]),
  );
  const segments = Map.groupBy(
    segmentRun.keys().filter((segment) => named.has(segmentRun[segment]!.way)),
    (segment) => segmentRun[segment]!.way,
  );
  const { forwardEdge, backwardEdge } = graph;
  const all = (way: number) =>
    (segments.get(way) ?? []).flatMap((s) => [forwardEdge[s]!, backwardEdge[s]!])
      .filter((edge) => edge >= 0);
  /**
   * The edges at a junction of the segment with which a way begins or ends there: the one that comes in, the one that leaves. A
   * way that goes on over the junction is ambiguous: such a restriction says nothing. Of a ring that begins and ends there the
   * beginning counts, as in OSRM.
   */
  const atEnd = (way: number, junction: number) => {
    const [first, last] = [segments.get(way)?.[0], segments.get(way)?.at(-1)];
    if (first !== undefined && columns.from[first] === junction) {
      return [backwardEdge[first]!, forwardEdge[first]!] as const;
    }
    if (last === undefined || columns.to[last] !== junction) return [-1, -1] as const;
    return [forwardEdge[last]!, backwardEdge[last]!] as const;
  };
  const end = (edge: number) => graph.edgeTo[edge]!;
  const start = (edge: number) => {
    const segment = graph.edgeSegment[edge]!;
    return edgeShare(graph, edge, 0) === 0 ? columns.from[segment]! : columns.to[segment]!;
  };
  return {
    all,
    start,
    end,
    enteringAtEnd: (way: number, junction: number) =>
      [atEnd(way, junction)[0]].filter((edge) => edge >= 0),
    leavingFromEnd: (way: number, junction: number) =>
      [atEnd(way, junction)[1]].filter((edge) => edge >= 0),
    leaving: (way: number, junction: number) => all(way).filter((edge) => start(edge) === junction),
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
  while (open.length > 0 && open[0]!.path.length < MAX_EDGES) {
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

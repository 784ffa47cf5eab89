/** Makes the turns of a street graph, without those that turn restrictions forbid. */
import { edgeShare, openEdges, type Streets, type TurnTable } from "../street_graph.ts";
import type { NodeIds, TurnRestriction } from "./collect_streets.ts";
import type { CutStreets } from "./cut_streets.ts";
import { findTurns, type JunctionRules } from "./junction_turns.ts";

export interface RestrictedPath {
  readonly kind: "no" | "only";
  /** The path, at least one edge, at whose end the restriction applies. */
  readonly edges: readonly number[];
  /** The edges that must not follow, or of which one must. */
  readonly to: readonly number[];
}

export function turnTable(
  graph: Streets,
  streets: CutStreets,
  restrictions: readonly RestrictedPath[],
  rules: Omit<JunctionRules, "mayFollow">,
): TurnTable {
  const byPath = Map.groupBy(restrictions, ({ edges }) => pathKey(edges));
  const mayFollow = (path: readonly number[], edge: number) =>
    isAllowed(byPath.get(pathKey(path)), edge);
  const labels = pathLabels(restrictions, graph.edgeSegment.length);
  const turnsOf: { readonly to: number; readonly seconds: number }[][] = [];
  const atJunctions = { ...rules, mayFollow: (from: number, to: number) => mayFollow([from], to) };
  findTurns(graph, streets, atJunctions, (from, to, seconds) => {
    (turnsOf[from] ??= []).push({ to, seconds });
  });

  const firstTurn = new Uint32Array(labels.count + 1);
  const labelEdge = new Uint32Array(labels.count);
  const turnTo: number[] = [];
  const turnSeconds: number[] = [];
  for (let label = 0; label < labels.count; label++) {
    const path = labels.pathOf(label);
    const edge = labelEdge[label] = path.at(-1)!;
    for (const { to, seconds } of turnsOf[edge] ?? []) {
      // Restrictions on a path of one edge were applied at the junction.
      if (!path.slice(1).every((_, i) => mayFollow(path.slice(i), to))) continue;
      turnTo.push(labels.after(path, to));
      turnSeconds.push(seconds);
    }
    firstTurn[label + 1] = turnTo.length;
  }
  return {
    labelEdge,
    firstTurn,
    turnTo: Uint32Array.from(turnTo),
    turnSeconds: Float32Array.from(turnSeconds),
  };
}

function pathKey(edges: readonly number[]): string {
  return edges.length === 1 ? `${edges[0]}` : edges.join(" ");
}

function isAllowed(restrictions: readonly RestrictedPath[] | undefined, edge: number): boolean {
  if (restrictions === undefined) return true;
  const only = restrictions.filter(({ kind }) => kind === "only");
  if (only.length > 0 && !only.some(({ to }) => to.includes(edge))) return false;
  return !restrictions.some(({ kind, to }) => kind === "no" && to.includes(edge));
}

/** One label for each edge, and one for each prefix, of two edges or more, of a restricted path. */
function pathLabels(restrictions: readonly RestrictedPath[], edges: number) {
  const paths: (readonly number[])[] = [];
  const labels = new Map<string, number>();
  for (const restriction of restrictions) {
    for (let length = 2; length <= restriction.edges.length; length++) {
      const path = restriction.edges.slice(0, length);
      if (labels.has(pathKey(path))) continue;
      labels.set(pathKey(path), edges + paths.push(path) - 1);
    }
  }
  return {
    count: edges + paths.length,
    /** The path of a label, one edge if the label is an edge. */
    pathOf: (label: number): readonly number[] => label < edges ? [label] : paths[label - edges]!,
    /** The label of a car that enters `edge` after `path`: that of the longest restricted path on which it then is. */
    after(path: readonly number[], edge: number): number {
      for (let i = 0; i < path.length && labels.size > 0; i++) {
        const label = labels.get(pathKey([...path.slice(i), edge]));
        if (label !== undefined) return label;
      }
      return edge;
    },
  };
}

/** A longer restricted path is a mapping error. */
const MAX_EDGES = 60;

/** Converts turn restrictions to edges, without those whose streets are not in the graph or do not meet. */
export function restrictedPaths(
  restrictions: readonly TurnRestriction[],
  graph: Streets,
  streets: CutStreets,
  ids: NodeIds,
): RestrictedPath[] {
  const edges = wayEdges(restrictions, graph, streets);
  return restrictions.flatMap(({ kind, from, to, via }) => {
    if ("ways" in via) {
      return from.flatMap(edges.all).flatMap((edge) => {
        const path = pathThrough(edge, via.ways, to, edges);
        if (path === null) return [];
        const end = edges.end(path.at(-1)!);
        return [{ kind, edges: path, to: to.flatMap((way) => edges.leaving(way, end)) }];
      });
    }
    const node = ids.indexOf(via.node);
    const junction = node < 0 ? -1 : streets.junctionOf[node]!;
    if (junction < 0) return [];
    const after = to.flatMap((way) => edges.atEnd(way, junction).leaving);
    if (after.length === 0) return [];
    return from.flatMap((way) =>
      edges.atEnd(way, junction).entering.map((edge) => ({ kind, edges: [edge], to: after }))
    );
  });
}

type WayEdges = ReturnType<typeof wayEdges>;

function wayEdges(
  restrictions: readonly TurnRestriction[],
  graph: Streets,
  { columns, segmentRun }: CutStreets,
) {
  const ways = ({ from, to, via }: TurnRestriction) =>
    "ways" in via ? via.ways.concat(from, to) : from.concat(to);
  const named = new Set(restrictions.flatMap(ways));
  const segments = Map.groupBy(
    segmentRun.keys().filter((segment) => named.has(segmentRun[segment]!.way)),
    (segment) => segmentRun[segment]!.way,
  );
  const { forwardEdge, backwardEdge } = graph;
  const open = (edges: readonly number[]) => edges.filter((edge) => edge >= 0);
  const all = (way: number) => (segments.get(way) ?? []).flatMap((s) => openEdges(graph, s));
  const junction = (edge: number, share: 0 | 1) => {
    const segment = graph.edgeSegment[edge]!;
    return edgeShare(graph, edge, share) === 0 ? columns.from[segment]! : columns.to[segment]!;
  };
  return {
    all,
    start: (edge: number) => junction(edge, 0),
    end: (edge: number) => junction(edge, 1),
    leaving: (way: number, at: number) => all(way).filter((edge) => junction(edge, 0) === at),
    /**
     * The edges of the segment with which a way begins or ends at a junction. The restriction of a way that continues
     * past it is ambiguous and ignored. Of a ring that begins and ends there the beginning counts, as in OSRM.
     */
    atEnd(way: number, junction: number): { entering: number[]; leaving: number[] } {
      const [first, last] = [segments.get(way)?.[0], segments.get(way)?.at(-1)];
      if (first !== undefined && columns.from[first] === junction) {
        return { entering: open([backwardEdge[first]!]), leaving: open([forwardEdge[first]!]) };
      }
      if (last === undefined || columns.to[last] !== junction) return { entering: [], leaving: [] };
      return { entering: open([forwardEdge[last]!]), leaving: open([backwardEdge[last]!]) };
    },
  };
}

/** The shortest path from the edge `first` along the `via` ways to the start of a `to` way; null without one. */
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
      // Along the same way or into the next one.
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

/** Makes the turns of a street graph, without those that turn restrictions forbid. */
import { edgeShare, type Streets, type TurnTable } from "../street_graph.ts";
import type { NodeIds, TurnRestriction } from "./collect_streets.ts";
import type { CutStreets } from "./cut_streets.ts";
import { findTurns, type JunctionRules } from "./junction_turns.ts";

export interface RestrictedPath {
  readonly kind: "no" | "only";
  /** The path, at least one edge, at whose end the restriction applies. */
  readonly edges: readonly number[];
  /** The edges that must not come next (`no`), or the only ones that may (`only`). */
  readonly to: readonly number[];
}

export function turnTable(
  graph: Streets,
  streets: CutStreets,
  restrictions: readonly RestrictedPath[],
  rules: Omit<JunctionRules, "mayFollow">,
): TurnTable {
  const byPath = Map.groupBy(restrictions, ({ edges }) => pathKey(edges));
  // Few edges begin such a path: to make a key for each turn took a tenth of an import.
  const begins = new Set(restrictions.map(({ edges }) => edges[0]!));
  const mayFollow = (path: readonly number[], edge: number) =>
    !begins.has(path[0]!) || isAllowed(byPath.get(pathKey(path)), edge);
  const labels = pathLabels(restrictions, graph.edgeSegment.length, begins);
  // Columns, because an object a turn took half the memory of an import.
  const [toOf, secondsOf]: [number[], number[]] = [[], []];
  /** For each edge its first turn and the one after its last; the turns of an edge are found one after another. */
  const span = new Uint32Array(2 * graph.edgeSegment.length);
  const atJunctions = { ...rules, mayFollow: (from: number, to: number) => mayFollow([from], to) };
  findTurns(graph, streets, atJunctions, (from, to, seconds) => {
    if (span[2 * from + 1] === 0) span[2 * from] = toOf.length;
    span[2 * from + 1] = toOf.push(to);
    secondsOf.push(seconds);
  });

  const firstTurn = new Uint32Array(labels.count + 1);
  const labelEdge = new Uint32Array(labels.count);
  const turnTo: number[] = [];
  const turnSeconds: number[] = [];
  for (let label = 0; label < labels.count; label++) {
    const path = labels.pathOf(label);
    const edge = labelEdge[label] = path.at(-1)!;
    for (let turn = span[2 * edge]!; turn < span[2 * edge + 1]!; turn++) {
      const to = toOf[turn]!;
      // Restrictions on a path of one edge were applied at the junction.
      const isFree = path.length === 1 ||
        path.slice(1).every((_, i) => mayFollow(path.slice(i), to));
      if (!isFree) continue;
      turnTo.push(labels.after(path, to));
      turnSeconds.push(secondsOf[turn]!);
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
  return edges.join(" ");
}

function isAllowed(restrictions: readonly RestrictedPath[] | undefined, edge: number): boolean {
  if (restrictions === undefined) return true;
  const only = restrictions.filter(({ kind }) => kind === "only");
  if (only.length > 0 && !only.some(({ to }) => to.includes(edge))) return false;
  return !restrictions.some(({ kind, to }) => kind === "no" && to.includes(edge));
}

/** One label for each edge, and one for each prefix, of two edges or more, of a restricted path. */
function pathLabels(
  restrictions: readonly RestrictedPath[],
  edges: number,
  begins: ReadonlySet<number>,
) {
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
      for (let i = 0; i < path.length; i++) {
        const label = begins.has(path[i]!) && labels.get(pathKey([...path.slice(i), edge]));
        if (typeof label === "number") return label;
      }
      return edge;
    },
  };
}

/**
 * Converts turn restrictions to edges as OSRM does: without those whose streets are not in the graph, do not meet at
 * their ends, or are closed that way. A via way is driven from end to end.
 */
export function restrictedPaths(
  restrictions: readonly TurnRestriction[],
  graph: Streets,
  streets: CutStreets,
  ids: NodeIds,
): RestrictedPath[] {
  const edges = wayEdges(restrictions, graph, streets);
  const junctionAt = (node: number) => node < 0 ? -1 : streets.junctionOf[node]!;
  return restrictions.flatMap(({ kind, from, to, via }) =>
    from.flatMap((way) => {
      const junctions = "node" in via ? [junctionAt(ids.indexOf(via.node))] : edges.ends(way);
      return junctions.flatMap((junction) => {
        const path = pathOver("node" in via ? [] : via.ways, edges.entering(way, junction), edges);
        const after = path && to.map((way) => edges.leaving(way, edges.end(path.at(-1)!)))
          .filter((edge) => edge >= 0);
        return path && after!.length > 0 ? [{ kind, edges: path, to: after! }] : [];
      });
    })
  );
}

type WayEdges = ReturnType<typeof wayEdges>;

function wayEdges(
  restrictions: readonly TurnRestriction[],
  graph: Streets,
  { columns: { from, to }, segmentRun }: CutStreets,
) {
  const ways = ({ from, to, via }: TurnRestriction) =>
    "ways" in via ? via.ways.concat(from, to) : from.concat(to);
  const named = new Set(restrictions.flatMap(ways));
  const segments = Map.groupBy(
    segmentRun.keys().filter((segment) => named.has(segmentRun[segment]!.way)),
    (segment) => segmentRun[segment]!.way,
  );
  const { forwardEdge, backwardEdge } = graph;
  const junction = (edge: number, share: 0 | 1) => {
    const segment = graph.edgeSegment[edge]!;
    return edgeShare(graph, edge, share) === 0 ? from[segment]! : to[segment]!;
  };
  const ends = (way: number): number[] => {
    const all = segments.get(way);
    return all === undefined ? [] : [...new Set([from[all[0]!]!, to[all.at(-1)!]!])];
  };
  /**
   * The edges along a way from its end at a junction, and those against them; -1 where closed, none where it goes on
   * past the junction, because then the restriction is ambiguous. Of a ring the beginning counts, as in OSRM.
   */
  function fromEnd(way: number, at: number): { readonly out: number; readonly back: number }[] {
    const all = segments.get(way) ?? [];
    const along = all.map((s) => ({ out: forwardEdge[s]!, back: backwardEdge[s]! }));
    if (from[all[0] ?? -1] === at) return along;
    if (to[all.at(-1) ?? -1] !== at) return [];
    return along.map(({ out, back }) => ({ out: back, back: out })).toReversed();
  }
  return {
    ends,
    end: (edge: number) => junction(edge, 1),
    entering: (way: number, at: number) => fromEnd(way, at)[0]?.back ?? -1,
    leaving: (way: number, at: number) => fromEnd(way, at)[0]?.out ?? -1,
    /** The edges of the whole way from its end at a junction; null if a car cannot drive it in one go. */
    whole(way: number, at: number): number[] | null {
      const edges = fromEnd(way, at).map(({ out }) => out);
      const goesOn = (edge: number, i: number) =>
        edge >= 0 && junction(edge, 0) === (i === 0 ? at : junction(edges[i - 1]!, 1));
      return edges.length > 0 && edges.every(goesOn) ? edges : null;
    },
  };
}

/** The path of the edge `first` and the whole `via` ways; null if there is none. */
function pathOver(via: readonly number[], first: number, edges: WayEdges): number[] | null {
  if (first < 0) return null;
  const path = [first];
  for (const way of via) {
    const along = edges.whole(way, edges.end(path.at(-1)!));
    if (along === null) return null;
    path.push(...along);
  }
  return path;
}

/** The turns of a street graph: those at its junctions, less what restrictions over several streets forbid. */
import { numberList } from "../street_columns.ts";
import { edgeCount, type StreetGraph, type TurnTable } from "../street_graph.ts";
import { findTurns, type JunctionFacts } from "./junction_turns.ts";

/** A turn restriction in the graph's terms. */
export interface RestrictedPath {
  readonly kind: "no" | "only";
  /** The edges driven one after the other, at least one, at whose end the restriction holds. */
  readonly edges: readonly number[];
  /** The edges that may not follow, or of which one must. */
  readonly to: readonly number[];
}

/** What turns are made of, beyond the streets themselves. */
export interface TurnFacts extends Omit<JunctionFacts, "mayFollow"> {
  readonly restrictions: readonly RestrictedPath[];
}

/** The turns of a street graph, with their costs and restrictions. */
export function turnTable(graph: StreetGraph, facts: TurnFacts): TurnTable {
  const restrictions = Map.groupBy(facts.restrictions, ({ edges }) => pathKey(edges));
  const mayFollow = (path: readonly number[], edge: number) =>
    isAllowed(restrictions.get(pathKey(path)), edge);
  const labels = pathLabels(facts.restrictions, edgeCount(graph));
  const list = turnList(edgeCount(graph));
  findTurns(graph, { ...facts, mayFollow: (from, to) => mayFollow([from], to) }, list.add);

  const firstTurn = new Uint32Array(labels.count + 1);
  const labelEdge = new Uint32Array(labels.count);
  const turnTo = numberList((length) => new Uint32Array(length));
  const turnSeconds = numberList((length) => new Float32Array(length));
  for (let label = 0; label < labels.count; label++) {
    const path = labels.pathOf(label);
    const edge = labelEdge[label] = path.at(-1)!;
    for (const { to, seconds } of list.turnsOf(edge)) {
      // Endings of one edge are met at the junction.
      if (!path.slice(1).every((_, i) => mayFollow(path.slice(i), to))) continue;
      turnTo.push(labels.after(path, to));
      turnSeconds.push(seconds);
    }
    firstTurn[label + 1] = turnTo.length;
  }
  return {
    labelEdge,
    firstTurn,
    turnTo: turnTo.values().slice(),
    turnSeconds: turnSeconds.values().slice(),
  };
}

function pathKey(edges: readonly number[]): string {
  return edges.length === 1 ? `${edges[0]}` : edges.join(" ");
}

/** Whether a car may go on into `edge`, as far as the restrictions on the path that it has driven say. */
function isAllowed(restrictions: readonly RestrictedPath[] | undefined, edge: number): boolean {
  if (restrictions === undefined) return true;
  const only = restrictions.filter(({ kind }) => kind === "only");
  if (only.length > 0 && !only.some(({ to }) => to.includes(edge))) return false;
  return !restrictions.some(({ kind, to }) => kind === "no" && to.includes(edge));
}

/** Labels: one for each edge, and one for each beginning of two edges or more of a restricted path. */
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
    /** The path that a label stands for; its edge alone where that is one. */
    pathOf: (label: number): readonly number[] => label < edges ? [label] : paths[label - edges]!,
    /** The label of a car that has driven `path` and goes on into `edge`: that of the longest path that it is then on. */
    after(path: readonly number[], edge: number): number {
      for (let i = 0; i < path.length && labels.size > 0; i++) {
        const label = labels.get(pathKey([...path.slice(i), edge]));
        if (label !== undefined) return label;
      }
      return edge;
    },
  };
}

/** The turns out of each edge, as they are found, junction by junction: in columns, because a city has half a million. */
function turnList(edges: number) {
  const first = new Uint32Array(edges);
  const end = new Uint32Array(edges);
  const to = numberList((length) => new Uint32Array(length));
  const seconds = numberList((length) => new Float32Array(length));
  return {
    /** Those out of one edge follow each other: all of them are at its end. */
    add(from: number, into: number, cost: number): void {
      if (end[from] === 0) first[from] = to.length;
      to.push(into);
      seconds.push(cost);
      end[from] = to.length;
    },
    *turnsOf(edge: number): Iterable<{ to: number; seconds: number }> {
      const [edges, costs] = [to.values(), seconds.values()];
      for (let turn = first[edge]!; turn < end[edge]!; turn++) {
        yield { to: edges[turn]!, seconds: costs[turn]! };
      }
    },
  };
}

import { pathKey, type RestrictedPath } from "./restricted_path.ts";

/** Labels for cars that are on a path which a restriction over several streets follows. */
export interface PathLabel {
  /** The paths of two edges or more that have a label of their own: the first one's number is the number of edges. */
  readonly paths: readonly (readonly number[])[];
  /** The path that a label stands for; its edge alone where that is one. */
  pathOf(label: number): readonly number[];
  /** The label of a car that has driven `path` and goes on into `edge`: that of the longest path that it is then on. */
  after(path: readonly number[], edge: number): number;
}

/** Labels for every beginning of every restricted path. */
export function pathLabels(restrictions: readonly RestrictedPath[], edges: number): PathLabel {
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
    paths,
    pathOf: (label) => label < edges ? [label] : paths[label - edges]!,
    after(path, edge) {
      for (let i = 0; i < path.length && labels.size > 0; i++) {
        const label = labels.get(pathKey([...path.slice(i), edge]));
        if (label !== undefined) return label;
      }
      return edge;
    },
  };
}

import { edgeCount, type StreetGraph, type TurnTable } from "../street_graph.ts";
import { findTurns, type JunctionFacts } from "./junction_turns.ts";
import { type PathLabel, pathLabels } from "./path_labels.ts";
import { byPath, mayFollow, pathKey, type RestrictedPath } from "./restricted_path.ts";
import { type TurnList, turnList } from "./turn_list.ts";

/** What turns are made of, beyond the streets themselves. */
export interface TurnFacts extends JunctionFacts {
  readonly restrictions: readonly RestrictedPath[];
}

/** The turns of a street graph, with their costs and restrictions. */
export function turnTable(graph: StreetGraph, facts: TurnFacts): TurnTable {
  const restrictions = byPath(facts.restrictions);
  const labels = pathLabels(facts.restrictions, edgeCount(graph));
  const list = turnList(edgeCount(graph));
  const mayTurn = (from: number, to: number) => mayFollow(restrictions.get(`${from}`), to);
  const roadEnds = new Set([...facts.roadEnds, ...turnedAt(graph, facts)]);
  findTurns(graph, { ...facts, roadEnds }, mayTurn, list.add);

  const table = emptyTable(graph, labels, list);
  const { turnTo, turnSeconds } = list.columns();
  let turn = 0;
  table.labelEdge.forEach((edge, label) => {
    const path = labels.pathOf(label);
    for (let i = list.first(edge); i < list.end(edge); i++) {
      const to = turnTo[i]!;
      if (!suffixes(path).every((suffix) => mayFollow(restrictions.get(pathKey(suffix)), to))) {
        continue;
      }
      table.turnTo[turn] = labels.after(path, to);
      table.turnSeconds[turn++] = turnSeconds[i]!;
    }
    table.firstTurn[label + 1] = turn;
  });
  return {
    ...table,
    turnTo: table.turnTo.slice(0, turn),
    turnSeconds: table.turnSeconds.slice(0, turn),
  };
}

/** The junctions at which restrictions begin and end. */
function turnedAt({ edgeTo }: StreetGraph, { restrictions }: TurnFacts): Set<number> {
  return new Set(restrictions.flatMap(({ edges }) => [edgeTo[edges[0]!]!, edgeTo[edges.at(-1)!]!]));
}

/** With room for as many turns as there would be without restrictions over several streets. */
function emptyTable(graph: StreetGraph, labels: PathLabel, list: TurnList): TurnTable {
  const edges = edgeCount(graph);
  const labelEdge = Uint32Array.from(
    { length: edges + labels.paths.length },
    (_, label) => label < edges ? label : labels.paths[label - edges]!.at(-1)!,
  );
  const turns = labelEdge.reduce((sum, edge) => sum + list.end(edge) - list.first(edge), 0);
  return {
    labelEdge,
    firstTurn: new Uint32Array(labelEdge.length + 1),
    turnTo: new Uint32Array(turns),
    turnSeconds: new Float32Array(turns),
  };
}

/** A path's endings of two edges or more; those of one are met at the junction. */
function suffixes(path: readonly number[]): number[][] {
  return path.slice(1).map((_, i) => path.slice(i));
}

import { edgeCount, type StreetGraph, type TurnTable } from "../street_graph.ts";
import { junctionTurns } from "./junction_turns.ts";
import { forEachJunction, type Leg } from "./legs.ts";
import { type PathLabel, pathLabels } from "./path_labels.ts";
import { byPath, mayFollow, pathKey, type RestrictedPath } from "./restricted_path.ts";
import type { SegmentKind } from "./bearing.ts";
import { type TurnList, turnList } from "./turn_list.ts";

/** What turns are made of, beyond the streets themselves. */
export interface TurnFacts {
  /** Junctions at which each segment begins and ends. */
  readonly ends: { readonly from: ArrayLike<number>; readonly to: ArrayLike<number> };
  kindOf(segment: number): SegmentKind;
  readonly restrictions: readonly RestrictedPath[];
  /** Seconds that signals and signs at a junction cost who comes there by `leg.inEdge`. */
  waitSeconds(node: number, leg: Leg, legs: readonly Leg[]): number;
}

/** The turns of a street graph, with their costs and restrictions. */
export function turnTable(graph: StreetGraph, facts: TurnFacts): TurnTable {
  const restrictions = byPath(facts.restrictions);
  const labels = pathLabels(facts.restrictions, edgeCount(graph));
  const list = turnList(edgeCount(graph));
  forEachJunction(graph, facts.ends, facts.kindOf, (node, legs) => {
    const waits = new Map(legs.map((leg) => [leg.inEdge, facts.waitSeconds(node, leg, legs)]));
    const turns = junctionTurns(legs, (from, to) => mayFollow(restrictions.get(`${from}`), to));
    for (const turn of turns) {
      list.add(turn.from, turn.to, turn.seconds + waits.get(turn.from)!);
    }
  });

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

import type { TurnTable } from "../street_graph.ts";

/** Every turn into every edge that leaves where one ends, back included, at no cost. */
export function freeTurns(firstEdge: Uint32Array, edgeTo: Uint32Array): TurnTable {
  const edges = edgeTo.length;
  const firstTurn = new Uint32Array(edges + 1);
  edgeTo.forEach((node, edge) => {
    firstTurn[edge + 1] = firstTurn[edge]! + firstEdge[node + 1]! - firstEdge[node]!;
  });
  const turnTo = new Uint32Array(firstTurn[edges]!);
  edgeTo.forEach((node, edge) => {
    for (let turn = firstTurn[edge]!, to = firstEdge[node]!; turn < firstTurn[edge + 1]!;) {
      turnTo[turn++] = to++;
    }
  });
  return {
    labelEdge: Uint32Array.from(edgeTo, (_, edge) => edge),
    firstTurn,
    turnTo,
    turnSeconds: new Float32Array(turnTo.length),
  };
}

import { ACCESS, openEdges, type StreetGraph } from "./street_graph.ts";

/** Whether a route ignores who may drive where. */
interface Obedience {
  readonly ignoresAccess?: boolean;
}

/** Who may drive each edge, as a route sees it. */
export function accessFor({ edgeAccess }: StreetGraph, { ignoresAccess }: Obedience): Uint8Array {
  return ignoresAccess ? new Uint8Array(edgeAccess.length) : edgeAccess;
}

/** The edges of a segment that a route may drive: none where it is private and the route minds that. */
export function drivenEdges(graph: StreetGraph, segment: number, obedience: Obedience): number[] {
  const access = (edge: number) => obedience.ignoresAccess ? ACCESS.open : graph.edgeAccess[edge];
  return openEdges(graph, segment).filter((edge) => access(edge) !== ACCESS.private);
}

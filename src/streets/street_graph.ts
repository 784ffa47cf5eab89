/**
 * The streets that a car may use, in flat arrays: segments from junction to junction, and edges, the open directions
 * of a segment. Junctions are not stored, because turns lead from edge to edge.
 */
export interface Streets {
  readonly edgeSegment: Uint32Array;
  readonly edgeSeconds: Float64Array;
  /** The seconds that count when routes are compared: more than `edgeSeconds` on streets that drivers avoid. */
  readonly edgeEffort: Float64Array;
  /** One of {@linkcode ACCESS}. */
  readonly edgeAccess: Uint8Array;
  /** The edges along and against a segment's geometry; -1 if that direction is closed. */
  readonly forwardEdge: Int32Array;
  readonly backwardEdge: Int32Array;
  readonly segmentMeters: Float64Array;
  /** 1 if a drive may begin or end there, else 0: private service ways, motorways, tunnels. */
  readonly segmentStops: Uint8Array;
  /** 1 if it is no street proper: a way to houses or through a car park (`highway=service`), a track; else 0. */
  readonly segmentService: Uint8Array;
  /** 1 if it is part of a roundabout, else 0. */
  readonly segmentRing: Uint8Array;
  readonly segmentName: Uint32Array;
  /** The points of segment s are `firstPoint[s]` to `firstPoint[s + 1] - 1`, at least two with both ends. */
  readonly firstPoint: Uint32Array;
  /** Latitudes and longitudes in units of 1e-7 degrees. */
  readonly pointLat: Int32Array;
  readonly pointLng: Int32Array;
  /** Distinct names; the first is null, for streets without one. */
  readonly names: readonly (string | null)[];
  /** Areas with a name, the smallest first. */
  readonly areas: readonly NamedArea[];
}

/** A colonia, a barrio, a town. */
export interface NamedArea {
  readonly name: string;
  /** Whether it is a city, a town or a village, and no part of one. */
  readonly isTown: boolean;
  /** The lines that enclose it: latitudes and longitudes in turn, in units of 1e-7 degrees. */
  readonly lines: readonly (readonly number[])[];
}

export interface StreetGraph extends Streets, TurnTable {}

/** Whether any drive may use an edge, or only one that begins or ends there. */
export const ACCESS = { open: 0, lastLeg: 1 } as const;

/**
 * The turns that a car may make, from label to label. A label below the number of edges is that edge; a further one is
 * an edge as reached on the path of a restriction over several streets, from which a car has fewer turns.
 */
export interface TurnTable {
  readonly labelEdge: Uint32Array;
  /** The turns out of label l are `firstTurn[l]` to `firstTurn[l + 1] - 1`. */
  readonly firstTurn: Uint32Array;
  readonly turnTo: Uint32Array;
  readonly turnSeconds: Float32Array;
}

export interface StreetPosition {
  readonly segment: number;
  /** The share of the segment's length that lies before the place, 0 to 1, in the order of its geometry. */
  readonly fraction: number;
}

export function streetName(graph: StreetGraph, segment: number): string | null {
  return graph.names[graph.segmentName[segment]!] ?? null;
}

export function openEdges(graph: Streets, segment: number): number[] {
  return [graph.forwardEdge[segment]!, graph.backwardEdge[segment]!].filter((edge) => edge >= 0);
}

/** The share of an edge that a car has driven when it is at `fraction` of the edge's segment. */
export function edgeShare(graph: Streets, edge: number, fraction: number): number {
  return graph.forwardEdge[graph.edgeSegment[edge]!] === edge ? fraction : 1 - fraction;
}

/** Long work that can pause at each `yield`. */
export type Work<T> = Generator<void, T>;

/** The time for which work may block the event loop. */
const SLICE_MS = 10;

/** Runs `work` in slices, between which the event loop runs. */
export async function inSlices<T>(work: Work<T>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - since < SLICE_MS) continue;
    await new Promise<void>((resolve) => setTimeout(resolve));
    since = performance.now();
  }
}

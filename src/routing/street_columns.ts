import { metersBetween } from "./coordinates.ts";
import type { StreetGraph } from "./street_graph.ts";

const KMH_A_METER_PER_SECOND = 3.6;

/** Streets as they are collected: a column a property, so that a big map needs no object for each. */
export interface StreetColumns {
  readonly from: number[];
  readonly to: number[];
  /** 0 where closed. */
  readonly forwardKmh: number[];
  /** 0 where closed. */
  readonly backwardKmh: number[];
  /** Index into `names`. */
  readonly name: number[];
  /** As in the graph, whose geometry these become: street s ends before `firstPoint[s + 1]`. */
  readonly firstPoint: number[];
  readonly pointLat: number[];
  readonly pointLng: number[];
  readonly names: (string | null)[];
  /** Index of a name, added where it is new. */
  nameIndex(name: string | null): number;
}

/** Columns without streets. */
export function streetColumns(): StreetColumns {
  const names: (string | null)[] = [null];
  const indexes = new Map<string | null, number>([[null, 0]]);
  return {
    from: [],
    to: [],
    forwardKmh: [],
    backwardKmh: [],
    name: [],
    firstPoint: [0],
    pointLat: [],
    pointLng: [],
    names,
    nameIndex(name) {
      const known = indexes.get(name);
      if (known !== undefined) return known;
      const index = names.push(name) - 1;
      indexes.set(name, index);
      return index;
    },
  };
}

/** The graph of all the columns' streets, between junctions 0 to `nodes - 1`. */
export function graphOfColumns(nodes: number, columns: StreetColumns): StreetGraph {
  const geometry = {
    firstPoint: Uint32Array.from(columns.firstPoint),
    pointLat: Int32Array.from(columns.pointLat),
    pointLng: Int32Array.from(columns.pointLng),
  };
  const segmentMeters = Float64Array.from(columns.from, (_, s) => lengthOf(geometry, s));
  return {
    ...geometry,
    ...placeEdges(nodes, columns, segmentMeters),
    segmentMeters,
    segmentName: Uint32Array.from(columns.name),
    names: [...columns.names],
  };
}

function lengthOf(
  { firstPoint, pointLat, pointLng }: Pick<StreetGraph, "firstPoint" | "pointLat" | "pointLng">,
  segment: number,
): number {
  let meters = 0;
  for (let p = firstPoint[segment]! + 1; p < firstPoint[segment + 1]!; p++) {
    meters += metersBetween(pointLat[p - 1]!, pointLng[p - 1]!, pointLat[p]!, pointLng[p]!);
  }
  return meters;
}

/** Numbers the edges so that those of one node follow each other: count, add up, place. */
function placeEdges(nodes: number, columns: StreetColumns, segmentMeters: Float64Array) {
  const firstEdge = firstEdges(nodes, columns);
  const edges = firstEdge[nodes]!;
  const edgeTo = new Uint32Array(edges);
  const edgeSegment = new Uint32Array(edges);
  const edgeSeconds = new Float64Array(edges);
  const next = firstEdge.slice();

  function place(segment: number, from: number, to: number, kmh: number): number {
    if (kmh === 0) return -1;
    const edge = next[from]!;
    next[from] = edge + 1;
    edgeTo[edge] = to;
    edgeSegment[edge] = segment;
    edgeSeconds[edge] = segmentMeters[segment]! * KMH_A_METER_PER_SECOND / kmh;
    return edge;
  }

  const { from, to, forwardKmh, backwardKmh } = columns;
  const forwardEdge = Int32Array.from(from, (node, s) => place(s, node, to[s]!, forwardKmh[s]!));
  const backwardEdge = Int32Array.from(to, (node, s) => place(s, node, from[s]!, backwardKmh[s]!));
  return { firstEdge, edgeTo, edgeSegment, edgeSeconds, forwardEdge, backwardEdge };
}

function firstEdges(nodes: number, columns: StreetColumns): Uint32Array {
  const first = new Uint32Array(nodes + 1);
  columns.from.forEach((node, s) => first[node + 1]! += columns.forwardKmh[s]! > 0 ? 1 : 0);
  columns.to.forEach((node, s) => first[node + 1]! += columns.backwardKmh[s]! > 0 ? 1 : 0);
  for (let node = 0; node < nodes; node++) first[node + 1]! += first[node]!;
  return first;
}

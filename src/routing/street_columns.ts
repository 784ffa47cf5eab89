import type { LatLng } from "../domain/location.ts";
import { metersBetween, toUnits } from "./coordinates.ts";
import { ACCESS, type StreetGraph, type TurnTable } from "./street_graph.ts";

const KMH_A_METER_PER_SECOND = 3.6;

/** Streets as they are collected: a column a property, so that a big map needs no object for each. */
export interface StreetColumns {
  readonly from: number[];
  readonly to: number[];
  readonly forward: DriveColumns;
  readonly backward: DriveColumns;
  /** 1 where no drive begins or ends, else 0. */
  readonly noStop: number[];
  /** Index into `names`. */
  readonly name: number[];
  /** As in the graph, whose geometry these become: street s ends before `firstPoint[s + 1]`. */
  readonly firstPoint: number[];
  readonly pointLat: NumberList<Int32Array>;
  readonly pointLng: NumberList<Int32Array>;
  readonly names: (string | null)[];
  /** Index of a name, added where it is new. */
  nameIndex(name: string | null): number;
}

/** How one direction of each street is driven. */
export interface DriveColumns {
  /** 0 where closed. */
  readonly kmh: number[];
  /** Share of that speed by which routes are compared. */
  readonly comfort: number[];
  /** Who may, one of `ACCESS`. */
  readonly access: number[];
}

export function streetColumns(): StreetColumns {
  const names: (string | null)[] = [null];
  const indexes = new Map<string | null, number>([[null, 0]]);
  return {
    from: [],
    to: [],
    forward: { kmh: [], comfort: [], access: [] },
    backward: { kmh: [], comfort: [], access: [] },
    noStop: [],
    name: [],
    firstPoint: [0],
    pointLat: numberList((length) => new Int32Array(length)),
    pointLng: numberList((length) => new Int32Array(length)),
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
    pointLat: columns.pointLat.values().slice(),
    pointLng: columns.pointLng.values().slice(),
  };
  const segmentMeters = new Float64Array(columns.from).map((_, s) => lengthOf(geometry, s));
  const edges = placeEdges(nodes, columns, segmentMeters);
  return {
    ...geometry,
    ...edges,
    turns: freeTurns(edges.firstEdge, edges.edgeTo),
    segmentMeters,
    segmentNoStop: Uint8Array.from(columns.noStop),
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
  const edgeEffort = new Float64Array(edges);
  const edgeAccess = new Uint8Array(edges);
  const next = firstEdge.slice();

  function place(segment: number, from: number, to: number, drives: DriveColumns): number {
    const kmh = drives.kmh[segment]!;
    if (kmh === 0) return -1;
    const edge = next[from]!;
    next[from] = edge + 1;
    edgeTo[edge] = to;
    edgeSegment[edge] = segment;
    const seconds = segmentMeters[segment]! * KMH_A_METER_PER_SECOND / kmh;
    edgeSeconds[edge] = seconds;
    edgeEffort[edge] = seconds / drives.comfort[segment]!;
    edgeAccess[edge] = drives.access[segment]!;
    return edge;
  }

  const { from, to, forward, backward } = columns;
  const forwardEdge = Int32Array.from(from, (node, s) => place(s, node, to[s]!, forward));
  const backwardEdge = Int32Array.from(to, (node, s) => place(s, node, from[s]!, backward));
  return {
    firstEdge,
    edgeTo,
    edgeSegment,
    edgeSeconds,
    edgeEffort,
    edgeAccess,
    forwardEdge,
    backwardEdge,
  };
}

function firstEdges(nodes: number, columns: StreetColumns): Uint32Array {
  const first = new Uint32Array(nodes + 1);
  columns.from.forEach((node, s) => first[node + 1]! += columns.forward.kmh[s]! > 0 ? 1 : 0);
  columns.to.forEach((node, s) => first[node + 1]! += columns.backward.kmh[s]! > 0 ? 1 : 0);
  for (let node = 0; node < nodes; node++) first[node + 1]! += first[node]!;
  return first;
}

/** Every turn into every edge that leaves where one ends, back included, at no cost. */
function freeTurns(firstEdge: Uint32Array, edgeTo: Uint32Array): TurnTable {
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

/** A street between two junctions. */
export interface Street {
  /** Junctions, as `addJunction` numbered them. They may be the same one. */
  readonly from: number;
  readonly to: number;
  /** Points between the two, in order; none for a straight street. */
  readonly bends?: readonly LatLng[];
  readonly name: string | null;
  /** Speed in km/h from `from` to `to`; null where that direction is closed. */
  readonly forwardKmh: number | null;
  /** Speed in km/h from `to` to `from`; null where that direction is closed. */
  readonly backwardKmh: number | null;
}

export interface StreetGraphBuilder {
  /** @returns the junction's number, from 0 */
  addJunction(point: LatLng): number;
  addStreet(street: Street): void;
  /** The graph of all that was added. */
  build(): StreetGraph;
}

/** Collects junctions and the streets between them, in any order, into a {@linkcode StreetGraph}. */
export function streetGraphBuilder(): StreetGraphBuilder {
  const junctionLat: number[] = [];
  const junctionLng: number[] = [];
  const columns = streetColumns();

  function addPoint(lat: number, lng: number): void {
    columns.pointLat.push(lat);
    columns.pointLng.push(lng);
  }

  return {
    addJunction(point) {
      junctionLng.push(toUnits(point.lng));
      return junctionLat.push(toUnits(point.lat)) - 1;
    },
    addStreet(street) {
      addPoint(junctionLat[street.from]!, junctionLng[street.from]!);
      for (const { lat, lng } of street.bends ?? []) addPoint(toUnits(lat), toUnits(lng));
      addPoint(junctionLat[street.to]!, junctionLng[street.to]!);
      columns.firstPoint.push(columns.pointLat.length);
      columns.from.push(street.from);
      columns.to.push(street.to);
      for (const way of ["forward", "backward"] as const) {
        columns[way].kmh.push(street[`${way}Kmh`] ?? 0);
        columns[way].comfort.push(1);
        columns[way].access.push(ACCESS.open);
      }
      columns.noStop.push(0);
      columns.name.push(columns.nameIndex(street.name));
    },
    build: () => graphOfColumns(junctionLat.length, columns),
  };
}

/** The kinds of numbers that a list holds: ids of OpenStreetMap are above 2^32, so that each takes a double. */
type Numbers = Float64Array | Float32Array | Uint32Array | Int32Array;

/** Numbers in the order in which they came, in as little room as they need. */
export interface NumberList<Kind extends Numbers = Float64Array> {
  readonly length: number;
  push(value: number): void;
  /** What was pushed. */
  values(): Kind;
}

/**
 * An empty list.
 * @param room makes an array of that length, of the kind that the numbers are to be kept in
 */
export function numberList<Kind extends Numbers>(room: (length: number) => Kind): NumberList<Kind> {
  let numbers = room(1024);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === numbers.length) {
        const larger = room(Math.ceil(length * 1.5));
        larger.set(numbers);
        numbers = larger;
      }
      numbers[length++] = value;
    },
    values: () => numbers.subarray(0, length) as Kind,
  };
}

export function idList(): NumberList {
  return numberList((length) => new Float64Array(length));
}

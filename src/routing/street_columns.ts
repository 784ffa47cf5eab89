import type { LatLng } from "../domain/location.ts";
import { metersBetween, toUnits } from "./coordinates.ts";
import { ACCESS, type StreetGraph, type TurnTable } from "./street_graph.ts";

/** How a street is driven in one direction. */
export interface CarDirection {
  readonly kmh: number;
  /** Share of that speed that counts when routes are compared, above 0, at most 1. */
  readonly comfort: number;
  /** Who may drive: all, or those whose drive begins or ends there (residents, customers, private streets). */
  readonly access: keyof typeof ACCESS;
}

/** A street that a car may drive. */
export interface CarStreet {
  /** Along its points; null if closed. */
  readonly forward: CarDirection | null;
  /** Against them; null if closed. At least one of the two is open. */
  readonly backward: CarDirection | null;
  /** Its name, or else its number; null if it has neither. */
  readonly name: string | null;
  /** Whether a drive may begin or end there: not on private service ways. */
  readonly stops: boolean;
}

/** Segments as they are collected, one array a property. */
export interface StreetColumns {
  /** Junctions at which each segment begins and ends. */
  readonly from: number[];
  readonly to: number[];
  /** Segments of one street share its object. */
  readonly street: CarStreet[];
  /** As in the graph: segment s ends before `firstPoint[s + 1]`. */
  readonly firstPoint: number[];
  readonly pointLat: NumberList<Int32Array>;
  readonly pointLng: NumberList<Int32Array>;
}

export function streetColumns(): StreetColumns {
  return {
    from: [],
    to: [],
    street: [],
    firstPoint: [0],
    pointLat: numberList((length) => new Int32Array(length)),
    pointLng: numberList((length) => new Int32Array(length)),
  };
}

/** The graph of all the columns' segments, between junctions 0 to `nodes - 1`. */
export function graphOfColumns(nodes: number, columns: StreetColumns): StreetGraph {
  const { street } = columns;
  const geometry = {
    firstPoint: Uint32Array.from(columns.firstPoint),
    pointLat: columns.pointLat.values().slice(),
    pointLng: columns.pointLng.values().slice(),
  };
  const segmentMeters = Float64Array.from(street, (_, s) => lengthOf(geometry, s));
  const edges = placeEdges(nodes, columns, segmentMeters);
  const numbers = new Map<string | null, number>([[null, 0]]);
  for (const { name } of street) if (!numbers.has(name)) numbers.set(name, numbers.size);
  return {
    ...geometry,
    ...edges,
    turns: freeTurns(edges.firstEdge, edges.edgeTo),
    segmentMeters,
    segmentNoStop: Uint8Array.from(street, ({ stops }) => stops ? 0 : 1),
    segmentName: Uint32Array.from(street, ({ name }) => numbers.get(name)!),
    names: [...numbers.keys()],
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

const KMH_A_METER_PER_SECOND = 3.6;

/** Numbers the edges so that those of one node are consecutive, by a counting sort. */
function placeEdges(nodes: number, columns: StreetColumns, segmentMeters: Float64Array) {
  const { from, to, street } = columns;
  const firstEdge = new Uint32Array(nodes + 1);
  street.forEach(({ forward, backward }, s) => {
    if (forward !== null) firstEdge[from[s]! + 1]!++;
    if (backward !== null) firstEdge[to[s]! + 1]!++;
  });
  for (let node = 0; node < nodes; node++) firstEdge[node + 1]! += firstEdge[node]!;
  const edges = firstEdge[nodes]!;
  const next = firstEdge.slice();
  const edgeTo = new Uint32Array(edges);
  const edgeSegment = new Uint32Array(edges);
  const edgeSeconds = new Float64Array(edges);
  const edgeEffort = new Float64Array(edges);
  const edgeAccess = new Uint8Array(edges);

  function place(segment: number, start: number, end: number, drive: CarDirection | null): number {
    if (drive === null) return -1;
    const edge = next[start]!++;
    edgeTo[edge] = end;
    edgeSegment[edge] = segment;
    edgeSeconds[edge] = segmentMeters[segment]! * KMH_A_METER_PER_SECOND / drive.kmh;
    edgeEffort[edge] = edgeSeconds[edge] / drive.comfort;
    edgeAccess[edge] = ACCESS[drive.access];
    return edge;
  }

  const forwardEdge = Int32Array.from(
    street,
    ({ forward }, s) => place(s, from[s]!, to[s]!, forward),
  );
  const backwardEdge = Int32Array.from(
    street,
    ({ backward }, s) => place(s, to[s]!, from[s]!, backward),
  );
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

/** Every turn from an edge into one that leaves its end, U-turns included, at no cost. */
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
  /** Numbers of junctions from `addJunction`. Both may be the same. */
  readonly from: number;
  readonly to: number;
  /** Points between the two, in order; none for a straight street. */
  readonly bends?: readonly LatLng[];
  readonly name: string | null;
  /** Speed in km/h from `from` to `to`; null if that direction is closed. */
  readonly forwardKmh: number | null;
  /** Speed in km/h from `to` to `from`; null if that direction is closed. */
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
      columns.street.push({
        forward: driveAt(street.forwardKmh),
        backward: driveAt(street.backwardKmh),
        name: street.name,
        stops: true,
      });
    },
    build: () => graphOfColumns(junctionLat.length, columns),
  };
}

function driveAt(kmh: number | null): CarDirection | null {
  return kmh === null ? null : { kmh, comfort: 1, access: "open" };
}

/** OpenStreetMap's ids are above 2^32 and need doubles. */
type Numbers = Float64Array | Float32Array | Uint32Array | Int32Array;

/** A growing list of numbers in a typed array. */
export interface NumberList<Kind extends Numbers> {
  readonly length: number;
  push(value: number): void;
  /** A view of the numbers pushed so far. */
  values(): Kind;
}

/**
 * An empty list.
 * @param allocate makes an array of the given length, of the list's type
 */
export function numberList<Kind extends Numbers>(
  allocate: (length: number) => Kind,
): NumberList<Kind> {
  let numbers = allocate(1024);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === numbers.length) {
        const larger = allocate(Math.ceil(length * 1.5));
        larger.set(numbers);
        numbers = larger;
      }
      numbers[length++] = value;
    },
    values: () => numbers.subarray(0, length) as Kind,
  };
}

/** Streets as they are collected, and the flat arrays that are made of them. */
import { metersBetween } from "./coordinates.ts";
import { ACCESS, type Streets, type TurnTable } from "./street_graph.ts";

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
  /** Whether a drive may begin or end there: not on private service ways, motorways and in tunnels. */
  readonly stops: boolean;
  /** Whether it is part of a roundabout. */
  readonly isRing: boolean;
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

/** The streets of all the columns' segments. */
export function streetsOfColumns(columns: StreetColumns): Streets {
  const { street } = columns;
  const geometry = {
    firstPoint: Uint32Array.from(columns.firstPoint),
    pointLat: columns.pointLat.values().slice(),
    pointLng: columns.pointLng.values().slice(),
  };
  const segmentMeters = Float64Array.from(street, (_, s) => lengthOf(geometry, s));
  const numbers = new Map<string | null, number>([[null, 0]]);
  for (const { name } of street) if (!numbers.has(name)) numbers.set(name, numbers.size);
  return {
    ...geometry,
    ...edgesOf(street, segmentMeters),
    segmentMeters,
    segmentStops: Uint8Array.from(street, ({ stops }) => stops ? 1 : 0),
    segmentRing: Uint8Array.from(street, ({ isRing }) => isRing ? 1 : 0),
    segmentName: Uint32Array.from(street, ({ name }) => numbers.get(name)!),
    names: [...numbers.keys()],
    areas: [],
  };
}

function lengthOf(
  { firstPoint, pointLat, pointLng }: Pick<Streets, "firstPoint" | "pointLat" | "pointLng">,
  segment: number,
): number {
  let meters = 0;
  for (let p = firstPoint[segment]! + 1; p < firstPoint[segment + 1]!; p++) {
    meters += metersBetween(pointLat[p - 1]!, pointLng[p - 1]!, pointLat[p]!, pointLng[p]!);
  }
  return meters;
}

const KMH_A_METER_PER_SECOND = 3.6;

/** One edge for each direction that is open, in the order of the segments. */
function edgesOf(street: readonly CarStreet[], segmentMeters: Float64Array) {
  const open = street.flatMap(({ forward, backward }) => [forward, backward])
    .filter((drive) => drive !== null);
  const edgeSegment = new Uint32Array(open.length);
  const edgeSeconds = new Float64Array(open.length);
  const edgeEffort = new Float64Array(open.length);
  const edgeAccess = Uint8Array.from(open, ({ access }) => ACCESS[access]);
  let edges = 0;

  function place(segment: number, drive: CarDirection | null): number {
    if (drive === null) return -1;
    edgeSegment[edges] = segment;
    edgeSeconds[edges] = segmentMeters[segment]! * KMH_A_METER_PER_SECOND / drive.kmh;
    edgeEffort[edges] = edgeSeconds[edges]! / drive.comfort;
    return edges++;
  }

  const forwardEdge = new Int32Array(street.length);
  const backwardEdge = new Int32Array(street.length);
  street.forEach(({ forward, backward }, segment) => {
    forwardEdge[segment] = place(segment, forward);
    backwardEdge[segment] = place(segment, backward);
  });
  return { edgeSegment, edgeSeconds, edgeEffort, edgeAccess, forwardEdge, backwardEdge };
}

/** Every turn from an edge into one that leaves its end, U-turns included, at no cost. */
export function freeTurns(
  { from, to }: StreetColumns,
  { forwardEdge, edgeSegment }: Streets,
): TurnTable {
  const leaving = Map.groupBy(edgeSegment.keys(), (edge) => {
    const segment = edgeSegment[edge]!;
    return forwardEdge[segment] === edge ? from[segment]! : to[segment]!;
  });
  const firstTurn = new Uint32Array(edgeSegment.length + 1);
  const turnTo: number[] = [];
  edgeSegment.forEach((segment, edge) => {
    const end = forwardEdge[segment] === edge ? to[segment]! : from[segment]!;
    turnTo.push(...leaving.get(end) ?? []);
    firstTurn[edge + 1] = turnTo.length;
  });
  return {
    labelEdge: Uint32Array.from(edgeSegment.keys()),
    firstTurn,
    turnTo: Uint32Array.from(turnTo),
    turnSeconds: new Float32Array(turnTo.length),
  };
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

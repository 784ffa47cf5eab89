import { metersBetween } from "./coordinates.ts";
import { ACCESS, type Streets, type TurnTable } from "./street_graph.ts";

export interface CarDirection {
  readonly kmh: number;
  /** The share of that speed that counts when routes are compared, above 0, at most 1. */
  readonly comfort: number;
  /** Open to all, or only to drives that begin or end there (residents, customers, private streets). */
  readonly access: keyof typeof ACCESS;
}

export interface CarStreet {
  /** Along its points; null if closed. At least one direction is open. */
  readonly forward: CarDirection | null;
  readonly backward: CarDirection | null;
  /** Its name or, without one, its number; null if it has neither. */
  readonly name: string | null;
  /** Whether a drive may begin or end there: not on private service ways, motorways and in tunnels. */
  readonly stops: boolean;
  readonly isRing: boolean;
  readonly isService: boolean;
}

export interface StreetColumns {
  /** The junctions at which each segment begins and ends. */
  readonly from: number[];
  readonly to: number[];
  /** Segments of one street share its object. */
  readonly street: CarStreet[];
  /** As in the graph: segment s ends before `firstPoint[s + 1]`. */
  readonly firstPoint: number[];
  readonly pointLat: number[];
  readonly pointLng: number[];
}

export function streetColumns(): StreetColumns {
  return { from: [], to: [], street: [], firstPoint: [0], pointLat: [], pointLng: [] };
}

/** Adds the segment of `street` between two junctions, through `points` in units. */
export function addSegment(
  columns: StreetColumns,
  [from, to]: readonly [from: number, to: number],
  street: CarStreet,
  points: Iterable<readonly [lat: number, lng: number]>,
): void {
  for (const [lat, lng] of points) {
    columns.pointLat.push(lat);
    columns.pointLng.push(lng);
  }
  columns.firstPoint.push(columns.pointLat.length);
  columns.from.push(from);
  columns.to.push(to);
  columns.street.push(street);
}

export function streetsOfColumns(columns: StreetColumns): Streets {
  const { street } = columns;
  const firstPoint = Uint32Array.from(columns.firstPoint);
  const pointLat = Int32Array.from(columns.pointLat);
  const pointLng = Int32Array.from(columns.pointLng);
  const segmentMeters = Float64Array.from(street, (_, segment) => {
    let meters = 0;
    for (let p = firstPoint[segment]! + 1; p < firstPoint[segment + 1]!; p++) {
      meters += metersBetween(pointLat[p - 1]!, pointLng[p - 1]!, pointLat[p]!, pointLng[p]!);
    }
    return meters;
  });
  const numbers = new Map<string | null, number>([[null, 0]]);
  for (const { name } of street) if (!numbers.has(name)) numbers.set(name, numbers.size);
  return {
    firstPoint,
    pointLat,
    pointLng,
    ...edgesOf(street, segmentMeters),
    segmentMeters,
    segmentStops: Uint8Array.from(street, ({ stops }) => stops ? 1 : 0),
    segmentService: Uint8Array.from(street, ({ isService }) => isService ? 1 : 0),
    segmentRing: Uint8Array.from(street, ({ isRing }) => isRing ? 1 : 0),
    segmentName: Uint32Array.from(street, ({ name }) => numbers.get(name)!),
    names: [...numbers.keys()],
    areas: [],
  };
}

const KMH_A_METER_PER_SECOND = 3.6;

/** Makes one edge for each open direction, in the order of the segments. */
function edgesOf(street: readonly CarStreet[], segmentMeters: Float64Array) {
  const edges: { readonly segment: number; readonly drive: CarDirection }[] = [];
  const forwardEdge = new Int32Array(street.length);
  const backwardEdge = new Int32Array(street.length);
  const place = (segment: number, drive: CarDirection | null) =>
    drive === null ? -1 : edges.push({ segment, drive }) - 1;
  street.forEach(({ forward, backward }, segment) => {
    forwardEdge[segment] = place(segment, forward);
    backwardEdge[segment] = place(segment, backward);
  });
  const edgeSeconds = Float64Array.from(
    edges,
    ({ segment, drive }) => segmentMeters[segment]! * KMH_A_METER_PER_SECOND / drive.kmh,
  );
  return {
    edgeSegment: Uint32Array.from(edges, ({ segment }) => segment),
    edgeSeconds,
    edgeEffort: Float64Array.from(edges, ({ drive }, edge) => edgeSeconds[edge]! / drive.comfort),
    edgeAccess: Uint8Array.from(edges, ({ drive }) => ACCESS[drive.access]),
    forwardEdge,
    backwardEdge,
  };
}

/** All turns from an edge into one that leaves its end, U-turns included, at no cost. */
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

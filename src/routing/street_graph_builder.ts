import type { LatLng } from "../domain/location.ts";
import { metersBetween, toUnits } from "./coordinates.ts";
import type { StreetGraph } from "./street_graph.ts";

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
  /**
   * @returns the junction's number, from 0
   * @throws {RangeError} where the point is not on the globe
   */
  addJunction(point: LatLng): number;
  /** @throws {RangeError} naming what is wrong with the street */
  addStreet(street: Street): void;
  /** The graph of all that was added. */
  build(): StreetGraph;
}

const KMH_A_METER_PER_SECOND = 3.6;

/** Collects junctions and the streets between them, in any order, into a {@linkcode StreetGraph}. */
export function streetGraphBuilder(): StreetGraphBuilder {
  const junctionLat: number[] = [];
  const junctionLng: number[] = [];
  const drafted = draftedStreets();

  function addPoint(lat: number, lng: number): void {
    drafted.pointLat.push(lat);
    drafted.pointLng.push(lng);
  }

  return {
    addJunction(point) {
      assertOnGlobe(point);
      junctionLng.push(toUnits(point.lng));
      return junctionLat.push(toUnits(point.lat)) - 1;
    },
    addStreet(street) {
      assertStreet(street, junctionLat.length);
      addPoint(junctionLat[street.from]!, junctionLng[street.from]!);
      for (const { lat, lng } of street.bends ?? []) addPoint(toUnits(lat), toUnits(lng));
      addPoint(junctionLat[street.to]!, junctionLng[street.to]!);
      drafted.firstPoint.push(drafted.pointLat.length);
      drafted.from.push(street.from);
      drafted.to.push(street.to);
      drafted.forwardKmh.push(street.forwardKmh ?? 0);
      drafted.backwardKmh.push(street.backwardKmh ?? 0);
      drafted.name.push(drafted.nameIndex(street.name));
    },
    build: () => buildGraph(junctionLat.length, drafted),
  };
}

/** Columns of what was added, one row a street. */
interface DraftedStreets {
  readonly from: number[];
  readonly to: number[];
  /** 0 where closed. */
  readonly forwardKmh: number[];
  /** 0 where closed. */
  readonly backwardKmh: number[];
  readonly name: number[];
  readonly firstPoint: number[];
  readonly pointLat: number[];
  readonly pointLng: number[];
  readonly names: (string | null)[];
  nameIndex(name: string | null): number;
}

function draftedStreets(): DraftedStreets {
  const names: (string | null)[] = [null];
  const indexes = new Map<string | null, number>([[null, 0]]);
  const columns = { from: [], to: [], forwardKmh: [], backwardKmh: [], name: [] };
  const geometry = { firstPoint: [0], pointLat: [], pointLng: [] };
  return {
    ...columns,
    ...geometry,
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

function buildGraph(nodes: number, drafted: DraftedStreets): StreetGraph {
  const geometry = {
    firstPoint: Uint32Array.from(drafted.firstPoint),
    pointLat: Int32Array.from(drafted.pointLat),
    pointLng: Int32Array.from(drafted.pointLng),
  };
  const segmentMeters = Float64Array.from(drafted.from, (_, s) => lengthOf(geometry, s));
  return {
    ...geometry,
    ...placeEdges(nodes, drafted, segmentMeters),
    segmentMeters,
    segmentName: Uint32Array.from(drafted.name),
    names: [...drafted.names],
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
function placeEdges(nodes: number, drafted: DraftedStreets, segmentMeters: Float64Array) {
  const firstEdge = firstEdges(nodes, drafted);
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

  const { from, to, forwardKmh, backwardKmh } = drafted;
  const forwardEdge = Int32Array.from(from, (node, s) => place(s, node, to[s]!, forwardKmh[s]!));
  const backwardEdge = Int32Array.from(to, (node, s) => place(s, node, from[s]!, backwardKmh[s]!));
  return { firstEdge, edgeTo, edgeSegment, edgeSeconds, forwardEdge, backwardEdge };
}

function firstEdges(nodes: number, drafted: DraftedStreets): Uint32Array {
  const first = new Uint32Array(nodes + 1);
  drafted.from.forEach((node, s) => first[node + 1]! += drafted.forwardKmh[s]! > 0 ? 1 : 0);
  drafted.to.forEach((node, s) => first[node + 1]! += drafted.backwardKmh[s]! > 0 ? 1 : 0);
  for (let node = 0; node < nodes; node++) first[node + 1]! += first[node]!;
  return first;
}

function assertOnGlobe({ lat, lng }: LatLng): void {
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return;
  throw new RangeError(
    `a street point must lie on the globe, got latitude ${lat}, longitude ${lng}`,
  );
}

function assertStreet(street: Street, junctions: number): void {
  const label = street.name ?? "a street without a name";
  for (const junction of [street.from, street.to]) {
    if (Number.isInteger(junction) && junction >= 0 && junction < junctions) continue;
    throw new RangeError(`${label}: junction ${junction} is not one of the ${junctions} added`);
  }
  for (const kmh of [street.forwardKmh, street.backwardKmh]) {
    if (kmh === null || (kmh > 0 && kmh < Infinity)) continue;
    throw new RangeError(
      `${label}: a speed must be above 0 km/h, or null where closed, got ${kmh}`,
    );
  }
  if (street.forwardKmh === null && street.backwardKmh === null) {
    throw new RangeError(`${label}: closed in both directions, leave it out`);
  }
  street.bends?.forEach(assertOnGlobe);
}

/** Small street graphs: drawn by hand in metres, or at random. */
import fc from "fast-check";
import {
  mainNetworkWork,
  routesWork,
  type StreetRoutes,
} from "../../src/streets/built_in_planner.ts";
import {
  metersBetween,
  toUnits,
  UNITS_A_DEGREE,
  unitScale,
} from "../../src/streets/coordinates.ts";
import {
  addSegment,
  type CarDirection,
  freeTurns,
  streetColumns,
  streetsOfColumns,
} from "../../src/streets/street_columns.ts";
import {
  PREFERENCES,
  type RoutePreference,
  type ShortestPathTree,
  treeWork,
} from "../../src/streets/shortest_path_tree.ts";
import type { StreetGraph, StreetPosition, Work } from "../../src/streets/street_graph.ts";
import { type StreetIndex, streetIndex } from "../../src/streets/street_index.ts";
import type { LatLng } from "../../src/domain/location.ts";

const BASE: LatLng = { lat: 20.967, lng: -89.6237 };
const SCALE = unitScale(toUnits(BASE.lat));

/** The point `east` and `north` metres from a fixed one. */
export function at(east: number, north: number): LatLng {
  return {
    lat: BASE.lat + north / SCALE.lat / UNITS_A_DEGREE,
    lng: BASE.lng + east / SCALE.lng / UNITS_A_DEGREE,
  };
}

/** A two-way street at 36 km/h: ten metres a second. */
export function street(
  from: number,
  to: number,
  name: string | null,
  more?: Partial<Street>,
): Street {
  return { from, to, name, forwardKmh: 36, backwardKmh: 36, ...more };
}

/** A street at 36 km/h from `from` to `to` only. */
export function oneWay(from: number, to: number, name: string | null): Street {
  return street(from, to, name, { backwardKmh: null });
}

/** The graph of streets between junctions. */
export function graphOf(junctions: readonly LatLng[], streets: readonly Street[]): StreetGraph {
  const columns = streetColumns();
  for (
    const {
      from,
      to,
      bends = [],
      name,
      forwardKmh,
      backwardKmh,
      isRing = false,
      isService = false,
      access,
    } of streets
  ) {
    const points = [junctions[from]!, ...bends, junctions[to]!]
      .map(({ lat, lng }) => [toUnits(lat), toUnits(lng)] as const);
    const [forward, backward] = [driveAt(forwardKmh, access), driveAt(backwardKmh, access)];
    addSegment(
      columns,
      [from, to],
      { forward, backward, name, stops: true, isRing, isService },
      points,
    );
  }
  const built = streetsOfColumns(columns);
  return { ...built, ...freeTurns(columns, built) };
}

function finished<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** The drives of `routesWork`, in one go. */
export function streetRoutes(
  graph: StreetGraph,
  origin: LatLng,
  { preference = PREFERENCES.balanced, index = streetIndex(graph) }: {
    readonly preference?: RoutePreference;
    readonly index?: StreetIndex;
  } = {},
): StreetRoutes {
  return finished(routesWork({ graph, index }, origin, preference));
}

/** The plan of {@linkcode streetRoutes}. */
export function streetRouter(...args: Parameters<typeof streetRoutes>): StreetRoutes["plan"] {
  return streetRoutes(...args).plan;
}

export function mainNetwork(graph: StreetGraph): Uint8Array {
  return finished(mainNetworkWork(graph, graph.segmentMeters.keys()));
}

export function shortestPathTree(
  graph: StreetGraph,
  origins: readonly StreetPosition[],
  preference: RoutePreference = PREFERENCES.balanced,
): ShortestPathTree {
  return finished(treeWork(graph, origins, preference));
}

interface RandomStreets {
  readonly junctions: readonly LatLng[];
  readonly streets: readonly Street[];
}

/** Two to seven junctions in a square kilometre, up to fourteen streets between them, loops and parallels included. */
export function randomStreets(): fc.Arbitrary<RandomStreets> {
  const place = fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 1000 }))
    .map(([east, north]) => at(east, north));
  const kmh = fc.constantFrom(10, 25, 40);
  return fc.array(place, { minLength: 2, maxLength: 7 }).chain((junctions) => {
    const junction = fc.nat(junctions.length - 1);
    const speeds = fc.oneof(
      fc.record({ forwardKmh: kmh, backwardKmh: kmh }),
      fc.record({ forwardKmh: kmh, backwardKmh: fc.constant(null) }),
      fc.record({ forwardKmh: fc.constant(null), backwardKmh: kmh }),
    );
    const shape = fc.record({
      from: junction,
      to: junction,
      bends: fc.array(place, { maxLength: 2 }),
      name: fc.constantFrom(null, "Calle 60", "Calle 61"),
    });
    const streets = fc.array(
      fc.tuple(shape, speeds).map(([shape, speeds]) => ({ ...shape, ...speeds })),
      { minLength: 1, maxLength: 14 },
    );
    return fc.record({ junctions: fc.constant(junctions), streets });
  });
}

/** Places on the streets of a graph of `segments` segments, ends included. */
export function randomPosition(segments: number): fc.Arbitrary<StreetPosition> {
  return fc.record({
    segment: fc.nat(segments - 1),
    fraction: fc.oneof(
      fc.constantFrom(0, 1),
      fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000),
    ),
  });
}

/** The point at a place on a street, by a walk along the whole street. */
export function pointOn(
  { firstPoint, pointLat, pointLng, segmentMeters }: StreetGraph,
  { segment, fraction }: StreetPosition,
): LatLng {
  let rest = fraction * segmentMeters[segment]!;
  for (let p = firstPoint[segment]!;; p++) {
    const length = metersBetween(pointLat[p]!, pointLng[p]!, pointLat[p + 1]!, pointLng[p + 1]!);
    if (rest > length && p < firstPoint[segment + 1]! - 2) {
      rest -= length;
      continue;
    }
    const share = length === 0 ? 0 : Math.min(1, rest / length);
    return {
      lat: (pointLat[p]! + share * (pointLat[p + 1]! - pointLat[p]!)) / UNITS_A_DEGREE,
      lng: (pointLng[p]! + share * (pointLng[p + 1]! - pointLng[p]!)) / UNITS_A_DEGREE,
    };
  }
}

/** Metres between two points, by the same ellipsoid. */
export function meters(a: LatLng, b: LatLng): number {
  return metersBetween(toUnits(a.lat), toUnits(a.lng), toUnits(b.lat), toUnits(b.lng));
}

/** A street between two junctions. */
export interface Street {
  /** Numbers of junctions, from 0. Both may be the same. */
  readonly from: number;
  readonly to: number;
  /** Points between the two, in order; none for a straight street. */
  readonly bends?: readonly LatLng[];
  readonly name: string | null;
  /** Speed in km/h from `from` to `to`; null if that direction is closed. */
  readonly forwardKmh: number | null;
  /** Speed in km/h from `to` to `from`; null if that direction is closed. */
  readonly backwardKmh: number | null;
  /** Whether it is part of a roundabout. Default: not. */
  readonly isRing?: boolean;
  /** Whether it is no street proper, as in a car park. Default: not. */
  readonly isService?: boolean;
  /** Default: open. */
  readonly access?: CarDirection["access"];
}

function driveAt(
  kmh: number | null,
  access: CarDirection["access"] = "open",
): CarDirection | null {
  return kmh === null ? null : { kmh, comfort: 1, access };
}

import type { LatLng } from "../domain/location.ts";
import type { PlannedRoute } from "../ports/streets.ts";
import { type Circle, inCircle } from "./coordinates.ts";
import { type RoutePreference, type ShortestPathTree, treeWork } from "./shortest_path_tree.ts";
import {
  ACCESS,
  edgeShare,
  openEdges,
  type StreetGraph,
  streetName,
  type StreetPosition,
  type Work,
} from "./street_graph.ts";
import { type IndexedStreets, SNAP_LIMIT_METERS, type SnappedPosition } from "./street_index.ts";
import { StreetsError } from "./streets_error.ts";

export interface StreetRoutes {
  /** The route to a destination; at a junction, on the street that is cheapest to arrive on. */
  plan(destination: LatLng): PlannedRoute;
  /** Where that route ends on a street, and how it gets there; null if there is none. */
  end(destination: LatLng): RouteEnd | null;
  reach(radiusKm: number): Reach;
  readonly tree: ShortestPathTree;
}

/** Kilometres of street within a radius on which a drive may end, and those of them to which a car can drive. */
interface Reach {
  readonly km: number;
  readonly reachedKm: number;
}

export interface RouteEnd {
  readonly place: SnappedPosition;
  readonly arrival: Arrival;
}

/**
 * Computes the cheapest drives from `origin` to every street of its part of the map, once; plans only read them. A
 * destination is matched to the nearest street from which the car can also return, else to the nearest that it can
 * reach. If a street of another part is nearer, there is no route.
 */
export function* routesWork(
  { graph, index }: IndexedStreets,
  origin: LatLng,
  preference: RoutePreference,
): Work<StreetRoutes> {
  const { segmentStops, segmentService } = graph;
  const streets = segmentStops.map((stops, segment) => stops & ~segmentService[segment]!);
  const near = index.nearest;
  const nearest = [streets, segmentStops].map((usable) => near(origin, usable))
    .find(({ length }) => length > 0);
  if (nearest === undefined) throw noStreet(origin);
  // Where streets of several parts end, as at a bollard, the largest counts.
  let main = yield* mainNetworkWork(graph, nearest.map(({ segment }) => segment));
  const parts = yield* partsWork(graph, main);
  const part = parts[main.indexOf(1)];
  const own = segmentStops.map((_, segment) => parts[segment] === part ? 1 : 0);
  const elsewhere = streets.map((isStreet, segment) => isStreet & ~own[segment]!);
  let places = near(origin, own.map((isOwn, segment) => isOwn & segmentStops[segment]!));
  // From a street that leads nowhere, such as the wrong end of a one-way street, no drive begins if another is near.
  if (main.filter((mark) => mark === 1).length < 2) {
    main = yield* mainNetworkWork(graph, own.keys().filter((segment) => own[segment] === 1));
    const others = near(origin, main.map((isMain, segment) => isMain & segmentStops[segment]!));
    if (others.length > 0) places = others;
  }
  const origins = withoutPrivate(graph, places);
  yield;
  const tree = yield* treeWork(graph, origins, preference);
  yield;
  const reached = reachedSegments(graph, tree);
  yield;
  const returning = reached.map((isReached, segment) => isReached & main[segment]!);
  for (const { segment } of origins) returning[segment] = 1;
  // One search for both, because a quote is little else.
  const known = returning.map((isBack, segment) => isBack | elsewhere[segment]!);
  const snap = (point: LatLng) => {
    const places = near(point, known);
    const back = places.filter(({ segment }) => returning[segment] === 1);
    if (back.length > 0) return back;
    const [other] = near(point, reached);
    if (other === undefined || places[0] && places[0].meters < other.meters) return [];
    const farther = near(point, returning);
    return farther.length > 0 ? farther : near(point, reached);
  };
  const end = (destination: LatLng) => {
    let best: RouteEnd | null = null;
    for (const place of snap(destination)) {
      const arrival = arrivalAt(graph, tree, place);
      if (arrival && arrival.cost < (best?.arrival.cost ?? Infinity)) best = { place, arrival };
    }
    return best;
  };

  return {
    tree,
    end,
    reach: (radiusKm) => reachOf(graph, reached, { center: origin, radiusKm }),
    plan(destination) {
      const best = end(destination);
      if (best === null) {
        // A street that no car can reach is still named.
        const [place] = index.nearest(destination, graph.segmentStops);
        const street = place ? streetName(graph, place.segment) : null;
        return { kind: "no_route", street, metersToStreet: place?.meters ?? null };
      }
      const { place, arrival } = best;
      return {
        kind: "route",
        meters: arrival.meters,
        seconds: arrival.seconds,
        street: streetName(graph, place.segment),
        metersToStreet: place.meters,
      };
    },
  };
}

interface Arrival {
  /** By the tree's preference. */
  readonly cost: number;
  readonly meters: number;
  readonly seconds: number;
  readonly edge: number;
  /** The share of that edge at which the drive starts; null if it enters the edge from another. */
  readonly from: number | null;
}

/** The cheapest arrival at `place`, from either end of a two-way street; null if no car can reach it. */
export function arrivalAt(
  graph: StreetGraph,
  tree: ShortestPathTree,
  place: StreetPosition,
): Arrival | null {
  const { perMeter, perSecond } = tree.preference;
  let best: Arrival | null = null;
  for (const edge of openEdges(graph, place.segment)) {
    const to = edgeShare(graph, edge, place.fraction);
    const label = tree.edgeLabel[edge]!;
    const entry = {
      from: null,
      cost: tree.entryCost[label]!,
      meters: tree.entryMeters[label]!,
      seconds: tree.entrySeconds[label]!,
    };
    const starts = tree.starts.filter((start) => start.edge === edge && start.from <= to)
      .map(({ from }) => ({ from, cost: 0, meters: 0, seconds: 0 }));
    for (const before of [entry, ...starts]) {
      const share = to - (before.from ?? 0);
      const meters = share * graph.segmentMeters[place.segment]!;
      const cost = before.cost + meters * perMeter + share * graph.edgeEffort[edge]! * perSecond;
      if (!(cost < (best?.cost ?? Infinity))) continue;
      const seconds = before.seconds + share * graph.edgeSeconds[edge]!;
      best = { cost, meters: before.meters + meters, seconds, edge, from: before.from };
    }
  }
  return best;
}

/** Marks the segments that a car can reach from the tree's origin and may stop on: 1, else 0. */
function reachedSegments(graph: StreetGraph, tree: ShortestPathTree): Uint8Array {
  const { edgeSegment, segmentStops, labelEdge } = graph;
  const reached = new Uint8Array(graph.segmentMeters.length);
  for (const { edge } of tree.starts) reached[edgeSegment[edge]!] = 1;
  for (let label = 0; label < labelEdge.length; label++) {
    if (tree.entryCost[label]! < Infinity) reached[edgeSegment[labelEdge[label]!]!] = 1;
  }
  for (let s = 0; s < reached.length; s++) reached[s]! &= segmentStops[s]!;
  return reached;
}

/** Private streets count only if no other is as near. */
function withoutPrivate(
  graph: StreetGraph,
  places: readonly StreetPosition[],
): readonly StreetPosition[] {
  const open = places.filter(({ segment }) =>
    openEdges(graph, segment).some((edge) => graph.edgeAccess[edge] === ACCESS.open)
  );
  return open.length > 0 ? open : places;
}

function noStreet({ lat, lng }: LatLng): StreetsError {
  return new StreetsError(
    `el mapa no tiene calles a menos de ${SNAP_LIMIT_METERS} m del restaurante (${lat}, ${lng}): ` +
      "revisa su ubicación, o usa el mapa de su ciudad",
  );
}

/**
 * Numbers the connected parts of a map, whatever the direction of their streets: the number of each segment's part. The
 * segments of `main` are known to be in one.
 */
function* partsWork(
  { edgeSegment, labelEdge, firstTurn, turnTo }: StreetGraph,
  main: Uint8Array,
): Work<Uint32Array> {
  const first = main.indexOf(1);
  const parts = Uint32Array.from(main, (isMain, segment) => isMain ? first : segment);
  function partOf(segment: number): number {
    while (parts[segment] !== segment) segment = parts[segment] = parts[parts[segment]!]!;
    return segment;
  }
  for (let label = 0; label < labelEdge.length; label++) {
    const segment = edgeSegment[labelEdge[label]!]!;
    for (let turn = firstTurn[label]!; turn < firstTurn[label + 1]!; turn++) {
      const next = edgeSegment[labelEdge[turnTo[turn]!]!]!;
      if ((main[segment]! & main[next]!) === 0) parts[partOf(segment)] = partOf(next);
    }
    if (label % STEPS_A_SLICE === 0) yield;
  }
  return parts.map((_, segment) => partOf(segment));
}

/** Of a street on the edge of the circle the share of its straight pieces counts whose middle lies within. */
function reachOf(
  { firstPoint, pointLat, pointLng, segmentStops, segmentMeters }: StreetGraph,
  reached: Uint8Array,
  circle: Circle,
): Reach {
  const isNear = inCircle(circle);
  let [km, reachedKm] = [0, 0];
  for (let segment = 0; segment < segmentStops.length; segment++) {
    const [first, last] = [firstPoint[segment]!, firstPoint[segment + 1]! - 1];
    let pieces = 0;
    for (let p = first; p < last; p++) {
      const lat = (pointLat[p]! + pointLat[p + 1]!) / 2;
      if (isNear(lat, (pointLng[p]! + pointLng[p + 1]!) / 2)) pieces++;
    }
    const length = segmentStops[segment]! * segmentMeters[segment]! / 1000 * pieces /
      (last - first);
    km += length;
    reachedKm += reached[segment]! * length;
  }
  return { km, reachedKm };
}

/** Segments visited before work pauses: some milliseconds. */
const STEPS_A_SLICE = 8192;

/** Replaces the time at which a segment was first seen once its component is known. */
const CLOSED = 2 ** 32 - 1;

/**
 * Marks the largest strongly connected component to which one of `starts` leads, by Tarjan's algorithm without
 * recursion: a car can drive from any of its streets to any other.
 */
export function* mainNetworkWork(graph: StreetGraph, starts: Iterable<number>): Work<Uint8Array> {
  const follower = followers(graph);
  const segments = graph.segmentMeters.length;
  /** When each was first seen, from 1, and the earliest open segment to which it leads. */
  const seen = new Uint32Array(segments);
  const earliest = new Uint32Array(segments);
  const tried = new Uint32Array(segments);
  const path: number[] = [];
  const open: number[] = [];
  let main: readonly number[] = [];
  let time = 0;

  function begin(segment: number): void {
    seen[segment] = earliest[segment] = ++time;
    path.push(segment);
    open.push(segment);
  }

  function leave(segment: number): void {
    path.pop();
    const before = path.at(-1);
    if (before !== undefined) earliest[before] = Math.min(earliest[before]!, earliest[segment]!);
    if (earliest[segment] !== seen[segment]) return;
    const part = open.splice(open.lastIndexOf(segment));
    for (const member of part) seen[member] = CLOSED;
    if (part.length > main.length) main = part;
  }

  let steps = 0;
  for (const start of starts) {
    if (seen[start] === 0) begin(start);
    while (path.length > 0) {
      const segment = path.at(-1)!;
      const next = follower(segment, tried[segment]!++);
      if (next === undefined) leave(segment);
      else if (seen[next] === 0) begin(next);
      else earliest[segment] = Math.min(earliest[segment]!, seen[next]!);
      if (++steps % STEPS_A_SLICE === 0) yield;
    }
  }
  const marks = new Uint8Array(segments);
  for (const segment of main) marks[segment] = 1;
  return marks;
}

/** The segment into which the n-th turn out of a segment leads, in either direction; undefined after the last. */
function followers(
  { forwardEdge, backwardEdge, edgeSegment, firstTurn, turnTo, labelEdge }: StreetGraph,
): (segment: number, n: number) => number | undefined {
  const turnsOf = (edge: number) => edge < 0 ? 0 : firstTurn[edge + 1]! - firstTurn[edge]!;
  return (segment, n) => {
    const [along, against] = [forwardEdge[segment]!, backwardEdge[segment]!];
    const count = turnsOf(along);
    if (n >= count + turnsOf(against)) return undefined;
    const turn = n < count ? firstTurn[along]! + n : firstTurn[against]! + n - count;
    return edgeSegment[labelEdge[turnTo[turn]!]!];
  };
}

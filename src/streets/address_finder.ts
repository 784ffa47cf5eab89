import { haversineKm, type LatLng } from "../domain/location.ts";
import type { AddressPlace, FoundAddress } from "../ports/streets.ts";
import { type Named, nameIndexWork, readAddress } from "./address_text.ts";
import { boxAround, toUnits, UNITS_A_DEGREE, unitsOf } from "./coordinates.ts";
import { inSlices, type NamedArea, type StreetGraph, type Work } from "./street_graph.ts";
import type { IndexedStreets } from "./street_index.ts";

/** Crossings of the same streets that are nearer are one: carriageways of an avenue lie less far apart. */
const SAME_KM = 0.05;
/** The middle of a longer block or street is too far from some of its doors. */
const MAX_KM = 0.3;
/** A street within this distance tells corners of the same names apart. */
const NEAR_KM = 0.25;
/** Some 50 m in units: a street that bounds an area may be drawn outside it. */
const BORDER = 5000;
const MAX_PLACES = 6;

type Find = (text: string, from: LatLng) => FoundAddress;

/** Finds addresses on a map. The first call makes the index of names. */
export function addressFinder(
  map: IndexedStreets,
): (text: string, from: LatLng) => Promise<FoundAddress> {
  let made: Promise<Find> | undefined;
  return async (text, from) => (await (made ??= inSlices(finderWork(map))))(text, from);
}

function* finderWork(map: IndexedStreets): Work<Find> {
  const corners = yield* cornersWork(map.graph);
  const { names, areas, segmentName } = map.graph;
  const used = [...new Set(segmentName)].filter((name) => name > 0);
  const streetNames = yield* nameIndexWork(used.map((name) => [names[name]!, name]));
  const areaNames = yield* nameIndexWork(areas.map(({ name }, area) => [name, area]));
  const areasMeant = (words: readonly string[]) =>
    areaNames.startingAt(words, 0)[0]?.[0].map((area) => areas[area]!);

  return (text, from) => {
    const { readings, unknown } = readAddress(text, streetNames, areaNames);
    const points: NamedPoint[] = [];
    for (const { streets, place } of readings) {
      const meant = areasMeant(place);
      const isMeant = (point: LatLng) => meant?.some((one) => isInArea(one, point, BORDER)) ?? true;
      for (const point of pointsMeant(corners, streets)) {
        if (points.length === MAX_PLACES) break;
        const isKnown = points.some((one) => areWithin(SAME_KM, one, point));
        if (!isKnown && isMeant(point)) points.push(point);
      }
    }
    const places = points.sort((a, b) => haversineKm(a, from) - haversineKm(b, from))
      .map((point) => placeOf(map, point));
    // The reading with the most streets explains best why no place was found.
    const [best] = readings.toSorted((a, b) => b.streets.length - a.streets.length);
    const rest = best?.place ?? unknown;
    const area = areasMeant(rest)?.[0]?.name ?? null;
    const streets = best?.streets.map(([name]) => names[name!]!) ?? [];
    const meant = area === null && places.length === 0 ? streetNames.near(rest) : [];
    return { places, streets, area, unknown: rest.join(" ").replaceAll(" ,", ","), meant };
  };
}

function placeOf({ graph, index }: IndexedStreets, point: NamedPoint): AddressPlace {
  const { names, areas, segmentName } = graph;
  const [street, ...between] = point.names.map((name) => names[name]!);
  const area = areas.find((one) => isInArea(one, point))?.name ?? null;
  const town = townAt(graph, point);
  const other = index.within(unitsOf(boxAround(point, NEAR_KM)))
    .find((segment) => ![0, ...point.names].includes(segmentName[segment]!));
  const near = other === undefined ? null : names[segmentName[other]!]!;
  return { lat: point.lat, lng: point.lng, street: street!, between, area, near, town };
}

/** The smallest town of the map that contains the point; null if it knows none. */
export function townAt({ areas }: Pick<StreetGraph, "areas">, point: LatLng): string | null {
  return areas.find((one) => one.isTown && isInArea(one, point))?.name ?? null;
}

/** A point and the numbers of its names: the street, then the streets that cross it there or bound the block. */
interface NamedPoint extends LatLng {
  readonly names: readonly number[];
}

/** Segments between two pauses: about a millisecond. */
const SEGMENTS_A_STEP = 1024;
/** Units of longitude for which a junction's number has room: 13 degrees. */
const SPAN = 2 ** 27;

/** The junctions of a map. The number of a junction follows from its place; a street is the numbers of its names. */
interface Corners {
  readonly namesAt: ReadonlyMap<number, readonly number[]>;
  readonly junctionsOf: ReadonlyMap<number, readonly number[]>;
  /** The middles of roundabouts, which count as junctions of the streets that touch a roundabout. */
  readonly centers: ReadonlySet<number>;
  readonly kmOf: Float64Array;
  pointOf(junction: number): LatLng;
}

function* cornersWork(graph: StreetGraph): Work<Corners> {
  const { segmentName, segmentMeters, segmentRing, firstPoint, pointLat, pointLng } = graph;
  const [south, west] = [pointLat[0]!, pointLng[0]!];
  const junctionAt = (lat: number, lng: number) => (lat - south) * SPAN + lng - west;
  const pointOf = (junction: number): LatLng => {
    const north = Math.round(junction / SPAN);
    const east = junction - north * SPAN;
    return { lat: (south + north) / UNITS_A_DEGREE, lng: (west + east) / UNITS_A_DEGREE };
  };
  const namesAt = new Map<number, number[]>();
  const junctionsOf = new Map<number, number[]>();
  const kmOf = new Float64Array(graph.names.length);
  const ringAt = new Map<number, Set<number>>();
  for (const [segment, name] of segmentName.entries()) {
    if (segment % SEGMENTS_A_STEP === 0) yield;
    const ends = [firstPoint[segment]!, firstPoint[segment + 1]! - 1]
      .map((point) => junctionAt(pointLat[point]!, pointLng[point]!));
    if (segmentRing[segment] === 1) {
      const ring = new Set(ends.flatMap((end) => [end, ...ringAt.get(end) ?? []]));
      for (const junction of ring) ringAt.set(junction, ring);
    }
    kmOf[name]! += segmentMeters[segment]! / 1000;
    for (const end of ends) touch(end, name);
  }
  const centers = new Set<number>();
  for (const ring of new Set(ringAt.values())) {
    const { lat, lng } = meanOf([...ring].map(pointOf));
    const center = junctionAt(toUnits(lat), toUnits(lng));
    centers.add(center);
    const all = [...ring].flatMap((end) => namesAt.get(end) ?? []);
    for (const name of all) touch(center, name);
  }
  function touch(junction: number, name: number): void {
    if (name === 0 || namesAt.get(junction)?.includes(name)) return;
    add(namesAt, junction, name);
    add(junctionsOf, name, junction);
  }
  return { namesAt, junctionsOf, centers, kmOf, pointOf };
}

/** The points of one street (its middle), two (their crossings) or three (middles of the first one's blocks). */
function pointsMeant(
  corners: Corners,
  [street, one, other]: readonly Named[],
): Iterable<NamedPoint> {
  if (!one) return middleOf(corners, street!);
  return other ? blocks(corners, street!, one, other) : crossings(corners, street!, one);
}

function junctionsAlong({ junctionsOf }: Corners, street: Named): number[] {
  return street.flatMap((name) => junctionsOf.get(name)!);
}

function crossings(corners: Corners, street: Named, other: Named): NamedPoint[] {
  const { namesAt, centers, pointOf } = corners;
  const nameAt = (junction: number, street: Named) =>
    namesAt.get(junction)!.find((name) => street.includes(name));
  const found: { readonly at: LatLng[]; readonly names: readonly number[] }[] = [];
  if (street.some((name) => other.includes(name))) return [];
  for (const junction of junctionsAlong(corners, street)) {
    const name = nameAt(junction, other);
    if (name === undefined) continue;
    const point = pointOf(junction);
    // Streets that touch a roundabout cross in its middle if they share no junction there.
    const reach = centers.has(junction) ? MAX_KM : SAME_KM;
    const same = found.find(({ at: [first] }) => areWithin(reach, first!, point));
    if (!same) found.push({ at: [point], names: [nameAt(junction, street)!, name] });
    else if (!centers.has(junction)) same.at.push(point);
  }
  return found.map(({ at, names }) => ({ ...meanOf(at), names }));
}

/** The middles of blocks, which no further street crosses. Crossings beside their ends belong to wide corners. */
function* blocks(
  corners: Corners,
  street: Named,
  one: Named,
  other: Named,
): Generator<NamedPoint> {
  const bounds = [...street, ...one, ...other];
  const isFurther = (junction: number) =>
    corners.namesAt.get(junction)!.some((name) => !bounds.includes(name));
  const further = junctionsAlong(corners, street).filter(isFurther).map(corners.pointOf);
  const ends = crossings(corners, street, other);
  for (const start of crossings(corners, street, one)) {
    const [end] = ends.filter((point) => areWithin(MAX_KM, start, point))
      .sort((a, b) => haversineKm(start, a) - haversineKm(start, b));
    if (!end) continue;
    const middle = meanOf([start, end]);
    const km = 0.4 * haversineKm(start, end);
    if (further.some((point) => areWithin(km, middle, point))) continue;
    yield { ...middle, names: [...start.names, end.names[1]!] };
  }
}

function middleOf(corners: Corners, street: Named): NamedPoint[] {
  if (street.some((name) => corners.kmOf[name]! > MAX_KM)) return [];
  const ends = junctionsAlong(corners, street).map(corners.pointOf);
  const middle = meanOf(ends);
  const isOnePlace = ends.every((end) => areWithin(MAX_KM / 2, end, middle));
  return isOnePlace ? [{ ...middle, names: street.slice(0, 1) }] : [];
}

function add(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function meanOf(points: readonly LatLng[]): LatLng {
  const mean = (axis: keyof LatLng) =>
    points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  return { lat: mean("lat"), lng: mean("lng") };
}

/** Whether two points are at most `km` apart. The latitudes alone (110 km a degree) quickly exclude most. */
function areWithin(km: number, a: LatLng, b: LatLng): boolean {
  return Math.abs(a.lat - b.lat) * 110 <= km && haversineKm(a, b) <= km;
}

/** Whether the area contains the point, or a point `border` units beside it. */
function isInArea(area: NamedArea, { lat, lng }: LatLng, border = 0): boolean {
  const shifts = [0, border, -border];
  return shifts.some((up) =>
    shifts.some((aside) => contains(area, toUnits(lat) + up, toUnits(lng) + aside))
  );
}

/** Whether the lines of the area cross a ray from the point eastwards an odd number of times. */
function contains({ lines }: NamedArea, lat: number, lng: number): boolean {
  let isInside = false;
  for (const line of lines) {
    for (let i = 0; i < line.length - 2; i += 2) {
      const [latA, latB] = [line[i]!, line[i + 2]!];
      if ((latA > lat) === (latB > lat)) continue;
      const share = (lat - latA) / (latB - latA);
      if (line[i + 1]! + share * (line[i + 3]! - line[i + 1]!) > lng) isInside = !isInside;
    }
  }
  return isInside;
}

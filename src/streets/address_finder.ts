import { haversineKm, type LatLng } from "../domain/location.ts";
import type { AddressPlace, FoundAddress, SearchFrom } from "../ports/streets.ts";
import { readAddress, type Reading, type SaidArea } from "./address_text.ts";
import { wordsOf } from "./address_words.ts";
import { boxAround, toUnits, UNITS_A_DEGREE, unitsOf } from "./coordinates.ts";
import { words } from "./import/car_speed.ts";
import { type Named, type NameIndex, nameIndexWork } from "./name_index.ts";
import { areSame, type NamedAreas, namedAreas } from "./named_areas.ts";
import { inSlices, type NamedArea, type StreetGraph, type Work } from "./street_graph.ts";
import type { IndexedStreets } from "./street_index.ts";

/** Crossings of the same streets that are nearer are one: carriageways of an avenue lie less far apart. */
const SAME_KM = 0.05;
/** The middle of a longer block or street is too far from some of its doors. */
const MAX_KM = 0.3;
/** A block that another street crosses, such as 60-A between 60 and 62, is shorter; one that is doubted, longer. */
const MAX_CROSSED_KM = 0.16;
const MAX_DOUBTED_KM = 0.6;
/** An avenue within this distance tells corners of the same names apart, or else a street within the second. */
const AVENUE_KM = 1;
const NEAR_KM = 0.25;
const MAX_PLACES = 6;

type Find = (text: string, from: SearchFrom) => FoundAddress;

/** Finds addresses on a map. The first call makes the index of names. */
export function addressFinder(
  map: IndexedStreets,
  areas = namedAreas(map.graph),
): (text: string, from: SearchFrom) => Promise<FoundAddress> {
  let made: Promise<Find> | undefined;
  return async (text, from) => (await (made ??= inSlices(finderWork(map, areas))))(text, from);
}

function* finderWork(map: IndexedStreets, areas: NamedAreas): Work<Find> {
  const corners = yield* cornersWork(map.graph);
  const { names, segmentName } = map.graph;
  const used = [...new Set(segmentName)].filter((name) => name > 0);
  const streets = yield* nameIndexWork(used.map((name) => [names[name]!, name]), false);
  let own = yield* ownAreasWork(map.graph.areas, null);

  return (text, from) => {
    const { town = null, pin } = from;
    // The restaurant's town may not be on the map; a change of it is rare.
    if (own.town !== town) own = finished(ownAreasWork(map.graph.areas, town));
    const readings = readAddress(text, { streets, areas: own.names });
    const townOf = (point: LatLng) => areas.townAt(point) ?? town;
    const isAt = ({ named, isColonia }: SaidArea, point: LatLng) => {
      const meant = named.map((area) => own.areas[area]!);
      const towns = isColonia ? [] : meant.filter(({ isTown }) => isTown);
      return (towns.length > 0 ? towns : meant).some((one) =>
        one.isTown && areSame(one.name, townOf(point)) || areas.isIn(one, point)
      );
    };
    const search = (isMeant: (reading: Reading) => (point: LatLng) => boolean) =>
      pointsOf(readings.map((reading) => pointsMeant(corners, reading.streets, isMeant(reading))))
        .sort((a, b) => haversineKm(a, from) - haversineKm(b, from))
        .map((point) => placeOf(map, corners, areas, point));
    const [best] = readings.toSorted((a, b) => b.streets.length - a.streets.length);
    const { unknown = [], lastUnknown = [], references = [], areas: said = [] } = best ?? {};
    const isRead = unknown.length === 0;
    const inAreas = search(({ areas }) => (point) => areas.every((said) => isAt(said, point)));
    const here = isRead && inAreas.length > 0 ? [] : search(() => () => true);
    const nameOf = ({ named: [area] }: SaidArea) => own.areas[area!]!.name;
    const points = pin ? [pin] : here;
    const elsewhere = pin || here.length > 0
      ? said.filter((one) => !points.some((point) => isAt(one, point))).map(nameOf)
      : [];
    return {
      places: isRead ? inAreas : [],
      here,
      streets: best?.streets.map(([name]) => names[name!]!) ?? [],
      area: said[0] ? nameOf(said[0]) : null,
      elsewhere: [...elsewhere, ...lastUnknown],
      unknown: unknown.join(", "),
      meant: [streets, own.names].flatMap((names) => unknown.flatMap(names.near)).slice(0, 3),
      references: references.join(", "),
    };
  };
}

/** The areas of the map, and the town of the restaurant. */
function* ownAreasWork(areas: readonly NamedArea[], town: string | null) {
  const all = town === null ? areas : [...areas, { name: town, isTown: true, lines: [] }];
  const named = all.map(({ name }, area) => [name, area] as const);
  const names: NameIndex = yield* nameIndexWork(named, true);
  return { town, areas: all, names };
}

function finished<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** The first points of each reading, without those that are the same place. */
function pointsOf(readings: readonly Iterable<NamedPoint>[]): NamedPoint[] {
  const points: NamedPoint[] = [];
  for (const meant of readings) {
    for (const point of meant) {
      if (points.length === MAX_PLACES) return points;
      if (!points.some((one) => areWithin(SAME_KM, one, point))) points.push(point);
    }
  }
  return points;
}

function placeOf(
  { graph: { names, segmentName }, index }: IndexedStreets,
  corners: Corners,
  { townAt, areaAt }: NamedAreas,
  point: NamedPoint,
): AddressPlace {
  const [street, ...between] = point.names.map((name) => names[name]!);
  const area = areaAt(point)?.name ?? null;
  const other = area === null
    ? avenueNear(corners, point) ?? segmentName[
      index.within(unitsOf(boxAround(point, NEAR_KM)))
        .find((segment) => ![0, ...point.names].includes(segmentName[segment]!))!
    ]
    : undefined;
  const near = other === undefined ? null : names[other]!;
  const { lat, lng } = point;
  return { lat, lng, street: street!, between, area, near, town: townAt(point) };
}

/** The name of the nearest avenue that is not one of the point's own streets. */
function avenueNear({ avenues, namesAt, ...corners }: Corners, point: NamedPoint) {
  let [nearest, best]: [number | undefined, number] = [undefined, AVENUE_KM];
  for (const junction of along(avenues.junctions, corners.junctionAt(point), AVENUE_KM)) {
    const km = planarKm(corners.pointOf(junction), point);
    if (km >= best) continue;
    const name = namesAt.get(junction)!.find((name) =>
      avenues.names.has(name) && !point.names.includes(name)
    );
    if (name !== undefined) [nearest, best] = [name, km];
  }
  return nearest;
}

/** A point and the numbers of its names: the street, then the streets that cross it there or bound the block. */
interface NamedPoint extends LatLng {
  readonly names: readonly number[];
}

/** Segments between two pauses: about a millisecond. */
const SEGMENTS_A_STEP = 1024;
/** Units of longitude for which a junction's number has room: 13 degrees. */
const SPAN = 2 ** 27;
/** At least as many units of latitude as a kilometre has. */
const UNITS_A_KM = 90_500;
const AVENUES = words("avenida bulevar paseo calzada periferico circuito prolongacion anillo");

/** The junctions of a map. The number of a junction follows from its place; a street is the numbers of its names. */
interface Corners {
  readonly namesAt: ReadonlyMap<number, readonly number[]>;
  /** In ascending order, which is that of their latitudes. */
  readonly junctionsOf: ReadonlyMap<number, readonly number[]>;
  /** The middles of roundabouts, which count as junctions of the streets that touch a roundabout. */
  readonly centers: ReadonlySet<number>;
  readonly avenues: {
    readonly names: ReadonlySet<number>;
    readonly junctions: readonly number[];
  };
  readonly kmOf: Float64Array;
  pointOf(junction: number): LatLng;
  junctionAt(point: LatLng): number;
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
  for (const junctions of junctionsOf.values()) junctions.sort((a, b) => a - b);
  const all = [...junctionsOf.keys()];
  const names = new Set(all.filter((name) => AVENUES.has(wordsOf(graph.names[name]!)[0]?.word!)));
  const avenues = { names, junctions: [...names].flatMap((name) => junctionsOf.get(name)!) };
  return {
    ...{ namesAt, junctionsOf, centers, avenues, kmOf, pointOf },
    junctionAt: ({ lat, lng }) => junctionAt(toUnits(lat), toUnits(lng)),
  };
}

/** Of junctions those whose latitude is at most `km` from that of another. */
function along(junctions: readonly number[], other: number, km: number): readonly number[] {
  const reach = km * UNITS_A_KM * SPAN;
  return junctions.filter((junction) => Math.abs(junction - other) <= reach);
}

type IsMeant = (point: LatLng) => boolean;

/** The points of one street (its middle), two (their crossings) or three (middles of the first one's blocks). */
function* pointsMeant(
  corners: Corners,
  [street, one, other]: readonly Named[],
  isMeant: IsMeant,
): Generator<NamedPoint> {
  if (!street) return;
  if (!one) return yield* middleOf(corners, street).filter(isMeant);
  if (!other) return yield* crossings(corners, street, one, isMeant);
  // "entre 59 y 61 de la 60": the street of the block comes last.
  const orders = [[street, one, other], [one, street, other], [other, street, one]] as const;
  for (const order of orders) {
    const found = blocks(corners, ...order, isMeant);
    if (found.length > 0) return yield* found;
  }
}

function junctionsAlong({ junctionsOf }: Corners, street: Named): readonly number[] {
  if (street.length === 1) return junctionsOf.get(street[0]!)!;
  return street.flatMap((name) => junctionsOf.get(name)!).sort((a, b) => a - b);
}

function crossings(
  corners: Corners,
  street: Named,
  other: Named,
  isMeant: IsMeant = () => true,
): NamedPoint[] {
  const { namesAt, centers, pointOf } = corners;
  const nameAt = (junction: number, street: Named) =>
    namesAt.get(junction)!.find((name) => street.includes(name));
  const found: { readonly at: LatLng[]; readonly names: readonly number[] }[] = [];
  if (street.some((name) => other.includes(name))) return [];
  const [few] = [street, other].map((one) => junctionsAlong(corners, one))
    .sort((a, b) => a.length - b.length);
  for (const junction of few!) {
    const names = [nameAt(junction, street), nameAt(junction, other)];
    const point = pointOf(junction);
    if (names.includes(undefined) || !isMeant(point)) continue;
    // Streets that touch a roundabout cross in its middle if they share no junction there.
    const reach = centers.has(junction) ? MAX_KM : SAME_KM;
    const same = found.find(({ at: [first] }) => areWithin(reach, first!, point));
    if (!same) found.push({ at: [point], names: names as number[] });
    else if (!centers.has(junction)) same.at.push(point);
  }
  return found.map(({ at, names }) => ({ ...meanOf(at), names }));
}

/**
 * The middles of blocks. What is long or crossed by further streets is no block, but asked about where there is one;
 * crossings beside the ends belong to wide corners.
 */
function blocks(
  corners: Corners,
  street: Named,
  one: Named,
  other: Named,
  isMeant: IsMeant,
): NamedPoint[] {
  const { namesAt, junctionAt, pointOf } = corners;
  const bounds = [...street, ...one, ...other];
  const isFurther = (junction: number) =>
    namesAt.get(junction)!.some((name) => !bounds.includes(name));
  const junctions = junctionsAlong(corners, street);
  const ends = crossings(corners, street, other);
  const found: NamedPoint[] = [];
  let isBlock = false;
  for (const start of crossings(corners, street, one)) {
    const [end] = ends.filter((point) => areWithin(MAX_DOUBTED_KM, start, point))
      .sort((a, b) => planarKm(start, a) - planarKm(start, b));
    const middle = end && meanOf([start, end]);
    if (!middle || !isMeant(middle) || found.length === MAX_PLACES) continue;
    found.push({ ...middle, names: [...start.names, end.names[1]!] });
    const km = planarKm(start, end);
    isBlock ||= km <= MAX_CROSSED_KM || km <= MAX_KM &&
        !along(junctions, junctionAt(middle), 0.4 * km).filter(isFurther)
          .some((junction) => areWithin(0.4 * km, middle, pointOf(junction)));
  }
  return isBlock ? found : [];
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
  return Math.abs(a.lat - b.lat) * 110 <= km && planarKm(a, b) <= km;
}

/** The distance on a plane, exact to a metre over some kilometres. */
function planarKm(a: LatLng, b: LatLng): number {
  const east = (a.lng - b.lng) * Math.cos(a.lat * Math.PI / 180);
  return Math.hypot(a.lat - b.lat, east) * 111.195;
}

/** Corners and blocks of a map, by the names of their streets. */
import type { LatLng } from "../domain/location.ts";
import type { Reading } from "./address_text.ts";
import { wordsOf } from "./address_words.ts";
import { toUnits, UNITS_A_DEGREE } from "./coordinates.ts";
import { words } from "./words.ts";
import { add, type Named, NAMES_A_STEP } from "./name_index.ts";
import type { StreetGraph, Work } from "./street_graph.ts";

/** Crossings of the same streets that are nearer are one: carriageways of an avenue lie less far apart. */
export const SAME_KM = 0.05;
/** The middle of a longer block or street is too far from some of its doors. */
const MAX_KM = 0.3;
/** So short a block counts even if another street crosses it, such as 60-A between 60 and 62. */
const MAX_CROSSED_KM = 0.16;
/** Longer blocks of the same names are given too, to be asked about. */
const MAX_DOUBTED_KM = 0.6;

/** A point and the numbers of its names: the street, then the streets that cross it there or bound the block. */
export interface NamedPoint extends LatLng {
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
export interface Corners {
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

export function* cornersWork(graph: StreetGraph): Work<Corners> {
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
  const names = new Set<number>();
  for (const [name, junctions] of junctionsOf) {
    if (name % NAMES_A_STEP === 0) yield;
    junctions.sort((a, b) => a - b);
    const written = graph.names[name]!;
    // A number alone is no address.
    if (/\d/.test(written)) kmOf[name] = Infinity;
    if (AVENUES.has(wordsOf(written)[0]?.word ?? "")) names.add(name);
  }
  const avenues = { names, junctions: [...names].flatMap((name) => junctionsOf.get(name)!) };
  return {
    ...{ namesAt, junctionsOf, centers, avenues, kmOf, pointOf },
    junctionAt: ({ lat, lng }) => junctionAt(toUnits(lat), toUnits(lng)),
  };
}

/** Of junctions those whose latitude is at most `km` from that of another. */
export function along(junctions: readonly number[], other: number, km: number): readonly number[] {
  const reach = km * UNITS_A_KM * SPAN;
  return junctions.filter((junction) => Math.abs(junction - other) <= reach);
}

export type IsMeant = (point: LatLng) => boolean;

/** The points of one street (its middle), two (their crossings) or three (middles of blocks of an owner). */
export function* pointsMeant(
  corners: Corners,
  { streets, owners }: Pick<Reading, "streets" | "owners">,
  isMeant: IsMeant,
): Generator<NamedPoint> {
  const [street, one, other] = streets;
  const names = [street, one, other].flatMap((some) => some ?? []);
  if (!street || new Set(names).size < names.length) return;
  if (!one) return yield* middleOf(corners, street).filter(isMeant);
  if (!other) return yield* crossings(corners, street, one, isMeant);
  for (const owner of owners) {
    const [first, last] = streets.filter((_, i) => i !== owner);
    const found = blocks(corners, streets[owner]!, first!, last!, isMeant);
    if (found.length > 0) return yield* found;
  }
}

function junctionsAlong({ junctionsOf }: Corners, street: Named): readonly number[] {
  if (street.length === 1) return junctionsOf.get(street[0]!)!;
  return street.flatMap((name) => junctionsOf.get(name)!).sort((a, b) => a - b);
}

/** Junctions that are one corner. */
interface Cluster {
  readonly at: LatLng[];
  readonly names: readonly number[];
}

/** The crossings of two streets from south to north. */
function crossings(
  corners: Corners,
  street: Named,
  other: Named,
  isMeant: IsMeant = () => true,
): NamedPoint[] {
  const { namesAt, centers, pointOf } = corners;
  const found: Cluster[] = [];
  const nameAt = (junction: number, street: Named) =>
    street.length === 1
      ? street[0]!
      : namesAt.get(junction)!.find((name) => street.includes(name))!;
  for (const junction of shared(junctionsAlong(corners, street), junctionsAlong(corners, other))) {
    const point = pointOf(junction);
    if (!isMeant(point)) continue;
    // Streets that touch a roundabout cross in its middle if they share no junction there.
    const reach = centers.has(junction) ? MAX_KM : SAME_KM;
    let same: Cluster | undefined;
    for (let i = found.length - 1; i >= 0 && !same; i--) {
      const [first] = found[i]!.at;
      if ((point.lat - first!.lat) * 110 > reach) break;
      if (areWithin(reach, first!, point)) same = found[i];
    }
    if (same && !centers.has(junction)) same.at.push(point);
    if (same) continue;
    found.push({ at: [point], names: [nameAt(junction, street), nameAt(junction, other)] });
  }
  return found.map(({ at, names }) => {
    const { lat, lng } = meanOf(at);
    return { lat, lng, names };
  });
}

/** The junctions in both lists, which ascend. */
function shared(some: readonly number[], others: readonly number[]): number[] {
  const both: number[] = [];
  for (let [i, j] = [0, 0]; i < some.length && j < others.length;) {
    if (some[i] === others[j]) both.push(some[i]!);
    if (some[i]! <= others[j]!) i++;
    else j++;
  }
  return both;
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
  const ends = crossings(corners, street, other);
  const found: NamedPoint[] = [];
  let [isBlock, first] = [false, 0];
  for (const start of crossings(corners, street, one)) {
    while (first < ends.length && (start.lat - ends[first]!.lat) * 110 > MAX_DOUBTED_KM) first++;
    const end = nearest(ends, start, first);
    const middle = end && meanOf([start, end]);
    if (!middle || !isMeant(middle)) continue;
    found.push({ ...middle, names: [...start.names, end.names[1]!] });
    const km = planarKm(start, end);
    isBlock ||= km <= MAX_CROSSED_KM || km <= MAX_KM &&
        !along(junctionsAlong(corners, street), junctionAt(middle), 0.4 * km).filter(isFurther)
          .some((junction) => areWithin(0.4 * km, middle, pointOf(junction)));
  }
  return isBlock ? found : [];
}

/** The nearest of `ends`, sorted from south to north; those before `first` lie too far south. */
function nearest(ends: readonly NamedPoint[], start: LatLng, first: number) {
  let [best, km]: [NamedPoint | undefined, number] = [undefined, MAX_DOUBTED_KM];
  for (let i = first; i < ends.length && (ends[i]!.lat - start.lat) * 110 <= km; i++) {
    if (areWithin(km, start, ends[i]!)) [best, km] = [ends[i], planarKm(start, ends[i]!)];
  }
  return best;
}

function middleOf(corners: Corners, street: Named): NamedPoint[] {
  if (street.some((name) => corners.kmOf[name]! > MAX_KM)) return [];
  const ends = junctionsAlong(corners, street).map(corners.pointOf);
  const middle = meanOf(ends);
  const isOnePlace = ends.every((end) => areWithin(MAX_KM / 2, end, middle));
  return isOnePlace ? [{ ...middle, names: street.slice(0, 1) }] : [];
}

function meanOf(points: readonly LatLng[]): LatLng {
  let [lat, lng] = [0, 0];
  for (const point of points) {
    lat += point.lat;
    lng += point.lng;
  }
  return { lat: lat / points.length, lng: lng / points.length };
}

/** Whether two points are at most `km` apart. The latitudes alone (110 km a degree) quickly exclude most. */
export function areWithin(km: number, a: LatLng, b: LatLng): boolean {
  return Math.abs(a.lat - b.lat) * 110 <= km && planarKm(a, b) <= km;
}

/** The distance on a plane, exact to a metre over some kilometres. */
export function planarKm(a: LatLng, b: LatLng): number {
  const north = a.lat - b.lat;
  const east = (a.lng - b.lng) * Math.cos(a.lat * Math.PI / 180);
  // Math.hypot takes ten times as long.
  return Math.sqrt(north * north + east * east) * 111.195;
}

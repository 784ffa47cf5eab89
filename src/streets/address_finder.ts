import { haversineKm } from "../domain/location.ts";
import { foldText } from "../domain/text.ts";
import type { AddressPlace, FoundAddress, SearchFrom } from "../ports/streets.ts";
import { readAddress, type Reading, type SaidArea } from "./address_text.ts";
import { boxAround, unitsOf } from "./coordinates.ts";
import { type Named, type NameIndex, nameIndexWork } from "./name_index.ts";
import { type NamedAreas, namedAreas } from "./named_areas.ts";
import {
  along,
  areWithin,
  type Corners,
  cornersWork,
  type IsMeant,
  type NamedPoint,
  planarKm,
  pointsMeant,
  SAME_KM,
} from "./street_corners.ts";
import { inSlices, type NamedArea, type Work } from "./street_graph.ts";
import type { IndexedStreets } from "./street_index.ts";

/** An avenue within this distance tells corners of the same names apart, or else a street within the second. */
const AVENUE_KM = 1;
const NEAR_KM = 0.25;
const CENTRO = /centro/i;
const MAX_PLACES = 6;

type Find = (text: string, from: SearchFrom) => Promise<FoundAddress>;

/** Finds addresses on a map. The first call makes the index of names. */
export function addressFinder(map: IndexedStreets, areas = namedAreas(map.graph)): Find {
  let made: Promise<Find> | undefined;
  return async (text, from) => (await (made ??= inSlices(finderWork(map, areas))))(text, from);
}

function* finderWork(map: IndexedStreets, areas: NamedAreas): Work<Find> {
  const corners = yield* cornersWork(map.graph);
  const { names, segmentName } = map.graph;
  const used = [...new Set(segmentName)].filter((name) => name > 0);
  const streets = yield* nameIndexWork(used.map((name) => [names[name]!, name]), false);
  let own = yield* ownAreasWork(map.graph.areas, null);

  return async (text, { location, town, pin }) => {
    // The restaurant's town may not be on the map; a change of it is rare.
    if (own.town !== town) own = await inSlices(ownAreasWork(map.graph.areas, town));
    const kindOf = ([first]: Named) => {
      const { name, isTown } = own.areas[first!]!;
      return isTown ? "town" : CENTRO.test(name) ? "centro" : "colonia";
    };
    const isOwnTown = (named: Named) => town !== null && named.includes(own.areas.length - 1);
    const readings = readAddress(text, { streets, areas: own.names, kindOf, isOwnTown })
      .toSorted((a, b) => b.streets.length - a.streets.length);
    const inside = (said: SaidArea) => insideOf(said, own, areas);
    const search = (testsOf: (reading: Reading) => readonly IsMeant[]) =>
      pointsOf(readings.map((reading) => {
        const tests = testsOf(reading);
        return pointsMeant(corners, reading, (point) => tests.every((isIn) => isIn(point)));
      }));
    const best = readings[0]!;
    const all = best.unknown.length === 0 ? search(({ areas }) => areas.map(inside)) : [];
    const found = all.length === 1 && best.unsure.length > 0 ? [] : all;
    const unknown = found.length === 0 ? [...best.unknown, ...best.unsure] : [];
    const here = found.length === 0 ? search(() => []) : [];
    const compared = pin ? [pin] : here;
    const elsewhere = compared.length === 0
      ? []
      : best.areas.filter((said) => !compared.some(inside(said)))
        .map(({ named: [area] }) => own.areas[area!]!.name);
    const unheard = pin ? best.lastUnknown : unknown;
    const near = ({ near }: NameIndex) => best.unknown.flatMap(near);
    return {
      places: found.sort((a, b) => haversineKm(a, location) - haversineKm(b, location))
        .slice(0, MAX_PLACES)
        .map((point) => placeOf(map, corners, areas, point)),
      isHere: here.length > 0,
      streets: best.streets.map(([name]) => names[name!]!),
      elsewhere: [...elsewhere, ...best.streets.length > 0 ? unheard : []],
      unknown: unknown.join(", "),
      meant: [streets, own.names].flatMap(near).slice(0, 3),
      references: best.references.join(", "),
    };
  };
}

/** Whether a point is in the colonia or the town that is named; a town of that name counts before a colonia. */
function insideOf({ named, isColonia }: SaidArea, own: OwnAreas, areas: NamedAreas): IsMeant {
  const { town } = own;
  const all = named.map((area) => own.areas[area]!);
  const towns = isColonia ? [] : all.filter(({ isTown }) => isTown);
  const meant = towns.length > 0 ? towns : all;
  const isOwn = town !== null && towns.some(({ name }) => foldText(name) === foldText(town));
  return (point) =>
    meant.some((one) => areas.isIn(one, point)) || isOwn && areas.townAt(point) === null;
}

interface OwnAreas {
  readonly town: string | null;
  readonly areas: readonly NamedArea[];
  readonly names: NameIndex;
}

/** The areas of the map, and the town of the restaurant. */
function* ownAreasWork(areas: readonly NamedArea[], town: string | null): Work<OwnAreas> {
  const all = town === null ? areas : [...areas, { name: town, isTown: true, lines: [] }];
  const named = all.map(({ name }, area) => [name, area] as const);
  return { town, areas: all, names: yield* nameIndexWork(named, true) };
}

/** The points of the readings, without those that are the same place. */
function pointsOf(readings: readonly Iterable<NamedPoint>[]): NamedPoint[] {
  const points: NamedPoint[] = [];
  for (const meant of readings) {
    for (const point of meant) {
      const isSame = ({ names }: NamedPoint) => `${names}` === `${point.names}`;
      if (!points.some((one) => isSame(one) && areWithin(SAME_KM, one, point))) points.push(point);
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
    const other = corners.pointOf(junction);
    if (!areWithin(best, other, point)) continue;
    const name = namesAt.get(junction)!.find((name) =>
      avenues.names.has(name) && !point.names.includes(name)
    );
    if (name !== undefined) [nearest, best] = [name, planarKm(other, point)];
  }
  return nearest;
}

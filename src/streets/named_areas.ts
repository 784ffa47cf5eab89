/** Colonias and towns of a map: areas, and points where the map knows no border. */
import type { LatLng } from "../domain/location.ts";
import { type Box, metersBetween, rangeOf, toUnits } from "./coordinates.ts";
import type { NamedArea, StreetGraph } from "./street_graph.ts";

/** Some 50 m in units: a street that bounds an area may be drawn outside it. */
const BORDER = 5000;
/** How far a colonia that is a point reaches. */
const MAX_METERS = 1_500;
/** Where another is nearer by more, it is the other that counts. */
const UNSURE_METERS = 300;
/** A place is called by the name of a colonia that is a point so near. */
const LABEL_METERS = 500;

export interface NamedAreas {
  /** The smallest town that contains the point; null if there is none. */
  townAt(point: LatLng): string | null;
  /** The colonia that contains the point or is a point nearby. */
  areaAt(point: LatLng): NamedArea | null;
  /** Whether the point lies in the area or at its border, or nearer to it than to another of its kind. */
  isIn(area: NamedArea, point: LatLng): boolean;
}

export function namedAreas({ areas }: Pick<StreetGraph, "areas">): NamedAreas {
  const points = areas.filter(({ lines }) => isPoint(lines));
  const closed = areas.filter(({ lines }) => !isPoint(lines))
    .map((area) => ({ area, ...boxOfArea(area) }));
  const towns = closed.filter(({ area }) => area.isTown);
  const boxed = new Map(closed.map((one) => [one.area, one]));

  function contains(one: BoxedArea, lat: number, lng: number, border = 0): boolean {
    const { area, south, west, north, east } = one;
    if (lat < south - border || lat > north + border) return false;
    if (lng < west - border || lng > east + border) return false;
    const shifts = border === 0 ? [0] : [0, border, -border];
    return shifts.some((up) => shifts.some((aside) => isInside(area, lat + up, lng + aside)));
  }
  function find(among: readonly BoxedArea[], point: LatLng): NamedArea | undefined {
    const [lat, lng] = [toUnits(point.lat), toUnits(point.lng)];
    return among.find((one) => contains(one, lat, lng))?.area;
  }
  function metersTo({ lines: [at] }: NamedArea, point: LatLng): number {
    return metersBetween(at![0]!, at![1]!, toUnits(point.lat), toUnits(point.lng));
  }
  /** The colonia that contains the point, at 0 m, else the nearest point that is a colonia; or that is a town. */
  function nearest(isTown: boolean, point: LatLng): [area: NamedArea | null, meters: number] {
    const inside = find(closed, point);
    if (inside && !inside.isTown && !isTown) return [inside, 0];
    let [area, meters]: [NamedArea | null, number] = [null, MAX_METERS];
    for (const one of points) {
      const away = one.isTown === isTown ? metersTo(one, point) : Infinity;
      if (away < meters) [area, meters] = [one, away];
    }
    return [area, meters];
  }
  return {
    townAt: (point) => find(towns, point)?.name ?? null,
    areaAt(point) {
      const [area, meters] = nearest(false, point);
      return meters < LABEL_METERS ? area : null;
    },
    isIn(area, point) {
      const box = boxed.get(area);
      if (box) return contains(box, toUnits(point.lat), toUnits(point.lng), BORDER);
      if (!isPoint(area.lines)) return false;
      const [meters, [, least]] = [metersTo(area, point), nearest(area.isTown, point)];
      if (meters < Math.min(MAX_METERS, least + UNSURE_METERS)) return true;
      // A town is larger: what lies in none, and twice as far from all others, is its own.
      return area.isTown && meters < 2 * MAX_METERS && find(towns, point) === undefined &&
        points.every((one) => one === area || !one.isTown || metersTo(one, point) > 2 * meters);
    },
  };
}

function isPoint(lines: NamedArea["lines"]): boolean {
  return lines[0]?.length === 2;
}

interface BoxedArea extends Box {
  readonly area: NamedArea;
}

function boxOfArea({ lines }: NamedArea): Box {
  const axis = (first: number) => rangeOf(lines.flat().filter((_, i) => i % 2 === first));
  const [[south, north], [west, east]] = [axis(0), axis(1)];
  return { south, west, north, east };
}

/** Whether the lines of the area cross a ray from the point eastwards an odd number of times. */
function isInside({ lines }: NamedArea, lat: number, lng: number): boolean {
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

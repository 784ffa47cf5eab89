import type { LatLng } from "../../domain/location.ts";
import { toUnits, unitScale } from "../coordinates.ts";
import type { Line } from "../route_path.ts";
import type { UnitBox } from "../piece_tree.ts";

/** The picture's own coordinates: about five a pixel on a phone, two and a half on a desk. */
export const PICTURE_WIDTH = 1600;
export const PICTURE_HEIGHT = 1120;

/** Room around the route: for the pin above, for the scale and whose map it is below. */
const MARGIN = { top: 200, side: 170, bottom: 190 };
/** However short a route is, so many metres are shown from side to side. */
const LEAST_METERS_ACROSS = 600;

/** A point of the picture: x to the right, y down. */
export interface Dot {
  readonly x: number;
  readonly y: number;
}

/** How the ground lies in the picture. */
export interface Frame {
  readonly metersADot: number;
  /** What is seen of the ground, in units. */
  readonly box: UnitBox;
  x(lng: number): number;
  y(lat: number): number;
}

/** The frame in which a route and the point behind its end fill the picture. */
export function frameAround(route: Line, destination: LatLng): Frame {
  const lat = rangeOf([...route.lat, toUnits(destination.lat)]);
  const lng = rangeOf([...route.lng, toUnits(destination.lng)]);
  const scale = unitScale((lat.least + lat.most) / 2);
  const metersADot = Math.max(
    (lng.most - lng.least) * scale.lng / (PICTURE_WIDTH - 2 * MARGIN.side),
    (lat.most - lat.least) * scale.lat / (PICTURE_HEIGHT - MARGIN.top - MARGIN.bottom),
    LEAST_METERS_ACROSS / PICTURE_WIDTH,
  );
  const [perLng, perLat] = [scale.lng / metersADot, scale.lat / metersADot];
  const west = (lng.least + lng.most) / 2 - PICTURE_WIDTH / 2 / perLng;
  const middle = (PICTURE_HEIGHT + MARGIN.top - MARGIN.bottom) / 2;
  const north = (lat.least + lat.most) / 2 + middle / perLat;
  return {
    metersADot,
    box: {
      south: north - PICTURE_HEIGHT / perLat,
      west,
      north,
      east: west + PICTURE_WIDTH / perLng,
    },
    x: (lng) => (lng - west) * perLng,
    y: (lat) => (north - lat) * perLat,
  };
}

/** Whether a dot lies in the picture, at least `margin` from its sides. */
export function inPicture({ x, y }: Dot, margin = 0): boolean {
  return x >= margin && y >= margin && x <= PICTURE_WIDTH - margin && y <= PICTURE_HEIGHT - margin;
}

function rangeOf(numbers: readonly number[]): { least: number; most: number } {
  return numbers.reduce(
    ({ least, most }, number) => ({ least: Math.min(least, number), most: Math.max(most, number) }),
    { least: Infinity, most: -Infinity },
  );
}

import { MAX_DECIMALS, type Read } from "./read.ts";

/** A point on the ground: WGS84 decimal degrees, as in OSM. */
export interface LatLng {
  readonly lat: number;
  readonly lng: number;
}

/** Mean earth radius in kilometres (IUGG). */
const EARTH_RADIUS_KM = 6371.0088;

export function haversineKm(a: LatLng, b: LatLng): number {
  const radians = Math.PI / 180;
  const sinLat = Math.sin((b.lat - a.lat) * radians / 2);
  const sinLng = Math.sin((b.lng - a.lng) * radians / 2);
  const h = sinLat * sinLat +
    Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * sinLng * sinLng;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** A link that opens the map application of a phone, or a map in the browser, with a pin at the point. */
export function mapLink({ lat, lng }: LatLng): string {
  return `https://www.google.com/maps/search/?api=1&query=${lat},${lng}`;
}

/** Digits, an optional point between digits, an optional minus sign in front: `-89.62`, `7`. */
const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/;
const MAX_DECIMAL = "-180.".length + MAX_DECIMALS;

/** Greatest degrees of each axis, on both sides of zero. */
export const MAX_DEGREES = { lat: 90, lng: 180 } as const;

/** The number of a short plain decimal; null for `1e1`, `0x10`, `+1`, `.5`, `5.` and blanks. */
export function parseDecimal(text: string): number | null {
  if (text.length > MAX_DECIMAL || !PLAIN_DECIMAL.test(text)) return null;
  // Adding zero turns -0 into 0.
  return Number(text) + 0;
}

export function isDegrees(axis: keyof LatLng, degrees: number): boolean {
  return Math.abs(degrees) <= MAX_DEGREES[axis];
}

/** The degrees that `text` writes as a plain decimal, or the code of what is wrong with it. */
export function readDegrees<Axis extends keyof LatLng>(
  axis: Axis,
  text: string,
): Read<number, `${Axis}_invalida` | `${Axis}_fuera_de_rango`> {
  const degrees = parseDecimal(text);
  if (degrees === null) return { error: `${axis}_invalida` };
  return isDegrees(axis, degrees) ? { value: degrees } : { error: `${axis}_fuera_de_rango` };
}

export function isInMexico({ lat, lng }: LatLng): boolean {
  return lat >= 14.4 && lat <= 32.8 && lng >= -118.5 && lng <= -86.6;
}

const WRONG_SIGNS = [[], ["lng"], ["lat"], ["lat", "lng"]] as const;

/** The point that is `expected` once its axes are `swapped` or the `signs` of some reversed; null if none is. */
export function pointMeant(
  { lat, lng }: LatLng,
  expected: (point: LatLng) => boolean,
): LatLng & { readonly swapped: boolean; readonly signs: readonly (keyof LatLng)[] } | null {
  const corrections = [true, false].flatMap((swapped) =>
    WRONG_SIGNS.map((signs) => {
      const sign = (axis: keyof LatLng) => signs.some((one) => one === axis) ? -1 : 1;
      const [first, second] = swapped ? [lng, lat] : [lat, lng];
      return { lat: sign("lat") * first, lng: sign("lng") * second, swapped, signs };
    })
  );
  return corrections.find(expected) ?? null;
}

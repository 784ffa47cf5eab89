/** Numbers and points as they stand in queries: plain decimals. */
import { Failure } from "./failure.ts";

/** A point on the ground: WGS84 decimal degrees, as in OSM. */
export interface LatLng {
  /** Latitude, -90 to 90. */
  readonly lat: number;
  /** Longitude, -180 to 180. */
  readonly lng: number;
}

/** Mean earth radius in kilometres (IUGG). */
const EARTH_RADIUS_KM = 6371.0088;

/** Straight-line (great circle) distance in kilometres, by the haversine formula. */
export function haversineKm(a: LatLng, b: LatLng): number {
  const radians = Math.PI / 180;
  const sinLat = Math.sin((b.lat - a.lat) * radians / 2);
  const sinLng = Math.sin((b.lng - a.lng) * radians / 2);
  const h = sinLat * sinLat +
    Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * sinLng * sinLng;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Digits, a point only between digits, a minus sign in front: `-89.62`, `7`. */
const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/;
const LONGEST_DECIMAL = 20;

/** Greatest degrees of each axis, either side of zero. */
export const MOST_DEGREES = { lat: 90, lng: 180 } as const;
const EXAMPLES = { lat: "20.967", lng: "-89.624" } as const;

/** The causes of 400 `coordenadas`, in English. */
export const COORDINATE_ERRORS = [
  { error: "lat_invalida", campo: "lat", cause: "missing, or not a plain decimal" },
  { error: "lat_fuera_de_rango", campo: "lat", cause: "not from -90 to 90" },
  { error: "lng_invalida", campo: "lng", cause: "missing, or not a plain decimal" },
  { error: "lng_fuera_de_rango", campo: "lng", cause: "not from -180 to 180" },
] as const;

/** The number that `text` writes as a plain decimal of at most 20 characters; null for `1e1`, `0x10`, `+1`, `.5`, `5.`, blanks. */
export function parseDecimal(text: string): number | null {
  if (text.length > LONGEST_DECIMAL || !PLAIN_DECIMAL.test(text)) return null;
  // Adding zero turns -0 into 0.
  return Number(text) + 0;
}

/** Whether `degrees` is a latitude, or a longitude. */
export function isDegrees(axis: keyof LatLng, degrees: number): boolean {
  return Math.abs(degrees) <= MOST_DEGREES[axis];
}

/**
 * The point of two query values; a missing one is null.
 * @throws {Failure} `coordenadas`, one of {@linkcode COORDINATE_ERRORS}
 */
export function parseCoordinates(
  lat: string | null | undefined,
  lng: string | null | undefined,
): LatLng {
  return { lat: parseDegrees("lat", lat), lng: parseDegrees("lng", lng) };
}

function parseDegrees(axis: keyof LatLng, text: string | null | undefined): number {
  const degrees = parseDecimal(text ?? "");
  if (degrees === null) {
    throw new Failure(
      "coordenadas",
      `${axis}_invalida`,
      `El parámetro ${axis} debe ser un número decimal con punto, por ejemplo ${EXAMPLES[axis]}.`,
      { campo: axis },
    );
  }
  if (isDegrees(axis, degrees)) return degrees;
  throw new Failure(
    "coordenadas",
    `${axis}_fuera_de_rango`,
    `El parámetro ${axis} debe estar entre -${MOST_DEGREES[axis]} y ${MOST_DEGREES[axis]} grados.`,
    { campo: axis },
  );
}

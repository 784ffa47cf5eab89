import type { LatLng } from "../../../src/domain/location.ts";

/** Encodes `points` as a polyline with six decimals, independently of the program's decoder. */
export function encodedPolyline(points: readonly LatLng[]): string {
  const units = points.map(({ lat, lng }) => [Math.round(lat * 1e6), Math.round(lng * 1e6)]);
  return units.flatMap((point, nth) =>
    point.map((unit, axis) => encoded(unit - (units[nth - 1]?.[axis] ?? 0)))
  ).join("");
}

function encoded(difference: number): string {
  const number = difference < 0 ? -2 * difference - 1 : 2 * difference;
  const digits = number.toString(32).split("").reverse().map((digit) => parseInt(digit, 32));
  return digits.map((digit, nth) =>
    String.fromCharCode(63 + digit + (nth < digits.length - 1 ? 32 : 0))
  ).join("");
}

/** Encoded polylines with six decimals, the way Valhalla writes shapes. */
import type { LatLng } from "../../domain/location.ts";

const UNITS_A_DEGREE = 1e6;
const FIRST_CODE = 63;
const MORE = 32;

/**
 * The first and the last point of a line.
 *
 * Every coordinate is the difference to the one before in units, its sign moved to the lowest bit, written lowest five bits
 * first in characters from `?` on, in each of which bit 6 tells that more follow.
 * @throws {RangeError} where `text` is no such line
 */
export function polylineEnds(text: string): { readonly first: LatLng; readonly last: LatLng } {
  let at = 0;
  const difference = (): number => {
    let bits = 0;
    for (let shift = 0; shift < 32; shift += 5) {
      const code = text.charCodeAt(at++) - FIRST_CODE;
      if (!(code >= 0 && code < 2 * MORE)) break;
      bits |= (code % MORE) << shift;
      if (code < MORE) return bits & 1 ? ~(bits >>> 1) : bits >>> 1;
    }
    throw new RangeError("not an encoded polyline");
  };
  let first: LatLng | undefined;
  let [lat, lng] = [0, 0];
  do {
    lat += difference();
    lng += difference();
    first ??= degrees(lat, lng);
  } while (at < text.length);
  return { first, last: degrees(lat, lng) };
}

function degrees(lat: number, lng: number): LatLng {
  return { lat: lat / UNITS_A_DEGREE, lng: lng / UNITS_A_DEGREE };
}

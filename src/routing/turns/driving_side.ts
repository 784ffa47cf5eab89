import { LEFT_HAND_REGIONS } from "./left_hand_regions.ts";

interface Outline {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
  /** Latitude and longitude of one corner after the other; none for a box. */
  readonly corners: readonly number[];
}

const OUTLINES = Object.values(LEFT_HAND_REGIONS).map(outlineOf);

/** Whether cars keep to the left at a place, as far as its country tells. */
export function keepsLeft(lat: number, lng: number): boolean {
  return OUTLINES.some((outline) => isInside(outline, lat, lng));
}

function outlineOf(numbers: readonly number[]): Outline {
  const lats = numbers.filter((_, i) => i % 2 === 0);
  const lngs = numbers.filter((_, i) => i % 2 === 1);
  return {
    south: Math.min(...lats),
    west: Math.min(...lngs),
    north: Math.max(...lats),
    east: Math.max(...lngs),
    corners: numbers.length > 4 ? numbers : [],
  };
}

/** Counts the sides that lie to the east: inside an outline these are odd. */
function isInside(
  { south, west, north, east, corners }: Outline,
  lat: number,
  lng: number,
): boolean {
  if (lat < south || lat > north || lng < west || lng > east) return false;
  let inside = corners.length === 0;
  for (let i = 0, before = corners.length - 2; i < corners.length; before = i, i += 2) {
    const [latA, lngA] = [corners[i]!, corners[i + 1]!];
    const [latB, lngB] = [corners[before]!, corners[before + 1]!];
    const crosses = (latA > lat) !== (latB > lat) &&
      lng < lngA + (lat - latA) / (latB - latA) * (lngB - lngA);
    if (crosses) inside = !inside;
  }
  return inside;
}

/** Projects the ground into a picture, and draws lines in it. */
import type { LatLng } from "../../domain/location.ts";
import { type Box, rangeOf, toUnits, unitScale } from "../coordinates.ts";
import type { StreetGraph } from "../street_graph.ts";
import { shareAlong } from "../street_index.ts";

/** The size in the picture's own coordinates (dots): about five a pixel on a phone, 2.5 on a desktop screen. */
export const PICTURE = { width: 1600, height: 1120 };

/** The space around the route, for the pin above and the credit below. */
const MARGIN = { top: 200, side: 170, bottom: 190 };
/** The least width of the visible ground. */
const MIN_METERS_ACROSS = 600;

/** A line on the ground: its points in units of 1e-7 degrees, which need not be whole. Points may repeat. */
export interface Line {
  readonly lat: number[];
  readonly lng: number[];
}

/** A point of the picture: x to the right, y down. */
export interface Dot {
  readonly x: number;
  readonly y: number;
}

export interface Frame {
  readonly metersADot: number;
  /** The visible ground, in units. */
  readonly box: Box;
  dot(lat: number, lng: number): Dot;
}

export function frameAround(route: Line, destination: LatLng): Frame {
  const [south, north] = rangeOf([...route.lat, toUnits(destination.lat)]);
  const [west, east] = rangeOf([...route.lng, toUnits(destination.lng)]);
  const scale = unitScale((south + north) / 2);
  const metersADot = Math.max(
    (east - west) * scale.lng / (PICTURE.width - 2 * MARGIN.side),
    (north - south) * scale.lat / (PICTURE.height - MARGIN.top - MARGIN.bottom),
    MIN_METERS_ACROSS / PICTURE.width,
  );
  const [perLng, perLat] = [scale.lng / metersADot, scale.lat / metersADot];
  const left = (west + east) / 2 - PICTURE.width / 2 / perLng;
  const top = (south + north) / 2 + (PICTURE.height + MARGIN.top - MARGIN.bottom) / 2 / perLat;
  return {
    metersADot,
    box: {
      south: top - PICTURE.height / perLat,
      west: left,
      north: top,
      east: left + PICTURE.width / perLng,
    },
    dot: (lat, lng) => ({ x: (lng - left) * perLng, y: (top - lat) * perLat }),
  };
}

/** Whether a dot lies in the picture, at least `margin` from its sides. */
export function inPicture({ x, y }: Dot, margin = 0): boolean {
  return x >= margin && y >= margin && x <= PICTURE.width - margin && y <= PICTURE.height - margin;
}

/** Segments as lines. A segment that begins where the one before ends continues its line. */
export function linesOf(
  { firstPoint, pointLat, pointLng }: StreetGraph,
  frame: Frame,
  segments: readonly number[],
): Dot[][] {
  const lines: Dot[][] = [];
  let end = -1;
  for (const segment of segments) {
    const first = firstPoint[segment]!;
    const goesOn = end >= 0 && pointLat[first] === pointLat[end] &&
      pointLng[first] === pointLng[end];
    if (!goesOn) lines.push([]);
    const line = lines.at(-1)!;
    end = firstPoint[segment + 1]! - 1;
    for (let p = goesOn ? first + 1 : first; p <= end; p++) {
      line.push(frame.dot(pointLat[p]!, pointLng[p]!));
    }
  }
  return lines;
}

/** `dots` without those less than `tolerance` from the line between the others (Douglas and Peucker). */
export function simplified(dots: readonly Dot[], tolerance: number): Dot[] {
  const keep = new Uint8Array(dots.length);
  keep[0] = keep[dots.length - 1] = 1;
  const stack: [number, number][] = [[0, dots.length - 1]];
  for (let span = stack.pop(); span !== undefined; span = stack.pop()) {
    const [from, to] = span;
    let farthest: number = from;
    let most = tolerance * tolerance;
    for (let i = from + 1; i < to; i++) {
      const off = squaredDistance(dots[from]!, dots[to]!, dots[i]!);
      if (off > most) [farthest, most] = [i, off];
    }
    if (farthest === from) continue;
    keep[farthest] = 1;
    stack.push([from, farthest], [farthest, to]);
  }
  return dots.filter((_, i) => keep[i] === 1);
}

/** The square of the distance from `dot` to the straight line between two others, their ends included. */
export function squaredDistance(from: Dot, to: Dot, dot: Dot): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const share = shareAlong(from.x - dot.x, from.y - dot.y, dx, dy);
  return (from.x + share * dx - dot.x) ** 2 + (from.y + share * dy - dot.y) ** 2;
}

/** Dots at most `step` apart along a line through `dots`. */
export function alongside(dots: readonly Dot[], step: number): Dot[] {
  return dots.flatMap((dot, i) => {
    const from = dots[i - 1];
    if (from === undefined) return [dot];
    const steps = Math.max(1, Math.ceil(Math.hypot(dot.x - from.x, dot.y - from.y) / step));
    return Array.from({ length: steps }, (_, k) => ({
      x: from.x + (k + 1) / steps * (dot.x - from.x),
      y: from.y + (k + 1) / steps * (dot.y - from.y),
    }));
  });
}

/** A line through dots, rounded to whole numbers, as the commands of an SVG path; empty for a single place. */
export function stroke(dots: readonly Dot[]): string {
  let text = "";
  let [x, y] = [0, 0];
  for (const dot of dots) {
    const [toX, toY] = [Math.round(dot.x), Math.round(dot.y)];
    if (text === "") text = `M${toX} ${toY}`;
    else if (toX !== x || toY !== y) text += `l${toX - x} ${toY - y}`;
    [x, y] = [toX, toY];
  }
  // A minus sign separates two numbers as a space does.
  return text.includes("l") ? text.replaceAll(" -", "-") : "";
}

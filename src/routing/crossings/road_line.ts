import { unitScale } from "../coordinates.ts";

/** A point in millionths of a degree, to which OSRM rounds: a metre-long piece of street points elsewhere then. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The points of a road, two or more, from where it is looked at. */
export type RoadLine = readonly Point[];

const UNITS_A_POINT = 10;

/** The point at a place given in units of 1e-7 degrees. */
export function pointAt(lat: number, lng: number): Point {
  return { x: rounded(lng), y: rounded(lat) };
}

function rounded(units: number): number {
  const millionths = units / 1e7 * 1e6;
  return Math.sign(millionths) * Math.floor(Math.abs(millionths) + 0.5);
}

/** Whether two points are the same. */
export function isSame(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y;
}

/** Metres between two points. */
export function metersApart(a: Point, b: Point): number {
  const { lat, lng } = unitScale((a.y + b.y) / 2 * UNITS_A_POINT);
  return Math.hypot((a.y - b.y) * lat, (a.x - b.x) * lng) * UNITS_A_POINT;
}

/** Degrees clockwise from north in which `to` lies from `from`. */
export function bearingTo(from: Point, to: Point): number {
  const { lat, lng } = unitScale((from.y + to.y) / 2 * UNITS_A_POINT);
  return (Math.atan2((to.x - from.x) * lng, (to.y - from.y) * lat) * 180 / Math.PI + 360) % 360;
}

/** The point that lies `share` of the way from one to another. */
export function between(a: Point, b: Point, share: number): Point {
  const part = Math.min(1, Math.max(0, share));
  return { x: Math.trunc(a.x + part * (b.x - a.x)), y: Math.trunc(a.y + part * (b.y - a.y)) };
}

/** Metres along a line. */
export function lengthOf(line: RoadLine): number {
  let meters = 0;
  for (let i = 1; i < line.length; i++) meters += metersApart(line[i - 1]!, line[i]!);
  return meters;
}

/** The point so many metres along a line; its end where it is shorter. */
export function pointAlong(line: RoadLine, meters: number): Point {
  let gone = 0;
  for (let i = 1; i < line.length; i++) {
    const piece = metersApart(line[i - 1]!, line[i]!);
    if (gone + piece >= meters) return between(line[i - 1]!, line[i]!, (meters - gone) / piece);
    gone += piece;
  }
  return line.at(-1)!;
}

/** The first so many metres of a line. */
export function beginningOf(line: RoadLine, meters: number): RoadLine {
  let gone = 0;
  for (let i = 1; i < line.length; i++) {
    const piece = metersApart(line[i - 1]!, line[i]!);
    if (gone + piece >= meters) {
      return [...line.slice(0, i), between(line[i - 1]!, line[i]!, (meters - gone) / piece)];
    }
    gone += piece;
  }
  return line;
}

/** The foot of the perpendicular from `point` onto the piece from `a` to `b`, in the plane of the degrees; no farther than its ends. */
export function footOn(a: Point, b: Point, point: Point): Point {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const square = dx * dx + dy * dy;
  if (square === 0) return a;
  const share = ((point.x - a.x) * dx + (point.y - a.y) * dy) / square;
  if (share <= 0) return a;
  return share >= 1 ? b : { x: a.x + share * dx, y: a.y + share * dy };
}

/** The most metres by which any of `points` lies off the piece from `a` to `b`. */
export function deviation(points: RoadLine, a: Point, b: Point): number {
  return points.reduce((most, p) => Math.max(most, metersApart(footOn(a, b, p), p)), 0);
}

/** The least metres from `point` to a line. */
export function metersToLine(line: RoadLine, point: Point): number {
  let least = Infinity;
  for (let i = 1; i < line.length; i++) {
    least = Math.min(least, metersApart(footOn(line[i - 1]!, line[i]!, point), point));
  }
  return least;
}

/** Square metres within a line that ends where it begins. */
export function areaOf(line: RoadLine): number {
  const south = Math.min(...line.map(({ y }) => y));
  const height = (p: Point) => metersApart(p, { x: p.x, y: south });
  const width = (a: Point, b: Point) =>
    Math.sign(b.x - a.x) * metersApart({ x: a.x, y: south }, { x: b.x, y: south });
  let area = 0;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!];
    area += width(a, b) * (height(a) + height(b)) / 2;
  }
  return area;
}

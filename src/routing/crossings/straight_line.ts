import { between, footOn, metersApart, type Point, type RoadLine } from "./road_line.ts";

/** How far a fitted line reaches beyond its points. */
const OVERHANG = 10;
/** Rise over run at which two lines still count as parallel. */
const PARALLEL_SLOPE = 0.2;

/** Points on a line, one every `step` metres, the first its beginning, none beyond `most` metres. */
export function samples(line: RoadLine, most: number, step: number): Point[] {
  const points = [line[0]!];
  let carried = 0;
  let gone = 0;
  for (let i = 1; i < line.length && gone <= most; i++) {
    const piece = metersApart(line[i - 1]!, line[i]!);
    const count = Math.floor((Math.min(most - gone, piece) + carried) / step);
    if (carried + piece < step) {
      carried += piece;
    } else {
      for (let n = 0; n < count; n++) {
        points.push(between(line[i - 1]!, line[i]!, (step - carried + n * step) / piece));
      }
      carried += piece - count * step;
    }
    gone += piece;
  }
  return points;
}

/** The ends of the straight line that lies nearest to some points, two or more, by least squares. */
export function fittedLine(points: RoadLine): readonly [Point, Point] {
  const [west, east, south, north] = bounds(points);
  // A line that runs north is fitted lying down: its slope would be beyond all measure.
  if (north - south > 2 * (east - west)) {
    const [from, to] = fittedLine(points.map(({ x, y }) => ({ x: y, y: -x })));
    return [{ x: -from.y, y: from.x }, { x: -to.y, y: to.x }];
  }
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length;
  const spreadX = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const spreadY = points.reduce((sum, { y }) => sum + (y - meanY) ** 2, 0);
  if (spreadX === 0 || spreadY === 0) return [points[0]!, points.at(-1)!];
  const slope = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spreadX;
  const at = (x: number) => ({ x, y: meanY + slope * (x - meanX) });
  return [at(west - OVERHANG), at(east + OVERHANG)];
}

/** The part of {@linkcode fittedLine} that lies beside a line, in its direction. */
export function fittedAlong(line: RoadLine, most: number): readonly [Point, Point] {
  const sampled = samples(line, most, 1);
  if (sampled.length < 2) return [line[0]!, line.at(-1)!];
  const [from, to] = fittedLine(sampled);
  return [footOn(from, to, line[0]!), footOn(from, to, line.at(-1)!)];
}

/** Whether two lines run in nearly the same direction. */
export function areParallel(a: RoadLine, b: RoadLine): boolean {
  const [fromA, toA] = fittedLine(a);
  const [fromB, toB] = fittedLine(b);
  const turn = Math.atan2(toA.y - fromA.y, toA.x - fromA.x);
  const [dx, dy] = [toB.x - fromB.x, toB.y - fromB.y];
  const along = dx * Math.cos(turn) + dy * Math.sin(turn);
  const across = dy * Math.cos(turn) - dx * Math.sin(turn);
  return Math.abs(across) < PARALLEL_SLOPE * Math.abs(along);
}

function bounds(points: RoadLine): [number, number, number, number] {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
}

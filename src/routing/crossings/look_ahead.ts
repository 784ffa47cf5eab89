import { between, deviation, metersApart, type Point, type RoadLine } from "./road_line.ts";

/** The stretch of a road that whoever stands at its crossing sees. */
export interface LookAhead {
  readonly line: RoadLine;
  /** Metres of the piece that ends at each point; 0 for the first. */
  readonly pieces: readonly number[];
  readonly meters: number;
}

/** The points of a road up to the first that lies `limit` metres on; a long last piece is cut. */
export function lookAhead(line: RoadLine, limit: number): LookAhead {
  const pieces = [0];
  let meters = 0;
  for (let i = 1; i < line.length && meters < limit; i++) {
    pieces.push(metersApart(line[i - 1]!, line[i]!));
    meters += pieces[i]!;
  }
  const seen = cutAtLongPiece({ line: line.slice(0, pieces.length), pieces, meters }, limit);
  const last = pieces.length - 1;
  const over = Math.max(0, pieces[last]! - limit);
  return {
    line: seen,
    pieces: pieces.with(last, pieces[last]! - over),
    meters: meters - over,
  };
}

/** A line up to its first piece of `meters` or more, and some of that. */
export function cutAtLongPiece({ line, pieces }: LookAhead, meters: number): RoadLine {
  const long = pieces.findIndex((piece) => piece >= meters);
  if (long < 1 || pieces.at(-1)! < meters) return line;
  const before = pieces[long - 1]!;
  const share = (meters - before) / (pieces[long]! - before);
  return [...line.slice(0, long), between(line[long - 1]!, line[long]!, share)];
}

/** How far a road runs without a bend: up to which of its points, and how many metres. */
export function straightBeginning({ line, pieces }: LookAhead, tolerance: number): {
  readonly index: number;
  readonly meters: number;
} {
  let meters = pieces[1]!;
  let index = 2;
  for (; index < line.length; index++) {
    if (deviation(line.slice(0, index), line[0]!, line[index]!) >= tolerance) break;
    meters += pieces[index]!;
  }
  return { index: index - 1, meters };
}

/** The metres along a road at which its piece to point `index` ends. */
export function metersTo({ pieces }: LookAhead, index: number): number {
  return pieces.slice(0, index + 1).reduce((sum, piece) => sum + piece, 0);
}

/** Where `head` lies once the road that leads there from `base` is moved back to begin at `start`, or nearly so. */
export function movedBack(start: Point, base: Point, head: Point): Point {
  if (metersApart(base, head) < LEAST_METERS) return head;
  return {
    x: head.x - Math.trunc(0.9 * Math.trunc(base.x - start.x)),
    y: head.y - Math.trunc(0.9 * Math.trunc(base.y - start.y)),
  };
}

/** Points closer together give no direction. */
const LEAST_METERS = 2;

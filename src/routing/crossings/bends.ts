import { type LookAhead, metersTo } from "./look_ahead.ts";
import {
  bearingTo,
  deviation,
  footOn,
  metersApart,
  type Point,
  type RoadLine,
} from "./road_line.ts";
import { degreesApart } from "./degrees.ts";
import { FAR_METERS, LANE_METERS, NEAR_METERS } from "./road_width.ts";

/** Less of a turn between its first piece and its last makes no curve. */
const CURVE_DEGREES = 20;
/** Bends of fewer degrees are none; those of more, in turns to either side, make no curve. */
const BEND_DEGREES = 5;
const SHARP_BEND_DEGREES = 25;

/**
 * Whether a road only sets off askew from the middle of a wide crossing and then runs straight: its first bend then says nothing.
 * @param straight its beginning without a bend
 */
export function isOffset(
  ahead: LookAhead,
  straight: { readonly index: number; readonly meters: number },
  lanes: number,
): boolean {
  const { line, pieces, meters } = ahead;
  const index = Math.max(1, straight.index);
  if (index + 1 >= line.length || meters < 0.4 * FAR_METERS) return false;
  if (metersTo(ahead, index) - 0.5 * lanes * LANE_METERS >= LANE_METERS) return false;
  if (meters - Math.max(straight.meters, pieces[1]!) < 0.1 * meters) return false;
  const long = pieces.findIndex((piece, i) => i >= index && piece >= 30);
  const end = long < 0 ? line.length : long + 1;
  return deviation(line.slice(index, end), line[index]!, line[end - 1]!) < 0.5 * LANE_METERS;
}

/** Whether a road runs in one even curve. */
export function isCurve(ahead: LookAhead, width: number): boolean {
  const { line, meters } = ahead;
  const last = line.length - 1;
  const turned = degreesApart(
    bearingTo(line[0]!, line[1]!),
    bearingTo(line[last - 1]!, line[last]!),
  );
  if (turned <= CURVE_DEGREES || !liesOnOneSide(line)) return false;
  const peak = peakOf(line);
  if (peak === null) return false;
  const isFlat = peak.meters < Math.max(0.3 * width, 0.5 * LANE_METERS);
  const isEarly = metersTo(ahead, peak.index) <= 0.35 * meters;
  if ((isEarly || isFlat) && meters > NEAR_METERS) return false;
  return meters > 2 * width && bendsEvenly(ahead, width);
}

/** Whether all points between the ends lie on the same side of the straight line between these. */
function liesOnOneSide(line: RoadLine): boolean {
  const [start, end] = [line[0]!, line.at(-1)!];
  const isLeft = (p: Point) =>
    (end.x - start.x) * (p.y - start.y) - (end.y - start.y) * (p.x - start.x) > 0;
  return line.length <= 3 || line.slice(2, -1).every((p) => isLeft(p) === isLeft(line[1]!));
}

/** The point farthest off the straight line between the ends, where points lie farther off up to it and less far after it; else null. */
function peakOf(line: RoadLine): { index: number; meters: number } | null {
  const [start, end] = [line[0]!, line.at(-1)!];
  const off = line.map((p) => metersApart(footOn(start, end, p), p));
  if (line.length === 3) return { index: 1, meters: off[1]! };
  const fall = off.findIndex((meters, i) => i > 1 && meters < off[i - 1]!);
  if (fall < 0) return { index: line.length - 1, meters: 0 };
  const fallsOn = off.every((meters, i) => i <= fall || meters <= off[i - 1]!);
  return fallsOn ? { index: fall - 1, meters: off[fall - 1]! } : null;
}

/** Whether a curve neither turns to and fro nor has a long straight stretch. */
function bendsEvenly({ line, pieces, meters }: LookAhead, width: number): boolean {
  const angles = line.slice(2).map((p, i) => angleAt(line[i]!, line[i + 1]!, p));
  const bend = (angle: number) => degreesApart(angle, 180);
  let straight = Math.max(0, pieces[1]! - width);
  let wasStraight = false;
  for (let i = 1; i < angles.length; i++) {
    const [before, angle] = [angles[i - 1]!, angles[i]!];
    const areSharp = bend(before) > SHARP_BEND_DEGREES && bend(angle) > SHARP_BEND_DEGREES;
    if (areSharp && (before > 180) === (angle < 180)) return false;
    const isStraight = bend(angle) < BEND_DEGREES;
    const piece = pieces[i + 1]!;
    if (isStraight) {
      straight += piece;
      if (wasStraight && straight > 0.3 * meters) return false;
    } else {
      if (straight > 0.3 * meters) return false;
      straight = piece;
    }
    wasStraight = isStraight;
  }
  return true;
}

/** Degrees from the piece before a point to the piece after it, 0 to 360; 180 is straight on. */
function angleAt(before: Point, at: Point, after: Point): number {
  return (bearingTo(at, before) - bearingTo(at, after) + 360) % 360;
}

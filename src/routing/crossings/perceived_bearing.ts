import { isCurve, isOffset } from "./bends.ts";
import {
  cutAtLongPiece,
  type LookAhead,
  lookAhead,
  movedBack,
  straightBeginning,
} from "./look_ahead.ts";
import type { RoadKind } from "./road_kind.ts";
import {
  bearingTo,
  deviation,
  metersApart,
  type Point,
  pointAlong,
  type RoadLine,
} from "./road_line.ts";
import { FAR_METERS, LANE_METERS, NEAR_METERS } from "./road_width.ts";
import { fittedAlong } from "./straight_line.ts";

/** Lanes of a road on which nobody counted them. */
const USUAL_LANES = 2;
/** Mappers bend the first metres of a street to make ends meet: these say little. */
const INACCURATE_METERS = 2;

/**
 * Where a road leads as whoever stands at its crossing sees it: degrees clockwise from north. Looks past the bends by which mappers
 * draw wide roads to the middle of a crossing. Rules and figures of OSRM 26, so that turns have the angles that it finds.
 * @param line the road from the crossing to the next one
 * @param lanes the most lanes of any road at the crossing
 */
export function perceivedBearing(line: RoadLine, kind: RoadKind, lanes: number): number {
  return bearingTo(line[0]!, guidePoint(line, kind, lanes));
}

/** Where the first metre or so of a road leads. */
export function nearBearing(line: RoadLine): number {
  const [start] = line;
  return bearingTo(start!, line.find((p) => metersApart(p, start!) > 1) ?? line.at(-1)!);
}

/** Where the first two metres lead. */
export function initialBearing(line: RoadLine): number {
  return bearingTo(line[0]!, pointAlong(line, INACCURATE_METERS));
}

function guidePoint(line: RoadLine, kind: RoadKind, lanes: number): Point {
  if (line.length <= 2) return line.at(-1)!;
  if (kind.roundabout || kind.circular) return pointAlong(line, INACCURATE_METERS);
  if (kind.minor) return pointAlong(line, NEAR_METERS);
  const consideredLanes = kind.breadth * (lanes || USUAL_LANES);
  const width = consideredLanes * LANE_METERS;
  if (metersApart(line[0]!, line[1]!) > width + NEAR_METERS) return line[1]!;
  const ahead = lookAhead(line, FAR_METERS + width);
  const end = ahead.line.at(-1)!;
  if (ahead.line.length === 2 || ahead.meters <= INACCURATE_METERS) return end;
  const isStraight = deviation(ahead.line, line[0]!, end) < 0.5 * LANE_METERS;
  return isStraight ? end : bentGuidePoint(ahead, consideredLanes);
}

/** The point to look at on a road that bends. */
function bentGuidePoint(ahead: LookAhead, lanes: number): Point {
  const { line } = ahead;
  const start = line[0]!;
  const width = lanes * LANE_METERS;
  const straight = straightBeginning(ahead, 0.25 * LANE_METERS);
  if (straight.meters >= width + NEAR_METERS) return pointAlong(line, 5);
  const fitted = fittedAlong(line, FAR_METERS);
  if (deviation(line, ...fitted) < 0.35 * LANE_METERS) return movedBack(start, ...fitted);
  if (isOffset(ahead, straight, Math.floor(lanes))) {
    const index = Math.max(1, straight.index);
    return movedBack(start, line[index]!, line[index + 1]!);
  }
  if (isCurve(ahead, width)) return curveGuidePoint(ahead);
  return straightEndGuidePoint(ahead, 0.8 * width) ?? pointAlong(line, NEAR_METERS);
}

/** On a curve, the direction of its first metres after the very first. */
function curveGuidePoint(ahead: LookAhead): Point {
  const line = cutAtLongPiece(ahead, 3 * INACCURATE_METERS);
  const pieces = ahead.pieces.slice(0, line.length);
  pieces[line.length - 1] = metersApart(line.at(-2)!, line.at(-1)!);
  const base = cutAtLongPiece({ line, pieces, meters: 0 }, 2 * INACCURATE_METERS);
  return movedBack(line[0]!, base.at(-1)!, line.at(-1)!);
}

/** The direction of what follows the first `skipped` metres, where that is straight; else null. */
function straightEndGuidePoint({ line, meters }: LookAhead, skipped: number): Point | null {
  const rest = endOf(line, 0.8 * skipped);
  if (rest.length < 2 || meters < skipped + INACCURATE_METERS) return null;
  const fitted = fittedAlong(rest, FAR_METERS);
  if (deviation(rest, ...fitted) >= 0.5 * LANE_METERS) return null;
  return movedBack(line[0]!, ...fitted);
}

/** A line without its first so many metres; nothing where it is shorter. */
function endOf(line: RoadLine, meters: number): RoadLine {
  let gone = 0;
  for (let i = 1; i < line.length; i++) {
    gone += metersApart(line[i - 1]!, line[i]!);
    if (gone >= meters) return [pointAlong(line, meters), ...line.slice(i)];
  }
  return [];
}

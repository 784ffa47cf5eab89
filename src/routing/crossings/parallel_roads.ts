import type { CrossingMap } from "./crossing_map.ts";
import { followRoad } from "./follow_road.ts";
import { areaOf, beginningOf, isSame, lengthOf, metersToLine, type Point } from "./road_line.ts";
import { LANE_METERS } from "./road_width.ts";
import type { SeenArm } from "./seen_arms.ts";
import { areParallel, samples } from "./straight_line.ts";

/** How far two roads are followed to see whether they run side by side, and how far they must go on. */
const FOLLOWED_METERS = 120;
const LEAST_METERS = 40;
const SAMPLE_METERS = 5;
/** Width of what lies between two carriageways. */
const MEDIAN_METERS = 12;
/** Share of a circle's area for its perimeter above which a shape is round. */
const ROUND_SHARE = 0.85;

interface Followed {
  readonly points: readonly Point[];
  readonly meters: number;
}

/** Whether two arms run in parallel, no farther apart than carriageways. */
export function runAlongside(map: CrossingMap, left: SeenArm, right: SeenArm): boolean {
  const follow = (arm: number) => followed(map, arm, left.perceived, true);
  const [a, b] = [follow(left.arm), follow(right.arm)];
  if (a.meters <= LEAST_METERS || b.meters <= LEAST_METERS) return false;
  const meetAgain = isSame(a.points.at(-1)!, b.points.at(-1)!);
  const compared = ({ points }: Followed) => {
    const sampled = samples(points, FOLLOWED_METERS, SAMPLE_METERS);
    return meetAgain ? sampled : sampled.slice(Math.floor(sampled.length / 3));
  };
  const [lineA, lineB] = [compared(a), compared(b)];
  if (!areParallel(lineA, lineB)) return false;
  const apart = Math.min(
    metersToLine(lineB, lineA[Math.floor(lineA.length / 2)]!),
    metersToLine(lineA, lineB[Math.floor(lineB.length / 2)]!),
  );
  const lanes = (arm: SeenArm) => Math.max(1, map.network.kindOf(arm.arm).lanes);
  return apart <= 0.5 * (lanes(left) + lanes(right)) * LANE_METERS + MEDIAN_METERS;
}

/** Whether two arms are the two ways into one round place. */
export function isCircular(map: CrossingMap, left: SeenArm, right: SeenArm): boolean {
  const follow = (arm: number) => followed(map, arm, left.perceived, false);
  const [{ points, meters }, other] = [follow(left.arm), follow(right.arm)];
  const end = points.at(-1)!;
  if (!isSame(end, other.points.at(-1)!) || !isSame(points[0]!, end)) return false;
  return Math.abs(areaOf(points)) / (meters * meters) >= ROUND_SHARE / (4 * Math.PI);
}

function followed(
  map: CrossingMap,
  start: number,
  bearing: number,
  stopsInDoubt: boolean,
): Followed {
  const { network } = map;
  const points: Point[] = [];
  let meters = 0;
  const following = { name: network.kindOf(start).name.id, bearing, stopsInDoubt };
  followRoad(map, start, following, (arm) => {
    const line = network.line(arm);
    const length = lengthOf(line);
    const left = FOLLOWED_METERS - meters;
    points.push(...(length > left ? beginningOf(line, left) : line));
    meters = Math.min(FOLLOWED_METERS, meters + length);
  }, () => meters >= FOLLOWED_METERS);
  return { points, meters };
}

import { unitScale } from "../coordinates.ts";
import type { Streets } from "../street_graph.ts";
import { waitSeconds } from "./car_obstacle.ts";
import type { CollectedNodes, StreetRun } from "./collect_streets.ts";
import type { CutStreets } from "./cut_streets.ts";

export interface JunctionRules {
  readonly keepsLeft: boolean;
  readonly obstacles: CollectedNodes["obstacles"];
  /** Whether the turn restrictions of one junction allow the turn from one edge into another. */
  mayFollow(from: number, to: number): boolean;
}

/** One end of a segment at a junction. */
interface Arm {
  /** The edges that enter and leave the junction; -1 if closed. */
  readonly inEdge: number;
  readonly outEdge: number;
  /** Degrees clockwise from north of the street's first metres. */
  readonly bearing: number;
  readonly isRing: boolean;
  readonly name: number;
}

/** Calls `add` with the turns into every street that leaves a junction, and with U-turns at dead ends. */
export function findTurns(
  graph: Streets,
  { columns: { from, to }, junctionNode }: CutStreets,
  rules: JunctionRules,
  add: (from: number, to: number, seconds: number) => void,
): void {
  // Half `2 * segment` is the beginning of a segment, `2 * segment + 1` its end.
  const halves = Array.from({ length: 2 * from.length }, (_, half) => half);
  const byJunction = Map.groupBy(halves, (half) => (half % 2 === 0 ? from : to)[half >> 1]!);
  for (const [junction, ends] of byJunction) {
    const obstacle = rules.obstacles.get(junctionNode[junction]!);
    const arms = ends.map((half) => armAt(graph, half, ends.length));
    const edges = obstacle === undefined
      ? []
      : arms.flatMap(({ inEdge, outEdge }) => [inEdge, outEdge]).filter((edge) => edge >= 0);
    for (const from of arms) {
      for (const to of exitsOf(from, arms, rules)) {
        const wait = obstacle === undefined
          ? 0
          : waitSeconds(graph, obstacle, [from.inEdge, to.outEdge], edges);
        add(from.inEdge, to.outEdge, secondsOf(from, to, arms.length, rules.keepsLeft) + wait);
      }
    }
  }
}

/** The arms on which a car may leave. U-turns are allowed if no other arm is open, or no other street leads there. */
function exitsOf(from: Arm, arms: readonly Arm[], { mayFollow }: JunctionRules): readonly Arm[] {
  if (from.inEdge < 0) return [];
  const open = arms.filter((to) => to.outEdge >= 0 && mayFollow(from.inEdge, to.outEdge));
  const hasRing = arms.some(({ isRing }) => isRing);
  const onward = open.filter((to) =>
    to !== from && !(hasRing && isAgainstRoundabout(from, to, arms))
  );
  const comesAlone = arms.every(({ inEdge }) => inEdge < 0 || inEdge === from.inEdge);
  return onward.length > 0 && !comesAlone
    ? onward
    : [...onward, ...open.filter((to) => to === from)];
}

/** Whether a turn at a roundabout from one street into another runs against its traffic. */
function isAgainstRoundabout(from: Arm, to: Arm, arms: readonly Arm[]): boolean {
  const entering = arms.find(({ isRing, outEdge }) => isRing && outEdge < 0);
  const leaving = arms.find(({ isRing, inEdge }) => isRing && inEdge < 0);
  if (entering === undefined || leaving === undefined || from.isRing || to.isRing) return false;
  const clockwise = (arm: Arm) => (arm.bearing - entering.bearing + 360) % 360;
  const [ring, fromAt, toAt] = [clockwise(leaving), clockwise(from), clockwise(to)];
  return fromAt > ring ? toAt > fromAt : toAt < fromAt;
}

function secondsOf(from: Arm, to: Arm, arms: number, keepsLeft: boolean): number {
  // Two streets that meet end to end form a bend, and the course of a roundabout is no turn.
  if (to !== from && arms <= 2) return 0;
  const degrees = (to.bearing - from.bearing + 360) % 360 - 180;
  const isOtherCarriageway = from.outEdge < 0 && to.inEdge < 0 && from.name === to.name &&
    Math.abs(degrees) > TURN_BACK_DEGREES;
  if (to === from || isOtherCarriageway) {
    return inTenths(turnSeconds(180, keepsLeft) + U_TURN_SECONDS);
  }
  const crosses = !from.isRing && !to.isRing && (keepsLeft ? degrees > 0 : degrees < 0);
  return inTenths(turnSeconds(degrees, keepsLeft) + (crosses ? oncomingSeconds(degrees) : 0));
}

/** Rounds down to tenths of a second, as OSRM does, so that going straight on is free. */
function inTenths(seconds: number): number {
  return Math.floor(seconds * 10) / 10;
}

// Figures of OSRM 26's car profile: a sigmoid of the angle up to 7.5 s, steeper for turns across the road, and up to
// 2 s more for a turn across oncoming traffic.
const FULL_TURN_SECONDS = 7.5;
const BIAS = 1.075;
const ONCOMING_SECONDS = 2;
const U_TURN_SECONDS = 20;
/**
 * Fitted to OSRM on two maps. Without it the 95th percentile of the kilometres is 0.65 % off instead of 0.38 % on Campo
 * Grande, and the 99th 7.1 % instead of 5.1 % on Cathedral; on three others 19 turns of 92,000 more are over 2 s off.
 */
const TURN_BACK_DEGREES = 165;

/** @param degrees 0 is straight on, 90 right, -90 left */
function turnSeconds(degrees: number, keepsLeft: boolean): number {
  const half = (keepsLeft ? -degrees : degrees) / 180;
  const bias = half >= 0 ? 1 / BIAS : BIAS;
  return FULL_TURN_SECONDS * sigmoid(13 * bias * Math.abs(half) - 6.5 / bias);
}

function oncomingSeconds(degrees: number): number {
  return ONCOMING_SECONDS * sigmoid(13 * Math.abs(degrees) / 180 - 3.25);
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

function armAt(graph: Streets, half: number, arms: number): Arm {
  const [segment, isEnd] = [half >> 1, (half & 1) === 1];
  const [forward, backward] = [graph.forwardEdge[segment]!, graph.backwardEdge[segment]!];
  return {
    inEdge: isEnd ? forward : backward,
    outEdge: isEnd ? backward : forward,
    // Where two streets meet end to end, no turn depends on it.
    bearing: arms > 2 ? bearingAt(graph, segment, isEnd) : 0,
    isRing: graph.segmentRing[segment] === 1,
    name: graph.segmentName[segment]!,
  };
}

/** The length over which a street's bearing is taken, and the greatest bend from that line: about OSRM's figures. */
const AHEAD_METERS = 45;
const BEND_METERS = 2;
/** The length for a street that bends more. Its first metre is often askew, from the middle of a wide road. */
const NEAR_METERS = 10;

/** Degrees clockwise from north in which a street leaves a junction, over its straight start or its first metres. */
function bearingAt(
  { firstPoint, pointLat, pointLng }: Streets,
  segment: number,
  fromEnd: boolean,
): number {
  const [first, last] = [firstPoint[segment]!, firstPoint[segment + 1]! - 1];
  const [start, stop, step] = fromEnd ? [last, first, -1] : [first, last, 1];
  const scale = unitScale(pointLat[start]!);
  const line: [north: number, east: number][] = [[0, 0]];
  let [near, meters] = [line[0]!, 0];
  for (let p = start; p !== stop && meters < AHEAD_METERS; p += step) {
    const [north, east] = line.at(-1)!;
    const up = (pointLat[p + step]! - pointLat[p]!) * scale.lat;
    const aside = (pointLng[p + step]! - pointLng[p]!) * scale.lng;
    const length = Math.hypot(up, aside);
    const share = Math.min(1, (NEAR_METERS - meters) / length);
    if (meters < NEAR_METERS) near = [north + share * up, east + share * aside];
    line.push([north + up, east + aside]);
    meters += length;
  }
  const end = line.at(-1)!;
  const limit = BEND_METERS * Math.hypot(end[0], end[1]);
  const isStraight = line.every(([north, east]) =>
    Math.abs(north * end[1] - east * end[0]) < limit
  );
  const [north, east] = isStraight ? end : near;
  return (Math.atan2(east, north) * 180 / Math.PI + 360) % 360;
}

/** Whether traffic keeps left: most roundabouts turn clockwise. Without roundabouts it keeps right. */
export function keepsLeft(
  runs: readonly StreetRun[],
  refs: Uint32Array,
  { lat, lng }: CollectedNodes,
): boolean {
  let clockwise = 0;
  for (const { street: { forward, backward, isRing }, first, end } of runs) {
    if (!isRing || (forward !== null && backward !== null)) continue;
    const from = refs[first]!;
    // Twice the area of the ring, or of an arc and its chord, which is above 0 if it turns anticlockwise.
    let area = 0;
    for (let i = first + 2; i < end; i++) {
      const [a, b] = [refs[i - 1]!, refs[i]!];
      area += (lng[a]! - lng[from]!) * (lat[b]! - lat[from]!) -
        (lng[b]! - lng[from]!) * (lat[a]! - lat[from]!);
    }
    clockwise += Math.sign(forward === null ? area : -area);
  }
  return clockwise > 0;
}

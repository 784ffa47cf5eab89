/** Points on streets that stop a car or hold it up. Rules and figures of the car profile of OSRM 26. */
import type { Tags } from "../osm_pbf/elements.ts";
import type { StreetGraph } from "../street_graph.ts";
import { isTooLow, nodeAccess } from "./car_profile.ts";
import { words } from "./car_speed.ts";

export interface CarObstacle {
  /** No car passes: bollards, blocks. */
  readonly closed: boolean;
  /** Seconds that it costs to pass. */
  readonly seconds: number;
  /** For whom: who drives along the nodes of the way, against them, or all; `untold` where nothing says for whom. */
  readonly direction: "forward" | "backward" | "both" | "untold";
  /** `stop`: a stop sign; `minor`: one that only holds up those who come on the lesser street. */
  readonly sign: "stop" | "minor" | null;
}

/** The keys of a node that {@linkcode carObstacle} reads. */
export const NODE_KEYS: readonly string[] = [
  ...["barrier", "bollard", "kerb", "highway", "sensory", "maxheight", "stop", "direction"],
  ...["traffic_signals:direction", "motorcar", "motor_vehicle", "vehicle", "access"],
];

const PASSED = words(
  "cattle_grid border_control toll_booth sally_port no entrance height_restrictor arch",
);
const GATES = words("gate lift_gate");
const GATE_SECONDS = 60;
const SIGN_SECONDS: ReadonlyMap<string, number> = new Map([
  ["traffic_signals", 2],
  ["stop", 2],
  ["give_way", 1],
]);

/** What a node with these tags is to a car; null where it is nothing. */
export function carObstacle(tags: Tags): CarObstacle | null {
  const closed = isClosed(tags);
  const { highway } = tags;
  const signSeconds = SIGN_SECONDS.get(highway ?? "") ?? 0;
  const isShutGate = GATES.has(tags.barrier ?? "") && nodeAccess(tags) === "silent";
  const gateSeconds = isShutGate ? GATE_SECONDS : 0;
  const seconds = signSeconds + gateSeconds;
  if (!closed && seconds === 0) return null;
  return {
    closed,
    seconds,
    direction: gateSeconds > 0 ? "both" : directionOf(tags),
    sign: highway !== "stop" ? null : tags.stop === "minor" ? "minor" : "stop",
  };
}

function isClosed(tags: Tags): boolean {
  const access = nodeAccess(tags);
  if (access !== "silent") return access === "closed";
  const { barrier } = tags;
  if (barrier === undefined) return false;
  if (barrier === "height_restrictor" && isTooLow(tags.maxheight)) return true;
  return !PASSED.has(barrier) && !GATES.has(barrier) && !givesWay(tags);
}

/** Barriers that a car drives over or that sink into the ground. */
function givesWay({ barrier, bollard, kerb, highway, sensory }: Tags): boolean {
  return bollard === "rising" || kerb === "lowered" || kerb === "flush" ||
    (barrier === "kerb" && highway === "crossing") ||
    (barrier === "fence" && (sensory === "audible" || sensory === "audio"));
}

function directionOf(tags: Tags): CarObstacle["direction"] {
  const signals = tags.highway === "traffic_signals"
    ? tags["traffic_signals:direction"]
    : undefined;
  const direction = signals ?? tags.direction;
  return direction === "forward" || direction === "backward" || direction === "both"
    ? direction
    : "untold";
}

/** A stop sign is at most this far from its junction. */
const STOP_SIGN_METERS = 20;

/**
 * Seconds that the obstacle of a junction costs a car that comes there on the edge `from` and leaves on `to`.
 * @param edges all edges that come to the junction or leave it
 */
export function waitSeconds(
  graph: StreetGraph,
  obstacle: CarObstacle | undefined,
  [from, to]: readonly [number, number],
  edges: readonly number[],
): number {
  if (obstacle === undefined || obstacle.closed) return 0;
  const along = graph.forwardEdge[graph.edgeSegment[from]!] === from;
  if (obstacle.direction === (along ? "backward" : "forward")) return 0;
  const meters = (edge: number) => graph.segmentMeters[graph.edgeSegment[edge]!]!;
  const speed = (edge: number) => meters(edge) / graph.edgeSeconds[edge]!;
  if (obstacle.sign === "minor" && !edges.some((edge) => speed(edge) > speed(from))) return 0;
  // A stop sign that names no direction, near the junction that the car comes from, is for those who drive to that one.
  const isForOthers = obstacle.sign === "stop" && obstacle.direction === "untold" &&
    new Set(edges.map((edge) => graph.edgeSegment[edge])).size === 2 &&
    meters(from) < STOP_SIGN_METERS && meters(to) > STOP_SIGN_METERS;
  return isForOthers ? 0 : obstacle.seconds;
}

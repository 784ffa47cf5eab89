/** Obstacles at nodes, by the rules and figures of OSRM 26's car profile. */
import type { Tags } from "../osm_pbf/elements.ts";
import type { Streets } from "../street_graph.ts";
import { isTooLow, nodeAccess } from "./car_profile.ts";
import { words } from "../words.ts";

export interface CarObstacle {
  /** Whether no car can pass, as at bollards and blocks. */
  readonly closed: boolean;
  readonly seconds: number;
  /** Whether it concerns cars along the way's nodes, against them, or both; `unspecified` without a tag. */
  readonly direction: "forward" | "backward" | "both" | "unspecified";
  /** A stop sign; `minor` for one that concerns only the minor street. */
  readonly sign: "stop" | "minor" | null;
}

export const NODE_KEYS: readonly string[] = [
  ...["barrier", "bollard", "kerb", "highway", "sensory", "maxheight", "stop", "direction"],
  ...["traffic_signals:direction", "motorcar", "motor_vehicle", "vehicle", "access"],
];

const PASSED = words(
  "cattle_grid border_control toll_booth sally_port no entrance height_restrictor arch",
);
const GATES = words("gate lift_gate");
const GATE_SECONDS = 60;
const SIGN_SECONDS = new Map([["traffic_signals", 2], ["stop", 2], ["give_way", 1]]);

/** The obstacle that a node with these tags is; null if it is none. */
export function carObstacle(tags: Tags): CarObstacle | null {
  const closed = isClosed(tags);
  const { highway } = tags;
  const isShutGate = GATES.has(tags.barrier ?? "") && nodeAccess(tags) === "silent";
  const seconds = (SIGN_SECONDS.get(highway ?? "") ?? 0) + (isShutGate ? GATE_SECONDS : 0);
  if (!closed && seconds === 0) return null;
  return {
    closed,
    seconds,
    direction: isShutGate ? "both" : directionOf(tags),
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

/** Whether the barrier sinks into the ground, or a car can drive over it. */
function givesWay({ barrier, bollard, kerb, highway, sensory }: Tags): boolean {
  return bollard === "rising" || kerb === "lowered" || kerb === "flush" ||
    (barrier === "kerb" && highway === "crossing") ||
    (barrier === "fence" && (sensory === "audible" || sensory === "audio"));
}

const DIRECTIONS = ["forward", "backward", "both"] as const;

function directionOf(tags: Tags): CarObstacle["direction"] {
  const isSignal = tags.highway === "traffic_signals";
  const direction = (isSignal && tags["traffic_signals:direction"]) || tags.direction;
  return DIRECTIONS.find((known) => known === direction) ?? "unspecified";
}

/** The greatest distance of a stop sign from its junction. */
const STOP_SIGN_METERS = 20;

/** The delay in seconds at a junction, where `edges` meet, of a car that arrives on `from` and leaves on `to`. */
export function waitSeconds(
  graph: Streets,
  obstacle: CarObstacle,
  [from, to]: readonly [number, number],
  edges: readonly number[],
): number {
  const along = graph.forwardEdge[graph.edgeSegment[from]!] === from;
  if (obstacle.direction === (along ? "backward" : "forward")) return 0;
  const meters = (edge: number) => graph.segmentMeters[graph.edgeSegment[edge]!]!;
  const speed = (edge: number) => meters(edge) / graph.edgeSeconds[edge]!;
  if (obstacle.sign === "minor" && !edges.some((edge) => speed(edge) > speed(from))) return 0;
  // A stop sign without a direction, close to the junction behind the car, is for traffic towards that junction.
  const isForOthers = obstacle.sign === "stop" && obstacle.direction === "unspecified" &&
    new Set(edges.map((edge) => graph.edgeSegment[edge])).size === 2 &&
    meters(from) < STOP_SIGN_METERS && meters(to) > STOP_SIGN_METERS;
  return isForOthers ? 0 : obstacle.seconds;
}

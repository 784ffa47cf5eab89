import type { Tags } from "../osm/elements.ts";
import { nodeAccess } from "./car_access.ts";
import { isTooLow } from "./car_limits.ts";

/** Something on a street that stops a car, or holds it up. Rules and figures of the car profile of OSRM 26. */
export interface CarObstacle {
  /** No car passes: bollards, blocks. */
  readonly closed: boolean;
  /** Seconds that it costs to pass. */
  readonly seconds: number;
  /** For whom: who drives along the nodes of the way, against them, or all; `untold` where nothing says for whom. */
  readonly direction: "forward" | "backward" | "both" | "untold";
  /** `stop`: a stop sign; `minor`: one that only holds up those who come on the lesser street. */
  readonly sign: "stop" | "minor" | null;
  /** Whether there is room to turn round. */
  readonly turning: boolean;
}

/** The keys of a node that {@linkcode carObstacle} reads. */
export const NODE_KEYS: readonly string[] = [
  ...["barrier", "bollard", "kerb", "highway", "sensory", "maxheight", "stop", "direction"],
  ...["traffic_signals:direction", "motorcar", "motor_vehicle", "vehicle", "access"],
];

const PASSED = new Set([
  "cattle_grid",
  "border_control",
  "toll_booth",
  "sally_port",
  "no",
  "entrance",
  "height_restrictor",
  "arch",
]);
const GATES = new Set(["gate", "lift_gate"]);
const GATE_SECONDS = 60;
const SIGN_SECONDS: Readonly<Record<string, number>> = {
  traffic_signals: 2,
  stop: 2,
  give_way: 1,
};

const TURNING = new Set(["mini_roundabout", "turning_circle", "turning_loop"]);

/** What a node with these tags is to a car; null where it is nothing. */
export function carObstacle(tags: Tags): CarObstacle | null {
  const closed = isClosed(tags);
  const { highway } = tags;
  const signSeconds = highway !== undefined && Object.hasOwn(SIGN_SECONDS, highway)
    ? SIGN_SECONDS[highway]!
    : 0;
  const gateSeconds = nodeAccess(tags) === "silent" && GATES.has(tags.barrier ?? "")
    ? GATE_SECONDS
    : 0;
  const seconds = signSeconds + gateSeconds;
  const turning = TURNING.has(highway ?? "");
  if (!closed && seconds === 0 && !turning) return null;
  return {
    closed,
    seconds,
    direction: gateSeconds > 0 ? "both" : directionOf(tags),
    sign: highway !== "stop" ? null : tags.stop === "minor" ? "minor" : "stop",
    turning,
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

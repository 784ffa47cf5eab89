import type { PlannedRoute, RoutePlanner } from "../../../src/ports.ts";
import type { LatLng } from "../../../src/domain/location.ts";

export const ROUTE: PlannedRoute = {
  kind: "route",
  meters: 1200,
  seconds: 180,
  street: "Calle 60",
  metersToStreet: 4,
};

export interface CountingPlanner extends RoutePlanner {
  /** What it was asked for. */
  readonly asked: readonly LatLng[];
  /** What it does from now on. */
  answer: (destination: LatLng) => PlannedRoute | Promise<PlannedRoute>;
}

/** A planner that does as it is told, {@linkcode ROUTE} at first. */
export function countingPlanner(): CountingPlanner {
  const asked: LatLng[] = [];
  const planner: CountingPlanner = {
    asked,
    answer: () => ROUTE,
    async plan(destination) {
      asked.push(destination);
      return await planner.answer(destination);
    },
  };
  return planner;
}

/** An answer that throws `error`. */
export function throwing(error: Error): () => never {
  return () => {
    throw error;
  };
}

/** A clock in milliseconds that stands until it is moved. */
export function standingClock(): { now(): number; advance(ms: number): void } {
  let now = 5_000;
  return { now: () => now, advance: (ms) => now += ms };
}

import type { PlannedRoute, RoutePlanner } from "../../../src/ports/streets.ts";
import type { LatLng } from "../../../src/domain/location.ts";

export const ROUTE: PlannedRoute = {
  kind: "route",
  meters: 1200,
  seconds: 180,
  street: "Calle 60",
  metersToStreet: 4,
};

export interface CountingPlanner extends RoutePlanner {
  /** The destinations of its calls. */
  readonly requests: readonly LatLng[];
  /** Answers each call from now on. */
  answer: (destination: LatLng) => PlannedRoute | Promise<PlannedRoute>;
}

/** A planner whose answers a test chooses, {@linkcode ROUTE} at first. */
export function countingPlanner(): CountingPlanner {
  const requests: LatLng[] = [];
  const planner: CountingPlanner = {
    requests,
    answer: () => ROUTE,
    async plan(destination) {
      requests.push(destination);
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

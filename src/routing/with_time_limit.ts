import type { RoutePlanner } from "../deps.ts";

/** A planner took longer than it may. */
export class PlannerTimeout extends Error {
  override readonly name = "PlannerTimeout";
}

/**
 * The same planner, given `ms` milliseconds for each route that does not come at once.
 * @throws {PlannerTimeout} from `plan`, when they are over; an answer that comes later is dropped
 */
export function withTimeLimit(planner: RoutePlanner, ms = 2000): RoutePlanner {
  return {
    plan(destination) {
      const route = planner.plan(destination);
      return route instanceof Promise ? within(route, ms) : route;
    },
    basis: () => planner.basis?.() ?? null,
  };
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  const { promise: timeIsUp, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new PlannerTimeout(`the route planner gave no answer within ${ms} ms`)),
    ms,
  );
  try {
    return await Promise.race([promise, timeIsUp]);
  } finally {
    clearTimeout(timer);
  }
}

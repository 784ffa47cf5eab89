/** A planner with a time limit, and one without a map. */
import type { RoutePlanner } from "../ports/streets.ts";
import { within } from "../domain/in_progress.ts";

/** A planner took longer than its time limit. */
export class PlannerTimeout extends Error {
  override readonly name = "PlannerTimeout";
}

/**
 * `planner` with `ms` milliseconds for each route that it plans asynchronously.
 * @throws {PlannerTimeout} from `plan`, when they have passed; a later answer is dropped
 */
export function withTimeLimit(planner: RoutePlanner, ms = 2000): RoutePlanner {
  return {
    plan(destination) {
      const route = planner.plan(destination);
      return route instanceof Promise ? inTime(route) : route;
    },
    basis: () => planner.basis?.() ?? null,
  };

  async function inTime<T>(route: Promise<T>): Promise<T> {
    if (await within(ms, route)) return route;
    throw new PlannerTimeout(`the route planner gave no answer within ${ms} ms`);
  }
}

/** The planner of a restaurant without a map: no point has a route, so that no price is invented. */
export function noMapPlanner(): RoutePlanner {
  return {
    plan: () => ({ kind: "no_route", street: null, metersToStreet: null }),
  };
}

/** Planners around other planners, and in place of one. */
import type { RoutePlanner } from "../ports.ts";
import { within } from "../domain/in_progress.ts";

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
      return route instanceof Promise ? inTime(route) : route;
    },
    basis: () => planner.basis?.() ?? null,
  };

  async function inTime<T>(route: Promise<T>): Promise<T> {
    if (await within(ms, route)) return route;
    throw new PlannerTimeout(`the route planner gave no answer within ${ms} ms`);
  }
}

/** For a restaurant without a map: no point lies on a street, so that no price is ever invented. */
export function noMapPlanner(): RoutePlanner {
  return {
    plan: () => ({ kind: "no_route", street: null, metersToStreet: null }),
  };
}

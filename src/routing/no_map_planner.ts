import type { RoutePlanner } from "../deps.ts";

/** For a restaurant without a map: no point lies on a street, so that no price is ever invented. */
export function noMapPlanner(): RoutePlanner {
  return {
    plan: () => ({ kind: "no_route", street: null, metersToStreet: null }),
  };
}

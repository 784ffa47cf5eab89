import { assertEquals, assertRejects } from "@std/assert";
import type { PlannedRoute, RoutePlanner } from "../../src/ports/streets.ts";
import { noMapPlanner, PlannerTimeout, withTimeLimit } from "../../src/routing/planners.ts";
import { at } from "./small_graphs.ts";

const ROUTE: PlannedRoute = {
  kind: "route",
  meters: 1200,
  seconds: 180,
  street: "Calle 60",
  metersToStreet: 4,
};

Deno.test("an answer within the limit is returned, and the destination passed on unchanged", async () => {
  const destinations: unknown[] = [];
  const planner: RoutePlanner = {
    plan(destination) {
      destinations.push(destination);
      return Promise.resolve(ROUTE);
    },
  };
  assertEquals(await withTimeLimit(planner, 60_000).plan(at(1, 2)), ROUTE);
  assertEquals(destinations, [at(1, 2)]);
});

Deno.test("a planner that does not answer within the limit is a PlannerTimeout", async () => {
  const answer = Promise.withResolvers<PlannedRoute>();
  const slow = withTimeLimit({ plan: () => answer.promise }, 5);
  await assertRejects(
    async () => await slow.plan(at(0, 0)),
    PlannerTimeout,
    "no answer within 5 ms",
  );
  answer.reject(new Error("too late to matter"));
  await answer.promise.catch(() => {});
});

Deno.test("a planner's own error is passed on at once, whether thrown or rejected", async () => {
  const down = new Error("engine is down");
  const planners: RoutePlanner[] = [
    { plan: () => Promise.reject(down) },
    {
      plan: () => {
        throw down;
      },
    },
  ];
  for (const planner of planners) {
    await assertRejects(
      async () => await withTimeLimit(planner, 60_000).plan(at(0, 0)),
      Error,
      "engine is down",
    );
  }
});

Deno.test("without a map no point has a route", async () => {
  const expected = { kind: "no_route", street: null, metersToStreet: null } as const;
  assertEquals(await noMapPlanner().plan(at(0, 0)), expected);
});

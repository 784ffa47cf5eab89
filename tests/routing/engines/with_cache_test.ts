import { assertEquals, assertRejects } from "@std/assert";
import type { PlannedRoute } from "../../../src/deps.ts";
import type { LatLng } from "../../../src/domain/location.ts";
import { type CacheOptions, withCache } from "../../../src/routing/engines/with_cache.ts";
import { countingPlanner, ROUTE, standingClock, throwing } from "./_counting_planner.ts";
import { TO } from "./_engine_errors.ts";

const DAY_MS = 24 * 60 * 60_000;
const TEN_MINUTES_MS = 10 * 60_000;
const NO_ROUTE: PlannedRoute = { kind: "no_route", street: null, metersToStreet: null };

function cached(options: Partial<CacheOptions> = {}) {
  const planner = countingPlanner();
  const clock = standingClock();
  return { planner, clock, cache: withCache(planner, { now: clock.now, ...options }) };
}

/** The point `n` metres or so north of another. */
const north = (n: number): LatLng => ({ lat: TO.lat + n / 1e5, lng: TO.lng });

Deno.test("a point is asked for once, and so are its neighbours that round to it", async () => {
  const { planner, cache } = cached();
  for (const offset of [0, 0.4, -0.4]) assertEquals(await cache.plan(north(offset)), ROUTE);
  assertEquals(planner.asked, [TO]);
  await cache.plan(north(0.6));
  assertEquals(planner.asked.length, 2);
});

Deno.test("the planner is asked for the rounded point, so that neighbours cannot have two prices", async () => {
  const { planner, cache } = cached();
  await cache.plan({ lat: 20.9670149, lng: -89.6237051 });
  await cache.plan({ lat: -0.000001, lng: 0.000001 });
  await cache.plan({ lat: 0, lng: 0 });
  assertEquals(planner.asked, [{ lat: 20.96701, lng: -89.62371 }, { lat: 0, lng: 0 }]);
});

Deno.test("a route is kept for a day, and that there is none for ten minutes", async () => {
  for (const [route, ms] of [[ROUTE, DAY_MS], [NO_ROUTE, TEN_MINUTES_MS]] as const) {
    const { planner, clock, cache } = cached();
    planner.answer = () => route;
    assertEquals(await cache.plan(TO), route);
    clock.advance(ms - 1);
    assertEquals(await cache.plan(TO), route);
    assertEquals(planner.asked.length, 1);
    clock.advance(1);
    assertEquals(await cache.plan(TO), route);
    assertEquals(planner.asked.length, 2);
  }
});

Deno.test("a failure is not kept", async () => {
  const { planner, cache } = cached();
  planner.answer = throwing(new Error("down"));
  for (let time = 0; time < 3; time++) {
    await assertRejects(async () => await cache.plan(TO), Error, "down");
  }
  planner.answer = () => ROUTE;
  assertEquals(await cache.plan(TO), ROUTE);
  assertEquals(planner.asked.length, 4);
});

Deno.test("when it is full, the point that was asked for longest ago goes", async () => {
  const { planner, cache } = cached({ maxPoints: 3 });
  for (const point of [1, 2, 3, 1, 4]) await cache.plan(north(point));
  assertEquals(planner.asked.length, 4);
  for (const point of [1, 3, 4]) await cache.plan(north(point));
  assertEquals(planner.asked.length, 4);
  await cache.plan(north(2));
  assertEquals(planner.asked.length, 5);
});

Deno.test("callers of the same point at the same time share one question, and its failure", async () => {
  const { planner, cache } = cached();
  const answer = Promise.withResolvers<PlannedRoute>();
  planner.answer = () => answer.promise;
  const first = [cache.plan(TO), cache.plan(north(0.3)), cache.plan(TO)];
  answer.resolve(ROUTE);
  assertEquals(await Promise.all(first), [ROUTE, ROUTE, ROUTE]);
  assertEquals(planner.asked.length, 1);

  const failing = Promise.withResolvers<PlannedRoute>();
  planner.answer = () => failing.promise;
  const second = [cache.plan(north(9)), cache.plan(north(9))];
  failing.reject(new Error("down"));
  for (const plan of second) await assertRejects(async () => await plan, Error, "down");
  assertEquals(planner.asked.length, 2);
});

/**
 * Cache, circuit breaker and retry around requests to OSRM, with an OSRM that the test plays; at the end, over HTTP.
 */
import { assertEquals, assertRejects } from "@std/assert";
import type { PlannedRoute } from "../../src/ports/streets.ts";
import type { LatLng } from "../../src/domain/location.ts";
import { osrmPlanner } from "../../src/streets/osrm_planner.ts";
import { OsrmError, type OsrmFault } from "../../src/streets/osrm_request.ts";
import { testClock } from "../support/test_clock.ts";
import { FROM, NO_ROUTE, TO } from "./_osrm.ts";

const DAY_MS = 24 * 60 * 60_000;
const TEN_MINUTES_MS = 10 * 60_000;

const ROUTE: PlannedRoute = {
  kind: "route",
  meters: 1200,
  seconds: 180,
  street: "Calle 60",
  metersToStreet: 4,
};

/** An OSRM whose answers a test chooses, {@linkcode ROUTE} at first, and the destinations of its calls. */
function playedOsrm() {
  const played = {
    requests: [] as LatLng[],
    answer: (): PlannedRoute | Promise<PlannedRoute> => ROUTE,
    async plan(destination: LatLng) {
      played.requests.push(destination);
      return await played.answer();
    },
  };
  return played;
}

/** An answer that throws `error`. */
function throwing(error: Error): () => never {
  return () => {
    throw error;
  };
}

/** The point about `n` metres north of `TO`. */
const north = (n: number): LatLng => ({ lat: TO.lat + n / 1e5, lng: TO.lng });

/** A planner around an OSRM that the test plays. */
function cachingPlanner() {
  const planner = playedOsrm();
  const clock = testClock(5_000);
  const cache = osrmPlanner(
    { url: "", origin: FROM, now: clock.now },
    async ({ destination }) => await planner.plan(destination),
  );
  return { planner, clock, cache };
}

/** The same with another point for each call, so that the cache has none. */
function uncachedPlanner() {
  const { cache, ...rest } = cachingPlanner();
  let requests = 0;
  return { ...rest, breaker: { plan: () => cache.plan(north(requests++)) } };
}

Deno.test("a point and the neighbours that round to it take one request, for the rounded point", async () => {
  const { planner, cache } = cachingPlanner();
  for (const offset of [0, 0.4, -0.4]) assertEquals(await cache.plan(north(offset)), ROUTE);
  assertEquals(planner.requests, [TO]);
  await cache.plan(north(0.6));
  await cache.plan({ lat: -0.000001, lng: 0.000001 });
  await cache.plan({ lat: 0, lng: 0 });
  assertEquals(planner.requests, [TO, { lat: 20.97453, lng: -89.62123 }, { lat: 0, lng: 0 }]);
});

Deno.test("a route is cached for a day, and its absence for ten minutes", async () => {
  for (const [route, ms] of [[ROUTE, DAY_MS], [NO_ROUTE, TEN_MINUTES_MS]] as const) {
    const { planner, clock, cache } = cachingPlanner();
    planner.answer = () => route;
    assertEquals(await cache.plan(TO), route);
    clock.advance(ms - 1);
    assertEquals(await cache.plan(TO), route);
    assertEquals(planner.requests.length, 1);
    clock.advance(1);
    assertEquals(await cache.plan(TO), route);
    assertEquals(planner.requests.length, 2);
  }
});

Deno.test("a failure is not cached", async () => {
  const { planner, cache } = cachingPlanner();
  planner.answer = throwing(new Error("down"));
  for (let time = 0; time < 3; time++) {
    await assertRejects(async () => await cache.plan(TO), Error, "down");
  }
  planner.answer = () => ROUTE;
  assertEquals(await cache.plan(TO), ROUTE);
  assertEquals(planner.requests.length, 4);
});

Deno.test("beyond 10,000 points the least recently used is dropped", async () => {
  const { planner, cache } = cachingPlanner();
  for (let n = 1; n <= 10_000; n++) await cache.plan(north(n));
  for (const point of [1, 10_001]) await cache.plan(north(point));
  assertEquals(planner.requests.length, 10_001);
  for (const point of [1, 3, 10_001]) await cache.plan(north(point));
  assertEquals(planner.requests.length, 10_001);
  await cache.plan(north(2));
  assertEquals(planner.requests.length, 10_002);
});

Deno.test("concurrent calls for one point share one request and its failure", async () => {
  const { planner, cache } = cachingPlanner();
  const answer = Promise.withResolvers<PlannedRoute>();
  planner.answer = () => answer.promise;
  const first = [cache.plan(TO), cache.plan(north(0.3)), cache.plan(TO)];
  answer.resolve(ROUTE);
  assertEquals(await Promise.all(first), [ROUTE, ROUTE, ROUTE]);
  assertEquals(planner.requests.length, 1);

  const failing = Promise.withResolvers<PlannedRoute>();
  planner.answer = () => failing.promise;
  const second = [cache.plan(north(9)), cache.plan(north(9))];
  failing.reject(new Error("down"));
  for (const plan of second) await assertRejects(async () => await plan, Error, "down");
  assertEquals(planner.requests.length, 2);
});

async function fails(
  breaker: { plan(): Promise<PlannedRoute> },
  times: number,
): Promise<void> {
  for (let time = 0; time < times; time++) {
    await assertRejects(async () => await breaker.plan(), OsrmError, "down");
  }
}

const down = (fault: OsrmFault = "wrong") => throwing(new OsrmError(fault, "down"));

/** Fails unless the circuit is open. */
async function assertRefused(plan: () => Promise<PlannedRoute>): Promise<void> {
  await assertRejects(plan, OsrmError, OPEN);
}

Deno.test("five failures in a row open the circuit: then no request is sent for 30 seconds", async () => {
  const { planner, clock, breaker } = uncachedPlanner();
  planner.answer = down();
  await fails(breaker, 5);
  await assertRefused(breaker.plan);
  clock.advance(29_999);
  planner.answer = () => ROUTE;
  await assertRefused(breaker.plan);
  assertEquals(planner.requests.length, 5);
  clock.advance(1);
  assertEquals(await breaker.plan(), ROUTE);
});

Deno.test("an answer resets the count of failures", async () => {
  const { planner, breaker } = uncachedPlanner();
  for (let round = 0; round < 3; round++) {
    planner.answer = down();
    await fails(breaker, 4);
    planner.answer = () => ROUTE;
    await breaker.plan();
  }
  planner.answer = down();
  await fails(breaker, 5);
  await assertRefused(breaker.plan);
});

Deno.test("after 30 seconds a single request tries OSRM, the others are still refused", async () => {
  const { planner, clock, breaker } = uncachedPlanner();
  planner.answer = down();
  await fails(breaker, 5);
  clock.advance(30_000);
  const trial = Promise.withResolvers<PlannedRoute>();
  planner.answer = () => trial.promise;
  const tried = breaker.plan();
  await assertRefused(breaker.plan);
  assertEquals(planner.requests.length, 6);
  trial.resolve(ROUTE);
  assertEquals(await tried, ROUTE);
  planner.answer = down();
  await fails(breaker, 5);
  await assertRefused(breaker.plan);
});

const OPEN = "no request to OSRM for 30 s";

/** How a trial ends, and with what the next call ends if OSRM has come back. */
const TRIALS: readonly [end: string, error: Error, next: string | null][] = [
  ["fails opens the circuit for another 30 seconds", new OsrmError("wrong", "down"), OPEN],
  ["OSRM refuses closes it, as any answer does", new OsrmError("refused", "not this one"), null],
  ["ends in another error leaves the trial to the next call", new Error("database away"), null],
];

for (const [end, error, next] of TRIALS) {
  Deno.test(`a trial that ${end}`, async () => {
    const { planner, clock, breaker } = uncachedPlanner();
    planner.answer = down();
    await fails(breaker, 5);
    for (let round = 0; round < 3; round++) {
      clock.advance(30_000);
      planner.answer = throwing(error);
      await assertRejects(async () => await breaker.plan(), Error, error.message);
      if (next === null) break;
      clock.advance(29_999);
      await assertRejects(async () => await breaker.plan(), OsrmError, next);
      clock.advance(-29_999);
    }
    planner.answer = () => ROUTE;
    if (next === null) { for (let n = 0; n < 2; n++) assertEquals(await breaker.plan(), ROUTE); }
  });
}

Deno.test("every fault of an OSRM that is down counts; a refused point or another error does not", async () => {
  for (const fault of ["cut", "wrong"] as const) {
    const { planner, breaker } = uncachedPlanner();
    planner.answer = down(fault);
    await fails(breaker, 5);
    await assertRefused(breaker.plan);
  }
  for (const error of [new OsrmError("refused", "not this one"), new Error("database away")]) {
    const { planner, breaker } = uncachedPlanner();
    planner.answer = throwing(error);
    for (let time = 0; time < 9; time++) {
      await assertRejects(async () => await breaker.plan(), Error, error.message);
    }
    assertEquals(planner.requests.length, 9);
  }
});

Deno.test("requests sent before the circuit opened neither close it nor keep it open", async () => {
  const { planner, clock, breaker } = uncachedPlanner();
  const late = Promise.withResolvers<PlannedRoute>();
  const later = Promise.withResolvers<PlannedRoute>();
  planner.answer = () => late.promise;
  const answered = breaker.plan();
  planner.answer = () => later.promise;
  const failed = breaker.plan();
  planner.answer = down();
  await fails(breaker, 5);
  late.resolve(ROUTE);
  assertEquals(await answered, ROUTE);
  await assertRefused(breaker.plan);
  clock.advance(20_000);
  later.reject(new OsrmError("wrong", "down"));
  await assertRejects(async () => await failed, OsrmError);
  clock.advance(10_000);
  planner.answer = () => ROUTE;
  assertEquals(await breaker.plan(), ROUTE);
});

Deno.test("a request is retried once after a broken connection, and after no other fault", async () => {
  for (const [fault, requests] of [["cut", 2], ["refused", 1], ["wrong", 1]] as const) {
    const { planner, breaker } = uncachedPlanner();
    planner.answer = down(fault);
    await fails(breaker, 1);
    assertEquals(planner.requests.length, requests, fault);
  }
});

Deno.test("the retry's answer is used; an answer or an unknown error is not retried", async () => {
  const { planner, breaker } = uncachedPlanner();
  planner.answer = () => {
    if (planner.requests.length === 1) throw new OsrmError("cut", "down");
    return ROUTE;
  };
  assertEquals(await breaker.plan(), ROUTE);
  assertEquals(planner.requests, [TO, TO]);
  assertEquals(await breaker.plan(), ROUTE);
  assertEquals(planner.requests.length, 3);
  planner.answer = throwing(new Error("a bug"));
  await assertRejects(async () => await breaker.plan(), Error, "a bug");
  assertEquals(planner.requests.length, 4);
});

Deno.test("cached points are answered while the circuit is open", async () => {
  const { planner, cache } = cachingPlanner();
  await cache.plan(TO);
  planner.answer = down();
  for (let n = 1; n <= 5; n++) {
    await assertRejects(async () => await cache.plan(north(n)), OsrmError, "down");
  }
  await assertRefused(() => cache.plan(north(6)));
  assertEquals(await cache.plan(TO), ROUTE);
  assertEquals(planner.requests.length, 6);
});

Deno.test("a request and its retry share one time limit", async () => {
  const signals: AbortSignal[] = [];
  const planner = osrmPlanner({ url: "", origin: FROM, now: () => 5_000 }, ({ signal }) => {
    signals.push(signal);
    return Promise.reject(new OsrmError("cut", "it broke"));
  });
  await assertRejects(async () => await planner.plan(TO), OsrmError, "it broke");
  assertEquals(signals.length, 2);
  assertEquals(signals[0], signals[1]);
});

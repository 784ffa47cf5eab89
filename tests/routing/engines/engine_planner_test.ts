/** Cache, circuit breaker, daily limit and retry around every engine, with an engine that the test plays; at the end, over HTTP. */
import { assertEquals, assertRejects } from "@std/assert";
import type { PlannedRoute, RoutePlanner } from "../../../src/ports/streets.ts";
import type { LatLng } from "../../../src/domain/location.ts";
import {
  CircuitOpen,
  DailyLimitReached,
  type EngineDeps,
  enginePlanner,
} from "../../../src/routing/engines/engine_planner.ts";
import {
  type EngineChoice,
  EngineError,
  type EngineFault,
} from "../../../src/routing/engines/exchange.ts";
import { testClock } from "../../support/test_clock.ts";
import { FROM, NO_ROUTE, TO } from "./_engines.ts";
import { json, scriptedEngine } from "./_scripted_engine.ts";

const DAY_MS = 24 * 60 * 60_000;
const TEN_MINUTES_MS = 10 * 60_000;

const ROUTE: PlannedRoute = {
  kind: "route",
  meters: 1200,
  seconds: 180,
  street: "Calle 60",
  metersToStreet: 4,
};

/** An engine whose answers a test chooses, {@linkcode ROUTE} at first, and the destinations of its calls. */
function playedEngine() {
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

function choiceOf(overrides: Partial<EngineChoice>): EngineChoice {
  return { engine: "osrm", url: "", key: null, dailyLimit: null, ...overrides };
}

/** An engine planner around an engine that the test plays. */
function cachingPlanner(
  choice: Partial<EngineChoice> = {},
  take: EngineDeps["takeCall"] = uncounted,
) {
  const planner = playedEngine();
  const clock = testClock(5_000);
  let day = "2030-01-01";
  const cache = enginePlanner(
    choiceOf(choice),
    { origin: () => FROM, now: clock.now, day: () => day, takeCall: take },
    async ({ destination }) => await planner.plan(destination),
  );
  return { planner, clock, cache, nextDay: () => day += "x" };
}

function uncounted(): Promise<boolean> {
  throw new Error("no call should be counted");
}

/** The same with another point for each call, so that the cache has none. */
function uncachedPlanner(choice?: Partial<EngineChoice>, take?: EngineDeps["takeCall"]) {
  const { cache, ...rest } = cachingPlanner(choice, take);
  let requests = 0;
  return { ...rest, breaker: { plan: () => cache.plan(north(requests++)) } };
}

Deno.test("a point and the neighbours that round to it take one request", async () => {
  const { planner, cache } = cachingPlanner();
  for (const offset of [0, 0.4, -0.4]) assertEquals(await cache.plan(north(offset)), ROUTE);
  assertEquals(planner.requests, [TO]);
  await cache.plan(north(0.6));
  assertEquals(planner.requests.length, 2);
});

Deno.test("a request holds the rounded point, so that neighbours cannot have two prices", async () => {
  const { planner, cache } = cachingPlanner();
  await cache.plan({ lat: 20.9670149, lng: -89.6237051 });
  await cache.plan({ lat: -0.000001, lng: 0.000001 });
  await cache.plan({ lat: 0, lng: 0 });
  assertEquals(planner.requests, [{ lat: 20.96701, lng: -89.62371 }, { lat: 0, lng: 0 }]);
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
  breaker: { plan(): ReturnType<RoutePlanner["plan"]> },
  times: number,
): Promise<void> {
  for (let time = 0; time < times; time++) {
    await assertRejects(async () => await breaker.plan(), EngineError, "down");
  }
}

const down = (fault: EngineFault = "late") => throwing(new EngineError(fault, "down"));

Deno.test("five failures in a row open the circuit: then no request is sent for 30 seconds", async () => {
  const { planner, clock, breaker } = uncachedPlanner();
  planner.answer = down();
  await fails(breaker, 5);
  const refusal = "no request to the routing engine for 30 s";
  await assertRejects(async () => await breaker.plan(), CircuitOpen, refusal);
  clock.advance(29_999);
  planner.answer = () => ROUTE;
  await assertRejects(async () => await breaker.plan(), CircuitOpen);
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
  await assertRejects(async () => await breaker.plan(), CircuitOpen);
});

Deno.test("after 30 seconds a single request tries the engine, the others are still refused", async () => {
  const { planner, clock, breaker } = uncachedPlanner();
  planner.answer = down();
  await fails(breaker, 5);
  clock.advance(30_000);
  const trial = Promise.withResolvers<PlannedRoute>();
  planner.answer = () => trial.promise;
  const tried = breaker.plan();
  await assertRejects(async () => await breaker.plan(), CircuitOpen);
  assertEquals(planner.requests.length, 6);
  trial.resolve(ROUTE);
  assertEquals(await tried, ROUTE);
  planner.answer = down();
  await fails(breaker, 5);
  await assertRejects(async () => await breaker.plan(), CircuitOpen);
});

Deno.test("a failed trial opens the circuit for another 30 seconds", async () => {
  const { planner, clock, breaker } = uncachedPlanner();
  planner.answer = down();
  await fails(breaker, 5);
  for (let round = 0; round < 3; round++) {
    clock.advance(30_000);
    await fails(breaker, 1);
    clock.advance(29_999);
    await assertRejects(async () => await breaker.plan(), CircuitOpen);
    clock.advance(1 - 30_000 + 29_999);
  }
  assertEquals(planner.requests.length, 8);
});

Deno.test("a trial that the engine refuses closes the circuit, as any answer does", async () => {
  const { planner, clock, breaker } = uncachedPlanner();
  planner.answer = down();
  await fails(breaker, 5);
  clock.advance(30_000);
  planner.answer = throwing(new EngineError("refused", "not this one"));
  await assertRejects(async () => await breaker.plan(), EngineError, "not this one");
  planner.answer = () => ROUTE;
  assertEquals(await breaker.plan(), ROUTE);
  assertEquals(await breaker.plan(), ROUTE);
});

Deno.test("a refused key opens the circuit at once, and each trial that it fails reports the remedy", async () => {
  const { planner, clock, breaker } = uncachedPlanner();
  planner.answer = throwing(new EngineError("key", "set ROUTER_KEY"));
  await assertRejects(async () => await breaker.plan(), EngineError, "set ROUTER_KEY");
  await assertRejects(async () => await breaker.plan(), CircuitOpen);
  assertEquals(planner.requests.length, 1);
  clock.advance(30_000);
  await assertRejects(async () => await breaker.plan(), EngineError, "set ROUTER_KEY");
  assertEquals(planner.requests.length, 2);
  clock.advance(30_000);
  planner.answer = () => ROUTE;
  assertEquals(await breaker.plan(), ROUTE);
  planner.answer = throwing(new EngineError("key", "set ROUTER_KEY"));
  await assertRejects(async () => await breaker.plan(), EngineError, "set ROUTER_KEY");
});

Deno.test("every fault of an engine that is down counts; a refused point or another error does not", async () => {
  for (const fault of ["not_sent", "cut", "late", "wrong"] as const) {
    const { planner, breaker } = uncachedPlanner();
    planner.answer = down(fault);
    await fails(breaker, 5);
    await assertRejects(async () => await breaker.plan(), CircuitOpen);
  }
  for (const error of [new EngineError("refused", "not this one"), new Error("database away")]) {
    const { planner, breaker } = uncachedPlanner();
    planner.answer = throwing(error);
    for (let time = 0; time < 9; time++) {
      await assertRejects(async () => await breaker.plan(), Error, error.message);
    }
    assertEquals(planner.requests.length, 9);
  }
});

Deno.test("a trial that ends in another error leaves the trial to the next call", async () => {
  const { planner, clock, breaker } = uncachedPlanner();
  planner.answer = down();
  await fails(breaker, 5);
  clock.advance(30_000);
  planner.answer = throwing(new Error("database away"));
  await assertRejects(async () => await breaker.plan(), Error, "database away");
  planner.answer = () => ROUTE;
  assertEquals(await breaker.plan(), ROUTE);
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
  await assertRejects(async () => await breaker.plan(), CircuitOpen);
  clock.advance(20_000);
  later.reject(new EngineError("late", "down"));
  await assertRejects(async () => await failed, EngineError);
  clock.advance(10_000);
  planner.answer = () => ROUTE;
  assertEquals(await breaker.plan(), ROUTE);
});

const FAULTS: readonly EngineFault[] = ["not_sent", "cut", "late", "key", "refused", "wrong"];

const RETRIED: readonly (readonly [EngineChoice["engine"], string, readonly EngineFault[]])[] = [
  ["osrm", "to OSRM is retried once after a broken connection", ["not_sent", "cut"]],
  ["valhalla", "to Valhalla is retried once after a broken connection", ["not_sent", "cut"]],
  ["google", "that is paid for is retried once if it was not sent", ["not_sent"]],
];

for (const [engine, what, again] of RETRIED) {
  Deno.test(`a request ${what}, and after no other fault`, async () => {
    for (const fault of FAULTS) {
      const { planner, breaker } = uncachedPlanner({ engine });
      planner.answer = down(fault);
      await fails(breaker, 1);
      assertEquals(planner.requests.length, again.includes(fault) ? 2 : 1, fault);
    }
  });
}

Deno.test("the retry's answer is used; an answer or an unknown error is not retried", async () => {
  const { planner, breaker } = uncachedPlanner();
  planner.answer = () => {
    if (planner.requests.length === 1) throw new EngineError("cut", "down");
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

Deno.test("a call is counted before it is made, and not made beyond the limit", async () => {
  const events: string[] = [];
  let left = 2;
  const { planner, breaker } = uncachedPlanner({ dailyLimit: 2 }, () => {
    events.push("counted");
    return Promise.resolve(left-- > 0);
  });
  planner.answer = () => {
    events.push("sent");
    return ROUTE;
  };
  assertEquals([await breaker.plan(), await breaker.plan()], [ROUTE, ROUTE]);
  await assertRejects(async () => await breaker.plan(), DailyLimitReached, "the 2 calls a day");
  assertEquals(events, ["counted", "sent", "counted", "sent", "counted"]);
});

Deno.test("a call that cannot be counted is not made", async () => {
  const away = () => Promise.reject(new Error("database away"));
  const { planner, breaker } = uncachedPlanner({ dailyLimit: 2 }, away);
  await assertRejects(async () => await breaker.plan(), Error, "database away");
  assertEquals(planner.requests, []);
});

Deno.test("a failed call stays counted; one refused for its key is given back on that day", async () => {
  let takenCalls = 0;
  const take = () => Promise.resolve(++takenCalls < 3);
  const { planner, clock, breaker, nextDay } = uncachedPlanner({ dailyLimit: 2 }, take);
  planner.answer = down();
  await fails(breaker, 1);
  planner.answer = down("key");
  await fails(breaker, 1);
  planner.answer = () => ROUTE;
  clock.advance(30_000);
  assertEquals(await breaker.plan(), ROUTE);
  assertEquals(takenCalls, 2);
  planner.answer = down("key");
  await assertRejects(async () => await breaker.plan(), DailyLimitReached);
  takenCalls = 0;
  await fails(breaker, 1);
  nextDay();
  clock.advance(30_000);
  planner.answer = () => ROUTE;
  assertEquals(await breaker.plan(), ROUTE);
  assertEquals(takenCalls, 2);
});

Deno.test("cached points are answered at the limit and while the circuit is open, in which no call is counted", async () => {
  let counted = 0;
  const take = (limit: number) => Promise.resolve(counted < limit && ++counted > 0);
  const { planner, clock, cache } = cachingPlanner({ engine: "google", dailyLimit: 7 }, take);
  for (const point of [TO, TO, north(1), TO]) await cache.plan(point);
  assertEquals([counted, planner.requests.length], [2, 2]);
  planner.answer = down();
  for (let n = 2; n < 7; n++) {
    await assertRejects(async () => await cache.plan(north(n)), EngineError, "down");
  }
  for (let n = 7; n < 12; n++) {
    await assertRejects(async () => await cache.plan(north(n)), CircuitOpen);
  }
  assertEquals(await cache.plan(TO), ROUTE);
  assertEquals([counted, planner.requests.length], [7, 7]);
  clock.advance(30_000);
  for (let n = 12; n < 22; n++) {
    await assertRejects(async () => await cache.plan(north(n)), DailyLimitReached);
  }
  assertEquals(await cache.plan(TO), ROUTE);
  assertEquals([counted, planner.requests.length], [7, 7]);
});

const DEPS: EngineDeps = {
  origin: () => FROM,
  now: () => 5_000,
  day: () => "2030-01-01",
  takeCall: uncounted,
};

const OSRM_ROUTE = {
  code: "Ok",
  routes: [{ distance: 1618.1, duration: 114.2 }],
  waypoints: [{ distance: 1, name: "" }, { distance: 2, name: "Calle 58" }],
};

Deno.test("when the restaurant moves, routes begin at its new place, and none from the old one is cached", async () => {
  await using engine = scriptedEngine(() => json(OSRM_ROUTE));
  let origin = FROM;
  const planner = enginePlanner(choiceOf({ url: engine.url }), { ...DEPS, origin: () => origin });
  await planner.plan(TO);
  origin = { ...FROM };
  await planner.plan(TO);
  assertEquals(engine.requests.length, 1);
  origin = { lat: 21, lng: -89.5 };
  await planner.plan(TO);
  assertEquals(engine.requests.map(({ target }) => target.split(/[/;]/)[4]), [
    "-89.623710,20.967010",
    "-89.500000,21.000000",
  ]);
});

Deno.test("a request and its retry share one time limit", async () => {
  const signals: AbortSignal[] = [];
  const planner = enginePlanner(choiceOf({}), DEPS, ({ signal }) => {
    signals.push(signal);
    return Promise.reject(new EngineError("cut", "it broke"));
  });
  await assertRejects(async () => await planner.plan(TO), EngineError, "it broke");
  assertEquals(signals.length, 2);
  assertEquals(signals[0], signals[1]);
});

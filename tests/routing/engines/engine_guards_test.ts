/** What guards every engine: what is remembered, when it is spared, what is counted, when it is asked again. */
import { assertEquals, assertRejects } from "@std/assert";
import type { PlannedRoute, RoutePlanner } from "../../../src/ports.ts";
import type { LatLng } from "../../../src/domain/location.ts";
import {
  CircuitOpen,
  DailyLimitReached,
  type EngineChoice,
  enginePlanner,
} from "../../../src/routing/engines/engine_planner.ts";
import { EngineError, type EngineFault } from "../../../src/routing/engines/exchange.ts";
import { countingPlanner, ROUTE, standingClock, throwing } from "./_counting_planner.ts";
import { FROM, TO } from "./_engine_errors.ts";

const DAY_MS = 24 * 60 * 60_000;
const TEN_MINUTES_MS = 10 * 60_000;
const NO_ROUTE: PlannedRoute = { kind: "no_route", street: null, metersToStreet: null };

/** The point `n` metres or so north of another. */
const north = (n: number): LatLng => ({ lat: TO.lat + n / 1e5, lng: TO.lng });

/** An engine that a test plays, with all that is around it. */
function cached(choice: Partial<EngineChoice> = {}, take: () => Promise<boolean> = uncounted) {
  const planner = countingPlanner();
  const clock = standingClock();
  let day = "2030-01-01";
  const cache = enginePlanner(
    { engine: "osrm", url: "", key: null, dailyLimit: null, ...choice },
    { origin: () => FROM, now: clock.now, day: () => day, takeCall: take },
    async ({ destination }) => await planner.plan(destination),
  );
  return { planner, clock, cache, nextDay: () => day += "x" };
}

function uncounted(): Promise<boolean> {
  throw new Error("nothing is to be counted");
}

/** The same, asked for another point each time, so that nothing is remembered. */
function guarded(choice?: Partial<EngineChoice>, take?: () => Promise<boolean>) {
  const { cache, ...rest } = cached(choice, take);
  let asked = 0;
  return { ...rest, breaker: { plan: () => cache.plan(north(asked++)) } };
}

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

Deno.test("of 10,000 points the one that was asked for longest ago goes", async () => {
  const { planner, cache } = cached();
  for (let n = 1; n <= 10_000; n++) await cache.plan(north(n));
  for (const point of [1, 10_001]) await cache.plan(north(point));
  assertEquals(planner.asked.length, 10_001);
  for (const point of [1, 3, 10_001]) await cache.plan(north(point));
  assertEquals(planner.asked.length, 10_001);
  await cache.plan(north(2));
  assertEquals(planner.asked.length, 10_002);
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

async function fails(
  breaker: { plan(): ReturnType<RoutePlanner["plan"]> },
  times: number,
): Promise<void> {
  for (let time = 0; time < times; time++) {
    await assertRejects(async () => await breaker.plan(), EngineError, "down");
  }
}

const down = (fault: EngineFault = "late") => throwing(new EngineError(fault, "down"));

Deno.test("five failures in a row open it: then nothing is asked for 30 seconds", async () => {
  const { planner, clock, breaker } = guarded();
  planner.answer = down();
  await fails(breaker, 5);
  const refusal = "no request to the routing engine for 30 s after 5 failures in a row";
  await assertRejects(async () => await breaker.plan(), CircuitOpen, refusal);
  clock.advance(29_999);
  planner.answer = () => ROUTE;
  await assertRejects(async () => await breaker.plan(), CircuitOpen);
  assertEquals(planner.asked.length, 5);
  clock.advance(1);
  assertEquals(await breaker.plan(), ROUTE);
});

Deno.test("an answer in between starts the count anew", async () => {
  const { planner, breaker } = guarded();
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

Deno.test("after that time a single caller tries it, the others are still refused", async () => {
  const { planner, clock, breaker } = guarded();
  planner.answer = down();
  await fails(breaker, 5);
  clock.advance(30_000);
  const trial = Promise.withResolvers<PlannedRoute>();
  planner.answer = () => trial.promise;
  const tried = breaker.plan();
  await assertRejects(async () => await breaker.plan(), CircuitOpen);
  assertEquals(planner.asked.length, 6);
  trial.resolve(ROUTE);
  assertEquals(await tried, ROUTE);
  planner.answer = down();
  await fails(breaker, 5);
  await assertRejects(async () => await breaker.plan(), CircuitOpen);
});

Deno.test("a trial that fails opens it for as long again", async () => {
  const { planner, clock, breaker } = guarded();
  planner.answer = down();
  await fails(breaker, 5);
  for (let round = 0; round < 3; round++) {
    clock.advance(30_000);
    await fails(breaker, 1);
    clock.advance(29_999);
    await assertRejects(async () => await breaker.plan(), CircuitOpen);
    clock.advance(1 - 30_000 + 29_999);
  }
  assertEquals(planner.asked.length, 8);
});

Deno.test("an answer that refuses the question closes the trial, as any answer does", async () => {
  const { planner, clock, breaker } = guarded();
  planner.answer = down();
  await fails(breaker, 5);
  clock.advance(30_000);
  planner.answer = throwing(new EngineError("refused", "not this one"));
  await assertRejects(async () => await breaker.plan(), EngineError, "not this one");
  planner.answer = () => ROUTE;
  assertEquals(await breaker.plan(), ROUTE);
  assertEquals(await breaker.plan(), ROUTE);
});

Deno.test("a refused key opens it at once, and is told once with what to do", async () => {
  const { planner, clock, breaker } = guarded();
  planner.answer = throwing(new EngineError("key", "set ROUTER_KEY"));
  await assertRejects(async () => await breaker.plan(), EngineError, "set ROUTER_KEY");
  await assertRejects(async () => await breaker.plan(), CircuitOpen, "after it refused the key");
  assertEquals(planner.asked.length, 1);
  clock.advance(30_000);
  await assertRejects(async () => await breaker.plan(), CircuitOpen, "still refuses the key");
  assertEquals(planner.asked.length, 2);
  clock.advance(30_000);
  planner.answer = () => ROUTE;
  assertEquals(await breaker.plan(), ROUTE);
  planner.answer = throwing(new EngineError("key", "set ROUTER_KEY"));
  await assertRejects(async () => await breaker.plan(), EngineError, "set ROUTER_KEY");
});

Deno.test("every way of being down counts; a refused point, or an error from elsewhere, does not", async () => {
  for (const fault of ["not_sent", "cut", "late", "wrong"] as const) {
    const { planner, breaker } = guarded();
    planner.answer = down(fault);
    await fails(breaker, 5);
    await assertRejects(async () => await breaker.plan(), CircuitOpen);
  }
  for (const error of [new EngineError("refused", "not this one"), new Error("database away")]) {
    const { planner, breaker } = guarded();
    planner.answer = throwing(error);
    for (let time = 0; time < 9; time++) {
      await assertRejects(async () => await breaker.plan(), Error, error.message);
    }
    assertEquals(planner.asked.length, 9);
  }
});

Deno.test("a trial that tells nothing leaves the next caller to try", async () => {
  const { planner, clock, breaker } = guarded();
  planner.answer = down();
  await fails(breaker, 5);
  clock.advance(30_000);
  planner.answer = throwing(new Error("database away"));
  await assertRejects(async () => await breaker.plan(), Error, "database away");
  planner.answer = () => ROUTE;
  assertEquals(await breaker.plan(), ROUTE);
});

Deno.test("questions from before it opened neither close it nor keep it open when they end", async () => {
  const { planner, clock, breaker } = guarded();
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

for (
  const [engine, what, again] of [
    ["osrm", "a free engine is asked once more after a fault of the connection", [
      "not_sent",
      "cut",
    ]],
    ["google", "a paid engine only where it cannot have heard the question", ["not_sent"]],
  ] as const
) {
  Deno.test(`${what}, and after no other`, async () => {
    for (const fault of FAULTS) {
      const { planner, breaker } = guarded({ engine });
      planner.answer = down(fault);
      await fails(breaker, 1);
      assertEquals(planner.asked.length, again.some((f) => f === fault) ? 2 : 1, fault);
    }
  });
}

Deno.test("the second answer counts; an answer needs no second question, nor does an unknown error", async () => {
  const { planner, breaker } = guarded();
  planner.answer = () => {
    if (planner.asked.length === 1) throw new EngineError("cut", "down");
    return ROUTE;
  };
  assertEquals(await breaker.plan(), ROUTE);
  assertEquals(planner.asked, [TO, TO]);
  assertEquals(await breaker.plan(), ROUTE);
  assertEquals(planner.asked.length, 3);
  planner.answer = throwing(new Error("a bug"));
  await assertRejects(async () => await breaker.plan(), Error, "a bug");
  assertEquals(planner.asked.length, 4);
});

Deno.test("a call is counted before it is made, and not made where it would be one too many", async () => {
  const events: string[] = [];
  let left = 2;
  const { planner, breaker } = guarded({ dailyLimit: 2 }, () => {
    events.push("counted");
    return Promise.resolve(left-- > 0);
  });
  planner.answer = () => {
    events.push("asked");
    return ROUTE;
  };
  assertEquals([await breaker.plan(), await breaker.plan()], [ROUTE, ROUTE]);
  await assertRejects(async () => await breaker.plan(), DailyLimitReached, "the 2 calls a day");
  assertEquals(events, ["counted", "asked", "counted", "asked", "counted"]);
});

Deno.test("a call that cannot be counted is not made", async () => {
  const away = () => Promise.reject(new Error("database away"));
  const { planner, breaker } = guarded({ dailyLimit: 2 }, away);
  await assertRejects(async () => await breaker.plan(), Error, "database away");
  assertEquals(planner.asked, []);
});

Deno.test("a call that fails stays counted; one that was refused for its key is given back, for that day", async () => {
  let taken = 0;
  const take = () => Promise.resolve(++taken < 3);
  const { planner, clock, breaker, nextDay } = guarded({ dailyLimit: 2 }, take);
  planner.answer = down();
  await fails(breaker, 1);
  planner.answer = down("key");
  await fails(breaker, 1);
  planner.answer = () => ROUTE;
  clock.advance(30_000);
  assertEquals(await breaker.plan(), ROUTE);
  assertEquals(taken, 2);
  planner.answer = down("key");
  await assertRejects(async () => await breaker.plan(), DailyLimitReached);
  taken = 0;
  await fails(breaker, 1);
  nextDay();
  clock.advance(30_000);
  planner.answer = () => ROUTE;
  assertEquals(await breaker.plan(), ROUTE);
  assertEquals(taken, 2);
});

import { assertEquals, assertRejects } from "@std/assert";
import type { PlannedRoute, RoutePlanner } from "../../../src/deps.ts";
import { EngineError, type EngineFault } from "../../../src/routing/engines/engine_error.ts";
import {
  CircuitOpen,
  withCircuitBreaker,
} from "../../../src/routing/engines/with_circuit_breaker.ts";
import { countingPlanner, ROUTE, standingClock, throwing } from "./_counting_planner.ts";
import { TO } from "./_engine_errors.ts";

function guarded() {
  const planner = countingPlanner();
  const clock = standingClock();
  return { planner, clock, breaker: withCircuitBreaker(planner, clock) };
}

async function fails(breaker: RoutePlanner, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    await assertRejects(async () => await breaker.plan(TO), EngineError, "down");
  }
}

const down = (fault: EngineFault = "not_sent") => throwing(new EngineError(fault, "down"));

Deno.test("five failures in a row open it: then nobody asks for 30 seconds", async () => {
  const { planner, clock, breaker } = guarded();
  planner.answer = down();
  await fails(breaker, 5);
  const refusal = "not asked for 30 s after 5 failures in a row";
  await assertRejects(async () => await breaker.plan(TO), CircuitOpen, refusal);
  clock.advance(29_999);
  planner.answer = () => ROUTE;
  await assertRejects(async () => await breaker.plan(TO), CircuitOpen);
  assertEquals(planner.asked.length, 5);
  clock.advance(1);
  assertEquals(await breaker.plan(TO), ROUTE);
});

Deno.test("an answer in between starts the count anew", async () => {
  const { planner, breaker } = guarded();
  for (let round = 0; round < 3; round++) {
    planner.answer = down();
    await fails(breaker, 4);
    planner.answer = () => ROUTE;
    await breaker.plan(TO);
  }
  planner.answer = down();
  await fails(breaker, 5);
  await assertRejects(async () => await breaker.plan(TO), CircuitOpen);
});

Deno.test("after that time a single caller tries it, the others are still refused", async () => {
  const { planner, clock, breaker } = guarded();
  planner.answer = down();
  await fails(breaker, 5);
  clock.advance(30_000);
  const trial = Promise.withResolvers<PlannedRoute>();
  planner.answer = () => trial.promise;
  const tried = breaker.plan(TO);
  await assertRejects(async () => await breaker.plan(TO), CircuitOpen);
  assertEquals(planner.asked.length, 6);
  trial.resolve(ROUTE);
  assertEquals(await tried, ROUTE);
  planner.answer = down();
  await fails(breaker, 5);
  await assertRejects(async () => await breaker.plan(TO), CircuitOpen);
});

Deno.test("a trial that fails opens it for as long again", async () => {
  const { planner, clock, breaker } = guarded();
  planner.answer = down();
  await fails(breaker, 5);
  for (let round = 0; round < 3; round++) {
    clock.advance(30_000);
    await fails(breaker, 1);
    clock.advance(29_999);
    await assertRejects(async () => await breaker.plan(TO), CircuitOpen);
    clock.advance(1 - 30_000 + 29_999);
  }
  assertEquals(planner.asked.length, 8);
});

Deno.test("every way of being down counts; a refused point, or an error from elsewhere, does not", async () => {
  for (const fault of ["not_sent", "cut", "late", "wrong"] as const) {
    const { planner, breaker } = guarded();
    planner.answer = down(fault);
    await fails(breaker, 5);
    await assertRejects(async () => await breaker.plan(TO), CircuitOpen);
  }
  for (const error of [new EngineError("refused", "not this one"), new Error("database away")]) {
    const { planner, breaker } = guarded();
    planner.answer = throwing(error);
    for (let time = 0; time < 9; time++) {
      await assertRejects(async () => await breaker.plan(TO), Error, error.message);
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
  await assertRejects(async () => await breaker.plan(TO), Error, "database away");
  planner.answer = () => ROUTE;
  assertEquals(await breaker.plan(TO), ROUTE);
});

Deno.test("questions from before it opened neither close it nor keep it open when they end", async () => {
  const { planner, clock, breaker } = guarded();
  const late = Promise.withResolvers<PlannedRoute>();
  const later = Promise.withResolvers<PlannedRoute>();
  planner.answer = () => late.promise;
  const answered = breaker.plan(TO);
  planner.answer = () => later.promise;
  const failed = breaker.plan(TO);
  planner.answer = down();
  await fails(breaker, 5);
  late.resolve(ROUTE);
  assertEquals(await answered, ROUTE);
  await assertRejects(async () => await breaker.plan(TO), CircuitOpen);
  clock.advance(20_000);
  later.reject(new EngineError("late", "down"));
  await assertRejects(async () => await failed, EngineError);
  clock.advance(10_000);
  planner.answer = () => ROUTE;
  assertEquals(await breaker.plan(TO), ROUTE);
});

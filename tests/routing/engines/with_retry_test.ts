import { assertEquals, assertRejects } from "@std/assert";
import { EngineError, type EngineFault } from "../../../src/routing/engines/engine_error.ts";
import {
  FREE_TO_RETRY,
  SAFE_TO_RETRY,
  withRetry,
} from "../../../src/routing/engines/with_retry.ts";
import { countingPlanner, ROUTE, throwing } from "./_counting_planner.ts";
import { TO } from "./_engine_errors.ts";

const FAULTS: readonly EngineFault[] = ["not_sent", "cut", "late", "refused", "wrong"];

Deno.test("a free engine is asked once more after a fault of the connection, and after no other", async () => {
  for (const fault of FAULTS) {
    const planner = countingPlanner();
    planner.answer = throwing(new EngineError(fault, "down"));
    await assertRejects(
      async () => await withRetry(planner, FREE_TO_RETRY).plan(TO),
      EngineError,
      "down",
    );
    assertEquals(planner.asked.length, fault === "not_sent" || fault === "cut" ? 2 : 1, fault);
  }
});

Deno.test("a paid engine is asked once more only where it cannot have heard the question", async () => {
  for (const fault of FAULTS) {
    const planner = countingPlanner();
    planner.answer = throwing(new EngineError(fault, "down"));
    await assertRejects(
      async () => await withRetry(planner, SAFE_TO_RETRY).plan(TO),
      EngineError,
      "down",
    );
    assertEquals(planner.asked.length, fault === "not_sent" ? 2 : 1, fault);
  }
});

Deno.test("the second answer counts; an answer needs no second question, nor does an unknown error", async () => {
  const planner = countingPlanner();
  const retried = withRetry(planner, FREE_TO_RETRY);
  planner.answer = () => {
    if (planner.asked.length === 1) throw new EngineError("cut", "down");
    return ROUTE;
  };
  assertEquals(await retried.plan(TO), ROUTE);
  assertEquals(planner.asked, [TO, TO]);
  assertEquals(await retried.plan(TO), ROUTE);
  assertEquals(planner.asked.length, 3);
  planner.answer = throwing(new Error("a bug"));
  await assertRejects(async () => await retried.plan(TO), Error, "a bug");
  assertEquals(planner.asked.length, 4);
});

import { assertEquals, assertRejects } from "@std/assert";
import {
  DailyLimitReached,
  withDailyLimit,
} from "../../../src/routing/engines/with_daily_limit.ts";
import { countingPlanner, ROUTE, throwing } from "./_counting_planner.ts";
import { TO } from "./_engine_errors.ts";

Deno.test("a call is counted before it is made, and not made where it would be one too many", async () => {
  const planner = countingPlanner();
  const events: string[] = [];
  planner.answer = () => {
    events.push("asked");
    return ROUTE;
  };
  let left = 2;
  const limited = withDailyLimit(planner, 2, (limit) => {
    events.push(`counted of ${limit}`);
    return Promise.resolve(left-- > 0);
  });
  assertEquals([await limited.plan(TO), await limited.plan(TO)], [ROUTE, ROUTE]);
  await assertRejects(async () => await limited.plan(TO), DailyLimitReached, "the 2 calls a day");
  assertEquals(events, ["counted of 2", "asked", "counted of 2", "asked", "counted of 2"]);
});

Deno.test("a call that cannot be counted is not made", async () => {
  const planner = countingPlanner();
  const limited = withDailyLimit(planner, 2, () => Promise.reject(new Error("database away")));
  await assertRejects(async () => await limited.plan(TO), Error, "database away");
  assertEquals(planner.asked, []);
});

Deno.test("a call that fails stays counted", async () => {
  const planner = countingPlanner();
  let taken = 0;
  const limited = withDailyLimit(planner, 1, () => Promise.resolve(taken++ < 1));
  planner.answer = throwing(new Error("down"));
  await assertRejects(async () => await limited.plan(TO), Error, "down");
  await assertRejects(async () => await limited.plan(TO), DailyLimitReached);
});

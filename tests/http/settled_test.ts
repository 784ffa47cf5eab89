import { assertEquals, assertInstanceOf, assertRejects, assertThrows } from "@std/assert";
import { attempt, whenSettled } from "../../src/http/settled.ts";

const double = (value: number) => value * 2;
const fail = () => {
  throw new Error("no");
};

Deno.test("what is there is worked on at once, what is to come when it comes", async () => {
  assertEquals(whenSettled(1, double), 2);
  const later = whenSettled(Promise.resolve(1), double);
  assertInstanceOf(later, Promise);
  assertEquals(await later, 2);
});

Deno.test("errors of the work, thrown or rejected, are answered for", async () => {
  assertEquals(attempt(fail, () => 7), 7);
  assertEquals(await attempt(() => Promise.reject(new Error("no")), () => 7), 7);
  assertEquals(attempt(() => 1, () => 7), 1);
  assertEquals(await attempt(() => Promise.resolve(1), () => 7), 1);
});

Deno.test("errors of what comes after are not swallowed", async () => {
  assertThrows(() => whenSettled(1, fail), Error, "no");
  await assertRejects(() => Promise.resolve(whenSettled(Promise.resolve(1), fail)), Error, "no");
});

import { assertEquals } from "@std/assert";
import { startDeadline } from "../../src/http/deadlines.ts";

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

Deno.test("deadlines pass in the order in which they are due, but for those that were met", async () => {
  const passed: string[] = [];
  const start = (name: string, ms: number) => startDeadline(ms, () => void passed.push(name));
  // Far enough apart that a machine which stands still between two of these lines does not change their order.
  start("late", 400);
  const met = start("met", 300);
  start("early", 20);
  const longest = start("longest", 60_000);
  met();
  await delay(600);
  assertEquals(passed, ["early", "late"]);
  longest();
  longest();
});

Deno.test("a deadline that starts another is not forgotten", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  startDeadline(1, () => startDeadline(1, resolve));
  await promise;
});

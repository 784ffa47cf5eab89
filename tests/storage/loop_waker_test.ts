import { assertEquals } from "@std/assert";
import { loopWaker } from "../../src/storage/loop_waker.ts";

/** The timers that run, in the place of the real ones until it is disposed of; `pass` lets the time of each go by once. */
function heldTimers(): Disposable & { count(): number; pass(): void } {
  const real = { setInterval, clearInterval };
  const running = new Map<number, () => void>();
  let last = 0;
  Object.assign(globalThis, {
    setInterval(work: () => void): number {
      running.set(++last, work);
      return last;
    },
    clearInterval: (timer: number): void => void running.delete(timer),
  });
  return {
    count: () => running.size,
    pass: () => [...running.values()].forEach((work) => work()),
    [Symbol.dispose]: () => void Object.assign(globalThis, real),
  };
}

Deno.test("a timer wakes the loop as long as any call is under way, and goes by itself after the last", () => {
  using timers = heldTimers();
  const waker = loopWaker();
  assertEquals(timers.count(), 0, "nothing wakes an idle service");
  waker.begin();
  waker.begin();
  waker.end();
  timers.pass();
  timers.pass();
  assertEquals(timers.count(), 1, "one call is still under way");
  waker.end();
  waker.begin();
  assertEquals(timers.count(), 1, "calls in a row share a timer");
  waker.end();
  timers.pass();
  assertEquals(timers.count(), 0);
});

Deno.test("a waker that is closed lets go of its timer at once, and begins anew with the next call", () => {
  using timers = heldTimers();
  const waker = loopWaker();
  waker.begin();
  waker.close();
  assertEquals(timers.count(), 0);
  waker.end();
  waker.begin();
  assertEquals(timers.count(), 1);
  waker.end();
  timers.pass();
  assertEquals(timers.count(), 0);
});

import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { activeSet, within } from "../src/in_progress.ts";

Deno.test("an active set holds what was added and not removed, however often it is removed", () => {
  const steps = fc.array(fc.tuple(fc.nat(9), fc.boolean()));
  fc.assert(fc.property(steps, (steps) => {
    const held = activeSet<number>();
    const removals: (() => void)[] = [];
    const expected = new Set<number>();
    steps.forEach(([place, adds], item) => {
      if (adds || removals.length === 0) {
        const remove = held.add(item);
        expected.add(item);
        removals.push(() => {
          remove();
          expected.delete(item);
        });
      } else removals[place % removals.length]!();
      assertEquals(held.items().toSorted(), [...expected].toSorted());
    });
  }));
});

const never = new Promise<void>(() => {});

Deno.test("what is done in time is not waited for any longer", async () => {
  assertEquals(await within(3_600_000, Promise.resolve("done")), true);
});

Deno.test("what is late is waited for no longer than is said", async () => {
  assertEquals(await within(1, never), false);
});

Deno.test("what fails in time rejects, and leaves no timer behind", async () => {
  const error = await assertRejects(() => within(3_600_000, Promise.reject(new Error("gone"))));
  assert(error instanceof Error && error.message === "gone");
});

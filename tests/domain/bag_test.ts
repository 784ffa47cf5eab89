import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { bag } from "../../src/domain/bag.ts";

Deno.test("a bag holds what was put in and not taken out, however often it is taken out", () => {
  const steps = fc.array(fc.tuple(fc.nat(9), fc.boolean()));
  fc.assert(fc.property(steps, (steps) => {
    const held = bag<number>();
    const removals: (() => void)[] = [];
    const expected = new Set<number>();
    steps.forEach(([place, adds], thing) => {
      if (adds || removals.length === 0) {
        const remove = held.add(thing);
        expected.add(thing);
        removals.push(() => {
          remove();
          expected.delete(thing);
        });
      } else removals[place % removals.length]!();
      assertEquals(held.things().toSorted(), [...expected].toSorted());
      assertEquals(held.size, expected.size);
    });
  }));
});

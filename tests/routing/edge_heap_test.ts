import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { edgeHeap } from "../../src/routing/shortest_path_tree.ts";

Deno.test("edges are popped by cost, lowered ones by their new cost, each once", () => {
  const lowering = fc.record({ edge: fc.nat(63), by: fc.integer({ min: 1, max: 500 }) });
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 64 }),
      fc.array(lowering, { maxLength: 40 }),
      (firstCosts, lowerings) => {
        const costs = Float64Array.from(firstCosts);
        const heap = edgeHeap(costs);
        costs.forEach((_, edge) => heap.raise(edge));
        for (const { edge, by } of lowerings) {
          if (edge >= costs.length) continue;
          costs[edge] = costs[edge]! - by;
          heap.raise(edge);
        }
        const popped: number[] = [];
        for (let edge = heap.pop(); edge >= 0; edge = heap.pop()) popped.push(edge);
        assertEquals(popped.map((edge) => costs[edge]!), [...costs].sort((a, b) => a - b));
        assertEquals(new Set(popped).size, costs.length);
      },
    ),
    { seed: 1, numRuns: 300 },
  );
});

Deno.test("an empty heap pops -1, and a popped edge may be inserted again", () => {
  const costs = Float64Array.of(5, 3);
  const heap = edgeHeap(costs);
  assertEquals(heap.pop(), -1);
  heap.raise(0);
  heap.raise(1);
  assertEquals(heap.pop(), 1);
  costs[1] = 9;
  heap.raise(1);
  assertEquals([heap.pop(), heap.pop(), heap.pop()], [0, 1, -1]);
});

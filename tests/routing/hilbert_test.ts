import { assert, assertEquals } from "@std/assert";
import { HILBERT_SIDE, hilbertIndex } from "../../src/routing/piece_tree.ts";

for (const corner of [0, HILBERT_SIDE / 2, HILBERT_SIDE - 32]) {
  Deno.test(`the curve visits each cell of the block at ${corner} once, from neighbour to neighbour`, () => {
    const cells: { x: number; y: number; index: number }[] = [];
    for (let x = corner; x < corner + 32; x++) {
      for (let y = corner; y < corner + 32; y++) cells.push({ x, y, index: hilbertIndex(x, y) });
    }
    cells.sort((a, b) => a.index - b.index);
    cells.slice(1).forEach((cell, i) => {
      const before = cells[i]!;
      assertEquals(cell.index, before.index + 1);
      assertEquals(Math.abs(cell.x - before.x) + Math.abs(cell.y - before.y), 1);
    });
  });
}

Deno.test("the curve's ends lie within 26 bits", () => {
  assertEquals(hilbertIndex(0, 0), 0);
  assert(hilbertIndex(HILBERT_SIDE - 1, 0) < 2 ** 26);
  assert(hilbertIndex(HILBERT_SIDE - 1, HILBERT_SIDE - 1) < 2 ** 26);
});

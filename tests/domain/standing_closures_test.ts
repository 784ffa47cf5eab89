import { assertEquals } from "@std/assert";
import type { Closure } from "../../src/domain/closure.ts";
import { closureRuns } from "../../src/domain/standing_closures.ts";

const day = (id: number, day: string, reason: string): Closure => ({
  id,
  kind: "day",
  day,
  reason,
});

Deno.test("days that follow one another for one reason are one closure, and nothing else is", () => {
  const closures: Closure[] = [
    day(1, "2026-12-24", "Navidad"),
    { id: 2, kind: "span", from: "2026-12-24T19:00", to: "2026-12-25T02:00", reason: "Navidad" },
    day(3, "2026-12-25", "Navidad"),
    day(9, "2026-12-25", "Fuga de agua"),
    day(4, "2026-12-26", "Navidad"),
    day(5, "2026-12-28", "Navidad"),
    day(6, "2026-12-29", "Inventario"),
  ];
  assertEquals(
    closureRuns(closures).map(({ closures, closed }) => [closures.map(({ id }) => id), closed]),
    [
      [[1, 3, 4], { kind: "days", from: "2026-12-24", to: "2026-12-26" }],
      [[2], { kind: "span", from: "2026-12-24T19:00", to: "2026-12-25T02:00" }],
      [[9], { kind: "day", day: "2026-12-25" }],
      [[5], { kind: "day", day: "2026-12-28" }],
      [[6], { kind: "day", day: "2026-12-29" }],
    ],
  );
  assertEquals(closureRuns([]), []);
});

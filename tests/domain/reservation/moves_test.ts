import { assertEquals } from "@std/assert";
import { isItsDay, type Move, moved } from "../../../src/domain/reservation/moves.ts";

Deno.test("a state has ways to others, of which only leaving takes a time, and undoing goes one step back", () => {
  const at = "2026-08-01T22:15";
  const states = {
    confirmed: { status: "confirmed", left: null },
    arrived: { status: "arrived", left: null },
    left: { status: "arrived", left: at },
    no_show: { status: "no_show", left: null },
    cancelled: { status: "cancelled", left: null },
  } as const;
  const { confirmed, arrived, left, no_show, cancelled } = states;
  const ways: Readonly<Record<keyof typeof states, Partial<Record<Move, unknown>>>> = {
    confirmed: { arrived, no_show, cancelled },
    arrived: { left, undone: confirmed },
    left: { undone: arrived },
    no_show: { arrived, undone: confirmed },
    cancelled: { undone: confirmed },
  };
  for (const [name, from] of Object.entries(states)) {
    for (const move of ["arrived", "left", "no_show", "cancelled", "undone"] as const) {
      const to = ways[name as keyof typeof states][move] ?? null;
      assertEquals<unknown>(moved(from, move, at), to, `${name} ${move}`);
    }
  }
});

Deno.test("a party arrives and leaves on its own day only, and cannot have failed to come before it", () => {
  const possible = (move: Move) =>
    ["2026-07-31", "2026-08-01", "2026-08-02"].map((today) => isItsDay(move, "2026-08-01", today));
  for (const move of ["arrived", "left"] as const) {
    assertEquals(possible(move), [false, true, false], move);
  }
  assertEquals(possible("no_show"), [false, true, true]);
  for (const move of ["cancelled", "undone"] as const) {
    assertEquals(possible(move), [true, true, true], move);
  }
});

import { assertEquals } from "@std/assert";
import { wallMinuteOf } from "../../../src/domain/local_time.ts";
import { closedTime, closureRuns, isOver } from "../../../src/domain/schedule/closures.ts";
import type { Closure } from "../../../src/domain/schedule/switches.ts";
import { TEST_HOURS } from "../../support/restaurant_fixture.ts";

// A Saturday, open from 13:00 to 02:00; the Monday after it is closed all week.
const SATURDAY = "2026-03-14";
const MONDAY = "2026-03-16";
const asked = (day: string, from: string | null, to: string | null) =>
  closedTime({ day, from, to }, TEST_HOURS);

Deno.test("without times the whole service day is closed", () => {
  assertEquals(asked(SATURDAY, null, null), { kind: "day", day: SATURDAY });
});

Deno.test("an end at or before the beginning is of the next day", () => {
  assertEquals(asked(SATURDAY, "17:00", "22:00"), {
    kind: "span",
    from: "2026-03-14T17:00",
    to: "2026-03-14T22:00",
  });
  assertEquals(asked(SATURDAY, "20:00", "01:30"), {
    kind: "span",
    from: "2026-03-14T20:00",
    to: "2026-03-15T01:30",
  });
});

Deno.test("a missing time is the day's opening or closing, after midnight too", () => {
  assertEquals(asked(SATURDAY, "20:00", null), {
    kind: "span",
    from: "2026-03-14T20:00",
    to: "2026-03-15T02:00",
  });
  assertEquals(asked(SATURDAY, null, "18:00"), {
    kind: "span",
    from: "2026-03-14T13:00",
    to: "2026-03-14T18:00",
  });
});

Deno.test("on a day without hours a missing time is midnight", () => {
  assertEquals(asked(MONDAY, "20:00", null), {
    kind: "span",
    from: "2026-03-16T20:00",
    to: "2026-03-17T00:00",
  });
});

Deno.test("times that seem to be the wrong way round close nothing: an end of the next day is of its small hours", () => {
  assertEquals(asked(SATURDAY, "20:00", "13:00"), {
    kind: "span",
    from: "2026-03-14T20:00",
    to: "2026-03-15T13:00",
  });
  assertEquals(asked(SATURDAY, "20:00", "18:00"), null);
  assertEquals(asked(SATURDAY, "20:00", "13:01"), null);
  assertEquals(asked(MONDAY, "20:00", "02:00"), {
    kind: "span",
    from: "2026-03-16T20:00",
    to: "2026-03-17T02:00",
  });
  assertEquals(asked(MONDAY, "20:00", "18:00"), null);
  assertEquals(asked(SATURDAY, null, "01:00")?.kind, "span", "the service runs then");
  assertEquals(asked(SATURDAY, null, "12:00"), null, "before the doors open");
});

Deno.test("times with nothing between them close nothing", () => {
  assertEquals(asked(SATURDAY, "20:00", "20:00"), null);
  assertEquals(asked("2026-03-12", "23:00", null), null);
});

Deno.test("a span is over at its end, a day when the service day is another", () => {
  const span = { kind: "span", from: "2026-03-14T20:00", to: "2026-03-15T01:30" } as const;
  assertEquals(isOver(span, wallMinuteOf("2026-03-15T01:29"), SATURDAY), false);
  assertEquals(isOver(span, wallMinuteOf("2026-03-15T01:30"), SATURDAY), true);
  assertEquals(
    isOver({ kind: "day", day: SATURDAY }, wallMinuteOf("2026-03-15T01:30"), SATURDAY),
    false,
  );
  assertEquals(
    isOver({ kind: "day", day: SATURDAY }, wallMinuteOf("2026-03-15T02:30"), "2026-03-15"),
    true,
  );
});

Deno.test("several days are closed whole, both ends inclusive, and never with times", () => {
  const days = (until: string, from: string | null = null) =>
    closedTime({ day: SATURDAY, until, from, to: null }, TEST_HOURS);
  assertEquals(days("2026-03-20"), { kind: "days", from: SATURDAY, to: "2026-03-20" });
  assertEquals(days(SATURDAY), { kind: "day", day: SATURDAY });
  assertEquals(days("2026-03-13"), null);
  assertEquals(days("2026-03-20", "19:00"), null);
  const over = (today: string) =>
    isOver(
      { kind: "days", from: SATURDAY, to: "2026-03-16" },
      wallMinuteOf(`${today}T12:00`),
      today,
    );
  assertEquals([over("2026-03-16"), over("2026-03-17")], [false, true]);
});

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

import { assertEquals } from "@std/assert";
import { localDateTime } from "../../../src/domain/local_time.ts";
import {
  closedSpans,
  type Closure,
  type EarlyKitchen,
  isDayClosed,
  servicesAround,
  servicesOn,
  UNSWITCHED,
} from "../../../src/domain/schedule/services.ts";
import {
  closedDay,
  closedSpan,
  hoursOf,
  TEST_HOURS,
  testState,
} from "../../support/restaurant_fixture.ts";

function spansOn(
  day: string,
  closures: readonly Closure[] = [],
  earlyKitchen: EarlyKitchen | null = null,
): string[][] {
  return servicesOn(TEST_HOURS, day, { closures, earlyKitchen }).map((
    { opens, kitchenCloses, closes },
  ) => [opens, kitchenCloses, closes].map(localDateTime));
}

Deno.test("a kitchen does not close before its service opens", () => {
  const hours = TEST_HOURS.map(() => hoursOf(["13:00-13:30"]));
  const [run] = servicesOn(hours, "2026-03-03", UNSWITCHED);
  assertEquals(run?.kitchenCloses, run?.opens);
});

Deno.test("a span that covers part of a service leaves the service standing", () => {
  assertEquals(
    spansOn("2026-03-06", [closedSpan("2026-03-06T00:00", "2026-03-07T00:00")]).length,
    1,
  );
  assertEquals(
    spansOn("2026-03-06", [closedSpan("2026-03-06T13:00", "2026-03-07T01:59")]).length,
    1,
  );
});

Deno.test("a service that spans cover from opening to closing does not take place", () => {
  assertEquals(spansOn("2026-03-06", [closedSpan("2026-03-06T13:00", "2026-03-07T02:00")]), []);
  const halves = [
    closedSpan("2026-03-06T20:00", "2026-03-07T02:00"),
    closedSpan("2026-03-06T12:00", "2026-03-06T20:00"),
  ];
  assertEquals(spansOn("2026-03-06", halves), []);
  const eveningAndNight = [
    closedSpan("2026-03-06T13:00", "2026-03-07T00:00"),
    closedSpan("2026-03-07T00:00", "2026-03-07T02:00"),
  ];
  assertEquals(spansOn("2026-03-06", eveningAndNight), []);
  assertEquals(spansOn("2026-03-04", [closedSpan("2026-03-04T07:00", "2026-03-04T12:00")]), [
    ["2026-03-04T13:00", "2026-03-04T22:00", "2026-03-04T23:00"],
  ]);
});

Deno.test("the services around a day are those of the evening before and its own, in order", () => {
  assertEquals(
    servicesAround(TEST_HOURS, "2026-03-08", UNSWITCHED).map(({ day }) => day),
    ["2026-03-07", "2026-03-08"],
  );
  assertEquals(
    servicesAround(TEST_HOURS, "2026-03-08", testState({ closures: [closedDay("2026-03-07")] }))
      .map(({ day }) => day),
    ["2026-03-08"],
  );
});

Deno.test("a kitchen that closes early ends the cooking of the running service, not the service", () => {
  const early = { serviceDay: "2026-03-07", closes: "2026-03-07T21:15" };
  assertEquals(spansOn("2026-03-07", [], early), [
    ["2026-03-07T13:00", "2026-03-07T21:15", "2026-03-08T02:00"],
  ]);
  const afterMidnight = { serviceDay: "2026-03-07", closes: "2026-03-08T00:15" };
  assertEquals(spansOn("2026-03-07", [], afterMidnight)[0]?.[1], "2026-03-08T00:15");
});

Deno.test("an early closing is that of its service day alone, and never later than the usual one", () => {
  const early = { serviceDay: "2026-03-07", closes: "2026-03-07T18:00" };
  for (const day of ["2026-03-06", "2026-03-08"]) {
    assertEquals(spansOn(day, [], early), spansOn(day), day);
  }
  const late = { serviceDay: "2026-03-07", closes: "2026-03-08T01:30" };
  assertEquals(spansOn("2026-03-07", [], late), spansOn("2026-03-07"));
});

Deno.test("a day is closed by its own closure and by no span", () => {
  const closures = [
    closedDay("2026-03-06"),
    closedSpan("2026-03-07T00:00", "2026-03-08T00:00"),
  ];
  assertEquals(isDayClosed(closures, "2026-03-06"), true);
  assertEquals(isDayClosed(closures, "2026-03-07"), false);
});

Deno.test("closed spans are those that reach into the days asked for", () => {
  const closures = [
    closedDay("2026-03-06"),
    closedSpan("2026-03-05T18:00", "2026-03-06T01:00"),
    closedSpan("2026-03-06T23:59", "2026-03-09T00:00"),
    closedSpan("2026-03-07T00:00", "2026-03-07T12:00"),
    closedSpan("2026-03-05T10:00", "2026-03-05T12:00"),
  ];
  assertEquals(
    closedSpans(closures, "2026-03-06", "2026-03-07").map(({ from, to }) =>
      [from, to].map(localDateTime)
    ),
    [["2026-03-05T18:00", "2026-03-06T01:00"], ["2026-03-06T23:59", "2026-03-09T00:00"]],
  );
});

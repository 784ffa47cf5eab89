import { assertEquals } from "@std/assert";
import { localDateTime } from "../../../src/domain/local_time.ts";
import {
  closedSpans,
  isDayClosed,
  reservationsActive,
} from "../../../src/domain/schedule/switches.ts";
import { closedDay, closedSpan, testState } from "../../support/restaurant_fixture.ts";

Deno.test("reservations are taken until paused, and again from the instant a pause ends", () => {
  assertEquals(reservationsActive(testState(), 1000), true);
  assertEquals(reservationsActive(testState({ pause: { until: null } }), 1000), false);
  assertEquals(reservationsActive(testState({ pause: { until: 1001 } }), 1000), false);
  assertEquals(reservationsActive(testState({ pause: { until: 1000 } }), 1000), true);
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

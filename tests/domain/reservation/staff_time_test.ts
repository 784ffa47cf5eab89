import { assert, assertEquals } from "@std/assert";
import { addDays } from "../../../src/domain/local_time.ts";
import { offeredTimes, timeWarnings } from "../../../src/domain/reservation/staff_time.ts";
import { serviceDayOf } from "../../../src/domain/schedule/situation.ts";
import { checkBookable } from "../../../src/domain/schedule/refusal.ts";
import {
  closedDay,
  closedSpan,
  everyDay,
  instantOf,
  situationAt,
} from "../../support/restaurant_fixture.ts";

/** A Saturday of the test restaurant, open 13:00 to 02:00; Friday too. */
const SATURDAY = "2026-08-01";
const SUNDAY = "2026-08-02";
const NOON = situationAt("2026-08-01T12:00");

const kinds = (local: string, situation = NOON) =>
  timeWarnings(situation, { day: local.slice(0, 10), time: local.slice(11), partySize: 4 })
    .map(({ kind }) => kind);

Deno.test("every time that guests can reserve belongs to the same evening for staff, without a warning", () => {
  let count = 0;
  for (let ahead = 0; ahead < 14; ahead++) {
    const day = addDays(SATURDAY, ahead);
    for (const { time, serviceDay } of offeredTimes(NOON, day)) {
      count++;
      assertEquals(checkBookable({ ...NOON, day, time, partySize: 4 }), {
        kind: "bookable",
        serviceDay,
      });
      assertEquals(serviceDayOf(NOON, { day, time }), serviceDay);
      assertEquals(timeWarnings(NOON, { day, time, partySize: 4 }), []);
    }
  }
  assert(count > 200, `${count} times were looked at`);
});

Deno.test("a time off the half hour is as good as those around it", () => {
  assertEquals(kinds("2026-08-01T20:17"), []);
});

Deno.test("hours without a kitchen are warned of", () => {
  assertEquals(kinds("2026-08-01T12:30"), ["outside_hours"]);
  assertEquals(kinds("2026-08-02T00:30"), []);
  assertEquals(kinds("2026-08-02T00:31"), ["outside_hours"]);
  assertEquals(kinds("2026-08-03T20:00"), ["outside_hours"]);
  const restaurant = { timeZone: "America/Tijuana", hours: everyDay("18:00-05:00") };
  const spring = situationAt("2026-03-07T20:00", { restaurant });
  assertEquals(kinds("2026-03-08T01:59", spring), []);
  assertEquals(kinds("2026-03-08T02:00", spring), ["outside_hours"], "the hour that is skipped");
  assertEquals(kinds("2026-03-08T03:00", spring), []);
});

Deno.test("a time that has passed is warned of, after the five minutes that guests have too", () => {
  const evening = situationAt("2026-08-01T20:35");
  assertEquals(kinds("2026-08-01T20:30", evening), []);
  assertEquals(kinds("2026-08-01T20:29", evening), ["past"]);
  assertEquals(kinds("2026-07-31T20:29", evening), ["past"]);
});

Deno.test("a pause is warned of until it ends", () => {
  const until = instantOf("2026-08-01T13:00");
  const paused = situationAt("2026-08-01T12:00", { state: { pause: { night: SATURDAY, until } } });
  const chosen = { day: SATURDAY, time: "20:00", partySize: 4 };
  assertEquals(timeWarnings(paused, chosen), [{ kind: "night_paused" }]);
  assertEquals(timeWarnings(paused, { ...chosen, day: "2026-08-08" }), []);
  assertEquals(timeWarnings({ ...paused, now: until }, chosen), []);
  const off = situationAt("2026-08-01T12:00", { state: { pause: { until: null } } });
  assertEquals(timeWarnings(off, chosen), [{ kind: "paused" }]);
});

Deno.test("a closure is warned of with its reason, tail after midnight included", () => {
  const day = situationAt("2026-08-01T12:00", { state: { closures: [closedDay(SATURDAY)] } });
  assertEquals(timeWarnings(day, { day: SUNDAY, time: "00:30", partySize: 4 }), [
    { kind: "closed", reason: "prueba" },
  ]);
  assertEquals(kinds("2026-08-02T13:00", day), []);
  const closures = [closedSpan("2026-08-01T19:00", "2026-08-01T21:00")];
  const span = situationAt("2026-08-01T12:00", { state: { closures } });
  assertEquals(kinds("2026-08-01T18:59", span), []);
  assertEquals(kinds("2026-08-01T19:00", span), ["closed"]);
  assertEquals(kinds("2026-08-01T21:00", span), []);
});

Deno.test("a kitchen that closes early is warned of from the last arrival on, on that evening only", () => {
  const earlyKitchen = { serviceDay: SATURDAY, closes: "2026-08-01T21:00" };
  const early = situationAt("2026-08-01T12:00", { state: { earlyKitchen } });
  assertEquals(kinds("2026-08-01T20:30", early), []);
  assertEquals(timeWarnings(early, { day: SATURDAY, time: "20:31", partySize: 4 }), [
    { kind: "kitchen_early", closes: "2026-08-01T21:00" },
  ]);
  assertEquals(kinds("2026-08-02T00:30", early), ["kitchen_early"]);
  assertEquals(kinds("2026-08-02T13:00", early), []);
  assertEquals(kinds("2026-08-01T12:30", early), ["outside_hours"]);
});

Deno.test("times offered today begin now, and are offered during a pause too", () => {
  const late = situationAt("2026-08-01T23:30", { state: { pause: { until: null } } });
  assertEquals(offeredTimes(late, SATURDAY), [{ time: "23:30", serviceDay: SATURDAY }]);
  assertEquals(offeredTimes(late, SUNDAY).slice(0, 3), [
    { time: "00:00", serviceDay: SATURDAY },
    { time: "00:30", serviceDay: SATURDAY },
    { time: "12:00", serviceDay: SUNDAY },
  ]);
});

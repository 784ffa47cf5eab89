import { assertEquals, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import {
  currentMenu,
  currentServiceDay,
  eveningsBefore,
  nextKitchenOpening,
  openingNow,
  serviceDayOf,
  staffServiceDay,
} from "../../../src/domain/schedule/situation.ts";
import { UNSWITCHED } from "../../../src/domain/schedule/services.ts";
import type { LocalDateTime } from "../../../src/domain/local_time.ts";
import {
  closedDay,
  closedSpan,
  everyDay,
  hoursOf,
  instantOf,
  restaurantBooking,
  restaurantWithToday,
  situationAt,
  TEST_HOURS,
  testRestaurant,
  testState,
} from "../../support/restaurant_fixture.ts";

Deno.test("where clocks change, the clock on the wall says what is open", () => {
  const restaurant = testRestaurant({
    timeZone: "America/New_York",
    hours: everyDay("18:00-01:30", 0),
  });
  const open = (utc: string) =>
    openingNow({ restaurant, state: testState(), now: Date.parse(utc) }).open;
  assertEquals(open("2026-11-01T05:15:00Z"), true, "01:15 the first time");
  assertEquals(open("2026-11-01T05:45:00Z"), false, "01:45 the first time");
  assertEquals(open("2026-11-01T06:15:00Z"), true, "01:15 the second time");
  assertEquals(open("2026-11-01T06:45:00Z"), false, "01:45 the second time");
});

Deno.test("a kitchen set to open in the hour that spring skips opens when the hour has been skipped", () => {
  const restaurant = testRestaurant({
    timeZone: "America/New_York",
    hours: everyDay("02:15-06:00", 0),
  });
  const now = instantOf("2026-03-08T01:00", "America/New_York");
  assertEquals(nextKitchenOpening({ restaurant, state: testState(), now }), {
    day: "2026-03-08",
    time: "03:00",
  });
});

const LAST_MINUTE = {
  restaurant: {
    hours: everyDay("18:00-02:00", 0),
    booking: restaurantBooking({ arrivalMarginMinutes: 0 }).booking,
  },
};
const LONG = { restaurant: { hours: everyDay("08:00-07:00") } };
const EARLY = { earlyKitchen: { serviceDay: "2026-03-07", closes: "2026-03-07T21:00" } };
const CLOSED = {
  closures: [closedDay("2026-03-07"), closedSpan("2026-03-07T23:00", "2026-03-08T02:00")],
};

/** The local time, the day that staff mean by today, why, and what is not as in the tests' restaurant. */
const TODAYS: readonly (readonly [
  local: LocalDateTime,
  today: string,
  why: string,
  overrides?: Parameters<typeof situationAt>[1],
])[] = [
  ["2026-03-07T12:00", "2026-03-07", "the calendar's"],
  ["2026-03-07T23:59", "2026-03-07", "the calendar's to its last minute"],
  ["2026-03-03T00:00", "2026-03-03", "no evening before runs"],
  ["2026-03-02T15:00", "2026-03-02", "no service starts that day"],
  ["2026-03-08T00:00", "2026-03-07", "the evening's after midnight"],
  ["2026-03-08T01:59", "2026-03-07", "until its service has closed"],
  ["2026-03-08T02:00", "2026-03-08", "to the minute"],
  ["2026-03-08T02:00", "2026-03-07", "guests may arrive in the minute of closing", LAST_MINUTE],
  ["2026-03-08T02:01", "2026-03-08", "and not after it", LAST_MINUTE],
  ["2026-03-08T01:30", "2026-03-07", "an early kitchen ends no evening", { state: EARLY }],
  ["2026-03-08T01:00", "2026-03-07", "nor does a closure", { state: CLOSED }],
  ["2026-03-08T06:59", "2026-03-07", "one service runs into the next", LONG],
  ["2026-03-08T07:00", "2026-03-08", "and has closed", LONG],
];

Deno.test("today is the calendar's day or, after midnight, the evening's until its usual closing", () => {
  for (const [local, today, why, overrides] of TODAYS) {
    const situation = situationAt(local, overrides);
    assertEquals(currentServiceDay(situation), today, `${local}: ${why}`);
    const time = { day: local.slice(0, 10), time: local.slice(11) };
    assertEquals(serviceDayOf(situation, time), today, `a table at ${local}`);
  }
});

const EARLY_RISER = { restaurant: { hours: everyDay("05:00-02:00") } };

/** The local time, the day that the board shows by itself, and why. */
const BOARDS: typeof TODAYS = [
  ["2026-03-15T01:59", "2026-03-14", "its service runs"],
  ["2026-03-15T02:00", "2026-03-14", "it has just closed"],
  ["2026-03-15T07:59", "2026-03-14", "for six hours"],
  ["2026-03-15T08:00", "2026-03-15", "to the minute"],
  ["2026-03-15T23:59", "2026-03-15", "closed before midnight"],
  ["2026-03-16T01:59", "2026-03-15", "after midnight too, before a closed day"],
  ["2026-03-16T02:00", "2026-03-16", "and no longer"],
  ["2026-03-17T00:30", "2026-03-17", "a closed day leaves nothing to settle"],
  ["2026-03-15T03:59", "2026-03-14", "until an hour before the next opens", EARLY_RISER],
  ["2026-03-15T04:00", "2026-03-15", "which comes first here", EARLY_RISER],
  ["2026-03-15T06:59", "2026-03-14", "a service that still runs is later than both", LONG],
  ["2026-03-15T07:00", "2026-03-15", "and is over", LONG],
  ["2026-03-15T01:00", "2026-03-14", "whatever is closed", {
    state: { closures: [closedDay("2026-03-14")] },
  }],
];

Deno.test("the board shows an evening until six hours after it, or an hour before the next", () => {
  for (const [local, day, why, overrides] of BOARDS) {
    assertEquals(staffServiceDay(situationAt(local, overrides)), day, `${local}: ${why}`);
  }
});

Deno.test("the evenings before a day are from the last one with services within a week on, else the day before", () => {
  const before = (day: string, overrides?: Parameters<typeof situationAt>[1]) =>
    eveningsBefore(situationAt(`${day}T12:00`, overrides), day);
  assertEquals(before("2026-03-12"), ["2026-03-11"]);
  // A Tuesday: Mondays are closed.
  assertEquals(before("2026-03-10"), ["2026-03-08", "2026-03-09"]);
  const shut = { restaurant: { hours: TEST_HOURS.map(() => hoursOf([])) } };
  assertEquals(before("2026-03-10", shut), ["2026-03-09"]);
  const closed = { state: { closures: [closedDay("2026-03-11")] } };
  assertEquals(before("2026-03-12", closed), ["2026-03-10", "2026-03-11"]);
  const weekly = { restaurant: { hours: TEST_HOURS.map((day, n) => n === 1 ? day : hoursOf([])) } };
  assertEquals(before("2026-03-10", weekly)[0], "2026-03-03");
});

Deno.test("an hour that autumn shows twice belongs to the evening both times", () => {
  const restaurant = {
    timeZone: "America/New_York",
    hours: everyDay("18:00-02:00"),
  };
  const situation = situationAt("2026-11-01T00:30", { restaurant });
  const at = (utc: string) => currentServiceDay({ ...situation, now: Date.parse(utc) });
  assertEquals(at("2026-11-01T05:45:00Z"), "2026-10-31", "01:45 the first time");
  assertEquals(at("2026-11-01T06:45:00Z"), "2026-10-31", "01:45 the second time");
  assertEquals(at("2026-11-01T07:00:00Z"), "2026-11-01");
});

Deno.test("a menu is one object until what is served changes: what is made of it is kept for it", () => {
  const restaurant = restaurantWithToday("2026-03-07");
  const at = (local: LocalDateTime) => ({
    ...situationAt(local),
    restaurant,
    state: UNSWITCHED,
  });
  const evening = currentMenu(at("2026-03-07T13:00"));
  assertStrictEquals(currentMenu(at("2026-03-08T01:59")), evening);
  assertNotStrictEquals(currentMenu(at("2026-03-08T02:00")), evening);
  const sold = { ...UNSWITCHED, soldOut: [{ dishId: "panuchos", serviceDay: null }] };
  const { sections } = currentMenu({ ...at("2026-03-07T13:00"), state: sold });
  assertEquals(sections[1]!.dishes[0]!.soldOut, true);
});

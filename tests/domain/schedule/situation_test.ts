import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  currentMenu,
  currentServiceDay,
  nextKitchenOpening,
  openingNow,
  serviceDayOf,
} from "../../../src/domain/schedule/situation.ts";
import type { Closure } from "../../../src/domain/schedule/services.ts";
import {
  closedDay,
  closedSpan,
  hoursOf,
  instantOf,
  situationAt,
  testRestaurant,
  testState,
} from "../../support/restaurant_fixture.ts";

function next(local: string, closures: readonly Closure[] = []): string | null {
  const opening = nextKitchenOpening(situationAt(local, { state: { closures } }));
  return opening && `${opening.day}T${opening.time}`;
}

Deno.test("after an early closing the kitchen next opens with a service of another day", () => {
  const earlyKitchen = { serviceDay: "2026-03-04", closes: "2026-03-04T10:00" };
  const next = (local: string) =>
    nextKitchenOpening(situationAt(local, { state: { earlyKitchen } }));
  assertEquals(next("2026-03-04T09:59"), { day: "2026-03-04", time: "09:59" });
  assertEquals(next("2026-03-04T10:00"), { day: "2026-03-05", time: "13:00" });
});

Deno.test("the kitchen next opens now where it serves, else with the next service", () => {
  assertEquals(next("2026-03-03T15:07"), "2026-03-03T15:07");
  assertEquals(next("2026-03-03T22:00"), "2026-03-04T08:15");
  assertEquals(next("2026-03-04T11:00"), "2026-03-04T13:00");
  assertEquals(next("2026-03-07T00:59"), "2026-03-07T00:59");
  assertEquals(next("2026-03-07T01:00"), "2026-03-07T13:00");
  assertEquals(next("2026-03-08T21:00"), "2026-03-10T13:00");
});

Deno.test("the kitchen next opens after what is closed", () => {
  assertEquals(next("2026-03-02T10:00", [closedDay("2026-03-03")]), "2026-03-04T08:15");
  assertEquals(
    next("2026-03-03T15:00", [closedSpan("2026-03-03T14:00", "2026-03-03T17:20")]),
    "2026-03-03T17:20",
  );
  assertEquals(
    next("2026-03-03T15:00", [closedSpan("2026-03-03T14:00", "2026-03-03T22:00")]),
    "2026-03-04T08:15",
  );
});

Deno.test("a kitchen that does not open within 90 days has no next opening", () => {
  const never = situationAt("2026-03-03T15:00", {
    restaurant: { hours: Array.from({ length: 7 }, () => hoursOf([])) },
  });
  assertEquals(nextKitchenOpening(never), null);
  const until = (day: string) => [closedSpan("2026-03-03T00:00", `${day}T00:00`)];
  assertEquals(next("2026-03-03T15:00", until("2026-05-30")), "2026-05-30T00:00");
  assertEquals(next("2026-03-03T15:00", until("2026-06-03")), null);
});

Deno.test("where clocks change, the clock on the wall says what is open", () => {
  const restaurant = testRestaurant({
    timeZone: "America/New_York",
    hours: Array.from({ length: 7 }, () => hoursOf(["18:00-01:30"], 0)),
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
    hours: Array.from({ length: 7 }, () => hoursOf(["02:15-06:00"], 0)),
  });
  const now = instantOf("2026-03-08T01:00", "America/New_York");
  assertEquals(nextKitchenOpening({ restaurant, state: testState(), now }), {
    day: "2026-03-08",
    time: "03:00",
  });
});

function at(local: string, ...closures: Parameters<typeof closedSpan>[]): string {
  const spans = closures.map((span) => closedSpan(...span));
  return currentServiceDay(situationAt(local, { state: { closures: spans } }));
}

Deno.test("today is the calendar's day while the service of no evening before runs", () => {
  assertEquals(at("2026-03-07T12:00"), "2026-03-07");
  assertEquals(at("2026-03-07T23:59"), "2026-03-07");
  assertEquals(at("2026-03-03T00:00"), "2026-03-03");
  assertEquals(at("2026-03-02T15:00"), "2026-03-02", "a day on which no service starts");
});

Deno.test("after midnight today stays the evening's until its service has closed, to the minute", () => {
  assertEquals(at("2026-03-08T00:00"), "2026-03-07");
  assertEquals(at("2026-03-08T01:59"), "2026-03-07");
  assertEquals(at("2026-03-08T02:00"), "2026-03-08");
});

Deno.test("the minute of closing is the evening's where guests may still arrive at it", () => {
  const restaurant = {
    hours: Array.from({ length: 7 }, () => hoursOf(["18:00-02:00"], 0)),
    booking: { ...testRestaurant().booking, arrivalMarginMinutes: 0 },
  };
  const dayAt = (time: string) => {
    const situation = situationAt(`2026-03-08T${time}`, { restaurant });
    const booked = serviceDayOf(situation, { day: "2026-03-08", time });
    assertEquals(currentServiceDay(situation), booked);
    return booked;
  };
  assertEquals(dayAt("02:00"), "2026-03-07");
  assertEquals(dayAt("02:01"), "2026-03-08");
});

Deno.test("a kitchen that has closed early does not end the evening", () => {
  const earlyKitchen = { serviceDay: "2026-03-07", closes: "2026-03-07T21:00" };
  const night = situationAt("2026-03-08T01:30", { state: { earlyKitchen } });
  assertEquals(currentServiceDay(night), "2026-03-07");
});

Deno.test("an evening goes on until its usual hour, even where it was closed", () => {
  const closed = situationAt("2026-03-08T01:00", {
    state: { closures: [closedDay("2026-03-07")] },
  });
  assertEquals(currentServiceDay(closed), "2026-03-07");
  assertEquals(at("2026-03-08T01:00", ["2026-03-07T23:00", "2026-03-08T02:00"]), "2026-03-07");
});

Deno.test("where one service runs into the next day's, today is the evening's until it has closed", () => {
  const hours = Array.from({ length: 7 }, () => hoursOf(["08:00-07:00"]));
  const day = (local: string) => currentServiceDay(situationAt(local, { restaurant: { hours } }));
  assertEquals(day("2026-03-08T06:59"), "2026-03-07");
  assertEquals(day("2026-03-08T07:00"), "2026-03-08");
});

Deno.test("an hour that autumn shows twice belongs to the evening both times", () => {
  const restaurant = {
    timeZone: "America/New_York",
    hours: Array.from({ length: 7 }, () => hoursOf(["18:00-02:00"])),
  };
  const situation = situationAt("2026-11-01T00:30", { restaurant });
  const at = (utc: string) => currentServiceDay({ ...situation, now: Date.parse(utc) });
  assertEquals(at("2026-11-01T05:45:00Z"), "2026-10-31", "01:45 the first time");
  assertEquals(at("2026-11-01T06:45:00Z"), "2026-10-31", "01:45 the second time");
  assertEquals(at("2026-11-01T07:00:00Z"), "2026-11-01");
});

Deno.test("a dish is sold out until its evening has closed or, without one, until it is put back", () => {
  const soldOut = (local: string, serviceDay: string | null) => {
    const state = { soldOut: [{ dishId: "panuchos", serviceDay }] };
    const { sections } = currentMenu(situationAt(local, { state }));
    return sections.flatMap(({ dishes }) => dishes.map(({ id, soldOut }) => soldOut && id));
  };
  for (const local of ["2026-03-07T20:00", "2026-03-08T01:59"]) {
    assertEquals(soldOut(local, "2026-03-07"), ["panuchos", false], local);
  }
  assertEquals(soldOut("2026-03-08T02:00", "2026-03-07"), [false, false]);
  assertEquals(soldOut("2026-04-18T12:00", null), ["panuchos", false]);
});

Deno.test("while nothing is sold out the menu is the file's own", () => {
  const situation = situationAt("2026-03-07T20:00");
  assertStrictEquals(currentMenu(situation), situation.restaurant.menu);
  const over = situationAt("2026-03-08T12:00", {
    state: { soldOut: [{ dishId: "panuchos", serviceDay: "2026-03-07" }] },
  });
  assertStrictEquals(currentMenu(over), over.restaurant.menu);
});

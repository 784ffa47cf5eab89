import { assertEquals } from "@std/assert";
import { currentServiceDay } from "../../src/domain/service_day.ts";
import { closedDay, closedSpan, hoursOf, situationAt } from "../support/restaurant_fixture.ts";

function at(local: string, ...closures: Parameters<typeof closedSpan>[]): string {
  const spans = closures.map((span) => closedSpan(...span));
  return currentServiceDay(situationAt(local, { house: { closures: spans } }));
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

Deno.test("a kitchen that has closed early does not end the evening", () => {
  const earlyKitchen = { serviceDay: "2026-03-07", closes: "2026-03-07T21:00" };
  const night = situationAt("2026-03-08T01:30", { house: { earlyKitchen } });
  assertEquals(currentServiceDay(night), "2026-03-07");
});

Deno.test("an evening goes on until its usual hour, even where it was closed", () => {
  const closed = situationAt("2026-03-08T01:00", {
    house: { closures: [closedDay("2026-03-07")] },
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

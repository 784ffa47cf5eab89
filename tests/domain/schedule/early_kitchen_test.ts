import { assertEquals } from "@std/assert";
import { earlyKitchenOrder, tooLateToEat } from "../../../src/domain/schedule/early_kitchen.ts";
import { closedDay, situationAt } from "../../support/restaurant_fixture.ts";

// Saturday 2026-03-14 the restaurant serves from 13:00 to 02:00; its kitchen closes at 01:00.
const order = (local: string, time: string | null, closures = situationAt(local).house.closures) =>
  earlyKitchenOrder(situationAt(local, { house: { closures } }), time);

Deno.test("the kitchen closes at a time of the service day, and guests come at the latest the margin before", () => {
  assertEquals(order("2026-03-14T18:00", "21:30"), {
    serviceDay: "2026-03-14",
    closes: "2026-03-14T21:30",
    lastArrival: "2026-03-14T21:00",
  });
});

Deno.test("the kitchen closes now, after midnight on the evening's own day", () => {
  assertEquals(order("2026-03-15T00:10", null), {
    serviceDay: "2026-03-14",
    closes: "2026-03-15T00:10",
    lastArrival: "2026-03-14T23:40",
  });
});

Deno.test("a time after midnight is of the evening that still cooks then, whenever it is said", () => {
  const expected = {
    serviceDay: "2026-03-14",
    closes: "2026-03-15T00:15",
    lastArrival: "2026-03-14T23:45",
  };
  assertEquals(order("2026-03-14T12:00", "00:15"), expected);
  assertEquals(order("2026-03-15T00:10", "00:15"), expected);
  assertEquals(order("2026-03-15T00:10", "23:00"), {
    serviceDay: "2026-03-14",
    closes: "2026-03-14T23:00",
    lastArrival: "2026-03-14T22:30",
  });
});

Deno.test("before the doors open, the kitchen can be closed for the whole day", () => {
  assertEquals(order("2026-03-14T11:00", null), {
    serviceDay: "2026-03-14",
    closes: "2026-03-14T11:00",
    lastArrival: "2026-03-14T10:30",
  });
});

Deno.test("a time that is not before the usual hour closes nothing early", () => {
  // Thursday's kitchen closes at 22:00, Saturday's at 01:00.
  assertEquals(order("2026-03-12T18:00", "22:00"), "not_earlier");
  assertEquals(order("2026-03-12T22:30", null), "not_earlier");
  assertEquals(order("2026-03-12T18:00", "21:59"), {
    serviceDay: "2026-03-12",
    closes: "2026-03-12T21:59",
    lastArrival: "2026-03-12T21:29",
  });
  assertEquals(order("2026-03-15T01:30", null), "not_earlier");
  assertEquals(order("2026-03-14T18:00", "01:00"), "not_earlier");
  assertEquals(order("2026-03-14T18:00", "12:00"), "not_earlier");
});

Deno.test("a day without service has no kitchen to close", () => {
  assertEquals(order("2026-03-16T18:00", "20:00"), "no_service");
  assertEquals(order("2026-03-14T18:00", "20:00", [closedDay("2026-03-14")]), "no_service");
});

Deno.test("who comes after the last arrival and before the doors close is too late to eat, on that service day alone", () => {
  const late = (local: string, closes: string, serviceDay = "2026-03-14") =>
    tooLateToEat(situationAt(local, { house: { earlyKitchen: { serviceDay, closes } } }));
  const expected = { kind: "span", from: "2026-03-14T21:01", to: "2026-03-15T02:00" };
  assertEquals<unknown>(late("2026-03-14T18:00", "2026-03-14T21:30"), expected);
  assertEquals<unknown>(late("2026-03-15T01:30", "2026-03-14T21:30"), expected);
  assertEquals(late("2026-03-15T02:00", "2026-03-14T21:30"), null, "the evening is over");
  assertEquals(late("2026-03-14T18:00", "2026-03-13T21:30", "2026-03-13"), null);
  assertEquals(tooLateToEat(situationAt("2026-03-14T18:00")), null);
});

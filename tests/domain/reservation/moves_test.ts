/** The times that moves note. */
import { assertEquals } from "@std/assert";
import { notedTime } from "../../../src/domain/reservation/moves.ts";
import type { Reservation } from "../../../src/domain/reservation/reservation.ts";
import { everyDay, hoursOf, situationAt } from "../../support/restaurant_fixture.ts";

Deno.test("an arrival that is marked after its evening was at the booked time, and never in the future", () => {
  const party = { day: "2026-03-15", time: "00:30", serviceDay: "2026-03-14" } as Reservation;
  const noted = (now: string, service: string) =>
    notedTime("arrived", party, situationAt(now, { restaurant: { hours: everyDay(service) } }));
  assertEquals(noted("2026-03-15T00:37", "13:00-02:00"), "2026-03-15T00:37");
  assertEquals(noted("2026-03-15T02:10", "13:00-02:00"), "2026-03-15T00:30");
  const dinner = { ...party, day: "2026-03-14", time: "20:00" } as Reservation;
  const hours = { restaurant: { hours: Array(7).fill(hoursOf(["13:00-17:00", "19:00-23:00"])) } };
  for (const [now, time] of [["22:59", "22:59"], ["23:30", "20:00"]]) {
    const at = situationAt(`2026-03-14T${now}`, hours);
    assertEquals(notedTime("arrived", dinner, at), `2026-03-14T${time}`);
  }
  // New hours ended the evening before the party comes.
  assertEquals(noted("2026-03-15T00:10", "13:00-23:00"), "2026-03-15T00:10");
});

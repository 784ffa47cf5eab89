/** Which parties are due, late and in the room, to the minute, and which are not acknowledged. */
import { assertEquals } from "@std/assert";
import type { Reservation } from "../../../src/domain/reservation/reservation.ts";
import {
  isDue,
  isHere,
  isUnseen,
  lateMinutes,
} from "../../../src/domain/reservation/service_night.ts";
import { instantOf, restaurantBooking, testState } from "../../support/restaurant_fixture.ts";

const SATURDAY = "2026-03-14";

/** Of Saturday's service, after midnight. */
const PARTY = {
  day: "2026-03-15",
  time: "00:30",
  serviceDay: SATURDAY,
  status: "confirmed",
  left: null,
} as Reservation;

function at(minute: string, stayMinutes: number | null = null) {
  const room = stayMinutes === null ? null : { people: 40, stayMinutes };
  const restaurant = restaurantBooking({ room });
  const situation = { restaurant, state: testState(), now: instantOf(minute) };
  return { day: SATURDAY, today: SATURDAY, situation };
}

Deno.test("a party is due from 15 minutes before its time and late from 15 after it, if it is expected tonight", () => {
  const minutes = ["2026-03-15T00:14", "2026-03-15T00:15", "2026-03-15T00:44", "2026-03-15T00:45"];
  const seen = (party: Reservation, today = SATURDAY) =>
    [...minutes, "2026-03-15T02:10"].map((minute) => {
      const present = { ...at(minute), today };
      return [isDue(party, present), lateMinutes(party, present)];
    });
  assertEquals(seen(PARTY), [[false, 0], [true, 0], [true, 0], [true, 15], [true, 100]]);
  const never = Array(5).fill([false, 0]);
  assertEquals(seen(PARTY, "2026-03-15"), never, "of another service day");
  for (const status of ["arrived", "no_show", "cancelled"] as const) {
    assertEquals(seen({ ...PARTY, status }), never, status);
  }
});

Deno.test("a party is in the room from its arrival until it leaves, its stay is over, or the service day is", () => {
  const here = { ...PARTY, status: "arrived" } as const;
  const [last, over] = ["2026-03-15T01:59", "2026-03-15T02:00"] as const;
  assertEquals([last, over].map((minute) => isHere(here, at(minute, 90))), [true, false]);
  assertEquals(isHere(here, at(over)), true, "without a limit a stay has no end");
  assertEquals(isHere({ ...here, left: last }, at(last)), false, "it has left");
  assertEquals(isHere(PARTY, at(last)), false, "it has not come");
  assertEquals(isHere(here, { ...at(last), today: "2026-03-15" }), false, "the day is over");
  assertEquals(isHere(here, { ...at(last), day: null }), false, "a list of several days");
});

Deno.test("a confirmed reservation is unseen until one of the staff acknowledges it", () => {
  const unseen = { ...PARTY, acknowledged: null };
  assertEquals(isUnseen(unseen), true);
  assertEquals(isUnseen({ ...unseen, acknowledged: { by: "Wendy", at: 1 } }), false);
  assertEquals(isUnseen({ ...unseen, status: "cancelled" }), false);
});

/** Which parties are due, late and in the room, to the minute, and which are not acknowledged. */
import { assertEquals } from "@std/assert";
import type { Reservation } from "../../../src/domain/reservation/reservation.ts";
import {
  isDue,
  isHere,
  isUnseen,
  lateMinutes,
  minutesOver,
  roomSince,
} from "../../../src/domain/reservation/service_night.ts";
import {
  hoursOf,
  instantOf,
  restaurantBooking,
  situationAt,
  TEST_HOURS,
  testState,
} from "../../support/restaurant_fixture.ts";

const SATURDAY = "2026-03-14";

/** Of Saturday's service, after midnight. */
const PARTY = {
  day: "2026-03-15",
  time: "00:30",
  serviceDay: SATURDAY,
  status: "confirmed",
  left: null,
  told: null,
  called: null,
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

/** Wednesday has 08:15 to 12:00 and 13:00 to 23:00. */
const WEDNESDAY = "2026-03-11";

/** When it came, at which minutes it is looked for, and when it is there. */
const SEATED: readonly (readonly [arrived: string, minutes: string, there: string, why: string])[] =
  [
    ["09:00", "09:00 12:30 12:59 13:00 20:00", "09:00 12:30 12:59", "until dinner opens"],
    ["12:20", "12:59 13:00 20:00", "12:59 13:00 20:00", "it came between, for dinner"],
    ["13:00", "13:00 16:00 23:59", "13:00 16:00 23:59", "past any stay, and after closing"],
  ];

Deno.test("a party is in the room from its arrival until it leaves or the next service opens", () => {
  for (const [time, minutes, there, why] of SEATED) {
    const here = { status: "arrived", arrived: `${WEDNESDAY}T${time}`, left: null } as const;
    const isThere = (minute: string, party: Parameters<typeof isHere>[0] = here) => {
      const present = { ...at(`${WEDNESDAY}T${minute}`, 90), today: WEDNESDAY };
      return isHere(party, { ...present, since: roomSince(present) });
    };
    assertEquals(minutes.split(" ").filter((each) => isThere(each)).join(" "), there, why);
    const [first] = minutes.split(" ") as [string];
    assertEquals(isThere(first, { ...here, left: `${WEDNESDAY}T${time}` }), false, "it has left");
    assertEquals(isThere(first, { ...PARTY, arrived: null }), false, "it has not come");
    assertEquals(isHere(here, at(`${WEDNESDAY}T12:00`)), false, "another day's list");
  }
});

Deno.test("where services meet, those of the first stay when the second opens", () => {
  const hours = TEST_HOURS.with(2, hoursOf(["08:00-12:00", "12:00-23:00"]));
  const restaurant = { ...at(`${WEDNESDAY}T12:05`).situation.restaurant, hours };
  const situation = situationAt(`${WEDNESDAY}T12:05`, { restaurant });
  assertEquals(roomSince({ today: WEDNESDAY, situation }), -Infinity);
});

Deno.test("with a limit of the room a stay counts from the arrival, whatever was booked; without one it has no end", () => {
  const late = { status: "arrived", arrived: "2026-03-15T00:53", left: null } as const;
  const over = (minute: string, stay: number | null = 60, since?: number) =>
    minutesOver(late, { since: 0, ...at(minute, stay), ...since && { since } });
  assertEquals(["01:30", "01:53", "02:13"].map((time) => over(`2026-03-15T${time}`)), [-23, 0, 20]);
  assertEquals(over("2026-03-15T02:13", null), -Infinity);
  assertEquals(over("2026-03-15T02:13", 60, Infinity), -Infinity, "it is not there any more");
});

Deno.test("a confirmed reservation is unseen until one of the staff acknowledges it", () => {
  const unseen = { ...PARTY, acknowledged: null };
  assertEquals(isUnseen(unseen), true);
  assertEquals(isUnseen({ ...unseen, acknowledged: { by: "Wendy", at: 1 } }), false);
  assertEquals(isUnseen({ ...unseen, status: "cancelled" }), false);
});

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  addDays,
  dayOf,
  localDateTime,
  startOfDay,
  timeOf,
  wallMinute,
} from "../../../src/domain/local_time.ts";
import {
  availability,
  checkBookable,
  GRACE_MINUTES,
} from "../../../src/domain/schedule/availability.ts";
import type { Closure, EarlyKitchen, WeekdayHours } from "../../../src/domain/schedule/services.ts";
import type { Situation } from "../../../src/domain/schedule/situation.ts";
import {
  closedDay,
  closedSpan,
  testRestaurant,
  testState,
} from "../../support/restaurant_fixture.ts";

const FIRST_DAY = "2028-02-20";
const FIRST_MINUTE = startOfDay(FIRST_DAY);
/** Merida's clock is six hours behind UTC all year. */
const UTC_OFFSET = 360;

const minuteIn = (days: number) =>
  fc.integer({ min: 0, max: days * 1440 }).map((minute) => FIRST_MINUTE + minute);

const weekday: fc.Arbitrary<WeekdayHours> = fc.record({
  kitchenLeadMinutes: fc.constantFrom(0, 20, 30, 60),
  services: fc.uniqueArray(fc.integer({ min: 0, max: 1700 }), { maxLength: 4 }).map((edges) => {
    const sorted = edges.sort((a, b) => a - b);
    return Array.from({ length: sorted.length >> 1 }, (_, nth) => ({
      opens: sorted[2 * nth]!,
      closes: sorted[2 * nth + 1]!,
    })).filter(({ opens }) => opens < 1440);
  }),
});

const closure: fc.Arbitrary<Closure> = fc.oneof(
  fc.integer({ min: 0, max: 20 }).map((ahead) => closedDay(addDays(FIRST_DAY, ahead))),
  fc.tuple(minuteIn(20), fc.integer({ min: 1, max: 3000 })).map(([from, length]) =>
    closedSpan(localDateTime(from), localDateTime(from + length))
  ),
);

const earlyKitchen: fc.Arbitrary<EarlyKitchen> = fc.record({
  ahead: fc.integer({ min: 0, max: 20 }),
  minute: fc.integer({ min: 300, max: 1700 }),
}).map(({ ahead, minute }) => {
  const serviceDay = addDays(FIRST_DAY, ahead);
  return { serviceDay, closes: localDateTime(startOfDay(serviceDay) + minute) };
});

const situation: fc.Arbitrary<Situation> = fc.record({
  restaurant: fc.record({
    hours: fc.array(weekday, { minLength: 7, maxLength: 7 }),
    booking: fc.record({
      arrivalMarginMinutes: fc.constantFrom(0, 15, 30, 45),
      noticeMinutes: fc.constantFrom(0, 15, 60),
      peoplePerTime: fc.constant(null),
    }),
  }).map(testRestaurant),
  state: fc.record({
    closures: fc.array(closure, { maxLength: 4 }),
    earlyKitchen: fc.option(earlyKitchen),
  }).map(testState),
  now: minuteIn(15).map((minute) => (minute + UTC_OFFSET) * 60_000),
});

function listedMinutes(situation: Situation, days = 21): Set<number> {
  const offered = availability({ ...situation, from: FIRST_DAY, days });
  return new Set(
    offered.flatMap(({ day, times }) =>
      times.map((time) => Date.parse(`${day}T${time}:00Z`) / 60_000)
    ),
  );
}

Deno.test("what is listed is accepted, and nothing else but what was listed five minutes ago", () => {
  fc.assert(
    fc.property(situation, minuteIn(20), (situation, odd) => {
      const listed = listedMinutes(situation);
      const before = { ...situation, now: situation.now - GRACE_MINUTES * 60_000 };
      const graced = listedMinutes(before);
      const today = startOfDay(dayOf(situation.now / 60_000 - UTC_OFFSET));
      const asked = Array.from({ length: 20 * 48 }, (_, half) => FIRST_MINUTE + half * 30);
      for (const minute of [...asked, odd]) {
        const [day, time] = localDateTime(minute).split("T") as [string, string];
        const accepted = checkBookable({ ...situation, day, time, partySize: 4 }).ok;
        const expected = minute >= today && (listed.has(minute) || graced.has(minute));
        assertEquals(accepted, expected, `${day} ${time}`);
      }
    }),
    { numRuns: 20 },
  );
});

Deno.test("lists are in order, without repeats, on half hours, and ahead of now", () => {
  fc.assert(fc.property(situation, (situation) => {
    for (const { day, times } of availability({ ...situation, from: FIRST_DAY, days: 21 })) {
      assertEquals(times, [...new Set(times)].sort());
      for (const time of times) {
        assert(/^\d\d:(00|30)$/.test(time), time);
        const instant = Date.parse(`${day}T${time}:00-06:00`);
        assert(instant - situation.now >= situation.restaurant.booking.noticeMinutes * 60_000);
      }
    }
  }));
});

Deno.test("a day's list does not depend on how many days were asked for", () => {
  fc.assert(fc.property(situation, fc.integer({ min: 0, max: 20 }), (situation, ahead) => {
    const all = availability({ ...situation, from: FIRST_DAY, days: 21 });
    const [alone] = availability({ ...situation, from: addDays(FIRST_DAY, ahead), days: 1 });
    assertEquals(alone, all[ahead]);
  }));
});

Deno.test("times are those at which the rules, applied minute by minute, allow a reservation", () => {
  fc.assert(fc.property(situation, fc.integer({ min: 0, max: 16 }), (situation, ahead) => {
    const day = addDays(FIRST_DAY, ahead);
    const [offered] = availability({ ...situation, from: day, days: 1 });
    const expected: string[] = [];
    for (let minute = startOfDay(day); minute < startOfDay(addDays(day, 1)); minute++) {
      if (isReservable(situation, minute)) expected.push(timeOf(minute));
    }
    assertEquals(offered!.times, expected);
  }));
});

/** The rules again, applied naively. */
function isReservable({ restaurant, state, now }: Situation, minute: number): boolean {
  const text = localDateTime(minute);
  if (!text.endsWith(":00") && !text.endsWith(":30")) return false;
  const { noticeMinutes, arrivalMarginMinutes } = restaurant.booking;
  if ((minute + UTC_OFFSET) * 60_000 < now + noticeMinutes * 60_000) return false;
  const closed = state.closures.some((one) =>
    one.kind === "span" && one.from <= text && text < one.to
  );
  if (closed) return false;
  return [-1, 0].some((back) => {
    const day = addDays(text.slice(0, 10), back);
    if (state.closures.some((one) => one.kind === "day" && one.day === day)) return false;
    const { services, kitchenLeadMinutes } = restaurant
      .hours[Temporal.PlainDate.from(day).dayOfWeek - 1]!;
    const early = state.earlyKitchen?.serviceDay === day ? state.earlyKitchen.closes : null;
    if (early !== null && localDateTime(minute + arrivalMarginMinutes) > early) return false;
    const since = minute - startOfDay(day);
    return services.some(({ opens, closes }) =>
      since >= opens && since <= Math.max(opens, closes - kitchenLeadMinutes) - arrivalMarginMinutes
    );
  });
}

Deno.test("around the changes of the clock, times listed are shown by the clock and accepted", () => {
  const restaurant = testRestaurant({
    timeZone: "America/New_York",
    hours: Array.from({ length: 7 }, () => ({
      kitchenLeadMinutes: 0,
      services: [{ opens: 0, closes: 1440 }],
    })),
  });
  const changes = fc.constantFrom(Date.parse("2028-03-12T07:00Z"), Date.parse("2028-11-05T06:00Z"));
  const around = fc.integer({ min: -36 * 60, max: 36 * 60 });
  fc.assert(fc.property(changes, around, (change, minutes) => {
    const situation = { restaurant, state: testState(), now: change + minutes * 60_000 };
    const from = dayOf(wallMinute(situation.now, restaurant.timeZone));
    for (const { day, times } of availability({ ...situation, from, days: 3 })) {
      for (const time of times) {
        const local = Temporal.PlainDateTime.from(`${day}T${time}`);
        const shown = local.toZonedDateTime(restaurant.timeZone).toPlainDateTime();
        assertEquals(shown.toString(), local.toString());
        assert(checkBookable({ ...situation, day, time, partySize: 4 }).ok, `${day} ${time}`);
      }
    }
  }));
});

import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  addDays,
  dayOf,
  firstMinuteOutside,
  instantAt,
  isDay,
  isTime,
  localDateTime,
  minuteOfDay,
  skippedSpans,
  startOfDay,
  timeOf,
  wallMinute,
  wallMinuteOf,
  weekdayIndex,
  weekdayName,
} from "../../src/domain/local_time.ts";

const YEARS = 400 * 365 * 1440;
const anyMinute = fc.integer({ min: -YEARS, max: YEARS });

Deno.test("a day is one that exists, written AAAA-MM-DD and in no other way", () => {
  for (const day of ["2026-02-28", "2028-02-29", "2000-02-29", "2026-12-31", "0001-01-01"]) {
    assertEquals(isDay(day), true, day);
  }
  const wrong = [
    "2026-02-29",
    "2026-02-30",
    "2100-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "2026-1-1",
    "20260101",
    "2026-01-01T00:00",
    " 2026-01-01",
    "2026-01-01\n",
    "+002026-01-01",
    "２０２６-01-01",
    "",
  ];
  for (const text of wrong) assertEquals(isDay(text), false, text);
});

Deno.test("a time is HH:MM from 00:00 to 23:59", () => {
  for (const time of ["00:00", "09:05", "19:59", "23:59"]) assertEquals(isTime(time), true, time);
  for (const text of ["24:00", "9:00", "12:60", "12:30:00", "12.30", "1230", "12:30\n", ""]) {
    assertEquals(isTime(text), false, text);
  }
});

Deno.test("the wall clock of Merida is six hours behind UTC, in July as in January", () => {
  for (const day of ["2026-01-15", "2026-07-15"]) {
    const minute = wallMinute(Date.parse(`${day}T03:30:59.999Z`), "America/Merida");
    assertEquals(localDateTime(minute), `${addDays(day, -1)}T21:30`);
  }
});

Deno.test("the wall clock follows daylight saving where there is any", () => {
  const newYork = (utc: string) => localDateTime(wallMinute(Date.parse(utc), "America/New_York"));
  assertEquals(newYork("2026-03-08T06:59:00Z"), "2026-03-08T01:59");
  assertEquals(newYork("2026-03-08T07:00:00Z"), "2026-03-08T03:00");
  assertEquals(newYork("2026-11-01T05:59:00Z"), "2026-11-01T01:59");
  assertEquals(newYork("2026-11-01T06:00:00Z"), "2026-11-01T01:00");
});

Deno.test("a wall minute is its day and its time of day", () => {
  fc.assert(fc.property(anyMinute, (minute) => {
    assertEquals(startOfDay(dayOf(minute)) + minuteOfDay(timeOf(minute)), minute);
    assertEquals(localDateTime(minute), `${dayOf(minute)}T${timeOf(minute)}`);
    assertEquals(wallMinuteOf(localDateTime(minute)), minute);
  }));
});

Deno.test("weekdays have their Spanish names, before 1970 too", () => {
  assertEquals(weekdayName("2026-03-04"), "miércoles");
  assertEquals(weekdayName("1969-12-28"), "domingo");
});

Deno.test("days and weekdays are those of the calendar", () => {
  fc.assert(fc.property(anyMinute, fc.integer({ min: -400, max: 400 }), (minute, days) => {
    const date = Temporal.PlainDate.from(dayOf(minute));
    assertEquals(weekdayIndex(`${date}`), date.dayOfWeek - 1);
    assertEquals(addDays(`${date}`, days), `${date.add({ days })}`);
  }));
});

Deno.test("the hour that spring skips is found, and a zone without daylight saving skips none", () => {
  const year = [startOfDay("2026-01-01"), startOfDay("2027-01-01")] as const;
  assertEquals(skippedSpans("America/Merida", ...year), []);
  assertEquals(
    skippedSpans("America/New_York", ...year).map(({ from, to }) => [
      localDateTime(from),
      localDateTime(to),
    ]),
    [["2026-03-08T02:00", "2026-03-08T03:00"]],
  );
});

Deno.test("a skipped hour is reported only for a span that it touches", () => {
  const skipped = (from: string, to: string) =>
    skippedSpans("America/New_York", wallMinuteOf(from), wallMinuteOf(to)).length;
  assertEquals(skipped("2026-03-08T00:00", "2026-03-09T00:00"), 1);
  assertEquals(skipped("2026-03-08T02:59", "2026-03-08T03:00"), 1);
  assertEquals(skipped("2026-03-07T00:00", "2026-03-08T02:00"), 0);
  assertEquals(skipped("2026-03-08T03:00", "2026-03-09T00:00"), 0);
});

Deno.test("the first minute outside spans lies behind all that touch or overlap", () => {
  const spans = [{ from: 30, to: 40 }, { from: 10, to: 20 }, { from: 15, to: 30 }];
  assertEquals([9, 10, 25, 40].map((minute) => firstMinuteOutside(spans, minute)), [9, 40, 40, 40]);
});

Deno.test("of a time that autumn shows twice the second one counts, and one that spring skips comes later", () => {
  const shown = (local: string, zone = "Europe/Madrid") =>
    Temporal.Instant.fromEpochMilliseconds(instantAt(wallMinuteOf(local), zone)).toString();
  assertEquals(shown("2026-10-25T02:30"), "2026-10-25T01:30:00Z");
  assertEquals(shown("2026-03-29T02:30"), "2026-03-29T01:30:00Z");
  assertEquals(shown("2026-03-14T20:30", "America/Merida"), "2026-03-15T02:30:00Z");
});

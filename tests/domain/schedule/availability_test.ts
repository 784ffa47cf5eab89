import { assert, assertEquals } from "@std/assert";
import { availability, type DayAvailability } from "../../../src/domain/schedule/availability.ts";
import type { Situation } from "../../../src/domain/schedule/situation.ts";
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

const EARLY = "2026-03-01T03:00";

function on(day: string, situation: Situation = situationAt(EARLY)): DayAvailability {
  return availability({ ...situation, from: day, days: 1 })[0]!;
}

function timesOn(day: string, closures: readonly Closure[] = []): readonly string[] {
  return on(day, situationAt(EARLY, { state: { closures } })).times;
}

function halfHours(first: string, last: string): string[] {
  const times: string[] = [];
  for (let minute = 0; minute < 1440; minute += 30) {
    const time = new Date(minute * 60_000).toISOString().slice(11, 16);
    if (time >= first && time <= last) times.push(time);
  }
  return times;
}

Deno.test("a day lists half hours from opening to kitchen closing less the margin, both included", () => {
  assertEquals(on("2026-03-03"), {
    day: "2026-03-03",
    opens: true,
    venue: { opens: "13:00", closes: "23:00" },
    kitchenCloses: "22:00",
    times: halfHours("13:00", "21:30"),
  });
});

Deno.test("times lie on the clock's half hours, whenever doors open and kitchens close", () => {
  const restaurant = {
    hours: Array.from({ length: 7 }, () => hoursOf(["08:01-12:29"], 10)),
    booking: { arrivalMarginMinutes: 20, noticeMinutes: 15, peoplePerTime: null },
  };
  assertEquals(
    on("2026-03-03", situationAt(EARLY, { restaurant })).times,
    halfHours("08:30", "11:30"),
  );
});

Deno.test("two services are one day, from first opening to last closing, with nothing between them", () => {
  const { venue, kitchenCloses, times } = on("2026-03-04");
  assertEquals(venue, { opens: "08:15", closes: "23:00" });
  assertEquals(kitchenCloses, "22:00");
  assertEquals(times, [...halfHours("08:30", "10:30"), ...halfHours("13:00", "21:30")]);
});

Deno.test("services that meet at a time list it once", () => {
  const hours = Array.from({ length: 7 }, () => hoursOf(["08:00-13:00", "13:00-20:00"], 0));
  const booking = { arrivalMarginMinutes: 0, noticeMinutes: 15, peoplePerTime: null };
  assertEquals(
    on("2026-03-03", situationAt(EARLY, { restaurant: { hours, booking } })).times,
    halfHours("08:00", "20:00"),
  );
});

Deno.test("times after midnight are listed under the day on which they fall", () => {
  assertEquals(on("2026-03-06").times, halfHours("13:00", "23:30"));
  assertEquals(on("2026-03-07").times, [
    ...halfHours("00:00", "00:30"),
    ...halfHours("13:00", "23:30"),
  ]);
  assertEquals(on("2026-03-08").times, [
    ...halfHours("00:00", "00:30"),
    ...halfHours("12:00", "19:00"),
  ]);
  assertEquals(on("2026-03-06").venue, { opens: "13:00", closes: "02:00" });
  assertEquals(on("2026-03-06").kitchenCloses, "01:00");
});

Deno.test("a day that does not open lists the tail of the evening before", () => {
  const hours = [hoursOf([]), ...Array.from({ length: 6 }, () => hoursOf(["18:00-03:00"]))];
  const monday = on("2026-03-09", situationAt(EARLY, { restaurant: { hours } }));
  assertEquals(monday, {
    day: "2026-03-09",
    opens: false,
    venue: null,
    kitchenCloses: null,
    times: halfHours("00:00", "01:30"),
  });
});

Deno.test("a service too short for margin and lead lists no times, and opens all the same", () => {
  const restaurant = { hours: Array.from({ length: 7 }, () => hoursOf(["13:00-14:15"])) };
  const { opens, times } = on("2026-03-03", situationAt(EARLY, { restaurant }));
  assertEquals([opens, times], [true, []]);
});

Deno.test("a closed day neither opens nor lists, its tail after midnight included", () => {
  const closures = [closedDay("2026-03-07")];
  const saturday = on("2026-03-07", situationAt(EARLY, { state: { closures } }));
  assertEquals([saturday.opens, saturday.venue, saturday.kitchenCloses], [false, null, null]);
  assertEquals(saturday.times, ["00:00", "00:30"], "Friday's tail stands");
  assertEquals(timesOn("2026-03-08", closures), halfHours("12:00", "19:00"));
});

Deno.test("a closed span takes its times from the list, its end exclusive", () => {
  const closures = [closedSpan("2026-03-03T15:00", "2026-03-03T17:00")];
  const tuesday = on("2026-03-03", situationAt(EARLY, { state: { closures } }));
  assertEquals(tuesday.times, [...halfHours("13:00", "14:30"), ...halfHours("17:00", "21:30")]);
  assertEquals(tuesday.opens, true);
  assertEquals(tuesday.venue, { opens: "13:00", closes: "23:00" });
});

Deno.test("a closed span reaches across midnight into the tail", () => {
  const closures = [closedSpan("2026-03-06T22:10", "2026-03-07T00:30")];
  assertEquals(timesOn("2026-03-06", closures), halfHours("13:00", "22:00"));
  assertEquals(timesOn("2026-03-07", closures), ["00:30", ...halfHours("13:00", "23:30")]);
});

Deno.test("a day whose only service a span covers whole does not open", () => {
  const closures = [closedSpan("2026-03-03T00:00", "2026-03-05T00:00")];
  const tuesday = on("2026-03-03", situationAt(EARLY, { state: { closures } }));
  assertEquals([tuesday.opens, tuesday.venue, tuesday.times], [false, null, []]);
});

Deno.test("while reservations are paused every list of times is empty and opening hours are given", () => {
  const pause = { until: null };
  const days = availability({
    ...situationAt(EARLY, { state: { pause } }),
    from: "2026-03-01",
    days: 90,
  });
  assert(days.every(({ times }) => times.length === 0));
  assertEquals(days[2]!.venue, { opens: "13:00", closes: "23:00" });
});

Deno.test("a pause that ends tonight empties tomorrow's list too, and lists return the instant it ends", () => {
  const until = instantOf("2026-03-03T20:00");
  const situation = situationAt("2026-03-03T20:00", { state: { pause: { until } } });
  assertEquals(on("2026-03-04", { ...situation, now: until - 1 }).times, []);
  assertEquals(on("2026-03-04", situation).times.length, 23);
});

Deno.test("today's list begins the notice ahead of now, to the minute", () => {
  const first = (local: string) => on("2026-03-03", situationAt(local)).times[0];
  assertEquals(first("2026-03-03T17:45"), "18:00");
  assertEquals(first("2026-03-03T17:46"), "18:30");
  assertEquals(first("2026-03-03T08:00"), "13:00");
  assertEquals(first("2026-03-03T21:15"), "21:30");
  assertEquals(first("2026-03-03T21:16"), undefined);
});

Deno.test("the notice reaches across midnight", () => {
  assertEquals(on("2026-03-07", situationAt("2026-03-06T23:45")).times[0], "00:00");
  assertEquals(on("2026-03-07", situationAt("2026-03-06T23:46")).times[0], "00:30");
});

Deno.test("a list does not change within a minute", () => {
  const situation = situationAt("2026-03-03T17:45");
  assertEquals(
    on("2026-03-03", { ...situation, now: situation.now + 59_999 }),
    on("2026-03-03", situation),
  );
});

Deno.test("lists reach from today to 90 days ahead, that day included", () => {
  const situation = situationAt("2026-03-06T10:00");
  assertEquals(on("2026-03-05", situation).times, []);
  assertEquals(on("2026-06-04", situation).times, halfHours("13:00", "21:30"));
  assertEquals(on("2026-06-05", situation).times, []);
});

Deno.test("times after midnight of the last day's service belong to a day out of reach", () => {
  const situation = situationAt("2026-03-07T10:00");
  assertEquals(on("2026-06-05", situation).times.at(-1), "23:30");
  assertEquals(on("2026-06-06", situation).times, []);
});

Deno.test("days follow one another across the end of a year and the 29th of February", () => {
  const days = (from: string, local: string) =>
    availability({ ...situationAt(local), from, days: 3 }).map(({ day }) => day);
  assertEquals(days("2026-12-30", "2026-12-30T08:00"), [
    "2026-12-30",
    "2026-12-31",
    "2027-01-01",
  ]);
  assertEquals(days("2028-02-28", "2028-02-28T08:00"), [
    "2028-02-28",
    "2028-02-29",
    "2028-03-01",
  ]);
});

Deno.test("the hour that spring skips is not listed, the hour that autumn repeats is listed once", () => {
  const restaurant = testRestaurant({
    timeZone: "America/New_York",
    hours: Array.from({ length: 7 }, () => hoursOf(["18:00-05:00"])),
  });
  const situation = { restaurant, state: testState(), now: Date.parse("2026-02-20T12:00:00Z") };
  const night = (day: string, now = situation.now) =>
    on(day, { ...situation, now }).times.filter((time) => time < "12:00");
  assertEquals(night("2026-03-08"), ["00:00", "00:30", "01:00", "01:30", "03:00", "03:30"]);
  assertEquals(night("2026-03-09"), halfHours("00:00", "03:30"));
  const autumn = Date.parse("2026-10-20T12:00:00Z");
  assertEquals(night("2026-11-01", autumn), halfHours("00:00", "03:30"));
});

Deno.test("in the hour that autumn repeats, notice is counted on the clock as shown", () => {
  const restaurant = testRestaurant({
    timeZone: "America/New_York",
    hours: Array.from({ length: 7 }, () => hoursOf(["18:00-05:00"])),
  });
  const first = (utc: string) =>
    on("2026-11-01", { restaurant, state: testState(), now: Date.parse(utc) }).times[0];
  assertEquals(first("2026-11-01T05:40:00Z"), "02:00", "01:40 the first time");
  assertEquals(first("2026-11-01T06:10:00Z"), "01:30", "01:10 the second time");
});

Deno.test("an early kitchen lists nothing after its closing less the margin, the tail of that night included", () => {
  const earlyKitchen = { serviceDay: "2026-03-06", closes: "2026-03-06T21:00" };
  const early = situationAt(EARLY, { state: { earlyKitchen } });
  const { opens, venue, kitchenCloses, times } = on("2026-03-06", early);
  assertEquals([opens, venue, kitchenCloses], [true, { opens: "13:00", closes: "02:00" }, "21:00"]);
  assertEquals(times, halfHours("13:00", "20:30"));
  assertEquals(on("2026-03-07", early).times, halfHours("13:00", "23:30"));
  assertEquals(on("2026-03-05", early), on("2026-03-05"));
});

Deno.test("a time marked full is not listed, also where the people of a time are not limited", () => {
  const full = { kind: "full", from: "2026-03-03T20:00", to: "2026-03-03T20:01" } as const;
  const times = timesOn("2026-03-03", [{ ...full, id: 1, reason: "" }]);
  assertEquals(times, halfHours("13:00", "21:30").filter((time) => time !== "20:00"));
});

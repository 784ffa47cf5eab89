import { assert, assertEquals } from "@std/assert";
import {
  availability,
  type DayAvailability,
  openedTimes,
} from "../../../src/domain/schedule/availability.ts";
import { checkBookable } from "../../../src/domain/schedule/refusal.ts";
import type { Closure } from "../../../src/domain/schedule/services.ts";
import type { Situation } from "../../../src/domain/schedule/situation.ts";
import { drawing } from "../../saturdays/world.ts";
import { localDateTime } from "../../../src/domain/local_time.ts";
import {
  closedDay,
  closedSpan,
  everyDay,
  situationAt,
  testRestaurant,
  testState,
} from "../../support/restaurant_fixture.ts";

const EARLY = "2026-03-01T03:00";

function on(day: string, situation: Situation = situationAt(EARLY)): DayAvailability {
  return availability({ ...situation, from: day, days: 1 })[0]!;
}

function halfHours(first: string, last: string): string[] {
  const times: string[] = [];
  for (let minute = 0; minute < 1440; minute += 30) {
    const time = new Date(minute * 60_000).toISOString().slice(11, 16);
    if (time >= first && time <= last) times.push(time);
  }
  return times;
}

Deno.test("what would open is what lists would gain, whatever else is closed", () => {
  const draw = drawing("opened");
  const listed = (situation: Situation) =>
    availability({ ...situation, from: "2026-03-14", days: 92 })
      .flatMap(({ day, times }) => times.map((time) => `${day}T${time}`));
  const restaurant = { booking: { ...testRestaurant().booking, peoplePerTime: 4 } };
  for (let round = 0; round < 60; round++) {
    const days = Array.from({ length: 5 }, () => `2026-03-${13 + draw(5)}`);
    const closures = days.map((day): Closure =>
      draw.pick<Closure>([
        closedDay(day),
        closedSpan(`${day}T${10 + draw(8)}:00`, `${day}T${18 + draw(5)}:30`),
        {
          ...{ kind: "full", from: `${day}T20:00`, to: `${day}T20:01` } as const,
          ...{ id: 1, reason: "", isPublic: false },
        },
      ])
    );
    const pause = draw.pick([null, { until: null }, { night: "2026-03-14", until: 9e12 }]);
    const now = draw.pick(["2026-03-14T12:00", "2026-03-15T00:40"]);
    const booked = days.slice(draw(3)).map((day) => ({ at: `${day}T21:00`, people: 3 }));
    const situation = situationAt(now, { restaurant, state: { closures, pause, booked } });
    const left = {
      ...situation.state,
      closures: closures.slice(draw(3)),
      pause: draw.pick([null, pause]),
    };
    const opened = openedTimes(situation, left).flatMap(({ times }) => times.map(localDateTime));
    const before = new Set(listed(situation));
    const gained = listed({ ...situation, state: left }).filter((at) => !before.has(at));
    assertEquals(opened.toSorted(), gained.toSorted());
  }
});

Deno.test("a service too short for margin and lead lists no times, and its kitchen closes as it opens", () => {
  const restaurant = { hours: everyDay("13:00-13:30") };
  const { venue, times, kitchenCloses } = on("2026-03-03", situationAt(EARLY, { restaurant }));
  assertEquals([venue !== null, times, kitchenCloses], [true, [], "13:00"]);
});

Deno.test("a day whose only service a span covers whole does not open", () => {
  const closures = [closedSpan("2026-03-03T00:00", "2026-03-05T00:00")];
  const tuesday = on("2026-03-03", situationAt(EARLY, { state: { closures } }));
  assertEquals([tuesday.venue, tuesday.times], [null, []]);
});

Deno.test("times after midnight of the last day's service belong to a day out of reach", () => {
  const situation = situationAt("2026-03-07T10:00");
  assertEquals(on("2026-06-05", situation).times.at(-1), "23:30");
  assertEquals(on("2026-06-06", situation).times, []);
});

Deno.test("the hour that spring skips is not listed, the hour that autumn repeats is listed once", () => {
  const restaurant = testRestaurant({
    timeZone: "America/New_York",
    hours: everyDay("18:00-05:00"),
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
    hours: everyDay("18:00-05:00"),
  });
  const first = (utc: string) =>
    on("2026-11-01", { restaurant, state: testState(), now: Date.parse(utc) }).times[0];
  assertEquals(first("2026-11-01T05:40:00Z"), "02:00", "01:40 the first time");
  assertEquals(first("2026-11-01T06:10:00Z"), "01:30", "01:10 the second time");
});

function ask(day: string, time: string, situation: Situation = situationAt(EARLY)) {
  return checkBookable({ ...situation, day, time, partySize: 4 });
}

Deno.test("where two services meet, the time belongs to the later one", () => {
  const restaurant = {
    hours: everyDay("00:00-00:00", 0),
    booking: { arrivalMarginMinutes: 0, noticeMinutes: 0, peoplePerTime: null, room: null },
  };
  const allDay = situationAt("2026-03-01T03:00", { restaurant });
  assertEquals(ask("2026-03-07", "00:00", allDay), { kind: "bookable", serviceDay: "2026-03-07" });
});

Deno.test("a time within its grace is accepted and never proposed", () => {
  const at = (now: string) => situationAt(`2026-03-03T${now}`);
  assertEquals(ask("2026-03-03", "18:00", at("17:50")).kind, "bookable");
  assertEquals(ask("2026-03-03", "18:00", at("17:51")).kind, "refused");
  const answer = ask("2026-03-03", "18:10", at("17:48"));
  assert(answer.kind === "refused");
  const times = ["18:30", "19:00", "19:30", "20:00"];
  assertEquals(answer.nearest, times.map((time) => `2026-03-03T${time}`));
});

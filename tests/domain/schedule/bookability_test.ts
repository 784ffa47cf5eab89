import { assert, assertEquals } from "@std/assert";
import { checkBookable, timeNotListed } from "../../../src/domain/schedule/availability.ts";
import type { Situation } from "../../../src/domain/schedule/situation.ts";
import {
  closedDay,
  closedSpan,
  hoursOf,
  situationAt,
  testRestaurant,
  testState,
} from "../../support/restaurant_fixture.ts";

const EARLY = situationAt("2026-03-01T03:00");

function ask(day: string, time: string, situation: Situation = EARLY) {
  return checkBookable({ ...situation, day, time, partySize: 4 });
}

/** The times of instants that are all on `day`. */
function timesOn(day: string, instants: readonly string[]): string[] {
  for (const instant of instants) assertEquals(instant.slice(0, 10), day);
  return instants.map((instant) => instant.slice(11));
}

Deno.test("a listed time is bookable, and its service starts that day", () => {
  assertEquals(ask("2026-03-03", "20:30"), { ok: true, serviceDay: "2026-03-03" });
});

Deno.test("a time after midnight belongs to the service of the evening before", () => {
  assertEquals(ask("2026-03-07", "00:30"), { ok: true, serviceDay: "2026-03-06" });
});

Deno.test("where two services meet, the time belongs to the later one", () => {
  const restaurant = {
    hours: Array.from({ length: 7 }, () => hoursOf(["00:00-00:00"], 0)),
    booking: { arrivalMarginMinutes: 0, noticeMinutes: 0, peoplePerTime: null },
  };
  const allDay = situationAt("2026-03-01T03:00", { restaurant });
  assertEquals(ask("2026-03-07", "00:00", allDay), { ok: true, serviceDay: "2026-03-07" });
});

Deno.test("today and the 90th day ahead are in range, their neighbours are not", () => {
  const situation = situationAt("2026-03-06T10:00");
  assertEquals(ask("2026-03-06", "20:00", situation).ok, true);
  assertEquals(ask("2026-06-04", "20:00", situation).ok, true);
  const outside = { ok: false, kind: "day_out_of_range" } as const;
  const window = { today: "2026-03-06", lastDay: "2026-06-04" };
  for (const day of ["2026-03-05", "2026-06-05", "0001-01-01", "9999-12-31"]) {
    assertEquals(ask(day, "20:00", situation), { ...outside, ...window });
  }
});

Deno.test("a refused time comes with the nearest listed ones of its day, in order", () => {
  const refused = (time: string) => {
    const answer = ask("2026-03-04", time);
    assert(!answer.ok && answer.kind === "time_not_listed");
    return timesOn("2026-03-04", answer.nearest);
  };
  assertEquals(refused("20:15"), ["19:30", "20:00", "20:30", "21:00"]);
  assertEquals(refused("23:30"), ["20:00", "20:30", "21:00", "21:30"]);
  assertEquals(refused("11:45"), ["10:00", "10:30", "13:00", "13:30"]);
  assertEquals(refused("00:00"), ["08:30", "09:00", "09:30", "10:00"]);
});

Deno.test("a refused time names those that it may stand for: the evening's, or the same night's by its date", () => {
  const meant = (day: string, time: string) => {
    const answer = ask(day, time);
    assert(!answer.ok && answer.kind === "time_not_listed");
    return answer.meant;
  };
  assertEquals(meant("2026-03-04", "07:30"), ["2026-03-04T19:30"]);
  assertEquals(meant("2026-03-06", "00:30"), ["2026-03-07T00:30"]);
  assertEquals(meant("2026-03-04", "00:30"), []);
  assertEquals(meant("2026-03-04", "23:30"), []);
});

Deno.test("a day without times names the next that has some, with those nearest to the time asked for", () => {
  assertEquals(ask("2026-03-09", "20:00"), {
    ok: false,
    kind: "time_not_listed",
    today: "2026-03-01",
    left: null,
    nearest: ["19:00", "19:30", "20:00", "20:30"].map((time) => `2026-03-10T${time}`),
    meant: [],
  });
});

Deno.test("where no later day has times either, none is named", () => {
  const never = situationAt("2026-03-01T03:00", {
    restaurant: { hours: Array.from({ length: 7 }, () => hoursOf([])) },
  });
  const answer = ask("2026-03-03", "20:00", never);
  assert(!answer.ok && answer.kind === "time_not_listed");
  assertEquals(answer.nearest, []);
});

Deno.test("a time is accepted for five minutes after it has left the list, and no longer", () => {
  const at = (local: string) => ask("2026-03-03", "18:00", situationAt(local)).ok;
  assertEquals(at("2026-03-03T17:45"), true, "listed");
  assertEquals(at("2026-03-03T17:50"), true, "within the grace");
  assertEquals(at("2026-03-03T17:51"), false, "after it");
});

Deno.test("a time within its grace is accepted and never proposed", () => {
  const answer = ask("2026-03-03", "18:10", situationAt("2026-03-03T17:48"));
  assert(!answer.ok && answer.kind === "time_not_listed");
  assertEquals(timesOn("2026-03-03", answer.nearest), ["18:30", "19:00", "19:30", "20:00"]);
});

Deno.test("the grace reaches back across midnight", () => {
  const at = (local: string) => ask("2026-03-07", "00:00", situationAt(local)).ok;
  assertEquals(at("2026-03-06T23:50"), true);
  assertEquals(at("2026-03-06T23:51"), false);
});

Deno.test("no grace brings back what a closure has taken", () => {
  const state = { closures: [closedSpan("2026-03-03T18:00", "2026-03-03T18:30")] };
  assertEquals(ask("2026-03-03", "18:00", situationAt("2026-03-03T17:47", { state })).ok, false);
});

Deno.test("closures refuse their times and leave the others", () => {
  const state = {
    closures: [
      closedDay("2026-03-06"),
      closedSpan("2026-03-03T15:00", "2026-03-03T17:00"),
    ],
  };
  const situation = situationAt("2026-03-01T03:00", { state });
  assertEquals(ask("2026-03-06", "20:00", situation).ok, false);
  assertEquals(ask("2026-03-07", "00:30", situation).ok, false);
  assertEquals(ask("2026-03-03", "16:30", situation).ok, false);
  assertEquals(ask("2026-03-03", "17:00", situation).ok, true);
});

Deno.test("while reservations are switched off nothing is bookable, whatever the day", () => {
  const paused = situationAt("2026-03-01T03:00", { state: { pause: { until: null } } });
  assertEquals(ask("2026-03-03", "20:30", paused), { ok: false, kind: "paused" });
  assertEquals(ask("2020-01-01", "20:30", paused), { ok: false, kind: "paused" });
});

Deno.test("a time in the hour that spring skips is refused with the times around it", () => {
  const restaurant = testRestaurant({
    timeZone: "America/New_York",
    hours: Array.from({ length: 7 }, () => hoursOf(["18:00-05:00"])),
  });
  const answer = ask("2026-03-08", "02:30", {
    restaurant,
    state: testState(),
    now: Date.parse("2026-03-01T12:00:00Z"),
  });
  assert(!answer.ok && answer.kind === "time_not_listed");
  assertEquals(timesOn("2026-03-08", answer.nearest), ["01:00", "01:30", "03:00", "03:30"]);
});

Deno.test("a time that the database refused is never among those proposed instead", () => {
  const { nearest } = timeNotListed({ ...EARLY, day: "2026-03-03", time: "20:30", partySize: 4 });
  assertEquals(timesOn("2026-03-03", nearest), ["19:30", "20:00", "21:00", "21:30"]);
});

Deno.test("after an early kitchen a later time of that evening is refused with the nearest earlier ones", () => {
  const earlyKitchen = { serviceDay: "2026-03-06", closes: "2026-03-06T21:00" };
  const early = situationAt("2026-03-06T15:00", { state: { earlyKitchen } });
  assertEquals(ask("2026-03-06", "20:30", early), { ok: true, serviceDay: "2026-03-06" });
  const late = ask("2026-03-06", "21:00", early);
  assert(!late.ok && late.kind === "time_not_listed");
  assertEquals(timesOn("2026-03-06", late.nearest), ["19:00", "19:30", "20:00", "20:30"]);
  assertEquals(ask("2026-03-07", "00:30", early).ok, false);
});

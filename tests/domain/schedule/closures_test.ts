import { assertEquals } from "@std/assert";
import { addDays, timeOf } from "../../../src/domain/local_time.ts";
import { bookingWindow } from "../../../src/domain/schedule/availability.ts";
import {
  announcedClosures,
  closureRuns,
  earlyKitchenOrder,
  specialDays,
  tooLateToEat,
  unusualDays,
} from "../../../src/domain/schedule/closures.ts";
import type { Closure } from "../../../src/domain/schedule/services.ts";
import { closedDay, closedSpan, situationAt } from "../../support/restaurant_fixture.ts";

// A Saturday, open from 13:00 to 02:00.
const SATURDAY = "2026-03-14";
const span = (from: string, to: string) => ({ kind: "span", from, to }) as const;
const day = (id: number, day: string, reason: string): Closure => ({
  id,
  kind: "day",
  day,
  reason,
  isPublic: false,
});

Deno.test("days that follow one another for one reason are one closure, and nothing else is", () => {
  const closures: Closure[] = [
    day(1, "2026-12-24", "Navidad"),
    {
      id: 2,
      kind: "span",
      from: "2026-12-24T19:00",
      to: "2026-12-25T02:00",
      reason: "Navidad",
      isPublic: false,
    },
    day(3, "2026-12-25", "Navidad"),
    day(9, "2026-12-25", "Fuga de agua"),
    day(4, "2026-12-26", "Navidad"),
    day(5, "2026-12-28", "Navidad"),
    day(6, "2026-12-29", "Inventario"),
  ];
  assertEquals(
    closureRuns(situationAt("2026-12-01T12:00", { state: { closures } })).map((
      { closures, closed },
    ) => [closures.map(({ id }) => id), closed]),
    [
      [[1, 3, 4], { kind: "days", from: "2026-12-24", to: "2026-12-26" }],
      [[2], span("2026-12-24T19:00", "2026-12-25T02:00")],
      [[9], { kind: "day", day: "2026-12-25" }],
      [[5], { kind: "day", day: "2026-12-28" }],
      [[6], { kind: "day", day: "2026-12-29" }],
    ],
  );
});

/** What guests read at `local` of closures: what is closed, with its reason if that is public. */
function announced(
  local: string,
  closures: readonly Closure[],
): unknown[] {
  return announcedClosures(situationAt(local, { state: { closures } }))
    .map(({ closed, reason, isPublic }) => [closed, isPublic ? reason : null]);
}

Deno.test("closures are announced from today to the last day that can be booked, and a time that is full is none", () => {
  const wedding = span("2026-03-14T19:00", "2026-03-15T02:00");
  const full = { id: 7, kind: "full", from: "2026-03-14T20:30", to: "2026-03-14T20:31" } as const;
  const closures: readonly Closure[] = [
    day(1, SATURDAY, "Boda"),
    { ...full, reason: "", isPublic: false },
    { id: 2, ...wedding, reason: "Boda", isPublic: true },
    day(3, "2026-06-12", ""),
    day(4, "2026-06-13", "lejos"),
  ];
  const saturday = [{ kind: "day", day: SATURDAY }, null];
  const last = [{ kind: "day", day: "2026-06-12" }, null];
  assertEquals(announced("2026-03-14T12:00", closures), [saturday, [wedding, "Boda"], last]);
  // The evening lasts until 02:00.
  const beyond = [{ kind: "days", from: "2026-06-12", to: "2026-06-13" }, null];
  assertEquals(announced("2026-03-15T01:59", [closures[0]!]), [saturday]);
  assertEquals(announced("2026-03-15T02:00", closures).length, 2);
  assertEquals(announced("2026-03-15T02:00", [closures[3]!, day(5, "2026-06-13", "")]), [beyond]);
});

Deno.test("a day that the owner or the staff close is told up to the last one that can be booked, after midnight too", () => {
  for (const local of ["2026-03-14T12:00", "2026-03-15T01:59", "2026-03-15T02:00"]) {
    const { lastDay } = bookingWindow(situationAt(local));
    const days = [lastDay, addDays(lastDay, 1)];
    const ofOwner = days.map((date) => ({ date, services: [], reason: null }));
    for (
      const situation of [
        situationAt(local, { restaurant: { specialDays: ofOwner } }),
        situationAt(local, { state: { closures: [day(1, lastDay, "")] } }),
      ]
    ) {
      const closed = announcedClosures(situation).map(({ closed }) => closed);
      assertEquals(closed, [{ kind: "day", day: lastDay }], local);
      assertEquals(unusualDays(situation).map(({ day }) => day), [lastDay], local);
      const special = situation.restaurant.specialDays.length > 0 ? [lastDay] : [];
      assertEquals(specialDays(situation).map(({ day }) => day), special, local);
    }
  }
});

Deno.test("what a closure leaves after midnight is told under its own day, in the order of days", () => {
  const closures = [SATURDAY, "2026-03-21"].map((saturday) =>
    closedSpan(`${saturday}T23:00`, `${addDays(saturday, 1)}T00:30`)
  );
  const told = unusualDays(situationAt("2026-03-10T12:00", { state: { closures } }))
    .map(({ day, open }) => [day, ...open.map(({ from, to }) => `${timeOf(from)}-${timeOf(to)}`)]);
  assertEquals(told, [
    [SATURDAY, "13:00-23:00"],
    ["2026-03-15", "00:30-02:00", "12:00-20:00"],
    ["2026-03-21", "13:00-23:00"],
    ["2026-03-22", "00:30-02:00", "12:00-20:00"],
  ]);
});

// Saturday 2026-03-14 the restaurant serves from 13:00 to 02:00; its kitchen closes at 01:00.
const order = (local: string, time: string | null, closures = situationAt(local).state.closures) =>
  earlyKitchenOrder(situationAt(local, { state: { closures } }), time);

/** When which time is said for the kitchen, and when it closes; Thursday's closes at 22:00 anyway. */
const ORDERS: readonly (readonly [now: string, time: string | null, closes: string])[] = [
  ["2026-03-15T00:10", null, "2026-03-15T00:10"],
  // Of the evening that still cooks then, whenever it is said.
  ["2026-03-14T12:00", "00:15", "2026-03-15T00:15"],
  ["2026-03-15T00:10", "00:15", "2026-03-15T00:15"],
  ["2026-03-15T00:10", "23:00", "2026-03-14T23:00"],
  ["2026-03-14T11:00", null, "2026-03-14T11:00"],
  ["2026-03-12T18:00", "21:59", "2026-03-12T21:59"],
];

Deno.test("the kitchen closes early at the time that is said, now or later", () => {
  for (const [now, time, closes] of ORDERS) {
    const serviceDay = now.startsWith("2026-03-12") ? "2026-03-12" : SATURDAY;
    assertEquals(order(now, time), { serviceDay, closes });
  }
});

Deno.test("a time that is not before the usual hour closes nothing early, nor does a day without service", () => {
  assertEquals(order("2026-03-12T18:00", "22:00"), "not_earlier");
  assertEquals(order("2026-03-12T22:30", null), "not_earlier");
  assertEquals(order("2026-03-15T01:30", null), "not_earlier");
  assertEquals(order("2026-03-14T18:00", "01:00"), "not_earlier");
  assertEquals(order("2026-03-14T18:00", "12:00"), "not_earlier");
  assertEquals(order("2026-03-16T18:00", "20:00"), "no_service");
  assertEquals(order("2026-03-14T18:00", "20:00", [closedDay("2026-03-14")]), "no_service");
});

Deno.test("an early kitchen is too early for every later arrival, in the minute of closing too", () => {
  const early = { serviceDay: SATURDAY, closes: "2026-03-14T21:00" };
  const at = situationAt("2026-03-14T18:00", { state: { earlyKitchen: early } });
  assertEquals(tooLateToEat(at), span("2026-03-14T20:31", "2026-03-15T02:01"));
  assertEquals(tooLateToEat({ ...at, now: at.now + 24 * 60 * 60_000 }), null);
});

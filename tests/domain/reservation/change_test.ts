import { assertEquals } from "@std/assert";
import {
  asSeen,
  changedValues,
  changesTo,
  rebased,
} from "../../../src/domain/reservation/change.ts";
import type {
  HistoryEntry,
  ReservationValues,
} from "../../../src/domain/reservation/reservation.ts";

const SEEN: ReservationValues = {
  day: "2026-08-01",
  time: "20:00",
  serviceDay: "2026-08-01",
  partySize: 4,
  name: "Ana",
  phone: "+529991234567",
  occasion: "general",
  comments: null,
  note: null,
  status: "confirmed",
};
const FORM = (({ serviceDay: _, note: __, status: ___, ...form }) => form)(SEEN);

function entry(
  version: number,
  before: Partial<ReservationValues>,
  after: Partial<ReservationValues>,
): HistoryEntry {
  return { version, at: version, actor: "Luis", action: "edited", before, after };
}

const SINCE = [
  entry(2, { time: "20:00" }, { time: "20:30" }),
  entry(3, { time: "20:30", partySize: 4 }, { time: "21:00", partySize: 5 }),
];
const CURRENT: ReservationValues = { ...SEEN, time: "21:00", partySize: 5 };

Deno.test("only what is different is a change", () => {
  assertEquals(changesTo(SEEN, { ...FORM }), {});
  assertEquals(changesTo(SEEN, { ...FORM, time: "21:00", comments: "terraza" }), {
    time: "21:00",
    comments: "terraza",
  });
  assertEquals(changesTo(SEEN, { phone: null }), { phone: null });
});

Deno.test("an entry of the history tells each value before and after, in one order", () => {
  const told = changedValues(entry(
    2,
    { time: "20:00", day: "2026-08-01", serviceDay: "2026-08-01", note: null },
    { note: "mesa 4", time: "00:30", day: "2026-08-02", serviceDay: "2026-08-01" },
  ));
  assertEquals(told, [
    { field: "day", from: "2026-08-01", to: "2026-08-02" },
    { field: "time", from: "20:00", to: "00:30" },
    { field: "note", from: null, to: "mesa 4" },
  ]);
  const first = { ...entry(1, {}, { ...SEEN }), before: null };
  assertEquals(changedValues(first), []);
});

Deno.test("what somebody had before them is found again by undoing what came since", () => {
  assertEquals(asSeen(CURRENT, SINCE), SEEN);
});

Deno.test("a change on top of another's keeps the other's values and brings only its own", () => {
  const typed = { ...FORM, phone: "+529990000000" };
  assertEquals(rebased(CURRENT, SINCE, typed), {
    values: { ...FORM, time: "21:00", partySize: 5, phone: "+529990000000" },
    conflicts: [],
  });
});

Deno.test("what both changed to something else is a conflict, and the later wish is offered", () => {
  assertEquals(rebased(CURRENT, SINCE, { ...FORM, time: "19:00", partySize: 5 }), {
    values: { ...FORM, time: "19:00", partySize: 5 },
    conflicts: ["time"],
  });
});

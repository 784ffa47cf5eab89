import { assertEquals } from "@std/assert";
import { changedValues, changesTo } from "../../../src/domain/reservation/change.ts";
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

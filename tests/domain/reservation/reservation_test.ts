import { assertEquals } from "@std/assert";
import {
  changedValues,
  changesTo,
  type Comparable,
  folio,
  FOLIO_BYTES,
  FOLIO_FORM,
  type HistoryEntry,
  nameWords,
  possibleDuplicates,
  type ReservationValues,
  WALK_IN_NAME,
} from "../../../src/domain/reservation/reservation.ts";

Deno.test("a name's words are folded, and a name without letters is one word", () => {
  assertEquals(nameWords("José  María O\u00b4Brien-Pech, Jr."), [
    ...["jose", "maria", "obrien", "pech", "jr"],
  ]);
  assertEquals(nameWords("🎉🎉"), ["🎉🎉"]);
});

Deno.test("a folio spells five bits of each of its bytes in Crockford's base 32", () => {
  assertEquals(folio(new Uint8Array(FOLIO_BYTES)), "R-00000000");
  assertEquals(folio(new Uint8Array(FOLIO_BYTES).fill(255)), "R-ZZZZZZZZ");
  assertEquals(folio(new Uint8Array([0, 33, 66, 99, 132, 165, 198, 231])), "R-01234567");
});

Deno.test("the form knows no letter that is misread", () => {
  for (const text of ["R-0000000I", "R-0000000L", "R-0000000O", "R-0000000U", "R-0000000a"]) {
    assertEquals(FOLIO_FORM.test(text), false, text);
  }
});

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
  table: null,
  arrived: null,
  left: null,
  told: null,
  called: null,
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

Deno.test("an entry of the history shows each value before and after, in one order", () => {
  const changed = changedValues(entry(
    2,
    { time: "20:00", day: "2026-08-01", serviceDay: "2026-08-01", note: null },
    { note: "mesa 4", time: "00:30", day: "2026-08-02", serviceDay: "2026-08-01" },
  ));
  assertEquals(changed, [
    { field: "day", from: "2026-08-01", to: "2026-08-02" },
    { field: "time", from: "20:00", to: "00:30" },
    { field: "note", from: null, to: "mesa 4" },
  ]);
  const first = { ...entry(1, {}, { ...SEEN }), before: null };
  assertEquals(changedValues(first), []);
});

const ANA: Comparable = {
  folio: "R-00000001",
  serviceDay: "2026-08-01",
  name: "Ana Pérez",
  phone: "+529991234567",
  status: "confirmed",
};

/** Which of `others`, counted from 1, may be the same as `reservation`. */
function found(others: readonly Partial<Comparable>[], reservation = ANA): readonly number[] {
  const all = others.map((other, index) => ({ ...ANA, folio: `R-0000001${index + 1}`, ...other }));
  return possibleDuplicates(reservation, [ANA, ...all])
    .map(({ folio }) => Number(folio.at(-1)));
}

const LUIS = { ...ANA, name: "Luis", phone: null };
const WALK_IN = { ...ANA, folio: "R-00000009", name: WALK_IN_NAME, phone: null };
const OTHER_PHONE = "+529990000000";

/** What is beside a reservation, and which of it may be the same. */
const BESIDE: readonly (readonly [
  what: string,
  others: readonly Partial<Comparable>[],
  expected: readonly number[],
  reservation?: Comparable,
])[] = [
  ["one phone", [{ name: "Luis" }], [1]],
  ["one name, case and blanks aside", [{ name: "ANA  perez", phone: OTHER_PHONE }], [1]],
  ["one name, composed otherwise", [{ name: "Ana Pe\u0301rez", phone: null }], [1]],
  ["one name with an unseen character", [{ name: "Ana\u200b Pérez", phone: null }], [1]],
  ["by phone and by name", [{ name: "Luis" }, { phone: null }], [1, 2]],
  ["another evening", [{ serviceDay: "2026-08-02" }], []],
  ["another name and phone", [{ name: "Luis", phone: OTHER_PHONE }], []],
  ["no phone on both", [{ name: "Eva", phone: null }], [], LUIS],
  ["those that stand", [
    { status: "cancelled" },
    { status: "no_show" },
    { status: "arrived" },
    { status: "waiting" },
  ], [3, 4]],
  ["itself waiting", [{}], [1], { ...ANA, status: "waiting" }],
  ["itself cancelled", [{}], [], { ...ANA, status: "cancelled" }],
  ["walk-ins without a name", [{ name: WALK_IN_NAME, phone: null }], [], WALK_IN],
];

for (const [what, others, expected, reservation] of BESIDE) {
  Deno.test(`possible duplicates: ${what}`, () => {
    assertEquals(found(others, reservation), expected);
  });
}

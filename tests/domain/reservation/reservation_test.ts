import { assert, assertEquals, assertNotEquals } from "@std/assert";
import {
  canonicalBody,
  changedValues,
  changesTo,
  folio,
  FOLIO_BYTES,
  FOLIO_FORM,
  type HistoryEntry,
  type ReservationRequest,
  type ReservationValues,
} from "../../../src/domain/reservation/reservation.ts";

import fc from "fast-check";

const REQUEST: ReservationRequest = {
  day: "2026-03-07",
  time: "20:30",
  partySize: 4,
  name: "José Chan",
  phone: "+529991234567",
  occasion: "general",
  comments: null,
  source: null,
};

Deno.test("the canonical form does not hang on the order of fields", () => {
  const request = REQUEST;
  const turned = Object.fromEntries(Object.entries(request).reverse());
  assertEquals(canonicalBody(turned as unknown as ReservationRequest), canonicalBody(request));
});

Deno.test("a difference in any field is one in the canonical form", () => {
  const request = REQUEST;
  const others: Partial<ReservationRequest>[] = [
    { day: "2026-03-08" },
    { time: "21:00" },
    { partySize: 5 },
    { name: "José Chán" },
    { phone: "+529991234568" },
    { occasion: "cumpleanos" },
    { comments: "terraza" },
    { source: "terraza" },
  ];
  const forms = others.map((other) => canonicalBody({ ...request, ...other }));
  assertEquals(new Set([canonicalBody(request), ...forms]).size, others.length + 1);
  assertNotEquals(
    canonicalBody({ ...request, comments: "null" }),
    canonicalBody({ ...request, comments: null }),
  );
});

Deno.test("a folio spells five bits of each of its bytes in Crockford's base 32", () => {
  assertEquals(folio(new Uint8Array(FOLIO_BYTES)), "R-00000000");
  assertEquals(folio(new Uint8Array(FOLIO_BYTES).fill(255)), "R-ZZZZZZZZ");
  assertEquals(folio(new Uint8Array([0, 33, 66, 99, 132, 165, 198, 231])), "R-01234567");
});

Deno.test("every folio is of the same form", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: FOLIO_BYTES, maxLength: FOLIO_BYTES }), (bytes) => {
      assert(FOLIO_FORM.test(folio(bytes)), folio(bytes));
    }),
  );
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

import { assert, assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  canonicalBody,
  folio,
  FOLIO_BYTES,
  FOLIO_FORM,
  type ReservationRequest,
} from "../../../src/domain/reservation/reservation.ts";

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

Deno.test("a folio spells its bytes in Crockford's base 32, most significant first", () => {
  assertEquals(folio(new Uint8Array([0, 0, 0, 0, 0])), "R-00000000");
  assertEquals(folio(new Uint8Array([255, 255, 255, 255, 255])), "R-ZZZZZZZZ");
  assertEquals(folio(new Uint8Array([0, 0, 0, 0, 1])), "R-00000001");
  assertEquals(folio(new Uint8Array([0x00, 0x44, 0x32, 0x14, 0xc7])), "R-01234567");
  assertEquals(folio(new Uint8Array([0xf8, 0, 0, 0, 0x20])), "R-Z0000010");
});

Deno.test("different bytes give different folios, all of the same form", () => {
  const bytes = fc.uint8Array({ minLength: FOLIO_BYTES, maxLength: FOLIO_BYTES });
  fc.assert(fc.property(bytes, bytes, (one, other) => {
    assert(FOLIO_FORM.test(folio(one)), folio(one));
    assertEquals(folio(one) === folio(other), one.join() === other.join());
  }));
});

Deno.test("a folio takes five bytes, no fewer and no more", () => {
  assertThrows(() => folio(new Uint8Array(4)), RangeError, "got 4");
  assertThrows(() => folio(new Uint8Array(8)), RangeError, "got 8");
});

Deno.test("the form knows no letter that is misread", () => {
  for (const text of ["R-0000000I", "R-0000000L", "R-0000000O", "R-0000000U", "R-0000000a"]) {
    assertEquals(FOLIO_FORM.test(text), false, text);
  }
});

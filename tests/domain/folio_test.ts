import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { folio, FOLIO_BYTES, FOLIO_FORM } from "../../src/domain/folio.ts";

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

import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  foldText,
  isPlainLine,
  isPlainText,
  normaliseMultiline,
  normaliseText,
} from "../../src/domain/text.ts";

Deno.test("texts that look the same are the same once normalised", () => {
  assertEquals(normaliseText("  Jose\u0301 \n"), "Jos\u00e9");
  assertEquals(normaliseText("\u00a0\ufeffAna\u2003"), "Ana");
  assertEquals(normaliseText(" \t "), "");
});

Deno.test("normalising twice changes nothing more", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    assertEquals(normaliseText(normaliseText(text)), normaliseText(text));
    assertEquals(normaliseMultiline(normaliseMultiline(text)), normaliseMultiline(text));
  }));
});

Deno.test("line endings of every system become newlines", () => {
  assertEquals(normaliseMultiline("uno\r\ndos\rtres\ncuatro\r\n"), "uno\ndos\ntres\ncuatro");
});

Deno.test("a plain line holds no control character and no half of a surrogate pair", () => {
  for (
    const text of ["\u0000", "a\u001fb", "a\u007f", "\u0085", "a\nb", "a\tb", "a\ud83c", "\udf82"]
  ) {
    assertEquals(isPlainLine(text), false, JSON.stringify(text));
  }
  for (const text of ["", "Íñigo", "\u200fשלום", "👩‍🍳"]) {
    assertEquals(isPlainLine(text), true, JSON.stringify(text));
  }
});

Deno.test("plain text may hold newlines and tabs besides", () => {
  assertEquals(["a\n\tb", "a\rb", "a\u0000", "a\u001b[31m", "a\ud83c"].map(isPlainText), [
    true,
    false,
    false,
    false,
    false,
  ]);
});

Deno.test("an accent typed alone, as an apostrophe, does not part a name", () => {
  assertEquals(["O\u00b4Brien", "D'Alessio", "Jose\u0301 \u00a0P\u00c9REZ"].map(foldText), [
    "obrien",
    "dalessio",
    "jose perez",
  ]);
});

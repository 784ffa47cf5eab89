import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { sealsOf } from "../../src/domain/seal.ts";

const KEY = new Uint8Array(32).fill(7);
const seal = (text: string) => sealsOf(KEY).seal(text, "confirmation");
const open = (token: string) => sealsOf(KEY).open(token, "confirmation")?.toString() ?? null;
const TEXT = JSON.stringify({ folio: "R-0123ABCD", name: "Ñandú \u{1f32e}" });

Deno.test("the same text has the same token, on every instance, and opens to itself", () => {
  for (const text of [TEXT, "", "0", "x", "ñ".repeat(700)]) {
    const token = seal(text);
    assertEquals([seal(text), open(token)], [token, text]);
  }
});

Deno.test("texts that differ by a letter have tokens that have nothing in common", () => {
  const tokens = ["Ana Pech", "Ana Pecj"].map((name) => seal(`${TEXT}${name}`));
  const same = [...tokens[0]!].filter((letter, at) => tokens[1]![at] === letter);
  assert(same.length < tokens[0]!.length / 8, `${same.length} of ${tokens[0]!.length}`);
  assertNotEquals(tokens[0], tokens[1]);
});

Deno.test("a token that was cut or changed in one letter, of another key or purpose, or none at all does not open", () => {
  const token = seal(TEXT);
  for (let at = 0; at < token.length; at++) {
    assertEquals(open(token.slice(0, at)), null);
    assertEquals(open(token.slice(at + 1)), null);
    for (const letter of [token[at] === "A" ? "B" : "A", token[at] === "_" ? "-" : "_", "%"]) {
      assertEquals(
        open(token.slice(0, at) + letter + token.slice(at + 1)),
        null,
        `${at}: ${letter}`,
      );
    }
  }
  assertEquals(sealsOf(new Uint8Array(32)).open(token, "confirmation"), null);
  assertEquals(sealsOf(KEY).open(token, "draft"), null);
  for (const text of ["", "=", "AAAA", "ñ", "\0", " ", "../..", "A".repeat(100_000), `${token}A`]) {
    assertEquals(open(text), null, text.slice(0, 20));
  }
});

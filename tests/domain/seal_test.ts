import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { alikeSeal } from "../../src/domain/seal.ts";

const KEY = new Uint8Array(32).fill(7);
const { seal, open } = alikeSeal<unknown>(KEY);
const VALUE = { folio: "R-0123ABCD", name: "Ñandú \u{1f32e}", at: 1_773_165_600_000 };

Deno.test("the same value has the same token, on every instance, and opens to itself", () => {
  const values = [VALUE, "", 0, null, [], "x".repeat(1), "ñ".repeat(700), { deep: [VALUE, VALUE] }];
  for (const value of values) {
    const token = seal(value);
    assertEquals(seal(value), token);
    const other = alikeSeal<unknown>(KEY.slice());
    assertEquals([other.seal(value), other.open(token)], [token, value]);
  }
});

Deno.test("values that differ by a letter have tokens that have nothing in common", () => {
  const tokens = ["Ana Pech", "Ana Pecj"].map((name) => seal({ ...VALUE, name }));
  const same = [...tokens[0]!].filter((letter, at) => tokens[1]![at] === letter);
  assert(same.length < tokens[0]!.length / 8, `${same.length} of ${tokens[0]!.length}`);
  assertNotEquals(tokens[0], tokens[1]);
});

Deno.test("a token that was cut or changed in one letter, of another key, or none at all does not open", () => {
  const token = seal(VALUE);
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
  assertEquals(alikeSeal(new Uint8Array(32)).open(token), null);
  for (const text of ["", "=", "AAAA", "ñ", "\0", " ", "../..", "A".repeat(100_000), `${token}A`]) {
    assertEquals(open(text), null, text.slice(0, 20));
  }
});

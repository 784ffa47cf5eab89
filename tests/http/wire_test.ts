import * as v from "valibot";
import { assertEquals, assertThrows } from "@std/assert";
import { described, readBy, toWireSchema, unknownFields } from "../../src/http/wire.ts";

Deno.test("what JSON Schema cannot say is refused when the document is made, but for reading and renaming", () => {
  assertThrows(() => toWireSchema(v.pipe(v.string(), v.check((text) => text !== ""))));
  assertThrows(() => toWireSchema(v.pipe(v.string(), v.trim())));
  const read = v.pipe(v.string(), readBy((text: string) => ({ value: text.length })));
  assertEquals(toWireSchema(read), { type: "string" });
});

const SCHEMA = v.object({
  name: v.string(),
  note: v.nullish(described(v.string(), "A note.")),
  lines: described(v.array(v.object({ id: v.string() })), "Lines."),
  place: v.nullish(described(v.object({ lat: v.number() }), "A place.")),
});

const unknown = (value: unknown) => unknownFields(SCHEMA, value).map(({ path }) => path);

Deno.test("fields that the schema does not know are named by their paths, in the order of the body", () => {
  const known = { name: "", note: null, lines: [{ id: "" }], place: { lat: 1 } };
  for (const value of [known, {}]) assertEquals(unknown(value), []);
  const body = {
    extra: 1,
    lines: [{ id: "a", size: 1 }, { id: "b" }, { notes: [] }],
    place: { lat: 1, floor: { level: 2 } },
    last: null,
  };
  assertEquals(unknown(body), ["extra", "lines[0].size", "lines[2].notes", "place.floor", "last"]);
  const byBirth = JSON.parse('{"__proto__":1,"constructor":2,"toString":3,"hasOwnProperty":4}');
  assertEquals(unknown(byBirth), Object.keys(byBirth));
  // Values of the wrong type are not looked into.
  const wrong = { lines: { extra: 1 }, place: [{ extra: 1 }], name: { extra: 1 } };
  for (const value of [null, 1, "text", [], [{ extra: 1 }], true, wrong]) {
    assertEquals(unknown(value), []);
  }
});

Deno.test("at most twenty are named, each by at most sixty characters", () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 0]));
  assertEquals(unknown(many), Array.from({ length: 20 }, (_, index) => `f${index}`));
  assertEquals(unknown({ ["x".repeat(1_000)]: 0 }), ["x".repeat(60)]);
});

Deno.test("a name cut or sent with half a character is mended, so that the answer is JSON for everybody", () => {
  assertEquals(unknown({ ["x".repeat(59) + "😀"]: 0 }), ["x".repeat(59) + "\ufffd"]);
  assertEquals(unknown(JSON.parse('{"\\ud800":0}')), ["\ufffd"]);
});

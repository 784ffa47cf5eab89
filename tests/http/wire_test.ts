import { assertEquals, assertThrows } from "@std/assert";
import * as v from "valibot";
import { described, toWireSchema } from "../../src/http/wire.ts";

Deno.test("a described schema accepts what it accepted before, and says more in JSON Schema", () => {
  const schema = described(v.string(), "A name.", { minLength: 2 });
  assertEquals(v.safeParse(schema, "x").success, true);
  assertEquals(v.safeParse(schema, 1).success, false);
  assertEquals(toWireSchema(schema), { type: "string", description: "A name.", minLength: 2 });
});

Deno.test("literals carry their type, which client generators need", () => {
  assertEquals(toWireSchema(v.literal("MXN")), { type: "string", const: "MXN" });
  assertEquals(toWireSchema(v.literal(true)), { type: "boolean", const: true });
});

Deno.test("what may be null says so, what may be absent is not required", () => {
  const schema = v.object({
    both: v.nullish(described(v.string(), "Text.")),
    absent: v.optional(v.number()),
    there: v.nullable(v.number()),
  });
  assertEquals(toWireSchema(schema), {
    type: "object",
    properties: {
      both: { anyOf: [{ type: "string", description: "Text." }, { type: "null" }] },
      absent: { type: "number" },
      there: { anyOf: [{ type: "number" }, { type: "null" }] },
    },
    required: ["there"],
  });
});

Deno.test("limits that valibot itself checks are said too", () => {
  const schema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(90));
  assertEquals(toWireSchema(schema), { type: "integer", minimum: 1, maximum: 90 });
});

Deno.test("what JSON Schema cannot say is refused when the document is made", () => {
  assertThrows(() => toWireSchema(v.pipe(v.string(), v.check((text) => text !== ""))));
  assertThrows(() => toWireSchema(v.pipe(v.string(), v.trim())));
});

import { assert, assertEquals } from "@std/assert";
import type { HeaderObject, ParameterObject } from "openapi3-ts/oas31";
import { OPERATIONS } from "./_document.ts";

Deno.test("every 429 declares Retry-After in whole seconds, and nothing else does", () => {
  const limited: string[] = [];
  for (const { id, responses } of OPERATIONS) {
    for (const { status, response } of responses) {
      const header = response.headers?.["Retry-After"] as HeaderObject | undefined;
      assertEquals(header !== undefined, status === 429, `${id} ${status}`);
      if (!header) continue;
      limited.push(id);
      assertEquals((header.schema as { type?: string }).type, "integer");
    }
  }
  assertEquals(limited, ["envio", "pedidoBorrador", "createRestaurantReservation"]);
});

Deno.test("the reservation declares Idempotency-Key and Idempotent-Replayed", () => {
  const reservation = described("createRestaurantReservation");
  const key = reservation.operation.parameters?.[0] as ParameterObject;
  assertEquals([key.name, key.in, key.required], ["Idempotency-Key", "header", false]);
  assertEquals(key.schema, { type: "string", minLength: 1, maxLength: 255 });
  const held = reservation.responses.find(({ status }) => status === 200)?.response;
  const replayed = held?.headers?.["Idempotent-Replayed"] as HeaderObject;
  assertEquals(replayed.schema, { type: "string", enum: ["true"] });
});

Deno.test("operations with an entity tag declare ETag on their 200 and 304, and If-None-Match", () => {
  for (const { id, operation, responses } of OPERATIONS) {
    const hasTag = id === "info" || id === "menu";
    const known = (operation.parameters ?? []).some((parameter) =>
      "name" in parameter && parameter.name === "If-None-Match"
    );
    assertEquals(known, hasTag, `${id} If-None-Match`);
    const declaring = responses.filter(({ response }) => response.headers?.ETag);
    assertEquals(declaring.map(({ status }) => status), hasTag ? [200, 304] : [], id);
  }
});

Deno.test("every header has an example that fits its type", () => {
  for (const { id, responses } of OPERATIONS) {
    for (const { response } of responses) {
      for (const [name, header] of Object.entries(response.headers ?? {})) {
        const { example, schema } = header as { example: unknown; schema: { type: string } };
        const type = Number.isInteger(example) ? "integer" : typeof example;
        assert(type === schema.type, `${id} ${name}: ${example} is not ${schema.type}`);
      }
    }
  }
});

function described(id: string): typeof OPERATIONS[number] {
  const operation = OPERATIONS.find((operation) => operation.id === id);
  if (!operation) throw new Error(`the document has no ${id}`);
  return operation;
}

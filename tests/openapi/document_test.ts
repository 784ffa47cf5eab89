import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { Validator } from "@seriousme/openapi-schema-validator";
import type { ParameterObject, RequestBodyObject, SchemaObject } from "openapi3-ts/oas31";
import { testApp } from "../support/test_app.ts";
import { DOCUMENT, motivosOf, OPERATIONS } from "./_document.ts";

Deno.test("a well-known validator accepts the document", async () => {
  const { valid, errors } = await new Validator().validate({ ...structuredClone(DOCUMENT) });
  assert(valid, JSON.stringify(errors));
});

Deno.test("no operation requires authentication", () => {
  assertEquals(DOCUMENT.security, []);
  assertEquals(DOCUMENT.components?.securitySchemes, undefined);
  assertEquals(OPERATIONS.filter(({ operation }) => "security" in operation), []);
});

Deno.test("every operation lists its own reason codes: the contract's, then the added ones", () => {
  const added = ["peticion", "metodo", "interno"];
  const expected: Record<string, string[]> = {
    info: ["lang", ...added],
    menu: ["lang", ...added],
    getAvailableReservationTimes: ["dia", "dias", "personas", "rango", ...added],
    envio: ["coordenadas", "demasiadas", ...added],
    contacto: ["motivo", "lang", "pronto", ...added],
    ubicacion: ["texto", "demasiadas", ...added],
    pedidoBorrador: [
      ...["forma", "grande", "lineas", "fuera_de_cobertura", "demasiadas", "sin_ruta"],
      ...added,
    ],
    createRestaurantReservation: [
      ...["json", "grande", "datos", "demasiadas", "base", "apagado"],
      ...added,
    ],
  };
  for (const { id, responses } of OPERATIONS) {
    const refusals = responses.filter(({ status }) => status >= 400);
    const listed = new Set(refusals.flatMap(({ response }) => motivosOf(response)));
    assertEquals([...listed].toSorted(), expected[id]?.toSorted(), id);
  }
});

Deno.test("every error is the reusable error body", () => {
  const body = DOCUMENT.components?.schemas?.ErrorBody as SchemaObject;
  for (const { id, responses } of OPERATIONS) {
    for (const { status, response } of responses.filter(({ status }) => status >= 400)) {
      assertEquals(response.content?.["application/json"]?.schema, body, `${id} ${status}`);
    }
  }
  assertEquals(body.required?.filter((field) => field !== "detalle"), ["ok", "motivo", "error"]);
});

Deno.test("every reference resolves, and every component is referred to", () => {
  const components = Object.entries(DOCUMENT.components ?? {}).flatMap(([kind, named]) =>
    Object.keys(named).map((name) => `#/components/${kind}/${name}`)
  );
  assertEquals([...new Set(referencesIn(DOCUMENT))].sort(), components.sort());
});

Deno.test("the document is short enough for an assistant to read", () => {
  const text = JSON.stringify(DOCUMENT);
  assertLessOrEqual(text.length, 34_000, "characters");
  assertLessOrEqual(countTokens(text), 8_500, "tokens");
  for (const { id, operation } of OPERATIONS) {
    for (const parameter of operation.parameters ?? []) {
      assert(JSON.stringify(parameter).length <= 700, `a parameter of ${id}`);
    }
  }
});

Deno.test("every text of a body has its limit in the document, but ids of the menu and the phone", () => {
  const limits = /"(enum|const|pattern|format|maxLength)":|"(Exact id from|Real phone)/;
  const bodies = Object.entries(DOCUMENT.components!.schemas!)
    .filter(([name]) => name.endsWith("Request"));
  assertEquals(bodies.length, 2);
  for (const [name, schema] of bodies) {
    const texts = JSON.stringify(schema).match(/\{[^{}]*"type":"string"[^{}]*\}/g)!;
    assertEquals(texts.filter((text) => !limits.test(text)), [], name);
  }
});

Deno.test("every answer may name what was ignored, and one to a body always does", () => {
  for (const { id, method, responses } of OPERATIONS) {
    const { response } = responses.find(({ status }) => status === 200)!;
    const schema = response.content!["application/json"]!.schema as SchemaObject;
    const { type, description } = schema.properties!.ignorados as SchemaObject;
    assertEquals([type, description!.length > 20], ["array", true], id);
    assertEquals(schema.required!.includes("ignorados"), method === "post", id);
  }
});

Deno.test("a body says how large it may be", () => {
  const said = OPERATIONS.flatMap(({ operation: { requestBody } }) =>
    requestBody === undefined ? [] : (requestBody as RequestBodyObject).description
  );
  assertEquals(said, ["At most 32768 bytes.", "At most 8192 bytes."]);
});

Deno.test("the reservation declares Idempotency-Key", () => {
  const { operation } = OPERATIONS.find(({ id }) => id === "createRestaurantReservation")!;
  const key = operation.parameters?.[0] as ParameterObject;
  assertEquals([key.name, key.in, key.required], ["Idempotency-Key", "header", false]);
  assertEquals(key.schema, { type: "string", minLength: 1, maxLength: 255 });
});

Deno.test("operations with an entity tag declare it on their 200 and 304, and If-None-Match", () => {
  const tagged = OPERATIONS.filter(({ operation: { parameters = [] } }) =>
    parameters.some((parameter) => "name" in parameter && parameter.name === "If-None-Match")
  );
  assertEquals(tagged.map(({ id }) => id), ["info", "menu"]);
  for (const { responses } of tagged) {
    const declaring = responses.filter(({ response }) => response.headers?.ETag);
    assertEquals(declaring.map(({ status }) => status), [200, 304]);
  }
});

Deno.test("a failure declares Retry-After on 429, and no other header", () => {
  for (const { id, responses } of OPERATIONS) {
    for (const { status, response } of responses.filter(({ status }) => Number(status) >= 400)) {
      const names = Object.keys(response.headers ?? {});
      assertEquals(names, Number(status) === 429 ? ["Retry-After"] : [], `${id} ${status}`);
    }
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

Deno.test("/openapi.json is the document, with the public address as its only server", async () => {
  await using app = await testApp({ deps: () => ({ baseUrl: "https://mesa.example" }) });
  const { status, headers, body } = await app.get("/openapi.json");
  assertEquals([status, headers.get("content-type")], [200, "application/json"]);
  assertEquals(body, DOCUMENT);
  assertEquals(body.servers, [{ url: "https://mesa.example" }]);
});

function referencesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "$ref" && typeof inner === "string" ? [inner] : referencesIn(inner)
  );
}

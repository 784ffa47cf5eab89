import { assert, assertEquals } from "@std/assert";
import type { OperationObject } from "openapi3-ts/oas31";
import { openApiDocument } from "../../src/http/openapi.ts";
import { greeting, posting } from "./_greeting.ts";

const DOCUMENT = openApiDocument([greeting, posting], {
  title: "Greetings",
  version: "1.0.0",
  description: "Says hello.",
  license: { name: "MIT", identifier: "MIT" },
  serverUrl: "https://mesa.example",
});

const GET: OperationObject = DOCUMENT.paths!["/greeting"]!.get!;
const POST: OperationObject = DOCUMENT.paths!["/posting"]!.post!;

/** The document as a caller sees it: a tree of JSON. */
// deno-lint-ignore no-explicit-any -- tests look into a document whose shape is what they test
const json = (part: unknown): any => JSON.parse(JSON.stringify(part));

Deno.test("the document says what it is and where the service is, and that no key is needed", () => {
  assertEquals(DOCUMENT.openapi, "3.1.0");
  assertEquals(DOCUMENT.info.version, "1.0.0");
  assertEquals(DOCUMENT.servers, [{ url: "https://mesa.example" }]);
  assertEquals(DOCUMENT.security, []);
  assert(!("serverUrl" in DOCUMENT.info));
});

Deno.test("every operation stands under its path and method, with its id and whether it changes anything", () => {
  assertEquals(Object.keys(DOCUMENT.paths!), ["/greeting", "/posting"]);
  assertEquals([GET.operationId, GET["x-openai-isConsequential"]], ["greeting", false]);
  assertEquals([POST.operationId, POST["x-openai-isConsequential"]], ["posting", true]);
  assertEquals(GET["x-motivos"], ["lang", "peticion", "metodo", "interno"]);
});

Deno.test("query parameters carry their schema, default, example and whether they are required", () => {
  const [name, loud] = json(GET.parameters);
  assertEquals(name, {
    name: "name",
    in: "query",
    required: false,
    description: "Whom to greet.",
    schema: { type: "string", maxLength: 9, default: "you" },
    example: "Ana",
  });
  assertEquals([loud.name, loud.required, loud.schema.enum], ["loud", true, ["yes", "no"]]);
});

Deno.test("request headers are declared, and If-None-Match where there are entity tags", () => {
  const header = json(GET.parameters)[2];
  assertEquals([header.name, header.in, header.required], ["If-None-Match", "header", false]);
  assertEquals(json(POST.parameters).map(({ name }: { name: string }) => name), ["X-Key"]);
});

Deno.test("an answer has its schema and headers", () => {
  const success = json(GET.responses!["200"]);
  assertEquals(success.content["application/json"], {
    schema: { $ref: "#/components/schemas/GreetingResponse" },
  });
  assertEquals(Object.keys(success.headers), ["ETag"]);
  assertEquals(Object.keys(json(POST.responses!["200"]).headers), ["X-Done"]);
});

Deno.test("every answer may name what was ignored, and one to a body always does", () => {
  const { GreetingResponse, PostingResponse } = json(DOCUMENT.components!.schemas);
  for (const { properties } of [GreetingResponse, PostingResponse]) {
    assertEquals(properties.ignorados.type, "array");
  }
  assertEquals(GreetingResponse.required, ["text"]);
  assertEquals(PostingResponse.required, ["text", "key", "ignorados"]);
});

Deno.test("304 is declared, without a body, exactly where there are entity tags", () => {
  const unchanged = json(GET.responses!["304"]);
  assertEquals(Object.keys(unchanged.headers), ["ETag"]);
  assertEquals(unchanged.content, undefined);
  assertEquals(POST.responses!["304"], undefined);
});

Deno.test("a body is required, with its limit, schema and examples", () => {
  assertEquals(json(POST.requestBody), {
    description: "At most 100 bytes.",
    required: true,
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/PostingRequest" },
        examples: { ana: { value: { name: "Ana" } } },
      },
    },
  });
  assertEquals(GET.requestBody, undefined);
});

/** The shared response that an operation refers to. */
function refusal(operation: OperationObject, status: number) {
  const { $ref } = json(operation.responses![String(status)]);
  return json(DOCUMENT.components!.responses![$ref.split("/").at(-1)]);
}

Deno.test("failures of one status share one response, which describes each and has their codes", () => {
  const { description, content } = refusal(GET, 400);
  assertEquals(
    description,
    "lang: What lang means.\npeticion: The Host header or the request target cannot be read.",
  );
  const { schema } = content["application/json"];
  const { properties } = schema.allOf[1];
  assertEquals(schema.allOf[0], { $ref: "#/components/schemas/ErrorBody" });
  assertEquals(properties.motivo.enum, ["lang", "peticion"]);
  assertEquals(properties.error.enum, ["lang_error", "destino_invalido"]);
});

Deno.test("what every operation may fail with is said once", () => {
  const statuses = ["200", "400", "405", "413", "422", "429", "500"];
  assertEquals(Object.keys(POST.responses!), statuses);
  for (const status of ["405", "500"]) {
    assertEquals(GET.responses![status], POST.responses![status], status);
  }
});

Deno.test("405 carries Allow, 429 Retry-After, no other failure a header", () => {
  const headers = ["400", "405", "413", "422", "429", "500"].map((status) =>
    Object.keys(refusal(POST, Number(status)).headers ?? {})
  );
  assertEquals(headers, [[], ["Allow"], [], [], ["Retry-After"], []]);
});

Deno.test("every component that is pointed at is there, and none that is not", () => {
  const pointers = JSON.stringify(DOCUMENT).matchAll(/"#\/components\/(\w+\/[\w.]+)"/g);
  const used = new Set([...pointers].map(([, name]) => name!));
  const { schemas = {}, responses = {} } = DOCUMENT.components!;
  const there = [
    ...Object.keys(schemas).map((name) => `schemas/${name}`),
    ...Object.keys(responses).map((name) => `responses/${name}`),
  ];
  assertEquals(there.sort(), [...used].sort());
});

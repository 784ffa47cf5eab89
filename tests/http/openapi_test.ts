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
  assertEquals(GET["x-motivos"], ["lang", "peticion", "interno"]);
});

Deno.test("query parameters carry their schema, default, example and whether they are required", () => {
  const [name, loud] = json(GET.parameters);
  assertEquals(name, {
    name: "name",
    in: "query",
    required: false,
    description: "Whom to greet.",
    schema: { type: "string", description: "A name.", maxLength: 9, default: "you" },
    example: "Ana",
  });
  assertEquals([loud.name, loud.required, loud.schema.enum], ["loud", true, ["yes", "no"]]);
});

Deno.test("request headers are declared, and If-None-Match where there are entity tags", () => {
  const header = json(GET.parameters)[2];
  assertEquals([header.name, header.in, header.required], ["If-None-Match", "header", false]);
  assertEquals(json(POST.parameters).map(({ name }: { name: string }) => name), ["X-Key"]);
});

Deno.test("an answer has its schema, examples and headers", () => {
  const success = json(GET.responses!["200"]);
  assertEquals(success.content["application/json"], {
    schema: { $ref: "#/components/schemas/GreetingResponse" },
    examples: { hello: { value: { text: "hello" } } },
  });
  assertEquals(Object.keys(success.headers), ["ETag"]);
  assertEquals(Object.keys(json(POST.responses!["200"]).headers), ["X-Done"]);
});

Deno.test("304 is declared, without a body, exactly where there are entity tags", () => {
  const unchanged = json(GET.responses!["304"]);
  assertEquals(Object.keys(unchanged.headers), ["ETag"]);
  assertEquals(unchanged.content, undefined);
  assertEquals(POST.responses!["304"], undefined);
});

Deno.test("a body is required, with its schema and examples", () => {
  assertEquals(json(POST.requestBody), {
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

Deno.test("failures of one status share one response: their codes, their causes, an example each", () => {
  const { description, content } = json(GET.responses!["400"]);
  assertEquals(description, "One of lang, peticion; see the examples.");
  const { schema, examples } = content["application/json"];
  const { properties } = schema.allOf[1];
  assertEquals(schema.allOf[0], { $ref: "#/components/schemas/ErrorBody" });
  assertEquals(properties.motivo.enum, ["lang", "peticion"]);
  assertEquals(properties.error.enum, ["lang_error", "peticion_error"]);
  assertEquals(properties.error["x-enumDescriptions"], {
    lang_error: "why lang",
    peticion_error: "why peticion",
  });
  assertEquals(Object.keys(examples), ["lang", "peticion"]);
  assertEquals(examples.lang.summary, "What lang means.");
});

Deno.test("a failure that is alone with its status is described by itself", () => {
  assertEquals(json(POST.responses!["422"]).description, "datos: What datos means.");
  assertEquals(Object.keys(POST.responses!), ["200", "400", "413", "422", "429", "500"]);
});

Deno.test("429 and no other failure carries Retry-After", () => {
  assertEquals(Object.keys(json(POST.responses!["429"]).headers), ["Retry-After"]);
  for (const status of ["400", "413", "422", "500"]) {
    assertEquals(json(POST.responses![status]).headers, {}, status);
  }
});

Deno.test("every schema that is pointed at is there, and none that is not", () => {
  const pointers = JSON.stringify(DOCUMENT).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  const used = new Set([...pointers].map(([, name]) => name!));
  assertEquals(Object.keys(DOCUMENT.components!.schemas!).sort(), [...used].sort());
});

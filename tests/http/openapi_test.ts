import { assertEquals, assertStringIncludes } from "@std/assert";
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

Deno.test("every answer may name what was ignored, and one to a body always does", () => {
  const { GreetingResponse, PostingResponse } = json(DOCUMENT.components!.schemas);
  for (const { properties } of [GreetingResponse, PostingResponse]) {
    assertEquals(properties.ignorados.type, "array");
  }
  assertStringIncludes(GreetingResponse.properties.ignorados.description, "where it belongs.");
  assertStringIncludes(PostingResponse.properties.ignorados.description, "Tell a person.");
  assertEquals(GreetingResponse.required, ["text"]);
  assertEquals(PostingResponse.required, ["text", "key", "ignorados"]);
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

Deno.test("405 carries Allow, 429 Retry-After, no other failure a header", () => {
  const headers = ["400", "405", "413", "422", "429", "500"].map((status) =>
    Object.keys(refusal(POST, Number(status)).headers ?? {})
  );
  assertEquals(headers, [[], ["Allow"], [], [], ["Retry-After"], []]);
});

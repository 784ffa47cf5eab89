import { assert, assertEquals, assertMatch } from "@std/assert";
import type { RequestBodyObject } from "openapi3-ts/oas31";
import { DOCUMENT, OPERATIONS } from "./_document.ts";

const MAX_LENGTH = 300;

Deno.test("no description or summary exceeds 300 characters, and none is empty", () => {
  const texts = textsIn(DOCUMENT, "");
  assert(texts.length > 100, "there are descriptions to measure");
  const wrong = texts.filter(({ text }) => text.trim() === "" || [...text].length > MAX_LENGTH);
  assertEquals(wrong, []);
});

Deno.test("every operation, parameter, header and response is described", () => {
  const missing: string[] = [];
  const check = (what: string, { description, summary }: Described) => {
    if (!(description ?? summary)) missing.push(what);
  };
  for (const { id, operation, responses } of OPERATIONS) {
    check(id, { description: operation.description });
    check(`${id} summary`, { summary: operation.summary });
    for (const parameter of operation.parameters ?? []) check(`${id} parameter`, parameter);
    for (const { status, response } of responses) {
      check(`${id} ${status}`, response);
      for (const [name, header] of Object.entries(response.headers ?? {})) {
        check(`${id} ${status} ${name}`, header);
      }
    }
  }
  assertEquals(missing, []);
});

Deno.test("every field of a request body is described, so that an assistant does not have to guess", () => {
  const missing = OPERATIONS.flatMap(({ id, operation }) => {
    if (!operation.requestBody) return [];
    const { content } = operation.requestBody as RequestBodyObject;
    return undescribed(content["application/json"]!.schema, id);
  });
  assertEquals(missing, []);
});

Deno.test("the texts warn against common mistakes of assistants", () => {
  const text = (id: string) =>
    OPERATIONS.find((operation) => operation.id === id)!.operation.description!;
  const schema = (name: string) => JSON.stringify(DOCUMENT.components?.schemas?.[name]);
  assertMatch(text("envio"), /never guess coordinates/i);
  assertMatch(text("envio"), /location pin/);
  assertMatch(text("pedidoBorrador"), /never guess coordinates/i);
  const candidates = /One candidate: read etiqueta back.*Several: ask which/;
  assertMatch(text("ubicacion"), candidates);
  assertMatch(text("createRestaurantReservation"), /real name and phone/);
  assertMatch(schema("CreateRestaurantReservationRequest"), /second .*different comment/);
  const response = JSON.parse(schema("CreateRestaurantReservationResponse"));
  const { description } = response.properties.ignorados;
  assertMatch(description, /whatsapp/i);
  assertMatch(description, /do not reserve again/i);
});

interface Described {
  readonly description?: string;
  readonly summary?: string;
}

interface Schema extends Described {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** Paths of fields that have no description, nor one in an alternative. */
function undescribed(schema: unknown, path: string): string[] {
  const { properties = {}, items, anyOf = [] } = schema as Schema;
  return [
    ...Object.entries(properties).flatMap(([name, field]) => {
      const described = [field, ...field.anyOf ?? []].some(({ description }) => description);
      const here = `${path}.${name}`;
      return [...described ? [] : [here], ...undescribed(field, here)];
    }),
    ...items ? undescribed(items, `${path}[]`) : [],
    ...anyOf.flatMap((alternative) => undescribed(alternative, path)),
  ];
}

/** The values of every `description` and `summary` that is a string, with its path. */
function textsIn(value: unknown, path: string): { path: string; text: string }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = `${path}/${name}`;
    if ((name === "description" || name === "summary") && typeof inner === "string") {
      return [{ path: here, text: inner }];
    }
    return textsIn(inner, here);
  });
}

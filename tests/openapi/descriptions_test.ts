import { assert, assertEquals } from "@std/assert";
import { DOCUMENT, OPERATIONS } from "./_document.ts";

const LONGEST = 300;

Deno.test("no description or summary exceeds 300 characters, and none is empty", () => {
  const texts = textsIn(DOCUMENT, "");
  assert(texts.length > 100, "there are descriptions to measure");
  const wrong = texts.filter(({ text }) => text.trim() === "" || [...text].length > LONGEST);
  assertEquals(wrong, []);
});

Deno.test("every operation, parameter, header and response is described", () => {
  const bare: string[] = [];
  const note = (what: string, { description, summary }: Described) => {
    if (!(description ?? summary)) bare.push(what);
  };
  for (const { id, operation, responses } of OPERATIONS) {
    note(id, { description: operation.description });
    note(`${id} in short`, { summary: operation.summary });
    for (const parameter of operation.parameters ?? []) note(`${id} parameter`, parameter);
    for (const { status, response } of responses) {
      note(`${id} ${status}`, response);
      for (const [name, header] of Object.entries(response.headers ?? {})) {
        note(`${id} ${status} ${name}`, header);
      }
    }
  }
  assertEquals(bare, []);
});

Deno.test("every field of a request body is described, so that an assistant need not guess", () => {
  const bare = OPERATIONS.flatMap(({ id, operation }) => {
    if (!operation.requestBody) return [];
    const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}Request`;
    return undescribed(DOCUMENT.components?.schemas?.[name], name);
  });
  assertEquals(bare, []);
});

Deno.test("the texts warn of what assistants get wrong", () => {
  const text = (id: string) =>
    OPERATIONS.find((operation) => operation.id === id)?.operation.description;
  assert(/never guess coordinates/i.test(text("envio") ?? ""));
  assert(/location pin/.test(text("envio") ?? ""));
  assert(/never guess coordinates/i.test(text("pedidoBorrador") ?? ""));
  assert(/real name and phone/.test(text("createRestaurantReservation") ?? ""));
  const body = JSON.stringify(DOCUMENT.components?.schemas?.CreateRestaurantReservationRequest);
  assert(/second .*different comment/.test(body));
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

/** Paths of fields without a description of their own or of one of their alternatives. */
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

/** The values of every `description` and `summary` that is a text, with where it stands. */
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

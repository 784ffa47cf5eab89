/** Operations as tools: the description that a model reads, and the call, which takes the operation's own route. */
import { isObject, MAX_DECIMALS } from "../domain/read.ts";
import { type Exchange, forwarded, internalError, type Route } from "../http/router.ts";
import { answerSchema } from "../http/openapi.ts";
import type { AnyOperation } from "../http/operation.ts";
import { type Keywords, MAX_NAMED, TOLD, toWireSchema } from "../http/wire.ts";

export type Arguments = Readonly<Record<string, unknown>>;

export interface Tool {
  /** As `tools/list` has it; its schemas are JSON Schema 2020-12. */
  readonly description: Keywords & { readonly name: string };
  /** Calls the tool with `sent`, within the HTTP request `carrier`. @param client what the client calls itself */
  call(sent: Arguments, carrier: Exchange, client: string | undefined): Promise<Arguments>;
}

type AnyTool = AnyOperation<never>;

/** The tool of `operation`. A call goes through `route`, with its limits, checks and failures. */
export function toolOf(
  operation: AnyTool,
  route: Route,
  onInternalError: (error: unknown, where: string) => void,
): Tool {
  return {
    description: descriptionOf(operation),
    async call(sent, carrier, client) {
      try {
        const { method, path: pathname, query } = operation;
        const caller = (client ?? "").replace(/[\p{C}\p{Z}]+/gu, " ").trim() || "MCP";
        const input = operation.body
          ? { body: JSON.stringify(sent) }
          : { search: searchOf(sent, query) };
        // Without headers: a call has neither Idempotency-Key nor If-None-Match.
        const exchange = forwarded(carrier, { method, pathname, caller, ...input });
        const { status, body } = await route.answer(exchange);
        return resultOf(status, body!);
      } catch (error) {
        onInternalError(error, route.path);
        return resultOf(500, internalError().body!);
      }
    },
  };
}

function descriptionOf(operation: AnyTool): Tool["description"] {
  const { operationId, summary, description, body, consequential } = operation;
  const answer = answerSchema(operation);
  return {
    name: operationId,
    title: summary,
    description: [description, ...toldIn(answer)].join("\n"),
    inputSchema: body ? toWireSchema(body.schema) : querySchema(operation),
    outputSchema: bare(answer),
    // Directories refuse tools without all four.
    annotations: {
      readOnlyHint: !consequential,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}

/** The fields of an answer that must be told, with what they say: models see no output schema. */
function toldIn(schema: unknown, name = ""): readonly string[] {
  if (!isObject(schema)) return [];
  const { properties = {}, items, anyOf = [], description } = schema as Inner;
  return [
    ...(schema[TOLD] ? [`${name}: ${description}`] : []),
    ...[items, ...anyOf].flatMap((part) => toldIn(part, name)),
    ...Object.entries(properties).flatMap(([field, part]) => toldIn(part, field)),
  ];
}

interface Inner extends Keywords {
  readonly properties?: Keywords;
  readonly items?: unknown;
  readonly anyOf?: readonly unknown[];
}

/** The schema without what only a reader needs. */
function bare(schema: Keywords): Keywords {
  const { type, properties, required, items, anyOf } = schema as Inner;
  const inner = (part: unknown) => isObject(part) ? bare(part) : part;
  return {
    type,
    properties: properties &&
      Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, inner(part)])),
    required,
    items: items && inner(items),
    anyOf: anyOf?.map(inner),
  };
}

function querySchema({ query, numbers = {} }: AnyTool): Keywords {
  const { properties = {}, ...schema } = query ? toWireSchema(query) : { type: "object" };
  const texts = properties as Readonly<Record<string, Keywords>>;
  const asNumbers = Object.entries(numbers).map(([name, bounds]) => {
    return [name, { type: "number", description: texts[name]!.description, ...bounds }];
  });
  return { ...schema, properties: { ...texts, ...Object.fromEntries(asNumbers) } };
}

/** The arguments as a query, without null ones and without more unknown ones than an answer names. */
function searchOf(sent: Arguments, schema: AnyTool["query"]): string {
  const known = Object.keys(Object(schema).entries ?? {});
  const unknown = Object.keys(sent).filter((name) => !known.includes(name)).slice(0, MAX_NAMED);
  const query = new URLSearchParams();
  for (const name of [...known.filter((name) => Object.hasOwn(sent, name)), ...unknown]) {
    if (sent[name] !== null) query.append(name, queryText(sent[name]));
  }
  return query.size === 0 ? "" : `?${query}`;
}

function queryText(value: unknown): string {
  if (typeof value === "number") return plainDecimal(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Without an exponent, and with no more decimals than a coordinate may have: 1e-7 as `0.0000001`. */
function plainDecimal(value: number): string {
  const text = String(value);
  const [, decimals = ""] = text.split(".");
  const isPlain = !text.includes("e-") && decimals.length <= MAX_DECIMALS;
  return isPlain ? text : value.toFixed(MAX_DECIMALS).replace(/\.?0+$/, "");
}

/** A refusal has no structured content: it would not fit the output schema. */
function resultOf(status: number, text: string) {
  const content = [{ type: "text", text }] as const;
  return status === 200
    ? { content, structuredContent: JSON.parse(text) }
    : { content, isError: true };
}

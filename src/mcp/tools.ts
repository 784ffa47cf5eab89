/** Operations as tools: the description that a model reads, and the call, which takes the operation's own route. */
import { API_REFUSALS, type Exchange, forwarded, type Route } from "../http/router.ts";
import { answerSchema } from "../http/openapi.ts";
import type { AnyOperation } from "../http/operation.ts";
import { type Keywords, toWireSchema } from "../http/wire.ts";

/** What `tools/list` tells of a tool. */
export interface ToolDescription {
  /** The operationId. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema 2020-12 of the arguments, and of the structured content. */
  readonly inputSchema: Keywords;
  readonly outputSchema: Keywords;
  /** All four: directories refuse tools without them. */
  readonly annotations: Readonly<
    Record<"readOnlyHint" | "destructiveHint" | "idempotentHint" | "openWorldHint", boolean>
  >;
}

/** The result of `tools/call`. A refusal has no structured content, which would not fit the output schema. */
export interface ToolResult {
  readonly content: readonly [{ readonly type: "text"; readonly text: string }];
  readonly structuredContent?: unknown;
  readonly isError?: true;
}

export type Arguments = Readonly<Record<string, unknown>>;

/** Who calls a tool. */
export interface ToolCaller {
  /** The HTTP request that carries the call. */
  readonly exchange: Exchange;
  /** The name that the client gives itself; undefined where it gives none. */
  readonly name: string | undefined;
}

export interface Tool {
  readonly description: ToolDescription;
  call(sent: Arguments, caller: ToolCaller): Promise<ToolResult>;
}

type AnyTool = AnyOperation<never>;

/**
 * The tool of `operation`. A call goes through `route`, the one that answers the operation over HTTP: same limits, checks, handler
 * and failures.
 *
 * @param onInternalError called with what the route throws
 */
export function toolOf(
  operation: AnyTool,
  route: Route,
  onInternalError: (error: unknown, where: string) => void,
): Tool {
  return {
    description: descriptionOf(operation),
    async call(sent, caller) {
      const exchange = exchangeOf(operation, sent, caller);
      try {
        const { status, body } = await route.answer(exchange);
        return resultOf(status, body!);
      } catch (error) {
        onInternalError(error, route.path);
        return resultOf(500, API_REFUSALS.internal().body!);
      }
    },
  };
}

function descriptionOf(operation: AnyTool): ToolDescription {
  const { operationId, summary, description, body, consequential } = operation;
  return {
    name: operationId,
    title: summary,
    description,
    inputSchema: body ? toWireSchema(body.schema) : querySchema(operation),
    outputSchema: { ...answerSchema(operation) },
    annotations: {
      readOnlyHint: !consequential,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
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

/** The same request as it would come over HTTP, but for its headers: no tool has an Idempotency-Key, or an answer at hand. */
function exchangeOf(operation: AnyTool, sent: Arguments, { exchange, name }: ToolCaller): Exchange {
  const { method, path, body } = operation;
  if (!body) return forwarded(exchange, { method, pathname: path, search: searchOf(sent) });
  const json = { value: withCaller(sent, body.callerField, name) };
  return forwarded(exchange, { method, pathname: path, json });
}

/** The arguments as a query; a null is one that is not sent. */
function searchOf(sent: Arguments): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(sent)) {
    if (value !== null) query.append(name, queryText(value));
  }
  return query.size === 0 ? "" : `?${query}`;
}

function queryText(value: unknown): string {
  if (typeof value === "number") return plainDecimal(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Without an exponent, or more decimals than a query takes: 1e-7 as `0.0000001`. */
function plainDecimal(value: number): string {
  const text = String(value);
  return /e-|\.\d{16}/.test(text) ? value.toFixed(MAX_DECIMALS).replace(/\.?0+$/, "") : text;
}

/** As many as a coordinate may have. */
const MAX_DECIMALS = 15;

type CallerField = NonNullable<AnyTool["body"]>["callerField"];

/** The arguments, with the client's name where the operation asks for it and the model has not given one. */
function withCaller(sent: Arguments, field: CallerField, name: string | undefined): Arguments {
  if (!field || (sent[field.name] ?? null) !== null) return sent;
  const plain = (name ?? "").replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  const cut = [...plain].slice(0, field.maxLength).join("").trim();
  return { ...sent, [field.name]: cut || "MCP" };
}

function resultOf(status: number, text: string): ToolResult {
  const content = [{ type: "text", text }] as const;
  return status === 200
    ? { content, structuredContent: JSON.parse(text) }
    : { content, isError: true };
}

/** An operation of no restaurant, small enough to be read whole, with one of everything that can be declared. */
import * as v from "valibot";
import { type FailureDeclaration, NOT_JSON_ERRORS } from "../../src/http/failure.ts";
import { defineOperation } from "../../src/http/operation.ts";
import type { OperationContext } from "../../src/http/operation_route.ts";
import { tokenBuckets } from "../../src/http/rate_limit.ts";
import { trustedProxies } from "../../src/http/client_address.ts";
import { described, fields, text } from "../../src/http/wire.ts";

/** What the operations of this file may ask of the world. */
export interface GreetingDeps {
  greet(name: string): string;
}

function declared<Motivo extends string>(
  motivo: Motivo,
  status: number,
): FailureDeclaration<`${Motivo}_error`> {
  const error = `${motivo}_error` as const;
  return {
    motivo,
    status,
    description: `What ${motivo} means.`,
    errors: { [error]: "Detalle." } as Record<typeof error, string>,
  };
}

const NOT_JSON: FailureDeclaration<keyof typeof NOT_JSON_ERRORS> = {
  ...declared("json", 400),
  errors: NOT_JSON_ERRORS,
};

/** GET with a query, cached by its entity tag. */
export const greeting = defineOperation<GreetingDeps>()({
  operationId: "greeting",
  method: "GET",
  path: "/greeting",
  summary: "Greet",
  description: "Says hello.",
  query: fields({
    name: v.optional(text("Whom to greet.", { maxLength: 9, examples: ["Ana"] }), "you"),
    loud: described(v.picklist(["yes", "no"], "lang_error"), "How to greet.", { examples: ["no"] }),
  }),
  response: v.object({ text: v.string() }),
  failures: [declared("lang", 400)],
  caching: "etag",
  dependsOn: ({ greet }) => [greet],
  handle: ({ query: { name } }, { greet }) => ({ text: greet(name) }),
});

/** POST with a body, a header each way and a limit. */
export const posting = defineOperation<GreetingDeps>()({
  operationId: "posting",
  method: "POST",
  path: "/posting",
  summary: "Post",
  description: "Takes a name.",
  consequential: true,
  requestHeaders: {
    "X-Key": { description: "A key.", schema: { type: "string" }, example: "k" },
  },
  body: {
    schema: fields({ name: v.string("datos_error") }, "datos_error"),
    maxBytes: 100,
    examples: { ana: { name: "Ana" } },
  },
  response: v.object({ text: v.string(), key: v.nullable(v.string()) }),
  responseHeaders: {
    "X-Done": { description: "Done.", schema: { type: "string" }, example: "true" },
  },
  failures: [NOT_JSON, declared("datos", 422)],
  limit: { name: "posting", detalle: "Demasiadas." },
  handle: ({ body, headers }, { greet }) => ({
    result: { text: greet(body.name), key: headers.get("X-Key") },
    headers: { "x-done": "true" },
  }),
});

export interface GreetingContext extends OperationContext<GreetingDeps> {
  readonly warnings: string[];
}

/** A context that writes down what it is told. */
export function greetingContext(
  { greet = (name) => `hello ${name}`, tokens = 100, proxies = [] }: {
    greet?: GreetingDeps["greet"];
    tokens?: number;
    proxies?: readonly string[];
  } = {},
): GreetingContext {
  const warnings: string[] = [];
  return {
    deps: { greet },
    now: () => 0,
    buckets: new Map([["posting", tokenBuckets({ tokens, seconds: 60 })]]),
    proxies: trustedProxies(proxies),
    assistants: new Map(),
    bodyTimeoutMs: 1_000,
    onUntrustedProxy: () => warnings.push("untrusted proxy"),
    warnings,
  };
}

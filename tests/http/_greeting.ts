/** An operation of no restaurant, small enough to be read whole, with one of everything that can be declared. */
import * as v from "valibot";
import { NOT_JSON_ERRORS } from "../../src/http/failure.ts";
import { defineOperation } from "../../src/http/operation.ts";
import type { OperationContext } from "../../src/http/operation_route.ts";
import { trustedProxies } from "../../src/http/client_address.ts";
import { tokenBuckets } from "../../src/http/rate_limit.ts";
import { described, fields, ignoredParts, text } from "../../src/http/wire.ts";

/** What the operations of this file may ask of the world. */
export interface GreetingDeps {
  greet(name: string): string;
}

function failing<Code extends string>(what: string, code: Code) {
  const errors = { [code]: "Detalle." } as Record<Code, string>;
  return { status: 422, description: `What ${what} means.`, errors };
}

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
  failures: { lang: { ...failing("lang", "lang_error"), status: 400 } },
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
  response: v.object({
    text: v.string(),
    key: v.nullable(v.string()),
    ignorados: v.optional(ignoredParts("Tell a person.")),
  }),
  responseHeaders: {
    "X-Done": { description: "Done.", schema: { type: "string" }, example: "true" },
  },
  failures: {
    json: { ...failing("json", "json_invalido"), status: 400, errors: NOT_JSON_ERRORS },
    datos: failing("datos", "datos_error"),
  },
  limit: { name: "posting", detalle: "Demasiadas." },
  handle: ({ body, headers }, { greet }) => ({
    result: { text: greet(body.name), key: headers.get("X-Key") },
    headers: { "x-done": "true" },
  }),
});

export interface GreetingContext extends OperationContext<GreetingDeps> {
  readonly warnings: string[];
}

/** A context that records what it is given. */
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

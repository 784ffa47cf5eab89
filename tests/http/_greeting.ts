/** An operation of no restaurant, small enough to be read whole, with one of everything that can be declared. */
import * as v from "valibot";
import {
  type FailureDeclaration,
  INTERNAL,
  NOT_JSON_ERRORS,
  tooLarge,
  tooMany,
} from "../../src/http/failure.ts";
import { defineOperation } from "../../src/http/operation.ts";
import type { OperationContext } from "../../src/http/operation_route.ts";
import { tokenBuckets } from "../../src/http/rate_limit.ts";
import { trustedProxies } from "../../src/http/client_address.ts";
import { described, fields } from "../../src/http/wire.ts";

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
    errors: { [error]: { cause: `why ${motivo}`, detalle: "Detalle." } } as Record<
      typeof error,
      { cause: string; detalle: string }
    >,
    example: { error },
  };
}

const NOT_JSON: FailureDeclaration<"json_invalido" | "utf8_invalido" | "cuerpo_incompleto"> = {
  ...declared("json", 400),
  errors: NOT_JSON_ERRORS,
  example: { error: "json_invalido" },
};
const TOO_MANY = tooMany("Demasiadas.");

/** GET with a query, cached by its entity tag. */
export const greeting = defineOperation<GreetingDeps>()({
  operationId: "greeting",
  method: "GET",
  path: "/greeting",
  summary: "Greet",
  description: "Says hello.",
  consequential: false,
  query: {
    name: {
      schema: v.optional(described(v.string(), "A name.", { maxLength: 9 }), "you"),
      description: "Whom to greet.",
      example: "Ana",
    },
    loud: {
      schema: described(v.picklist(["yes", "no"], "lang_error"), "Whether loudly."),
      description: "How to greet.",
      example: "no",
    },
  },
  response: {
    description: "A greeting.",
    schema: v.object({ text: v.string() }),
    examples: { hello: { text: "hello" } },
  },
  failures: [declared("lang", 400), declared("peticion", 400), INTERNAL],
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
  response: {
    description: "Taken.",
    schema: v.object({ text: v.string(), ignored: v.array(v.string()), key: v.string() }),
    headers: { "X-Done": { description: "Done.", schema: { type: "string" }, example: "true" } },
    examples: { done: { text: "hello", ignored: [], key: "" } },
  },
  failures: [
    NOT_JSON,
    tooLarge(100),
    declared("datos", 422),
    TOO_MANY,
    INTERNAL,
  ],
  limit: { name: "posting", failure: TOO_MANY },
  caching: "none",
  handle: ({ body, ignored, headers }, { greet }) => ({
    result: { text: greet(body.name), ignored: [...ignored], key: headers["x-key"] ?? "" },
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
    bodyTimeoutMs: 1_000,
    onUntrustedProxy: () => warnings.push("untrusted proxy"),
    warnings,
  };
}

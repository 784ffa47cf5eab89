/** An operation of no restaurant, small enough to be read whole, with one of everything that can be declared. */
import * as v from "valibot";
import { Failure } from "../../src/domain/failure.ts";
import { defineOperation, type FailureDeclaration } from "../../src/http/operation.ts";
import type { OperationContext } from "../../src/http/operation_route.ts";
import { tokenBuckets } from "../../src/http/rate_limit.ts";
import { trustedProxies } from "../../src/http/client_address.ts";
import { described } from "../../src/http/wire.ts";

/** What the operations of this file may ask of the world. */
export interface GreetingDeps {
  greet(name: string): string;
}

function declared(motivo: FailureDeclaration["motivo"], status: number): FailureDeclaration {
  const error = `${motivo}_error`;
  return {
    motivo,
    status,
    description: `What ${motivo} means.`,
    errors: { [error]: `why ${motivo}` },
    example: { ok: false, motivo, error, detalle: `Detalle de ${motivo}.` },
  };
}

const INTERNAL = {
  ...declared("interno", 500),
  errors: { error_interno: "unexpected" },
};

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
      refuse: () => new Failure("lang", "lang_error", "Detalle."),
    },
    loud: {
      schema: described(v.picklist(["yes", "no"]), "Whether loudly."),
      description: "How to greet.",
      required: true,
      example: "no",
      refuse: () => new Failure("lang", "lang_error", "Detalle.", { campo: "loud" }),
    },
  },
  response: {
    description: "A greeting.",
    schema: v.object({ text: v.string() }),
    examples: { hello: { text: "hello" } },
  },
  failures: [declared("lang", 400), declared("peticion", 400), INTERNAL],
  caching: "etag",
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
    schema: v.object({ name: v.string() }),
    maxBytes: 100,
    parse(value) {
      if (typeof value === "object" && value !== null && "name" in value) return String(value.name);
      throw new Failure("datos", "datos_error", "Falta name.", { campo: "name" });
    },
    notJson: (detalle, error) => new Failure("json", error, detalle),
    examples: { ana: { name: "Ana" } },
  },
  response: {
    description: "Taken.",
    schema: v.object({ text: v.string(), ignored: v.array(v.string()), key: v.string() }),
    headers: { "X-Done": { description: "Done.", schema: { type: "string" }, example: "true" } },
    examples: { done: { text: "hello", ignored: [], key: "" } },
  },
  failures: [
    declared("json", 400),
    declared("grande", 413),
    declared("datos", 422),
    declared("demasiadas", 429),
    INTERNAL,
  ],
  limit: { name: "posting", detalle: "Demasiadas." },
  caching: "none",
  handle: ({ body, ignored, headers }, { greet }) => ({
    result: { text: greet(body), ignored: [...ignored], key: headers["x-key"] ?? "" },
    headers: { "x-done": "true" },
  }),
});

export interface GreetingContext extends OperationContext<GreetingDeps> {
  readonly errors: { error: unknown; where: string }[];
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
  const errors: GreetingContext["errors"] = [];
  const warnings: string[] = [];
  return {
    deps: { greet },
    now: () => 0,
    buckets: new Map([["posting", tokenBuckets({ tokens, seconds: 60 })]]),
    proxies: trustedProxies(proxies),
    bodyTimeoutMs: 1_000,
    onUntrustedProxy: () => warnings.push("untrusted proxy"),
    onInternalError: (error, where) => errors.push({ error, where }),
    errors,
    warnings,
  };
}

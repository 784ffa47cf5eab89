/**
 * An operation of the API, declared once as a value. The router, the check of its input, the statuses of its failures and the
 * OpenAPI document derive from that value, so they cannot disagree.
 */
import type { HeaderObject } from "openapi3-ts/oas31";
import type * as v from "valibot";
import type { Fail, Failure, FailureDeclaration, tooMany } from "./failure.ts";

/** A schema that the document shows as JSON Schema and that checks the value; its messages are codes of the operation's failures. */
export type WireSchema<T = unknown> = v.GenericSchema<unknown, T>;

/** A parameter in the query string. */
export interface QueryParameter<T = unknown> {
  /** Of the text; where `example` is a number, of the number that the text writes as JSON would. Required unless `v.optional`. */
  readonly schema: WireSchema<T>;
  readonly description: string;
  readonly example: string | number;
  /** Another parameter: where that one is sent, this one is not looked at. */
  readonly ignoredWith?: string;
  /** Bounds of the number that the text writes: a tool takes the number itself. */
  readonly number?: { readonly minimum: number; readonly maximum: number };
}

/** A JSON request body; the operation's failures include `cuerpo_grande` and what is not JSON. */
export interface RequestBody<T = unknown> {
  readonly schema: WireSchema<T>;
  readonly maxBytes: number;
  /** The optional field in which a program names itself: a tool call fills it in. */
  readonly callerField?: { readonly name: string; readonly maxLength: number };
  /** Bodies by name, each of which is accepted. */
  readonly examples: Readonly<Record<string, unknown>>;
}

/** A header of a request or of a response. */
export type HeaderDeclaration = HeaderObject & { readonly description: string };

/** What the request brought, checked. */
export interface Input<Query, Body> {
  readonly query: Query;
  readonly body: Body;
  /** Paths of fields in the body that the operation does not know. */
  readonly ignored: readonly string[];
  /** The declared request headers that were sent, by lower-case name; empty where the operation takes no body. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A result with headers of its own. */
export interface WithHeaders<Result> {
  readonly result: Result;
  readonly headers: Readonly<Record<string, string>>;
}

export type QueryParameters = Readonly<Record<string, QueryParameter>>;
type QueryOf<P extends QueryParameters> = {
  readonly [Name in keyof P]: P[Name] extends QueryParameter<infer T> ? T : never;
};

type Outcome<Result> = Result | WithHeaders<Result> | Failure;

export interface Operation<
  Deps,
  P extends QueryParameters = QueryParameters,
  Body = unknown,
  Result = unknown,
  Failures extends readonly FailureDeclaration[] = readonly FailureDeclaration[],
> {
  readonly operationId: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly summary: string;
  /** At most 300 characters, for an assistant that has never seen the service. */
  readonly description: string;
  /** Whether it changes anything (`x-openai-isConsequential`). */
  readonly consequential: boolean;
  readonly query?: P;
  readonly requestHeaders?: Readonly<Record<string, HeaderDeclaration>>;
  readonly body?: RequestBody<Body>;
  readonly response: {
    readonly description: string;
    readonly schema: WireSchema<Result>;
    readonly headers?: Readonly<Record<string, HeaderDeclaration>>;
    readonly examples: Readonly<Record<string, Result>>;
  };
  readonly failures: Failures;
  /** Present where requests are limited per address: the name of the limit, and the failure of those over it. */
  readonly limit?: { readonly name: string; readonly failure: ReturnType<typeof tooMany> };
  /** `etag`: the answer has an entity tag, and clients may keep it if they ask again; `none`: they must not keep it. */
  readonly caching: "etag" | "none";
  /**
   * The values that the answer depends on. Where present, the same query gets the same answer, encoded once, for as long as they
   * are the same (`===`). Null: this answer depends on more than can be named.
   */
  dependsOn?(deps: Deps): readonly unknown[] | null;
  /** @param fail makes one of the declared failures, which the handler then returns */
  handle(
    input: Input<QueryOf<P>, Body>,
    deps: Deps,
    fail: Fail<Failures>,
  ): Outcome<Result> | Promise<Outcome<Result>>;
}

/** An operation whatever its input and result. */
// deno-lint-ignore no-explicit-any -- handlers take their own input, which the app has checked by their own schemas
export type AnyOperation<Deps> = Operation<Deps, any, any, any, any>;

/** Declares an operation, with its types inferred from its schemas and its failures. */
export function defineOperation<Deps>(): <
  P extends QueryParameters,
  Body,
  Result,
  const Failures extends readonly FailureDeclaration[],
>(
  operation: Operation<Deps, P, Body, Result, Failures>,
) => Operation<Deps, P, Body, Result, Failures> {
  return (operation) => operation;
}

/** An operation of the API, declared once. Its route, checks and part of the OpenAPI document derive from it. */
import type { HeaderObject } from "openapi3-ts/oas31";
import type * as v from "valibot";
import {
  type Fail,
  type Failure,
  type FailureDeclaration,
  type Failures,
  INTERNAL,
  TOO_LARGE,
  tooMany,
  UNREADABLE,
  WRONG_METHOD,
} from "./failure.ts";

/** Checks a value, and becomes JSON Schema in the document. Its messages are codes of the operation's failures. */
export type WireSchema<T = unknown> = v.GenericSchema<unknown, T>;

/** A JSON request body; the operation's failures include that of a body that is not JSON. */
export interface RequestBody<T = unknown> {
  readonly schema: WireSchema<T>;
  readonly maxBytes: number;
  /** Names that callers use by mistake, by the name of the field: a refusal corrects them. */
  readonly misnomers?: Readonly<Record<string, readonly string[]>>;
  readonly examples: Readonly<Record<string, unknown>>;
}

export type HeaderDeclarations = Readonly<
  Record<string, HeaderObject & { readonly description: string }>
>;

export interface Input<Query, Body> {
  readonly query: Query;
  readonly body: Body;
  readonly headers: Headers;
  readonly caller: string | undefined;
}

export interface WithHeaders<Result> {
  readonly result: Result;
  readonly headers: Readonly<Record<string, string>>;
}

type Outcome<Result> = Result | WithHeaders<Result> | Failure;

export interface Operation<
  Deps,
  Query = unknown,
  Body = unknown,
  Result = unknown,
  Declared extends Failures = Failures,
> {
  readonly operationId: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly summary: string;
  /** At most 300 characters, for an assistant that has never seen the service. */
  readonly description: string;
  /** Whether it changes anything (`x-openai-isConsequential`). */
  readonly consequential?: true;
  /** The schema of the parameters by name, which are texts. Each has a description and an example. */
  readonly query?: WireSchema<Query>;
  /** The bounds of parameters that a tool takes as JSON numbers. In a query they are texts. */
  readonly numbers?: Readonly<
    Record<string, { readonly minimum: number; readonly maximum: number }>
  >;
  readonly requestHeaders?: HeaderDeclarations;
  readonly body?: RequestBody<Body>;
  /** The schema of the answer. `ignorados`, which every answer may have, is added unless it is described here. */
  readonly response: WireSchema<Result>;
  readonly responseHeaders?: HeaderDeclarations;
  /** Its own failures; {@linkcode allFailures} adds the common ones. */
  readonly failures: Declared;
  /** Limits requests by address: the limit's name, and the sentence about a request over it. */
  readonly limit?: { readonly name: string; readonly detalle: string };
  /** `etag`: clients may keep the answer if they revalidate it. Otherwise they must not keep it. */
  readonly caching?: "etag";
  /**
   * The values that the answer depends on: the same query gets the same encoded answer while they are the same (`===`).
   * Null if the answer depends on more than can be named.
   */
  dependsOn?(deps: Deps): readonly unknown[] | null;
  /** @param fail makes one of the declared failures, which the handler then returns */
  handle(
    input: Input<Query, Body>,
    deps: Deps,
    fail: Fail<Declared>,
  ): Outcome<Result> | Promise<Outcome<Result>>;
}

// deno-lint-ignore no-explicit-any -- handlers take their own input, which the app has checked by their own schemas
export type AnyOperation<Deps> = Operation<Deps, any, any, any, any>;

/** Declares an operation, with its types inferred from its schemas and its failures. */
export function defineOperation<Deps>(): <
  Query,
  Body,
  Result,
  const Declared extends Failures,
>(
  operation: Operation<Deps, Query, Body, Result, Declared>,
) => Operation<Deps, Query, Body, Result, Declared> {
  return (operation) => operation;
}

export function allFailures<Deps>(
  { failures, body, limit }: AnyOperation<Deps>,
): readonly FailureDeclaration[] {
  const own: Failures = failures;
  return [
    ...Object.entries(own).map(([motivo, failure]) => ({ motivo, ...failure })),
    ...(body ? [TOO_LARGE] : []),
    ...(limit ? [tooMany(limit.detalle)] : []),
    UNREADABLE,
    WRONG_METHOD,
    INTERNAL,
  ];
}

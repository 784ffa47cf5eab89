/**
 * An operation of the API, declared once as a value. The router, the validation of its input, the mapping of its failures to
 * statuses and the OpenAPI document all derive from that value, so they cannot disagree.
 */
import type * as v from "valibot";
import type { Failure, Motivo } from "../domain/failure.ts";

/** A JSON Schema that can also check a value: the wire side of valibot. */
export type WireSchema<T = unknown> = v.GenericSchema<unknown, T>;

/** A parameter in the query string. */
export interface QueryParameter<T = unknown> {
  /** What the text must be; a schema of numbers reads plain decimals (`7`, `-89.62`). */
  readonly schema: WireSchema<T>;
  readonly description: string;
  readonly required?: boolean;
  readonly example: string | number;
  /** The name of another parameter: where that one is sent, this one is not even looked at. */
  readonly ignoredWith?: string;
  /** What a text that the schema does not accept is answered with. */
  refuse(text: string | undefined): Failure;
}

/** A JSON request body. */
export interface RequestBody<T = unknown> {
  /** Its documented shape. */
  readonly schema: WireSchema;
  readonly maxBytes: number;
  /** The normalised body out of any JSON value; throws the operation's own failures. */
  parse(value: unknown): T;
  /** What a body that is not JSON is answered with. */
  notJson(detalle: string, error: string): Failure;
  /** Bodies by name, each of which is accepted. */
  readonly examples: Readonly<Record<string, unknown>>;
}

/** What an operation may answer instead of its result. */
export interface FailureDeclaration {
  readonly motivo: Motivo;
  readonly status: number;
  /** When it happens and what to do, in English, for an assistant. */
  readonly description: string;
  /** The finer `error` codes, each with its cause in English. */
  readonly errors: Readonly<Record<string, string>>;
  /** A body as it is really sent. */
  readonly example: ErrorBody;
}

/** The reusable error body of the contract. */
export interface ErrorBody {
  readonly ok: false;
  readonly motivo: string;
  readonly error: string;
  readonly campo?: string;
  readonly detalle: string;
  readonly whatsapp?: string;
  readonly reintentar_en_segundos?: number;
}

/** A header of a request or of a response. */
export interface HeaderDeclaration {
  readonly description: string;
  readonly schema: { readonly type: "string" | "integer"; readonly [keyword: string]: unknown };
  readonly example: string | number;
}

/** What the request brought, validated. */
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

export interface Operation<
  Deps,
  P extends QueryParameters = QueryParameters,
  Body = unknown,
  Result = unknown,
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
  readonly failures: readonly FailureDeclaration[];
  /** Present where requests are limited per address: the name of the limit, and what its refusal says. */
  readonly limit?: { readonly name: string; readonly detalle: string };
  /**
   * `etag`: the answer has an entity tag and may be kept if it is asked again; `none`: it must not be kept. Handlers return
   * the same object for as long as the answer is the same, and it is encoded once.
   */
  readonly caching: "etag" | "none";
  handle(
    input: Input<QueryOf<P>, Body>,
    deps: Deps,
  ): Result | WithHeaders<Result> | Promise<Result | WithHeaders<Result>>;
}

/** An operation whatever its input and result. */
// deno-lint-ignore no-explicit-any -- handlers take their own input, which the app has validated by their own schemas
export type AnyOperation<Deps> = Operation<Deps, any, any, any>;

/** Declares an operation, with its types inferred from its schemas. */
export function defineOperation<Deps>(): <P extends QueryParameters, Body, Result>(
  operation: Operation<Deps, P, Body, Result>,
) => Operation<Deps, P, Body, Result> {
  return (operation) => operation;
}

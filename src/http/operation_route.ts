/** Turns a declared operation into a route: limit, read and validate the input, handle, map failures to statuses. */
import { Failure } from "../domain/failure.ts";
import { type Answer, failureAnswer, jsonAnswer } from "./answer.ts";
import { taggedAnswer, unlessKnown } from "./answer.ts";
import type { AnyOperation, WithHeaders } from "./operation.ts";
import { readQuery } from "./query.ts";
import { type LimitContext, rateLimiter } from "./rate_limit.ts";
import { INTERNAL_STATUS, internalFailure } from "./router.ts";
import { remembered } from "./remembered.ts";
import { readJson } from "./body.ts";
import type { Exchange, Route } from "./router.ts";
import { attempt, whenSettled } from "./settled.ts";
import { unknownFields } from "./wire.ts";

/** What routes of operations share. */
export interface OperationContext<Deps> extends LimitContext {
  readonly deps: Deps;
  /** How long a request body may take to arrive. */
  readonly bodyTimeoutMs?: number;
  /** Told of what should not have happened; the caller sees only `interno`. */
  onInternalError(error: unknown, operationId: string): void;
}

export function operationRoute<Deps>(
  operation: AnyOperation<Deps>,
  context: OperationContext<Deps>,
): Route {
  const encode = encoder(operation);
  const readInput = inputReader(operation, context.bodyTimeoutMs);
  const takeToken = rateLimiter(operation, context);
  return {
    method: operation.method,
    path: operation.path,
    answer(exchange) {
      const { request } = exchange;
      const work = (): Answer | Promise<Answer> => {
        takeToken?.(exchange);
        return whenSettled(
          whenSettled(readInput(exchange), (input) => operation.handle(input, context.deps)),
          (given) => whenSettled(encode(given), (answer) => unlessKnown(request, answer)),
        );
      };
      return attempt(work, (error) => answerFailure(operation, context, error));
    },
  };
}

type InputOf<Deps> = Parameters<AnyOperation<Deps>["handle"]>[0];

/** How many queries each operation remembers, and how long they may be. */
const MOST_QUERIES = 256;
const LONGEST_KEPT_QUERY = 100;

/** Reads what the operation declares of a request. The same query is the same input every time. */
function inputReader<Deps>(
  operation: AnyOperation<Deps>,
  bodyTimeoutMs: number | undefined,
): (exchange: Exchange) => InputOf<Deps> | Promise<InputOf<Deps>> {
  const { query: parameters = {}, body: declared } = operation;
  const bodiless = (search: string) => ({
    query: readQuery(search, parameters),
    body: undefined,
    ignored: [],
    headers: {},
  });
  if (!declared) {
    const known = remembered(bodiless, MOST_QUERIES);
    return ({ target: { search } }) =>
      search.length <= LONGEST_KEPT_QUERY ? known(search) : bodiless(search);
  }
  return async ({ request, target: { search } }) => {
    const query = readQuery(search, parameters);
    const value = await readJson(request, declared, bodyTimeoutMs);
    return {
      query,
      body: declared.parse(value),
      ignored: unknownFields(declared.schema, value),
      headers: declaredHeaders(operation, request),
    };
  };
}

function declaredHeaders<Deps>(
  { requestHeaders = {} }: AnyOperation<Deps>,
  request: Request,
): Record<string, string> {
  return Object.fromEntries(
    Object.keys(requestHeaders).flatMap((name) => {
      const value = request.headers.get(name);
      return value === null ? [] : [[name.toLowerCase(), value]];
    }),
  );
}

/** Results are encoded once for as long as the handler returns the same object. */
function encoder<Deps>(
  { caching, method }: AnyOperation<Deps>,
): (given: object) => Answer | Promise<Answer> {
  const encoded = new WeakMap<object, Answer>();

  const encodeNew = (given: object): Answer | Promise<Answer> => {
    const { result, headers } = hasHeaders(given) ? given : { result: given, headers: {} };
    const answer = caching === "etag"
      ? taggedAnswer(result, headers)
      : jsonAnswer(200, result, headers);
    // What was posted is answered once, so there is nothing to keep.
    if (method === "POST") return answer;
    return whenSettled(answer, (answer) => {
      encoded.set(given, { ...answer, repeats: true });
      return answer;
    });
  };

  return (given) => encoded.get(given) ?? encodeNew(given);
}

function hasHeaders(given: object): given is WithHeaders<unknown> {
  return "result" in given && "headers" in given;
}

function answerFailure<Deps>(
  operation: AnyOperation<Deps>,
  context: OperationContext<Deps>,
  error: unknown,
): Answer {
  if (error instanceof Failure) {
    const declared = operation.failures.find(({ motivo }) => motivo === error.motivo);
    if (declared && declared.status !== INTERNAL_STATUS) {
      return failureAnswer(declared.status, error);
    }
  }
  context.onInternalError(error, operation.operationId);
  return failureAnswer(INTERNAL_STATUS, internalFailure());
}

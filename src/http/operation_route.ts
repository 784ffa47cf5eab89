/** Turns a declared operation into a route: limit, read the input, handle, encode. */
import {
  type Answer,
  failureAnswer,
  jsonAnswer,
  repeatable,
  taggedAnswer,
  unlessKnown,
} from "./answer.ts";
import { declarationsByCode, type Fail, failure, isFailure } from "./failure.ts";
import { inputReader } from "./input.ts";
import { memo } from "./memo.ts";
import type { AnyOperation, WithHeaders } from "./operation.ts";
import { type LimitContext, rateLimiter } from "./rate_limit.ts";
import type { Exchange, Route } from "./router.ts";

/** What routes of operations share. */
export interface OperationContext<Deps> extends LimitContext {
  readonly deps: Deps;
  /** How long a request body may take to arrive, in milliseconds. */
  readonly bodyTimeoutMs?: number;
}

/** Answers to longer queries are not kept. */
const MAX_KEPT_QUERY = 100;

export function operationRoute<Deps>(
  operation: AnyOperation<Deps>,
  context: OperationContext<Deps>,
): Route {
  const make = answerMaker(operation, context);
  const overLimit = rateLimiter(operation, context);
  const answers = memo<Answer>();
  return {
    method: operation.method,
    path: operation.path,
    async answer(exchange) {
      const refused = overLimit?.(exchange);
      if (refused) return failureAnswer(refused);
      const { request, target: { search } } = exchange;
      const values = search.length <= MAX_KEPT_QUERY
        ? operation.dependsOn?.(context.deps) ?? null
        : null;
      const kept = values && answers.get(search, values);
      if (kept) return unlessKnown(request, kept);
      const made = await make(exchange);
      if (values === null || made.status !== 200) return unlessKnown(request, made);
      const answer = repeatable(made);
      answers.set(search, values, answer);
      return unlessKnown(request, answer);
    },
  };
}

function answerMaker<Deps>(
  operation: AnyOperation<Deps>,
  { deps, bodyTimeoutMs }: OperationContext<Deps>,
): (exchange: Exchange) => Promise<Answer> {
  const readInput = inputReader(operation, bodyTimeoutMs);
  const declaration = declarationsByCode(operation.failures);
  const fail: Fail = (error, details) => failure(declaration(error), error, details);
  return async (exchange) => {
    const input = await readInput(exchange);
    const outcome = isFailure(input) ? input : await operation.handle(input, deps, fail);
    if (isFailure(outcome)) return failureAnswer(outcome);
    const { result, headers } = hasHeaders(outcome) ? outcome : { result: outcome, headers: {} };
    return operation.caching === "etag"
      ? await taggedAnswer(result, headers)
      : jsonAnswer(200, result, headers);
  };
}

function hasHeaders(outcome: object): outcome is WithHeaders<unknown> {
  return "result" in outcome && "headers" in outcome;
}

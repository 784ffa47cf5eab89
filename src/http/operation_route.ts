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
import { type AnyInput, inputReader } from "./input.ts";
import { memo } from "./memo.ts";
import type { AnyOperation, WithHeaders } from "./operation.ts";
import { type LimitContext, rateLimiter } from "./rate_limit.ts";
import type { Route } from "./router.ts";

/** What routes of operations share. */
export interface OperationContext<Deps> extends LimitContext {
  readonly deps: Deps;
  /** How long a request body may take to arrive, in milliseconds. */
  readonly bodyTimeoutMs?: number;
}

/** Longer queries are read each time. */
const MAX_KEPT_QUERY = 100;

export function operationRoute<Deps>(
  operation: AnyOperation<Deps>,
  context: OperationContext<Deps>,
): Route {
  const overLimit = rateLimiter(operation, context);
  const readInput = inputReader(operation, context.bodyTimeoutMs);
  const make = answerMaker(operation, context.deps);
  const answers = memo<Answer>();
  /** An answer that is given a second time will be given a third. */
  const again = (answer: Answer, search: string, values: readonly unknown[]): Answer => {
    if (answer.template) return answer;
    const repeated = repeatable(answer);
    answers.set(search, values, repeated);
    return repeated;
  };
  return {
    method: operation.method,
    path: operation.path,
    async answer(exchange) {
      const refused = overLimit?.(exchange);
      if (refused) return failureAnswer(refused);
      const { request, target: { search } } = exchange;
      const values = operation.dependsOn?.(context.deps) ?? null;
      const kept = values && answers.get(search, values);
      if (kept) return unlessKnown(request, again(kept, search, values));
      const input = await readInput(exchange);
      if (isFailure(input)) return failureAnswer(input);
      if (values === null) return unlessKnown(request, await make(input));
      // Queries that mean the same share one answer, whatever else they carry.
      const meaning = JSON.stringify(input.query);
      const answer = answers.get(meaning, values) ?? await make(input);
      if (answer.status === 200) {
        answers.set(meaning, values, answer);
        if (search.length <= MAX_KEPT_QUERY) answers.set(search, values, answer);
      }
      return unlessKnown(request, answer);
    },
  };
}

function answerMaker<Deps>(
  operation: AnyOperation<Deps>,
  deps: Deps,
): (input: AnyInput) => Promise<Answer> {
  const declaration = declarationsByCode(operation.failures);
  const fail: Fail = (error, details) => failure(declaration(error), error, details);
  return async (input) => {
    const outcome = await operation.handle(input, deps, fail);
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

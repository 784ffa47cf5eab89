/** Turns a declared operation into a route: limit, read the input, handle, encode. */
import * as v from "valibot";
import {
  type Answer,
  failureAnswer,
  jsonAnswer,
  repeatable,
  taggedAnswer,
  unlessKnown,
} from "./answer.ts";
import { BODY_TIMEOUT_MS, readJsonBody } from "./body.ts";
import {
  type Fail,
  type Failure,
  failure,
  type FailureDeclaration,
  isFailure,
  say,
  type WrongField,
} from "./failure.ts";
import { presentMemo } from "./memo.ts";
import {
  allFailures,
  type AnyOperation,
  type Input,
  type RequestBody,
  type WireSchema,
  type WithHeaders,
} from "./operation.ts";
import { type LimitContext, rateLimiter } from "./rate_limit.ts";
import type { Exchange, Route } from "./router.ts";
import { unknownFields } from "./wire.ts";

export interface OperationContext<Deps> extends LimitContext {
  readonly deps: Deps;
  readonly bodyTimeoutMs?: number;
}

/** Answers to longer queries are not kept. */
const MAX_KEPT_QUERY = 100;

export function operationRoute<Deps>(
  operation: AnyOperation<Deps>,
  context: OperationContext<Deps>,
): Route {
  const overLimit = rateLimiter(operation, context);
  const failures = failuresByCode(operation);
  const readInput = inputReader(operation, failures, context);
  const make = answerMaker(operation, failures, context.deps);
  const answers = presentMemo<Answer>();
  return {
    method: operation.method,
    path: operation.path,
    answer(exchange) {
      const refused = overLimit?.(exchange);
      if (refused) return failureAnswer(refused);
      const { request, target: { search } } = exchange;
      const values = operation.dependsOn?.(context.deps) ?? null;
      const kept = values && answers.get(search, values);
      return kept ? unlessKnown(request, kept) : newAnswer(exchange, values);
    },
  };

  async function newAnswer(exchange: Exchange, values: readonly unknown[] | null): Promise<Answer> {
    const { request, target: { search } } = exchange;
    const input = await readInput(exchange);
    if (isFailure(input)) return failureAnswer(input);
    const answer = await make(input);
    // An answer that names ignored parameters is of no use to another request.
    const isKept = values !== null && answer.status === 200 && input.ignored.length === 0 &&
      search.length <= MAX_KEPT_QUERY;
    if (!isKept) return unlessKnown(request, answer);
    const repeated = repeatable(answer);
    answers.set(search, values, repeated);
    return unlessKnown(request, repeated);
  }
}

/** Encodes what the handler returns; `ignorados` follows the fields of the result. */
function answerMaker<Deps>(
  operation: AnyOperation<Deps>,
  failures: FailuresByCode,
  deps: Deps,
): (input: AnyInput) => Promise<Answer> {
  const fail: Fail = (error, details) => {
    const declared = failures.get(error)!;
    return failure(declared, error, { whatsapp: declared.contact?.(deps), ...details });
  };
  return async (input) => {
    const outcome = await operation.handle(input, deps, fail);
    if (isFailure(outcome)) return failureAnswer(outcome);
    const { result, headers }: WithHeaders<object> = "result" in outcome && "headers" in outcome
      ? outcome
      : { result: outcome, headers: {} };
    const isTold = operation.body !== undefined || input.ignored.length > 0;
    const value = isTold ? { ...result, ignorados: input.ignored } : result;
    return operation.caching === "etag"
      ? await taggedAnswer(value, headers)
      : jsonAnswer(200, value, headers);
  };
}

/** The declared failure of each code; every code that a schema gives has one. */
type FailuresByCode = ReadonlyMap<string, FailureDeclaration>;

function failuresByCode<Deps>(operation: AnyOperation<Deps>): FailuresByCode {
  return new Map(
    allFailures(operation).flatMap((one) =>
      Object.keys(one.errors).map((error) => [error, one] as const)
    ),
  );
}

// deno-lint-ignore no-explicit-any -- as the operation's own schemas make it
interface AnyInput extends Input<any, any> {
  /** Names of parameters, and paths of fields in the body, that the operation does not know. */
  readonly ignored: readonly string[];
}

const NO_PARAMETERS = v.object({});

function inputReader<Deps>(
  operation: AnyOperation<Deps>,
  failures: FailuresByCode,
  { deps, bodyTimeoutMs: timeoutMs = BODY_TIMEOUT_MS }: OperationContext<Deps>,
): (exchange: Exchange) => Promise<AnyInput | Failure> {
  const { query: parameters = NO_PARAMETERS, body: declared } = operation;
  const refuse = (wrong: readonly WrongField[]) => refusal(wrong, failures, deps);
  return async ({ request, target, json: read, caller }) => {
    const query = readValue(parameters, sentParameters(target.search));
    if ("wrong" in query) return refuse(query.wrong);
    const { headers } = request;
    if (!declared) return { ...query, query: query.value, body: undefined, headers, caller };
    const { maxBytes } = declared;
    const json = read ?? await readJsonBody(request, { maxBytes, timeoutMs });
    if ("error" in json) return refuse([{ error: json.error, campo: "", value: maxBytes }]);
    const body = readValue(declared.schema, json.value);
    if ("wrong" in body) {
      const refused = refuse(body.wrong);
      const detalle = refused.body.detalle + correction(declared, json.value);
      return { ...refused, body: { ...refused.body, detalle } };
    }
    const ignored = [...query.ignored, ...body.ignored];
    return { query: query.value, body: body.value, ignored, headers, caller };
  };
}

/** Tells the right names of fields that have another one in their place in the body. */
function correction({ schema, misnomers = {} }: RequestBody, sent: unknown): string {
  const corrected = unknownFields(schema, sent).flatMap(({ path, known }) => {
    const name = path.replace(/^.*\./, "");
    const right = known.find((each) => misnomers[each]?.includes(name));
    return right ? [`${right} en lugar de ${name}`] : [];
  });
  return corrected.length === 0 ? "" : ` Los nombres van en español: ${corrected.join(", ")}.`;
}

/** Takes the first of repeated parameters. */
function sentParameters(search: string): Readonly<Record<string, string>> {
  // No prototype, since a parameter may have any name. Iterating entries takes twice as long.
  const sent: Record<string, string> = Object.create(null);
  new URLSearchParams(search).forEach((value, name) => sent[name] ??= value);
  return sent;
}

type ReadValue =
  | { readonly value: unknown; readonly ignored: readonly string[] }
  | { readonly wrong: readonly WrongField[] };

/** `ignored` are the paths in `value` that the schema does not know. */
function readValue(schema: WireSchema, value: unknown): ReadValue {
  const { success, output, issues } = v.safeParse(schema, value, { abortPipeEarly: true });
  if (success) {
    const ignored = unknownFields(schema, value).map(({ path }) => path);
    return { value: output, ignored };
  }
  const wrong = issues.map(({ message, input, path = [] }) => {
    const steps = path.map(({ key }) => typeof key === "number" ? `[${key}]` : `.${key}`);
    return { error: message, campo: steps.join("").replace(/^\./, ""), value: input };
  });
  return { wrong };
}

/** Wrong fields that are named: otherwise a body of 32 KB could be answered with megabytes. */
const MAX_TOLD = 20;

/** Names all wrong fields at once, the first of them in `campo`. */
function refusal(
  wrong: readonly WrongField[],
  failures: FailuresByCode,
  deps: unknown,
): Failure {
  const { error, campo } = wrong[0]!;
  const links = wrong.map((one) => failures.get(one.error)!.contact?.(deps, one));
  const whatsapp = links.find((link) => link !== undefined);
  const detalle = wrong.slice(0, MAX_TOLD)
    .map((one) => say(failures.get(one.error)!.errors[one.error]!, one))
    .join(" ");
  return {
    ...failure(failures.get(error)!, error, { campo: campo || undefined, detalle, whatsapp }),
    wrong,
  };
}

/** Turns a declared operation into a route: limit, read and validate the input, handle, map failures to statuses. */
import { Failure } from "../domain/failure.ts";
import { type Answer, failureAnswer, jsonAnswer } from "./answer.ts";
import { clientKey, isLoopback, type TrustedProxies } from "./client_address.ts";
import { taggedAnswer, unlessKnown } from "./etag.ts";
import type { AnyOperation, WithHeaders } from "./operation.ts";
import { readQuery } from "./query.ts";
import { readJson } from "./request_body.ts";
import type { Exchange, Route } from "./router.ts";
import type { TokenBuckets } from "./token_buckets.ts";
import { unknownFields } from "./unknown_fields.ts";

/** What routes of operations share. */
export interface OperationContext<Deps> {
  readonly deps: Deps;
  now(): number;
  /** By the name of the limit. */
  readonly buckets: ReadonlyMap<string, TokenBuckets>;
  readonly proxies: TrustedProxies;
  /** How long a request body may take to arrive. */
  readonly bodyTimeoutMs?: number;
  /** Told that a proxy on this machine forwards addresses that nobody has said to believe. */
  onUntrustedProxy(): void;
  /** Told of what should not have happened; the caller sees only `interno`. */
  onInternalError(error: unknown, operationId: string): void;
}

/** The status of what should not have happened. */
export const INTERNAL_STATUS = 500;

export function operationRoute<Deps>(
  operation: AnyOperation<Deps>,
  context: OperationContext<Deps>,
): Route {
  const encode = encoder(operation);
  return {
    method: operation.method,
    path: operation.path,
    async answer(exchange) {
      try {
        takeToken(operation, context, exchange);
        const input = await readInput(operation, exchange.request, exchange.target.search, context);
        const answer = await encode(await operation.handle(input, context.deps));
        return unlessKnown(exchange.request, answer);
      } catch (error) {
        return answerFailure(operation, context, error);
      }
    },
  };
}

function takeToken<Deps>(
  { limit }: AnyOperation<Deps>,
  context: OperationContext<Deps>,
  { request, peer }: Exchange,
): void {
  const bucket = limit && context.buckets.get(limit.name);
  if (!limit || !bucket) return;
  const forwardedFor = request.headers.get("x-forwarded-for");
  if (forwardedFor !== null && isLoopback(peer) && !context.proxies.trusts(peer)) {
    context.onUntrustedProxy();
  }
  const wait = bucket.take(clientKey(peer, forwardedFor, context.proxies), context.now());
  if (wait === 0) return;
  throw new Failure("demasiadas", "limite_por_direccion", `${limit.detalle} Espera ${wait} s.`, {
    reintentar_en_segundos: wait,
  });
}

async function readInput<Deps>(
  operation: AnyOperation<Deps>,
  request: Request,
  search: string,
  { bodyTimeoutMs }: OperationContext<Deps>,
): Promise<Parameters<AnyOperation<Deps>["handle"]>[0]> {
  const query = operation.query ? readQuery(search, operation.query) : {};
  if (!operation.body) return { query, body: undefined, ignored: [], headers: {} };
  const value = await readJson(request, operation.body, bodyTimeoutMs);
  return {
    query,
    body: operation.body.parse(value),
    ignored: unknownFields(operation.body.schema, value),
    headers: declaredHeaders(operation, request),
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

  const encodeNew = async (given: object): Promise<Answer> => {
    const { result, headers } = hasHeaders(given) ? given : { result: given, headers: {} };
    const answer = caching === "etag"
      ? await taggedAnswer(result, headers)
      : jsonAnswer(200, result, headers);
    // What was posted is answered once, so there is nothing to keep.
    if (method === "GET") encoded.set(given, answer);
    return answer;
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

/** What a caller is told of an error that should not have happened. */
export function internalFailure(): Failure {
  return new Failure("interno", "error_interno", "Algo falló de nuestro lado: intenta de nuevo.");
}

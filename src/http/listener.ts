/** One request in, one Response out, one log line: nothing that a handler throws gets past here. */
import { type Answer, toResponse, withoutBody } from "./answer.ts";
import { discardRest, hasRest } from "./body.ts";
import { API_REFUSALS, type Refusals } from "./router.ts";
import { createRouter, type Exchange, type Match, type Route } from "./router.ts";
import { attempt, whenSettled } from "./settled.ts";
import { isHost, type Target, targetOf } from "./router.ts";

/** What is logged of a request: nothing that tells who asked or for whom. */
export interface RequestLine {
  readonly method: string;
  /** The declared path, `(none)` where there is none: paths as sent may carry anything. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly bytes: number;
}

export interface ListenerOptions {
  readonly routes: readonly Route[];
  /** What is answered where no route does: the API's where absent. */
  readonly refusals?: Refusals;
  /** Milliseconds. A coarse clock will do: a fine one would cost a cached answer a thirtieth of its time. */
  now(): number;
  logRequest(line: RequestLine): void;
  onInternalError(error: unknown, route: string): void;
}

export type Listener = (request: Request, peer: () => string) => Response | Promise<Response>;

const KNOWN_METHODS = new Set(["GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"]);

export function createListener(options: ListenerOptions): Listener {
  const refusals = options.refusals ?? API_REFUSALS;
  const route = createRouter(options.routes, refusals);
  const badTarget: Match = { path: "(none)", answer: () => refusals.badTarget() };
  return (request, peer) => {
    const started = options.now();
    const { method } = request;
    const target = readTarget(request);
    const match = target ? route(method, target.pathname) : badTarget;
    return whenSettled(answer(match, request, target ?? ROOT, peer), (answer) => {
      const { response, bytes } = toResponse(method === "HEAD" ? withoutBody(answer) : answer);
      options.logRequest({
        method: KNOWN_METHODS.has(method) ? method : "(other)",
        route: match.path,
        status: answer.status,
        ms: options.now() - started,
        bytes,
      });
      return answer.status < 300 ? response : afterBody(request, response);
    });
  };

  function answer(
    match: Match,
    request: Request,
    target: Target,
    peer: () => string,
  ): Answer | Promise<Answer> {
    const failed = (error: unknown): Answer => {
      options.onInternalError(error, match.path);
      return refusals.internal();
    };
    const exchange: Exchange = { request, target, peer };
    return attempt(() => match.answer(exchange), failed);
  }
}

/** `response`, once what is left of a refused body has been taken in. Who asks first whether to send it need not send it. */
function afterBody(request: Request, response: Response): Response | Promise<Response> {
  if (!hasRest(request) || request.headers.has("expect")) return response;
  return discardRest(request).then(() => response);
}

const ROOT: Target = { pathname: "/", search: "" };

/** Null where the Host header leaves in doubt what the target is. */
function readTarget(request: Request): Target | null {
  return isHost(request.headers.get("host")) ? targetOf(request.url) : null;
}

/** One request in, one Response out, one log line; errors of handlers become the 500 answer here. */
import { type Answer, toResponse, withoutBody } from "./answer.ts";
import { discardRest } from "./body.ts";
import {
  API_REFUSALS,
  createRouter,
  type Exchange,
  isHost,
  type Match,
  type Refusals,
  type Route,
  type Target,
  targetOf,
} from "./router.ts";

/** The log line of a request: nothing in it identifies the caller or a guest. */
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
  /** Answers where no route matches: the API's by default. */
  readonly refusals?: Refusals;
  /** Milliseconds. A coarse clock will do: a fine one would cost a cached answer a thirtieth of its time. */
  now(): number;
  logRequest(line: RequestLine): void;
  onInternalError(error: unknown, route: string): void;
}

export type Listener = (request: Request, peer: () => string) => Promise<Response>;

const KNOWN_METHODS = new Set(["GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"]);
const ROOT: Target = { pathname: "/", search: "" };

export function createListener(options: ListenerOptions): Listener {
  const refusals = options.refusals ?? API_REFUSALS;
  const route = createRouter(options.routes, refusals);
  const badTarget: Match = { path: "(none)", answer: () => refusals.badTarget() };
  return async (request, peer) => {
    const started = options.now();
    const { method } = request;
    // A malformed Host header makes the target ambiguous.
    const target = isHost(request.headers.get("host")) ? targetOf(request.url) : null;
    const match = target ? route(method, target.pathname) : badTarget;
    const answer = await answerOf(match, { request, target: target ?? ROOT, peer });
    const { response, bytes } = toResponse(method === "HEAD" ? withoutBody(answer) : answer);
    options.logRequest({
      method: KNOWN_METHODS.has(method) ? method : "(other)",
      route: match.path,
      status: answer.status,
      ms: options.now() - started,
      bytes,
    });
    // A client that expects 100-continue has not sent its body yet.
    const isRefused = answer.status >= 300 && !request.headers.has("expect");
    if (isRefused) await discardRest(request);
    return response;
  };

  async function answerOf(match: Match, exchange: Exchange): Promise<Answer> {
    try {
      return await match.answer(exchange);
    } catch (error) {
      options.onInternalError(error, match.path);
      return refusals.internal();
    }
  }
}

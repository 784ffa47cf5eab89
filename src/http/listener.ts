/** One request in, one Response out, one log line: nothing that a handler throws gets past here. */
import { type Answer, toResponse, withoutBody } from "./answer.ts";
import { discardRest, hasRest } from "./body.ts";
import {
  API_REFUSALS,
  createRouter,
  isHost,
  type Match,
  type Refusals,
  type Route,
  type Target,
  targetOf,
} from "./router.ts";

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
const ROOT: Target = { pathname: "/", search: "" };

export function createListener(options: ListenerOptions): Listener {
  const refusals = options.refusals ?? API_REFUSALS;
  const route = createRouter(options.routes, refusals);
  const badTarget: Match = { path: "(none)", answer: () => refusals.badTarget() };
  return (request, peer) => {
    const started = options.now();
    const { method } = request;
    // Where the Host header leaves it in doubt, nothing of the target is read.
    const target = isHost(request.headers.get("host")) ? targetOf(request.url) : null;
    const match = target ? route(method, target.pathname) : badTarget;
    const failed = (error: unknown): Answer => {
      options.onInternalError(error, match.path);
      return refusals.internal();
    };
    const send = (answer: Answer): Response | Promise<Response> => {
      const { response, bytes } = toResponse(method === "HEAD" ? withoutBody(answer) : answer);
      options.logRequest({
        method: KNOWN_METHODS.has(method) ? method : "(other)",
        route: match.path,
        status: answer.status,
        ms: options.now() - started,
        bytes,
      });
      return answer.status < 300 ? response : afterBody(request, response);
    };
    try {
      const answer = match.answer({ request, target: target ?? ROOT, peer });
      return answer instanceof Promise ? answer.catch(failed).then(send) : send(answer);
    } catch (error) {
      return send(failed(error));
    }
  };
}

/** `response`, once the rest of a refused body has been taken in. A client that expects 100-continue has not sent its body yet. */
function afterBody(request: Request, response: Response): Response | Promise<Response> {
  if (!hasRest(request) || request.headers.has("expect")) return response;
  return discardRest(request).then(() => response);
}

/** Finds the route of a request, and turns its answer or error into a Response and a line of the log. */
import type { RequestLine } from "../log.ts";
import { type Answer, API_HEADERS, failureAnswer, toResponse, withoutBody } from "./answer.ts";
import { discardRest } from "./body.ts";
import { type Failure, failure, INTERNAL, UNREADABLE, WRONG_METHOD } from "./failure.ts";

export interface ListenerOptions {
  readonly routes: readonly Route[];
  /** Its base URL. With https, except for localhost, answers set Strict-Transport-Security. */
  readonly url: string;
  readonly cors?: boolean;
  /** What replaces an answer that holds a failure. Default: nothing. */
  readonly refused?: Refused;
  logRequest(line: RequestLine): void;
  /** Called with an unexpected error and the path of its route. */
  onInternalError(error: unknown, where: string): void;
}

export type Refused = (
  exchange: Exchange,
  answer: Answer,
  isKnown: (pathname: string) => boolean,
) => Answer;

/** Answers at once if it can: a promise costs a kept answer a twentieth more. */
export type Listener = (request: Request, peer: () => string) => Response | Promise<Response>;

const KNOWN_METHODS = new Set(["GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"]);
const ROOT: Target = { pathname: "/", search: "" };
/** The path in the log of a request without a route. */
const NO_PATH = "(none)";

/** Whole milliseconds that have passed: the service's clock may be set while a request is answered. */
const passed = () => Math.floor(performance.now());

export function createListener(options: ListenerOptions): Listener {
  const { refused } = options;
  const isSecure = /^https:\/\/(?!([^/:]+\.)?localhost\b)/.test(options.url);
  const route = createRouter(options.routes, options.cors);
  const isKnown = (pathname: string) => route("GET", pathname).path !== NO_PATH;
  return (request, peer) => {
    const started = passed();
    const { method } = request;
    // The listener puts the Host header before the target, where a slash in it would begin the path.
    const host = request.headers.get("host");
    const target = !host || HOST_FORM.test(host) ? targetOf(request.url) : null;
    const coding = request.headers.get("transfer-encoding");
    const isFramed = coding === null ||
      /^chunked$/i.test(coding) && !request.headers.has("content-length");
    const match = !isFramed ? UNCLEAR : target ? route(method, target.pathname) : BAD_TARGET;
    const exchange = { request, target: target ?? ROOT, peer };
    const respond = (made: Answer): Response | Promise<Response> => {
      const answer = made.failure && refused ? refused(exchange, made, isKnown) : made;
      const { response, bytes } = toResponse(method === "HEAD" ? withoutBody(answer) : answer);
      if (isSecure) response.headers.set("strict-transport-security", "max-age=31536000");
      // Deno 2.6 hides a Content-Length that follows, after which a proxy may see another request in the body.
      if (coding !== null) response.headers.set("connection", "close");
      options.logRequest({
        method: KNOWN_METHODS.has(method) ? method : "(other)",
        route: match.path,
        status: answer.status,
        ms: passed() - started,
        bytes,
      });
      // A client that expects 100-continue has not sent its body yet.
      const isRefused = answer.status >= 300 && !request.headers.has("expect");
      return isRefused ? discardRest(request).then(() => response) : response;
    };
    const failed = (error: unknown): Answer => {
      options.onInternalError(error, match.path);
      return internalError();
    };
    try {
      const answer = match.answer(exchange);
      return answer instanceof Promise ? answer.catch(failed).then(respond) : respond(answer);
    } catch (error) {
      return respond(failed(error));
    }
  };
}

export interface Exchange {
  readonly request: Request;
  readonly target: Target;
  peer(): string;
  /** The body, if it has been read already. */
  readonly json?: { readonly value: unknown };
  readonly caller?: string;
}

interface Forwarded extends Pick<Exchange, "json" | "caller"> {
  readonly method: "GET" | "POST";
  readonly pathname: string;
  readonly search?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An exchange for another route, from the same client, with no headers of the request but its address. */
export function forwarded(
  { request: { url, headers: sent }, peer }: Exchange,
  { method, pathname, search = "", headers, body, ...input }: Forwarded,
): Exchange {
  const forwardedFor = sent.get("x-forwarded-for");
  const own = new Headers(headers);
  if (forwardedFor !== null) own.set("x-forwarded-for", forwardedFor);
  const request = new Request(url, { method, headers: own, body });
  return { request, target: { pathname, search }, peer, ...input };
}

/** Asks the operation of `route` for the client of `exchange`, within the client's limits. */
export async function ask<T>(
  route: Route,
  exchange: Exchange,
  input: Omit<Forwarded, "method" | "pathname">,
): Promise<
  | { readonly value: T; readonly failure?: undefined }
  | { readonly value?: undefined; readonly failure: Failure }
> {
  const method = route.method === "POST" ? "POST" : "GET";
  const asked = forwarded(exchange, { method, pathname: route.path, ...input });
  const { failure, body } = await route.answer(asked);
  return failure ? { failure } : { value: JSON.parse(body!) };
}

/** What answers a request, and its path in the log. */
export interface Match {
  readonly path: string;
  answer(exchange: Exchange): Answer | Promise<Answer>;
}

export interface Route extends Match {
  /** `*` is any method. */
  readonly method: "GET" | "POST" | "*";
  /** An exact path, or one that ends in a segment in braces, which stands for any text: `/thing/{name}`. */
  readonly path: string;
}

type Methods = Map<string, Route>;

/** Finds the route of a request. HEAD goes to GET's; OPTIONS and unknown methods are answered for every known path. */
export function createRouter(
  routes: readonly Route[],
  cors = false,
): (method: string, pathname: string) => Match {
  const exact = new Map<string, Methods>();
  const open: { prefix: string; methods: Methods }[] = [];
  for (const [path, sharing] of Map.groupBy(routes, ({ path }) => path)) {
    const methods: Methods = new Map(sharing.map((route) => [route.method, route]));
    const brace = path.indexOf("{");
    if (brace === -1) exact.set(path, methods);
    else open.push({ prefix: path.slice(0, brace), methods });
  }
  return (method, pathname) => {
    const methods = exact.get(pathname) ??
      open.find(({ prefix }) =>
        pathname.startsWith(prefix) && pathname.length > prefix.length &&
        !pathname.includes("/", prefix.length)
      )?.methods;
    if (!methods) return NOT_FOUND;
    return methods.get(method === "HEAD" ? "GET" : method) ?? methods.get("*") ??
      withoutRoute(method, methods, cors);
  };
}

function withoutRoute(method: string, methods: Methods, cors: boolean): Match {
  const known = [...methods.keys()].flatMap((name) => name === "GET" ? ["GET", "HEAD"] : [name]);
  const allow = [...known, "OPTIONS"].join(", ");
  const path = methods.values().next().value!.path;
  if (method === "OPTIONS") return { path, answer: () => preflight(allow, cors) };
  const detalle = `Ese método no se admite aquí: usa ${allow}.`;
  const refused = failure(WRONG_METHOD, "metodo_no_admitido", { detalle });
  return { path, answer: () => failureAnswer(refused, { allow }) };
}

function preflight(allow: string, cors: boolean): Answer {
  const headers = {
    ...API_HEADERS,
    "access-control-allow-methods": allow,
    "access-control-allow-headers": "content-type, idempotency-key",
    "access-control-max-age": "86400",
  };
  return {
    status: 204,
    headers: { ...(cors && headers), allow, "cache-control": "no-store" },
    body: null,
  };
}

export interface Target {
  /** As the listener gives it, not decoded. */
  readonly pathname: string;
  /** With its `?`, or empty. */
  readonly search: string;
}

/** Host names, IPv4 and bracketed IPv6 addresses, with or without a port. */
const HOST_FORM = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** Authority, path and query of an absolute URL. */
const URL_FORM = /^[^:]+:\/\/[^/?#]*([^?#]*)(\?[^#]*)?/;

/** Path and query of an absolute URL. Building a `URL` costs more than the rest of a cached answer. */
export function targetOf(url: string): Target {
  const [, pathname, search = ""] = URL_FORM.exec(url)!;
  const read = search.length > MAX_PARAMETERS
    ? search.split("&", MAX_PARAMETERS).join("&")
    : search;
  return { pathname: pathname || "/", search: read };
}

/** Parameters after these are not read: 64 KB of names took 15 ms. */
const MAX_PARAMETERS = 500;

export function notFound(): Answer {
  return failureAnswer(failure(NO_SUCH_PATH, "ruta_desconocida"));
}

export function internalError(): Answer {
  return failureAnswer(failure(INTERNAL, "error_interno"));
}

const NO_SUCH_PATH = {
  motivo: "no_encontrado",
  status: 404,
  errors: { ruta_desconocida: "Esa ruta no existe: las operaciones están en /openapi.json." },
} as const;

const NOT_FOUND: Match = { path: NO_PATH, answer: notFound };
/** Deno 2.9 itself answers so: a proxy may have found another end of the request. */
const UNCLEAR: Match = { path: NO_PATH, answer: () => ({ status: 400, headers: {}, body: null }) };
const BAD_TARGET: Match = {
  path: NO_PATH,
  answer: () => failureAnswer(failure(UNREADABLE, "destino_invalido")),
};

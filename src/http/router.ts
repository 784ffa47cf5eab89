/** From method and path to the route that answers. */
import { Failure } from "../domain/failure.ts";
import { type Answer, API_HEADERS, failureAnswer } from "./answer.ts";
import type { Target } from "./target.ts";

/** A request as routes see it. */
export interface Exchange {
  readonly request: Request;
  readonly target: Target;
  /** Address of the peer that the connection came from. */
  peer(): string;
}

export interface Route {
  readonly method: "GET" | "POST";
  /** An exact path, or one that ends in a segment in braces, which takes any text without a slash: `/pedido/{token}`. */
  readonly path: string;
  answer(exchange: Exchange): Answer | Promise<Answer>;
}

/** What answers a request, and the path it is logged under. */
export interface Match {
  readonly path: string;
  answer(exchange: Exchange): Answer | Promise<Answer>;
}

type Methods = Map<string, Route>;

/** Finds the route of a request. HEAD goes where GET goes; OPTIONS and unknown methods are answered for every path there is. */
export function createRouter(
  routes: readonly Route[],
): (method: string, pathname: string) => Match {
  const exact = new Map<string, Methods>();
  const open: { prefix: string; methods: Methods }[] = [];
  for (const [path, methods] of byPath(routes)) {
    const brace = path.indexOf("{");
    if (brace === -1) exact.set(path, methods);
    else open.push({ prefix: path.slice(0, brace), methods });
  }
  return (method, pathname) => {
    const methods = exact.get(pathname) ??
      open.find(({ prefix }) => fits(prefix, pathname))?.methods;
    if (!methods) return NOT_FOUND;
    return methods.get(method === "HEAD" ? "GET" : method) ?? withoutRoute(method, methods);
  };
}

function byPath(routes: readonly Route[]): Map<string, Methods> {
  const paths = new Map<string, Methods>();
  for (const route of routes) {
    const methods = paths.get(route.path) ?? new Map<string, Route>();
    paths.set(route.path, methods.set(route.method, route));
  }
  return paths;
}

function fits(prefix: string, pathname: string): boolean {
  return pathname.startsWith(prefix) && pathname.length > prefix.length &&
    !pathname.includes("/", prefix.length);
}

const NOT_FOUND: Match = {
  path: "(none)",
  answer: () =>
    failureAnswer(
      404,
      new Failure(
        "no_encontrado",
        "ruta_desconocida",
        "Esa ruta no existe: las operaciones están en /openapi.json.",
      ),
    ),
};

function withoutRoute(method: string, methods: Methods): Match {
  const allow = [...methods.keys()].flatMap((known) => known === "GET" ? ["GET", "HEAD"] : [known]);
  const allowed = [...allow, "OPTIONS"].join(", ");
  const path = methods.values().next().value!.path;
  return { path, answer: () => method === "OPTIONS" ? preflight(allowed) : notAllowed(allowed) };
}

function preflight(allow: string): Answer {
  return {
    status: 204,
    headers: {
      ...API_HEADERS,
      allow,
      "access-control-allow-methods": allow,
      "access-control-allow-headers": "content-type, idempotency-key",
      "access-control-max-age": "86400",
      "cache-control": "no-store",
    },
    body: null,
  };
}

function notAllowed(allow: string): Answer {
  const detalle = `Ese método no se admite aquí: usa ${allow}.`;
  return failureAnswer(405, new Failure("metodo", "metodo_no_admitido", detalle), { allow });
}

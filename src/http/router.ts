/** From method and path to the route that answers. */
import type { Answer } from "./answer.ts";
import { API_REFUSALS, type Refusals } from "./refusals.ts";
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
  refusals: Refusals = API_REFUSALS,
): (method: string, pathname: string) => Match {
  const notFound: Match = { path: "(none)", answer: () => refusals.notFound() };
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
    if (!methods) return notFound;
    return methods.get(method === "HEAD" ? "GET" : method) ??
      withoutRoute(method, methods, refusals);
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

function withoutRoute(method: string, methods: Methods, refusals: Refusals): Match {
  const allow = [...methods.keys()].flatMap((known) => known === "GET" ? ["GET", "HEAD"] : [known]);
  const allowed = [...allow, "OPTIONS"].join(", ");
  const path = methods.values().next().value!.path;
  return {
    path,
    answer: () => method === "OPTIONS" ? refusals.options(allowed) : refusals.notAllowed(allowed),
  };
}

/** Lets nobody but the staff reach a route of the board, and no change but the board's own. */
import type { Answer } from "../../http/answer.ts";
import type { Exchange, Route } from "../../http/router.ts";
import type { PageRestaurant } from "../../pages/layout.ts";
import { readForm } from "../form.ts";
import { BAD_FORMS, foreign, refusalPage, SIGNED_OUT } from "../refusal_pages.ts";
import { seeOther, type StaffRoute } from "../route.ts";
import { isSameOrigin } from "./same_origin.ts";
import type { Sessions } from "./session.ts";
import { whileSignedIn } from "./while_signed_in.ts";

export interface Guard {
  readonly sessions: Sessions;
  /** Of the board's address, e.g. `https://tablero.example`. */
  readonly origin: string;
  restaurant(): PageRestaurant;
  /** How long a form may take to arrive, in milliseconds. */
  readonly bodyTimeoutMs: number;
}

/** `route` behind the guard: whose session does not hold is asked to sign in, and comes back. */
export function guardedRoute(route: StaffRoute, guard: Guard): Route {
  const { method, path } = route;
  return {
    method,
    path,
    answer: route.method === "GET"
      ? (exchange) => answerGet(route, guard, exchange)
      : (exchange) => answerPost(route, guard, exchange),
  };
}

type GetRoute = Extract<StaffRoute, { method: "GET" }>;
type PostRoute = Extract<StaffRoute, { method: "POST" }>;

async function answerGet(
  { show, forScript }: GetRoute,
  { sessions }: Guard,
  { request, target: { pathname, search } }: Exchange,
): Promise<Answer> {
  const { signedIn, actor } = await sessions.visitor(request.headers);
  if (!signedIn || actor === null) {
    return forScript ? UNAUTHORISED : seeOther(signInPath(`${pathname}${search}`));
  }
  const answer = await show({ pathname, query: new URLSearchParams(search), actor, request });
  if (!answer.stream) return answer;
  const holds = async () => (await sessions.visitor(request.headers)).signedIn;
  return { ...answer, stream: whileSignedIn(answer.stream, holds) };
}

async function answerPost(
  { act }: PostRoute,
  guard: Guard,
  { request, target: { pathname, search } }: Exchange,
): Promise<Answer> {
  const refuse = (refusal: Parameters<typeof refusalPage>[1]) =>
    refusalPage(guard.restaurant(), refusal);
  if (!isSameOrigin(request.headers, guard.origin)) {
    return refuse(foreign(guard.origin));
  }
  const { signedIn, actor } = await guard.sessions.visitor(request.headers);
  if (!signedIn || actor === null) return refuse(SIGNED_OUT);
  const sent = await readForm(request, guard.bodyTimeoutMs);
  if (sent.kind !== "form") return refuse(BAD_FORMS[sent.kind]);
  const query = new URLSearchParams(search);
  return await act({ pathname, query, actor, request, form: sent.form });
}

/** The page to sign in at, which leads back to `path`. */
export function signInPath(path: string): string {
  return path === "/" ? "/entrar" : `/entrar?volver=${encodeURIComponent(path)}`;
}

const UNAUTHORISED: Answer = {
  status: 401,
  headers: {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  },
  body: "La sesión terminó.\n",
};

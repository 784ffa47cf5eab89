/** Signing in and out, and saying who is there. */
import type { Answer } from "../../http/answer.ts";
import type { TrustedProxies } from "../../http/client_address.ts";
import { addressKey } from "../../http/rate_limit.ts";
import type { Exchange, Route } from "../../http/router.ts";
import type { StaffAccess } from "../../staff_deps.ts";
import { readActor } from "./cookies.ts";
import { readForm } from "./form.ts";
import type { Guard } from "./guarded.ts";
import { localPath } from "./local_path.ts";
import { BAD_FORMS, foreign, refusalPage, SIGNED_OUT } from "./refusal_pages.ts";
import { seeOther } from "./route.ts";
import { isSameOrigin } from "./same_origin.ts";
import { namePage, signInPage, type SignInProblem } from "./sign_in_page.ts";
import type { SignInPace, Source } from "./sign_in_pace.ts";

export interface SignIn extends Guard {
  readonly access: StaffAccess;
  readonly pace: SignInPace;
  readonly proxies: TrustedProxies;
  onUntrustedProxy(): void;
}

export function signInRoutes(signIn: SignIn): readonly Route[] {
  return [
    { method: "GET", path: "/entrar", answer: (exchange) => showSignIn(signIn, exchange) },
    { method: "POST", path: "/entrar", answer: withForm(signIn, enter) },
    { method: "POST", path: "/nombre", answer: withForm(signIn, rename) },
    { method: "POST", path: "/salir", answer: (exchange) => leave(signIn, exchange) },
  ];
}

async function showSignIn(
  { sessions, restaurant }: SignIn,
  { request, target }: Exchange,
): Promise<Answer> {
  const { signedIn, actor } = await sessions.visitor(request.headers);
  const goOn = localPath(new URLSearchParams(target.search).get("volver"));
  const page = { restaurant: restaurant(), typedName: actor ?? "", goOn };
  return signedIn ? namePage(page, actor) : signInPage(page);
}

type FormHandler = (
  signIn: SignIn,
  exchange: Exchange,
  form: URLSearchParams,
) => Answer | Promise<Answer>;

/** The answer to a form that came from the board itself. */
function withForm(signIn: SignIn, handle: FormHandler): Route["answer"] {
  return async (exchange) => {
    const { request } = exchange;
    const restaurant = signIn.restaurant();
    if (!isSameOrigin(request.headers, signIn.origin)) {
      return refusalPage(restaurant, foreign(signIn.origin));
    }
    const sent = await readForm(request, signIn.bodyTimeoutMs);
    if (sent.kind !== "form") return refusalPage(restaurant, BAD_FORMS[sent.kind]);
    return await handle(signIn, exchange, sent.form);
  };
}

async function enter(
  signIn: SignIn,
  exchange: Exchange,
  form: URLSearchParams,
): Promise<Answer> {
  const { sessions, access, pace, restaurant } = signIn;
  const goOn = localPath(form.get("volver"));
  const actor = readActor(form.get("nombre"));
  const page = { restaurant: restaurant(), typedName: form.get("nombre") ?? "", goOn };
  if (actor === null) return signInPage({ ...page, status: 422, problem: BAD_NAME });
  const { device } = await sessions.visitor(exchange.request.headers);
  const turn = await pace.turn(sourceOf(device, exchange, signIn));
  if (turn.kind === "full") return tooMany(signInPage({ ...page, status: 429, problem: FULL }));
  if (!await access.isKey(form.get("clave") ?? "")) {
    if (turn.slowed) return tooMany(signInPage({ ...page, status: 429, problem: WRONG_AGAIN }));
    return signInPage({ ...page, status: 403, problem: WRONG_KEY });
  }
  return { ...seeOther(goOn), cookies: await sessions.begin(actor, device) };
}

function sourceOf(device: string | null, exchange: Exchange, signIn: SignIn): Source {
  return device === null
    ? { name: `address ${addressKey(exchange, signIn)}`, known: false }
    : { name: `device ${device}`, known: true };
}

function tooMany(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, "retry-after": String(RETRY_SECONDS) } };
}

async function rename(
  { sessions, restaurant }: SignIn,
  { request }: Exchange,
  form: URLSearchParams,
): Promise<Answer> {
  const { signedIn, actor: oldName } = await sessions.visitor(request.headers);
  if (!signedIn) return refusalPage(restaurant(), SIGNED_OUT);
  const goOn = localPath(form.get("volver"));
  const actor = readActor(form.get("nombre"));
  if (actor !== null) return { ...seeOther(goOn), cookies: sessions.rename(actor) };
  const typedName = form.get("nombre") ?? "";
  const page = { status: 422, restaurant: restaurant(), typedName, goOn, problem: BAD_NAME };
  return namePage(page, oldName);
}

function leave({ sessions, origin, restaurant }: SignIn, { request }: Exchange): Answer {
  if (!isSameOrigin(request.headers, origin)) {
    return refusalPage(restaurant(), foreign(origin));
  }
  return { ...seeOther("/entrar"), cookies: sessions.end() };
}

const BAD_NAME: SignInProblem = {
  field: "nombre",
  text: "Escribe tu nombre, de 1 a 60 letras, en un solo renglón.",
};
const WRONG_KEY: SignInProblem = {
  field: "clave",
  text: "Esa no es la clave. Revísala y escríbela otra vez.",
};
const WRONG_AGAIN: SignInProblem = {
  field: "clave",
  text: "Esa tampoco es la clave. Ya van muchos intentos: los siguientes tardan un poco más.",
};
const FULL: SignInProblem = {
  field: "clave",
  text:
    "Hay demasiados intentos a la vez y no se revisó la clave. Espera unos segundos y envíala otra vez.",
};
const RETRY_SECONDS = 2;

/** Signing in and out, and saying who is there. */
import type { Answer } from "../../http/answer.ts";
import type { TrustedProxies } from "../../http/client_address.ts";
import { addressKey } from "../../http/rate_limit.ts";
import type { Exchange, Route } from "../../http/router.ts";
import { type TokenBuckets, tokenBuckets } from "../../http/rate_limit.ts";
import type { StaffAccess } from "../../ports.ts";
import { readActor } from "./cookies.ts";
import { readForm } from "../form.ts";
import type { Guard } from "./guarded.ts";
import { localPath } from "../local_path.ts";
import { BAD_FORMS, foreign, refusalPage, SIGNED_OUT } from "../refusal_pages.ts";
import { seeOther } from "../route.ts";
import { isSameOrigin } from "./same_origin.ts";
import { namePage, signInPage, type SignInProblem } from "./sign_in_page.ts";

export interface SignInOptions extends Guard {
  readonly access: StaffAccess;
  readonly proxies: TrustedProxies;
  /** Epoch milliseconds. */
  now(): number;
  onUntrustedProxy(): void;
}

interface SignIn extends SignInOptions {
  /** Wrong keys by address. */
  readonly wrongKeys: TokenBuckets;
}

/** How many wrong keys an address may send before they are answered 429: more than a person mistypes. */
const WRONG_KEYS = { tokens: 5, seconds: 60 };

export function signInRoutes(options: SignInOptions): readonly Route[] {
  const signIn: SignIn = { ...options, wrongKeys: tokenBuckets(WRONG_KEYS) };
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
  const { sessions, access, wrongKeys, now, restaurant } = signIn;
  const goOn = localPath(form.get("volver"));
  const actor = readActor(form.get("nombre"));
  const page = { restaurant: restaurant(), typedName: form.get("nombre") ?? "", goOn };
  if (actor === null) return signInPage({ ...page, status: 422, problem: BAD_NAME });
  const outcome = await access.tryKey(form.get("clave") ?? "");
  if (outcome === "right") return { ...seeOther(goOn), cookies: await sessions.begin(actor) };
  if (outcome === "busy") return tooMany(signInPage({ ...page, status: 429, problem: BUSY }), 1);
  const wait = wrongKeys.take(addressKey(exchange, signIn), now());
  if (wait === 0) return signInPage({ ...page, status: 403, problem: WRONG_KEY });
  return tooMany(signInPage({ ...page, status: 429, problem: WRONG_AGAIN }), wait);
}

function tooMany(answer: Answer, seconds: number): Answer {
  return { ...answer, headers: { ...answer.headers, "retry-after": String(seconds) } };
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

async function leave(
  { sessions, origin, restaurant }: SignIn,
  { request }: Exchange,
): Promise<Answer> {
  if (!isSameOrigin(request.headers, origin)) {
    return refusalPage(restaurant(), foreign(origin));
  }
  return { ...seeOther("/entrar"), cookies: await sessions.end(request.headers) };
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
  text: "Esa tampoco es la clave. Ya van muchos intentos: revísala con calma antes de enviarla.",
};
const BUSY: SignInProblem = {
  field: "clave",
  text: "No se pudo revisar la clave en este momento. Envíala otra vez.",
};

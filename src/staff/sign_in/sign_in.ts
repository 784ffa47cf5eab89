/** Signing in and out: GET and POST /entrar, POST /salir. On a signed-in device the form changes the name alone. */
import { type FieldProblem, hiddenFields, inputField } from "../../html/form.ts";
import { html } from "../../html/html.ts";
import { type Answer, seeOther } from "../../http/answer.ts";
import { addressOf, type Forwarding, keyOf } from "../../http/client_address.ts";
import { type TokenBuckets, tokenBuckets } from "../../http/rate_limit.ts";
import type { Exchange, Route } from "../../http/router.ts";
import type { StaffAccess } from "../../ports/staff.ts";
import { staffPageAnswer } from "../layout.ts";
import { localPath } from "../route.ts";
import { foreignRefusal, type Guard, readBoardForm } from "./guard.ts";
import { MAX_ACTOR, readActor, type Visitor } from "./session.ts";

export interface SignInOptions extends Guard, Forwarding {
  readonly access: StaffAccess;
}

interface SignIn extends SignInOptions {
  /** Wrong keys by address. */
  readonly guesses: TokenBuckets;
}

/** Wrong keys from an address; further ones are answered 429. */
const GUESSES = { tokens: 20, seconds: 600 };

export function signInRoutes(options: SignInOptions): readonly Route[] {
  const signIn: SignIn = { ...options, guesses: tokenBuckets(GUESSES) };
  return [
    { method: "GET", path: "/entrar", answer: (exchange) => showForm(signIn, exchange) },
    { method: "POST", path: "/entrar", answer: (exchange) => enter(signIn, exchange) },
    { method: "POST", path: "/salir", answer: (exchange) => leave(signIn, exchange) },
  ];
}

async function showForm(signIn: SignIn, { request, target }: Exchange): Promise<Answer> {
  const visitor = await signIn.sessions.visitor(request.headers);
  const next = localPath(new URLSearchParams(target.search).get("volver"));
  // If another site or a message led here, browsers send the cookie from the next page on.
  const isLinked = !["none", "same-origin"].includes(request.headers.get("sec-fetch-site") ?? "");
  return formPage(signIn, visitor, { typedName: visitor.actor ?? "", next, isLinked });
}

async function enter(signIn: SignIn, exchange: Exchange): Promise<Answer> {
  const { sessions } = signIn;
  const { request } = exchange;
  const refusal = foreignRefusal(signIn, request);
  if (refusal !== null) return refusal;
  const sent = await readBoardForm(signIn, request);
  if (!("form" in sent)) return sent;
  const { form } = sent;
  const next = localPath(form.get("volver"));
  const page = { typedName: form.get("nombre") ?? "", next };
  const visitor = await sessions.visitor(request.headers);
  const actor = readActor(form.get("nombre"));
  if (actor === null) return formPage(signIn, visitor, { ...page, problem: BAD_NAME });
  if (visitor.signedIn) return { ...seeOther(next), cookies: sessions.rename(actor) };
  const problem = await keyProblem(signIn, exchange, form.get("clave") ?? "");
  if (problem === null) return { ...seeOther(next), cookies: await sessions.begin(actor) };
  const answer = formPage(signIn, visitor, { ...page, problem });
  if (!problem.wait) return answer;
  return { ...answer, headers: { ...answer.headers, "retry-after": String(problem.wait) } };
}

/** Null if `key` is right. A right key always signs in: 140 bits cannot be guessed, and wrong keys are limited. */
async function keyProblem(signIn: SignIn, from: Exchange, key: string): Promise<Problem | null> {
  const { access, guesses, deps } = signIn;
  if (await access.isKey(key)) return null;
  const wait = guesses.take(keyOf(addressOf(from, signIn)), deps.now());
  // The text does not ask to wait: a wrong key stays wrong.
  return wait === 0 ? WRONG_KEY : { ...WRONG_KEY, status: 429, wait };
}

async function leave(signIn: SignIn, { request }: Exchange): Promise<Answer> {
  const refusal = foreignRefusal(signIn, request);
  if (refusal !== null) return refusal;
  return { ...seeOther("/entrar"), cookies: await signIn.sessions.end(request.headers) };
}

interface Problem extends FieldProblem<"nombre" | "clave"> {
  readonly status: number;
  /** Seconds, for Retry-After. */
  readonly wait?: number;
}

const BAD_NAME: Problem = {
  status: 422,
  field: "nombre",
  text: `Escribe tu nombre, de 1 a ${MAX_ACTOR} letras, en un solo renglón.`,
};
const WRONG_KEY: Problem = {
  status: 403,
  field: "clave",
  text: "Esa no es la clave. Revísala y escríbela otra vez.",
};

interface FormState {
  /** The name as typed, or as known on this device; empty if there is none. The key is never shown again. */
  readonly typedName: string;
  /** The path of the board to go to. */
  readonly next: string;
  /** Whether the device may be signed in although its browser has sent no cookie. */
  readonly isLinked?: boolean;
  readonly problem?: Problem;
}

/** Asks for the name, and for the key if the device is not signed in. */
function formPage(
  { deps }: SignIn,
  { signedIn, actor }: Visitor,
  { typedName, next, isLinked = false, problem }: FormState,
): Answer {
  const name = inputField({
    name: "nombre",
    label: html`Tu nombre <small>queda en el historial de cada reservación que cambies</small>`,
    attributes: html`required maxlength="${MAX_ACTOR}" autocomplete="username"`,
    value: typedName,
    problem,
    autofocus: typedName === "",
  });
  const key = !signedIn && inputField({
    name: "clave",
    label: "Clave del personal",
    attributes:
      html`type="password" required autocomplete="current-password" autocapitalize="none" spellcheck="false"`,
    problem,
    autofocus: typedName !== "",
  });
  const title = signedIn ? "¿Quién eres?" : "Entrar al tablero";
  const content = html`
    <section class="card narrow">
      <form method="post" action="/entrar">
        ${hiddenFields({ volver: next })} ${name} ${key}
        <button class="main">${signedIn ? "Guardar" : "Entrar"}</button>
      </form>
    </section>
    ${isLinked && !signedIn && html`
      <p><a class="button quiet" href="${next}">Ya había entrado en este equipo: seguir</a></p>
    `}
  `;
  const page = { status: problem?.status, title, content };
  return staffPageAnswer(page, deps.restaurant(), signedIn ? actor : null);
}

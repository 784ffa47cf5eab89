/** Signing in and out: GET and POST /entrar, POST /salir. On a signed-in device the form changes the name alone. */
import { type FieldProblem, hiddenFields, inputField } from "../../html/form.ts";
import { html } from "../../html/html.ts";
import { type Answer, seeOther } from "../../http/answer.ts";
import { addressOf, type Forwarding, keyOf } from "../../http/client_address.ts";
import { type TokenBuckets, tokenBuckets } from "../../http/rate_limit.ts";
import type { Exchange, Route } from "../../http/router.ts";
import type { StaffAccess, StaffRole } from "../../ports/staff.ts";
import { alarm, staffPageAnswer } from "../layout.ts";
import { localPath } from "../route.ts";
import { foreignRefusal, type Guard, outInWords, readBoardForm } from "./guard.ts";
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
  const key = form.get("clave") ?? "";
  const isShown = form.has("ver");
  const page = { typedName: form.get("nombre") ?? "", next, isShown };
  const visitor = await sessions.visitor(request.headers);
  if (form.get("accion") === "ver") {
    return formPage(signIn, visitor, { ...page, isShown: true, typedKey: key });
  }
  const actor = readActor(form.get("nombre"));
  if (actor === null) return formPage(signIn, visitor, { ...page, problem: BAD_NAME });
  if (visitor.role !== null) return { ...seeOther(next), cookies: sessions.rename(actor) };
  const read = await readKey(signIn, exchange, key);
  if (typeof read === "string") {
    return { ...seeOther(next), cookies: await sessions.begin(actor, read) };
  }
  const answer = formPage(signIn, visitor, { ...page, problem: read });
  if (!read.wait) return answer;
  return { ...answer, headers: { ...answer.headers, "retry-after": String(read.wait) } };
}

/** Whose `key` is. A right key always signs in: 140 bits cannot be guessed, and wrong keys are limited. */
async function readKey(signIn: SignIn, from: Exchange, key: string): Promise<Problem | StaffRole> {
  const { access, guesses, deps } = signIn;
  const role = await access.roleOf(key);
  if (role !== null) return role;
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
  /** The name as typed, or as known on this device; empty if there is none. */
  readonly typedName: string;
  /** Whether the key is typed in sight, and what was typed of it before that was asked for. Default: not. */
  readonly isShown?: boolean;
  readonly typedKey?: string;
  /** The path of the board to go to. */
  readonly next: string;
  /** Whether the device may be signed in although its browser has sent no cookie. */
  readonly isLinked?: boolean;
  readonly problem?: Problem;
}

const HIDDEN = html`type="password" autocomplete="current-password"`;
/** A browser keeps no text that was typed into it. */
const IN_SIGHT = html`type="text" autocomplete="off"`;
/** Sends what was typed and has it back, so that it works without script. */
const SHOW =
  html`<button class="quiet" name="accion" value="ver" formnovalidate>Mostrar lo que escribo</button>`;

/** Asks for the name, and for the key if the device is not signed in. */
function formPage(
  { deps }: SignIn,
  visitor: Visitor,
  { typedName, typedKey, isShown = false, next, isLinked = false, problem }: FormState,
): Answer {
  const { role, actor } = visitor;
  const signedIn = role !== null;
  const out = outInWords(visitor, deps);
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
    attributes: html`${
      isShown ? IN_SIGHT : HIDDEN
    } required autocapitalize="none" spellcheck="false"`,
    value: typedKey,
    problem,
    autofocus: typedName !== "",
  });
  const title = signedIn ? "¿Quién eres?" : "Entrar al tablero";
  const content = html`
    <section class="card narrow">
      ${out !== "" && alarm(out)}
      <form method="post" action="/entrar">
        ${hiddenFields({ volver: next, ...isShown && { ver: "si" } })} ${name} ${key}
        <button class="main">${signedIn ? "Guardar" : "Entrar"}</button>
        ${!signedIn && !isShown && SHOW}
      </form>
    </section>
    ${isLinked && !signedIn && html`
      <p><a class="button quiet" href="${next}">Ya había entrado en este equipo: seguir</a></p>
    `}
  `;
  const page = { status: problem?.status, title, content };
  const who = role === null || actor === null ? null : { actor, role };
  return staffPageAnswer(page, deps.restaurant(), who);
}

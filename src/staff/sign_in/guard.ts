/** Restricts the routes of the board to holders of their key, and changes to those that its own pages send. */
import { situationNow, staffServiceDay } from "../../domain/schedule/situation.ts";
import { hiddenFields, sentFields } from "../../html/form.ts";
import { html } from "../../html/html.ts";
import { type Answer, seeOther } from "../../http/answer.ts";
import {
  BODY_TIMEOUT_MS,
  type FormError,
  isSameOrigin,
  readForm,
  type SentForm,
} from "../../http/body.ts";
import type { Exchange, Route } from "../../http/router.ts";
import type { StaffDeps, StaffRole } from "../../ports/staff.ts";
import { momentInWords } from "../day_words.ts";
import { staffPageAnswer } from "../layout.ts";
import { undoBar } from "../removals.ts";
import {
  localPath,
  type Refusal,
  refusalPage,
  type Shown,
  type StaffRoute,
  type StaffVisit,
} from "../route.ts";
import type { LiveBoards } from "../live_boards.ts";
import type { Sessions, Visitor } from "./session.ts";

export interface Guard {
  readonly deps: Pick<StaffDeps, "now" | "restaurant" | "state" | "staffUrl" | "book" | "closures">;
  readonly sessions: Sessions;
  readonly live: Pick<LiveBoards, "forget">;
  /** How long a form without photos may take to arrive, in milliseconds. Default: 10,000. */
  readonly bodyTimeoutMs?: number;
}

/** A route with the key that opens it, which the owner's always does. */
export type KeyedRoute = StaffRoute & { readonly key: StaffRole };

type PostRoute = Extract<KeyedRoute, { method: "POST" }>;

/** `route` behind the guard. Without a session, a GET leads to the page to sign in and back; a POST is refused. */
export function guardedRoute(route: KeyedRoute, guard: Guard): Route {
  const { method, path, key } = route;
  const { deps, sessions } = guard;
  const answer = async ({ request, target: { pathname, search } }: Exchange): Promise<Answer> => {
    const foreign = method === "POST" ? foreignRefusal(guard, request) : null;
    if (foreign !== null) return foreign;
    const visitor = await sessions.visitor(request.headers);
    const { role, actor } = visitor;
    if (role === null || actor === null) {
      const to = `${pathname}${search}`;
      return route.method === "GET"
        ? toSignIn(to)
        : await signedOut(guard, route, { request, to, visitor });
    }
    const who = { actor, role };
    if (role !== "owner" && role !== key) return refusalPage(deps.restaurant(), OWNERS, who);
    const visit = { pathname, query: new URLSearchParams(search), ...who, request };
    return route.method === "GET"
      ? await answerOf(await route.show(visit), deps, visit)
      : await answerPost(route, visit, guard);
  };
  return { method, path, answer };
}

function toSignIn(address: string): Answer {
  const back = localPath(address);
  return seeOther(back === "/" ? "/entrar" : `/entrar?volver=${encodeURIComponent(back)}`);
}

/** `shown` as it is sent. Every page says how many reservations are not acknowledged, and undoes what led to it. */
async function answerOf(shown: Shown, deps: Guard["deps"], visit: StaffVisit): Promise<Answer> {
  if (!("content" in shown)) {
    return "headers" in shown ? shown : refusalPage(deps.restaurant(), shown, visit);
  }
  const unseen = (await deps.book.unacknowledged(staffServiceDay(situationNow(deps)))).length;
  const undo = shown.undo ?? await undoBar(deps, visit);
  return staffPageAnswer({ ...shown, unseen, undo }, deps.restaurant(), visit);
}

async function answerPost(
  { act, ...reading }: PostRoute,
  visit: StaffVisit,
  guard: Guard,
): Promise<Answer> {
  const sent = await readBoardForm(guard, visit.request, reading);
  if (!("form" in sent)) return sent;
  try {
    const renewed = () => guard.sessions.begin(visit.actor, visit.role);
    const shown = await act({ ...visit, renewed, ...sent });
    const page = "content" in shown ? { ...shown, answersForm: true } : shown;
    return await answerOf(page, guard.deps, visit);
  } finally {
    // The page that sent the change reads its day at once, and must see the change.
    guard.live.forget();
  }
}

/** 403 if the change was not sent by a page of the board; null if it was. */
export function foreignRefusal({ deps }: Guard, { headers }: Request): Answer | null {
  const { origin } = new URL(deps.staffUrl);
  if (isSameOrigin(headers, origin)) return null;
  // The text names the address: a board that is opened at another one is refused too.
  const text = `El cambio no se pidió desde el tablero. Ábrelo en ${origin} y hazlo ahí.`;
  return refusalPage(deps.restaurant(), [403, "No se hizo nada", text]);
}

/** A form with every text at its longest is smaller. */
const MAX_BYTES = 65_536;
/** What is read of a form without a session: a section of a hundred dishes, and as much as of a guest. */
const MAX_SIGNED_OUT = 262_144;
/** The bytes of a larger form that arrive in a millisecond at the least: those of 400 kbit/s. */
const MIN_SPEED = 50;

/** The form in the request's body, or the page that says why it cannot be read. */
export async function readBoardForm(
  { deps, bodyTimeoutMs = BODY_TIMEOUT_MS }: Guard,
  request: Request,
  { maxBytes = MAX_BYTES, tooLarge, hasImages, fields }: Pick<
    PostRoute,
    "maxBytes" | "tooLarge" | "hasImages" | "fields"
  > = {},
): Promise<Pick<SentForm, "form" | "files"> | Answer> {
  const timeoutMs = bodyTimeoutMs + Math.max(0, maxBytes - MAX_SIGNED_OUT) / MIN_SPEED;
  const limits = { maxBytes, timeoutMs, fields };
  const { form, files, error } = await readForm(request, limits, hasImages);
  if (error === null) return { form, files };
  const [status, title, text] = BAD_FORMS[error];
  const words = error === "too_large" ? tooLarge ?? text : text;
  return refusalPage(deps.restaurant(), [status, title, words]);
}

/** Why a device that had signed in is out: its key was changed. Empty if it is not for that. */
export function outInWords({ out }: Visitor, deps: Guard["deps"]): string {
  if (out === undefined) return "";
  const when = momentInWords(out.at, situationNow(deps));
  return out.role === "host"
    ? `La clave del turno se cambió ${when}: la nueva la tiene el dueño, o la hace.`
    : `La clave del dueño se cambió ${when}: entra con la nueva.`;
}

/** The session ended while a form was filled in: the page keeps what was sent, but no files and nothing unreadable. */
async function signedOut(
  guard: Guard,
  { maxBytes = MAX_BYTES, fields }: PostRoute,
  { request, to, visitor }: {
    readonly request: Request;
    readonly to: string;
    readonly visitor: Visitor;
  },
): Promise<Answer> {
  const restaurant = guard.deps.restaurant();
  const why = outInWords(visitor, guard.deps);
  const [status, title] = [403, "Tu sesión terminó"];
  const limits = { maxBytes: Math.min(maxBytes, MAX_SIGNED_OUT), hasImages: true, fields };
  const sent = await readBoardForm(guard, request, limits);
  if (!("form" in sent) || [...sent.files.values()].some(({ length }) => length > 0)) {
    const text =
      "No se guardó nada. Entra en otra pestaña, vuelve a esta con el botón Atrás, completa lo que falte y envíalo otra vez.";
    return refusalPage(restaurant, [status, title, `${why} ${text}`.trimStart()]);
  }
  const content = html`
    <form class="card narrow" method="post" action="${to}">
      <p>${why} Todavía no se guardó nada: lo que enviaste sigue aquí. Queda a nombre de quien entre.</p>
      <p><a class="button" href="/entrar" target="_blank">Entrar en otra pestaña</a></p>
      ${hiddenFields(sentFields(sent.form))}
      <button>Ya entré: enviarlo otra vez</button>
    </form>
  `;
  return staffPageAnswer({ status, title, content }, restaurant, null);
}

const OWNERS: Refusal = [
  403,
  "Es del dueño",
  "Esto lo hace quien tiene la clave del dueño, y no se hizo nada. Para hacerlo en este aparato, sal y entra con ella.",
];

const BAD_FORMS = {
  too_many_fields: [
    400,
    "Trae campos de más",
    "No se guardó nada: trae más campos que los de la página. Vuelve con el botón Atrás, copia lo que escribiste, ábrela de nuevo y envíalo desde ahí.",
  ],
  too_large: [
    413,
    "Es demasiado",
    "Es demasiado grande: acorta los textos o, si es una foto, hazla más chica.",
  ],
  incomplete: [
    400,
    "No llegó completo",
    "La conexión se cortó. Vuelve con el botón Atrás, completa lo que falte y envíalo otra vez.",
  ],
  not_utf8: [
    400,
    "No se pudo leer",
    "Trae caracteres inválidos: corrígelos o, si es un archivo, guárdalo en UTF-8, y envíalo otra vez.",
  ],
  not_a_form: [415, "No se pudo leer", "Lo enviado no es un formulario."],
} as const satisfies Readonly<Record<FormError, Refusal>>;

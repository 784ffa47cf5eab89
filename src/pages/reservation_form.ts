/** POST /reservar: the form takes the operation's own route, and ends on a page of its own or comes back with what is wrong. */
import { normalisePhone } from "../domain/contact.ts";
import { turnsByKey } from "../domain/in_progress.ts";
import { sealJson, unsealJson } from "../domain/seal.ts";
import type { Language } from "../domain/text.ts";
import type { Answer } from "../http/answer.ts";
import { BODY_TIMEOUT_MS } from "../http/body.ts";
import type { Failure } from "../http/failure.ts";
import { type FormError, isSameOrigin, readForm } from "../http/form.ts";
import { type Exchange, forwarded, type Route } from "../http/router.ts";
import type { MadeReservation } from "../ports/reservations.ts";
import { goToConfirmation } from "./confirmation.ts";
import type { PageDeps } from "./draft_page.ts";
import {
  FORM_FIELDS,
  type FormState,
  reservationPage,
  type TypedForm,
} from "./reservation_page.ts";
import { RESERVATION_TEXTS } from "./reservation_texts.ts";

/** The form as the address asks for it: `dia` is of a button, `otro` of the field beside them. */
export async function emptyForm(
  deps: PageDeps,
  { target: { search } }: Exchange,
  language: Language,
): Promise<Answer> {
  const query = new URLSearchParams(search);
  const dia = query.get("dia") || query.get("otro") || "";
  const typed = { dia, personas: query.get("personas") ?? undefined };
  return reservationPage(deps, { status: 200, typed, key: await newKey(deps) }, language);
}

/** Of a form that is sent twice at once, the second finds what the first has made. */
const inTurn = turnsByKey();

/** Far more than every text at its longest: one that is too long is told beside its field. Multipart is read to keep what was typed. */
const FORM_LIMITS = { maxBytes: 262_144, timeoutMs: BODY_TIMEOUT_MS };

const UNREAD: Readonly<Record<FormError, Pick<FormState, "status" | "notice">>> = {
  not_a_form: { status: 415, notice: "foreign" },
  incomplete: { status: 400, notice: "foreign" },
  too_large: { status: 413, notice: "too_large" },
  not_utf8: { status: 400, notice: "garbled" },
};

/**
 * The submitted form: 303 to the confirmation, or the form again with what was typed and what to do.
 * @param reserve the operation's route
 */
export async function submittedForm(
  deps: PageDeps,
  reserve: Route,
  exchange: Exchange,
  language: Language,
): Promise<Answer> {
  const { request } = exchange;
  const again = async (state: Pick<FormState, "status" | "notice">, typed: TypedForm = {}) =>
    reservationPage(deps, { ...state, typed, key: await newKey(deps) }, language);
  if (!isSameOrigin(request.headers, new URL(deps.baseUrl).origin)) {
    return await again({ status: 403, notice: "foreign" });
  }
  const { form, error } = await readForm(request, FORM_LIMITS);
  const typed = typedIn(form);
  if (error) return await again(UNREAD[error], typed);
  const isMultipart = /^multipart/i.test(request.headers.get("content-type") ?? "");
  if (isMultipart) return await again(UNREAD.not_a_form, typed);
  const isRepeated = FORM_FIELDS.some((name) => form.getAll(name).length > 1);
  if (isRepeated) return await again({ status: 400, notice: "garbled" }, typed);
  const key = form.get("clave") ?? "";
  if (!await isFresh(key, deps)) return await again({ status: 422, notice: "stale" }, typed);
  const outcome = await inTurn(key, () => hold(deps, reserve, exchange, { typed, key, language }));
  if (outcome === "cancelled") return await again({ status: 422, notice: "used" }, typed);
  if ("folio" in outcome) return await goToConfirmation(deps, outcome, language);
  return refused(deps, outcome, { typed, key, language });
}

function typedIn(form: URLSearchParams): TypedForm {
  const typed = Object.fromEntries(FORM_FIELDS.map((name) => [name, form.get(name) ?? undefined]));
  // A nearest time that was pressed counts before the one that was chosen before.
  return { ...typed, cuando: typed.otra || typed.cuando };
}

interface Sent {
  readonly typed: TypedForm;
  readonly key: string;
  readonly language: Language;
}

/**
 * Holds the table, unless the form's key has held one. Keys of the API are looked up by phone, this one by itself: a guest who goes
 * back and corrects the phone means the same table.
 *
 * @returns the table to confirm, or why there is none: `cancelled` where the one that the key held was
 */
async function hold(
  { reservations, now }: PageDeps,
  reserve: Route,
  exchange: Exchange,
  { typed, key, language }: Sent,
) {
  const made = await reservations.findMade(key);
  if (made && made.phone !== normalisePhone(typed.telefono ?? "")) return asMade(made);
  const { failure, body, headers } = await reserve.answer(forwarded(exchange, {
    method: "POST",
    pathname: reserve.path,
    headers: { "idempotency-key": key },
    json: { value: bodyOf(typed, language) },
  }));
  const isUsed = failure && (made !== null || failure.body.error === "idempotencia");
  if (isUsed) return asMade(made ?? await reservations.findMade(key));
  if (failure) return failure;
  const { folio, reservation: { date: day, time, party_size: partySize } } = JSON.parse(body!);
  const isReplay = headers["idempotent-replayed"] !== undefined;
  const first = isReplay ? made ?? await reservations.findMade(key) : null;
  return { folio, day, time, partySize, createdAt: first?.createdAt ?? now(), unchanged: false };
}

function asMade(made: MadeReservation | null) {
  return made?.stands ? { ...made, unchanged: true } : "cancelled";
}

/** The form under the names of the operation's fields. What is missing, or no number, is for the operation to refuse. */
function bodyOf({ cuando, dia, ...typed }: TypedForm, language: Language): unknown {
  const [day = dia, time] = cuando?.split("T") ?? [];
  const { personas = "", nombre, telefono, ocasion, comentarios } = typed;
  return {
    dia: day,
    hora: time,
    personas: /^\d{1,3}$/.test(personas) ? Number(personas) : personas,
    nombre,
    telefono,
    ocasion,
    comentarios,
    landing: language === "es" ? "web" : `web?lang=${language}`,
  };
}

/** The form with what was typed, under the same key, and what is wrong beside its field. */
function refused(
  deps: PageDeps,
  { status, body, wrong = [] }: Failure,
  { typed, key, language }: Sent,
): Answer {
  const { notices, wrong: words } = RESERVATION_TEXTS[language];
  const all = wrong.length > 0 ? wrong : [{ campo: body.campo ?? "", error: body.error }];
  const told = all.flatMap(({ campo, error }) => {
    // A day without a time is told where the times are.
    const field = campo === "dia" ? "hora" : campo;
    return isName(words, field) ? [[field, isName(words, error) ? error : campo]] : [];
  });
  const notice = isName(notices, body.motivo) ? body.motivo : "fields";
  const state = { status, typed, key, notice, wrong: Object.fromEntries(told) };
  const { headers, ...answer } = reservationPage(deps, state, language);
  const wait = body.reintentar_en_segundos;
  return { ...answer, headers: wait ? { ...headers, "retry-after": String(wait) } : headers };
}

function isName<Names extends object>(names: Names, name: string): name is keyof Names & string {
  return Object.hasOwn(names, name);
}

/** For how long a form can be sent: as long as the key of a reservation is known. */
const KEY_MS = 24 * 60 * 60_000;

/** A form's key, unique by its random nonce. It holds when it was made. */
function newKey(deps: PageDeps): Promise<string> {
  return sealJson(deps.now(), "reservationForm", deps);
}

async function isFresh(key: string, { now, draftKey }: PageDeps): Promise<boolean> {
  const made = await unsealJson<number>(key, "reservationForm", draftKey);
  return made !== null && now() < made + KEY_MS;
}

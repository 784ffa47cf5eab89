/** POST /reservar: the form takes the operation's own route, and ends on a page of its own or comes back with what is wrong. */
import { normalisePhone } from "../domain/contact.ts";
import { NONCE_BYTES, seal, unseal } from "../domain/seal.ts";
import type { Language } from "../domain/text.ts";
import type { Answer } from "../http/answer.ts";
import { BODY_TIMEOUT_MS } from "../http/body.ts";
import type { Failure } from "../http/failure.ts";
import { type FormError, isSameOrigin, readForm } from "../http/form.ts";
import { type Exchange, forwarded, type Route } from "../http/router.ts";
import type { MadeReservation } from "../ports.ts";
import { goToConfirmation } from "./confirmation.ts";
import type { PageDeps } from "./draft_page.ts";
import {
  FORM_FIELDS,
  type FormState,
  reservationPage,
  type TypedForm,
} from "./reservation_page.ts";
import { RESERVATION_TEXTS } from "./reservation_texts.ts";

/** Fields at their longest, each letter written with nine. */
const FORM_LIMITS = { maxBytes: 65_536, timeoutMs: BODY_TIMEOUT_MS };
const FORM_STATUS: Readonly<Record<FormError, number>> = {
  not_a_form: 415,
  too_large: 413,
  incomplete: 400,
  not_utf8: 400,
};

/** The form as the address asks for it: `dia` is a button, `otro` the field beside it. */
export async function emptyForm(
  deps: PageDeps,
  { target: { search } }: Exchange,
  language: Language,
): Promise<Answer> {
  const query = new URLSearchParams(search);
  const typed = {
    dia: query.get("dia") || query.get("otro") || "",
    personas: query.get("personas") ?? undefined,
  };
  const key = await newKey(deps);
  return reservationPage(deps, { status: 200, typed, key }, language);
}

/** The submitted form: 303 to the confirmation, or the form with what was typed and what to do. */
export async function submittedForm(
  deps: PageDeps,
  reserve: Route,
  exchange: Exchange,
  language: Language,
): Promise<Answer> {
  const { request } = exchange;
  const again = async (state: Omit<FormState, "key">) =>
    reservationPage(deps, { ...state, key: await newKey(deps) }, language);
  if (!isSameOrigin(request.headers, new URL(deps.baseUrl).origin)) {
    return await again({ status: 403, typed: {}, notice: "foreign" });
  }
  const { form, error } = await readForm(request, FORM_LIMITS);
  const typed = typedIn(form);
  if (error) return await again({ status: FORM_STATUS[error], typed, notice: error });
  if (FORM_FIELDS.some((name) => form.getAll(name).length > 1)) {
    return await again({ status: 400, typed, notice: "repeated" });
  }
  const key = typed.clave ?? "";
  if (!await isFresh(key, deps)) return await again({ status: 422, typed, notice: "stale" });
  return await inTurn(key, () => hold({ deps, reserve, exchange, language, typed, key, again }));
}

function typedIn(form: URLSearchParams): TypedForm {
  const typed = FORM_FIELDS.map((name) => [name, form.get(name) ?? undefined]);
  const { otra, cuando, ...others }: TypedForm = Object.fromEntries(typed);
  // A nearest time that was pressed counts before the one that was chosen before.
  return { ...others, cuando: otra || cuando };
}

interface Sent {
  readonly deps: PageDeps;
  readonly reserve: Route;
  readonly exchange: Exchange;
  readonly language: Language;
  readonly typed: TypedForm;
  readonly key: string;
  again(state: Omit<FormState, "key">): Promise<Answer>;
}

/**
 * Holds the table, unless the form's key has held one. Keys of the API are looked up by phone, this one by itself: a guest who goes
 * back and corrects the phone means the same table.
 */
async function hold(sent: Sent): Promise<Answer> {
  const { deps, reserve, exchange, language, typed, key } = sent;
  const made = await deps.reservations.findMade(key);
  if (made && made.phone !== normalisePhone(typed.telefono ?? "")) return await used(sent, made);
  const answer = await reserve.answer(forwarded(exchange, {
    method: "POST",
    pathname: reserve.path,
    headers: { "idempotency-key": key },
    json: { value: bodyOf(typed, language) },
  }));
  const { failure } = answer;
  const isUsed = failure && (made !== null || failure.body.error === "idempotencia");
  if (isUsed) return await used(sent, made ?? await deps.reservations.findMade(key));
  if (failure) return refused(failure, sent);
  const { folio, reservation: { date, time, party_size } } = JSON.parse(answer.body!);
  const isReplay = answer.headers["idempotent-replayed"] !== undefined;
  const first = isReplay ? made ?? await deps.reservations.findMade(key) : null;
  const confirmedAt = first?.createdAt ?? deps.now();
  const table = { folio, day: date, time, partySize: party_size, confirmedAt, unchanged: false };
  return await goToConfirmation(deps, table, language);
}

/** The form's fields under the names of the operation's; what is missing, or no number, is for the operation to refuse. */
function bodyOf({ cuando, dia, ...typed }: TypedForm, language: Language): unknown {
  const [day = dia, time] = cuando?.split("T") ?? [];
  const personas = /^\d{1,3}$/.test(typed.personas ?? "") ? Number(typed.personas) : typed.personas;
  return {
    dia: day,
    hora: time,
    personas,
    nombre: typed.nombre,
    telefono: typed.telefono,
    ocasion: typed.ocasion,
    comentarios: typed.comentarios,
    landing: language === "es" ? "web" : `web?lang=${language}`,
  };
}

/** The table that the form's key has held, as it was asked for; a new key where that one was cancelled. */
async function used(
  { deps, language, typed, again }: Sent,
  made: MadeReservation | null,
): Promise<Answer> {
  if (!made?.stands) return await again({ status: 422, typed, notice: "used" });
  const { folio, day, time, partySize, createdAt } = made;
  const table = { folio, day, time, partySize, confirmedAt: createdAt, unchanged: true };
  return await goToConfirmation(deps, table, language);
}

/** The form with what was typed, under the same key, and what is wrong beside its field. */
function refused(
  { status, body, wrong = [] }: Failure,
  { deps, language, typed, key }: Sent,
): Answer {
  const { notices, wrong: words } = RESERVATION_TEXTS[language];
  const isKnown = <Names extends object>(names: Names, name = ""): name is keyof Names & string =>
    Object.hasOwn(names, name);
  const notice = isKnown(notices, body.motivo) ? body.motivo : "fields";
  const all = wrong.length > 0 ? wrong : [{ campo: body.campo ?? "", error: body.error }];
  const codes = all.flatMap(({ campo, error }) => {
    // A day without a time is told where the times are.
    const field = campo === "dia" ? "hora" : campo;
    return isKnown(words, field) ? [[field, isKnown(words, error) ? error : campo]] : [];
  });
  const state = { status, typed, key, notice, wrong: Object.fromEntries(codes) };
  const answer = reservationPage(deps, state, language);
  const wait = body.reintentar_en_segundos;
  if (wait === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, "retry-after": String(wait) } };
}

/** For how long a form can be sent: as long as the key of a reservation is known. */
const KEY_MS = 24 * 60 * 60_000;

/** A form's key, unique by itself: its nonce is random. It holds when it was made. */
async function newKey({ now, draftKey, randomBytes }: PageDeps): Promise<string> {
  const packed = new TextEncoder().encode(String(now()));
  return await seal(packed, "reservationForm", draftKey, randomBytes(NONCE_BYTES));
}

async function isFresh(key: string, { now, draftKey }: PageDeps): Promise<boolean> {
  const packed = await unseal(key, "reservationForm", draftKey);
  return packed !== null && now() < Number(new TextDecoder().decode(packed)) + KEY_MS;
}

/** The last request of each key that is under way. */
const turns = new Map<string, Promise<unknown>>();

/** Runs `work` after what is under way with `key`: of a form that is sent twice at once, the second finds what the first has made. */
async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (turns.get(key) ?? Promise.resolve()).then(work, work);
  turns.set(key, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(key) === turn) turns.delete(key);
  }
}

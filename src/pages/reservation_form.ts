/** GET and POST /reservar: the operation's own route reserves; the confirmation follows, or the form with problems. */
import { normalisePhone, restaurantLink } from "../domain/contact.ts";
import { isDay, isTime, minuteOfDay, startOfDay } from "../domain/local_time.ts";
import { readWhole } from "../domain/read.ts";
import { confirmationPath, KEY_LIFETIME_MS } from "../domain/reservation/reservation.ts";
import { bookableSlots, listedEvening } from "../domain/schedule/availability.ts";
import { situationNow } from "../domain/schedule/situation.ts";
import { typedFields } from "../html/form.ts";
import { type Answer, seeOther } from "../http/answer.ts";
import type { Failure } from "../http/failure.ts";
import { ask, type Exchange } from "../http/router.ts";
import type { MadeReservation, Unavailable } from "../ports/reservations.ts";
import type { PageDeps, Show } from "./layout.ts";
import { messagePage } from "./refusal_page.ts";
import { reservationFormPage } from "./reservation_page.ts";
import {
  eveningOf,
  FORM_FIELDS,
  type FormState,
  PRESSED,
  type TypedForm,
  USUAL_PARTY,
  wrongChoices,
} from "./reservation_view.ts";
import { readSentForm } from "./sent_form.ts";
import { ES, type Texts } from "./texts/es.ts";

/** More than the operation takes, which then says so. */
const MANY_PEOPLE = { min: 1, max: 999 };

/** The form for a query in the API's names: without `hora`, `dia` is the evening. Wrong values are left out. */
export function emptyForm(
  deps: PageDeps,
  { target: { search } }: Exchange,
  texts: Texts,
): Answer {
  const query = new URLSearchParams(search);
  if (isFresh(query.get(OWN) ?? "", deps, "ownTable")) return ownTablePage(deps, texts);
  const [dia, hora] = [query.get("dia") ?? "", query.get("hora") ?? ""];
  const situation = situationNow(deps);
  const minute = isDay(dia) && isTime(hora) ? startOfDay(dia) + minuteOfDay(hora) : NaN;
  const evening = isDay(dia) ? bookableSlots(situation, dia).get(minute) : undefined;
  const cuando = evening && `${dia}T${hora}`;
  const asked = { dia: evening ?? dia, personas: query.get("personas") ?? undefined, cuando };
  const wrong = wrongChoices(asked, situation);
  // A party over the owner's limit is told of that; another wrong value is left out.
  const isTooLarge = wrong.personas !== undefined &&
    readWhole(asked.personas ?? "", MANY_PEOPLE) !== null;
  const typed = Object.fromEntries(
    Object.entries(asked).filter(([name]) =>
      !(name in wrong) || (name === "personas" && isTooLarge)
    ),
  );
  const people = Number(asked.personas ?? USUAL_PARTY);
  const isListed = evening && listedEvening(situation, evening, people).includes(minute);
  const isWhole = Object.keys(wrong).length === 0 && (hora === "" || isListed);
  const notice = isWhole ? {} : { notice: "link" } as const;
  return reservationFormPage(deps, { status: 200, typed, key: newKey(deps), ...notice }, texts);
}

/** 303 to the confirmation, or the form as it was typed: in another language, with other times or with problems. */
export function submittedForm(deps: PageDeps): Show {
  // If a form is sent twice at once with two phone numbers, the second finds the first's table.
  const inOrder = queues();
  return async (exchange, texts) => {
    const { form, unread } = await readSentForm(exchange.request, deps.baseUrl);
    // Of a form that did not arrive nothing is empty that the guest has emptied.
    const read: TypedForm = form.size > 0 ? typedFields(form, FORM_FIELDS, PRESSED) : {};
    const { clave = "", cuando, dia = "", listado } = read;
    const isUsable = isFresh(clave, deps);
    // A guest who goes back to a used form and changes what it lists must not hold a second table.
    const key = isUsable ? clave : newKey(deps);
    const isOtherDay = dia !== "" && dia !== listado;
    // A time that was offered may be of another evening than the listed one.
    const evening = eveningOf(cuando, situationNow(deps)) ?? listado;
    const typed = isOtherDay ? read : { ...read, dia: evening };
    const again = (state: Omit<FormState, "typed" | "key">, under = key) =>
      reservationFormPage(deps, { ...state, typed, key: under }, texts);
    if (unread) return again(unread);
    if (isUsable && form.get("accion") === "vigente") {
      const path = unchanged(await deps.reservations.findMade(key), deps);
      if (path !== "cancelled" && path !== "unavailable") {
        return seeOther(`${path}?lang=${texts.language}`);
      }
    }
    if (["accion", "ver", "gente"].some((name) => form.has(name))) return again({ status: 200 });
    if (!isUsable) return again({ status: 422, notice: "stale" });
    if (isOtherDay) return again({ status: 422, wrong: { hora: "otro_dia" } });
    const outcome = await inOrder(key, () => hold(deps, exchange, { typed, key, texts }));
    if (outcome === "cancelled") return again({ status: 422, notice: "used" }, newKey(deps));
    if (outcome === "unavailable") {
      return again({ status: 502, notice: "base", offersContact: true });
    }
    if (typeof outcome === "string") return seeOther(`${outcome}?lang=${texts.language}`);
    return refused(deps, outcome, { typed, key, texts });
  };
}

/** Runs the work of a key one after another. */
function queues(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const done = (last.get(key) ?? Promise.resolve()).then(work);
    const ended: Promise<void> = done.then(() => {}, () => {}).then(() => {
      if (last.get(key) === ended) last.delete(key);
    });
    last.set(key, ended);
    return done;
  };
}

interface Sent {
  readonly typed: TypedForm;
  readonly key: string;
  readonly texts: Texts;
}

/**
 * Holds the table, unless the form's key already holds one, also for another phone: a guest may go back and correct it.
 * @returns the path of the confirmation, the failure, `cancelled` if the key's table was cancelled, or `unavailable` if
 * the database does not say whether there is one
 */
async function hold(deps: PageDeps, exchange: Exchange, { typed, key, texts }: Sent) {
  const made = await deps.reservations.findMade(key);
  const isOther = made && ("kind" in made || made.phone !== normalisePhone(typed.telefono ?? ""));
  if (isOther) return unchanged(made, deps);
  const { value, failure } = await ask<{ readonly comprobante: string }>(
    deps.asked.reserve,
    exchange,
    {
      headers: { "idempotency-key": key },
      json: { value: bodyOf(typed, texts) },
    },
  );
  const isUsed = failure && (made !== null || failure.body.error === "idempotencia");
  if (isUsed) return unchanged(made ?? await deps.reservations.findMade(key), deps);
  if (failure) return failure;
  return value.comprobante.slice(deps.baseUrl.length);
}

function unchanged(made: MadeReservation | Unavailable | null, { seals }: PageDeps) {
  if (made && "kind" in made) return made.kind;
  if (!made?.stands) return "cancelled";
  const { folio, day, time, partySize, createdAt } = made;
  const table = { folio, day, time, partySize, createdAt, unchanged: true } as const;
  return confirmationPath(table, seals);
}

/** The form as the operation's body. The operation refuses what is missing or no number. */
function bodyOf(
  { clave: _, listado: __, antes: ___, cuando, ...typed }: TypedForm,
  texts: Texts,
): unknown {
  const { dia = "", personas = "", ocasion } = typed;
  const [day, time] = (cuando || dia).split("T");
  return {
    ...typed,
    dia: day,
    hora: time,
    personas: readWhole(personas, MANY_PEOPLE) ?? personas,
    ocasion: ocasion || undefined,
    landing: texts === ES ? "web" : `web?lang=${texts.language}`,
  };
}

/** The form with what was typed, under the same key, and each problem beside its field. */
function refused(
  deps: PageDeps,
  { status, body, wrong = [] }: Failure,
  { typed, key, texts }: Sent,
): Answer {
  const { notices, wrong: words } = texts;
  if (body.error === "ya_reservada") return ownTablePage(deps, texts);
  const all = wrong.length > 0 ? wrong : [{ campo: body.campo ?? "", error: body.error }];
  const marks = all.flatMap(({ campo, error }) => {
    // A problem of the day is shown where the times are.
    const field = campo === "dia" ? "hora" : campo;
    return isName(words, field) ? [[field, isName(words, error) ? error : campo]] : [];
  });
  const notice = isName(notices, body.motivo) && { notice: body.motivo };
  const offersContact = body.whatsapp !== undefined;
  const state = { status, typed, key, ...notice, offersContact, wrong: Object.fromEntries(marks) };
  return reservationFormPage(deps, { ...state, wait: body.reintentar_en_segundos }, texts);
}

/** Names the sealed time in the links of {@linkcode ownTablePage} to other languages. */
const OWN = "propia";

/** Says that the guest's own table stands, without the form, which offers other times. */
function ownTablePage(deps: PageDeps, texts: Texts): Answer {
  const { confirmation, wrong } = texts;
  const restaurant = deps.restaurant();
  const href = restaurantLink(restaurant, confirmation.changeMessage(restaurant.name, null));
  const query = `&${OWN}=${newKey(deps, "ownTable")}`;
  const page = { status: 422, title: confirmation.own, lead: wrong.ya_reservada, href, query };
  return messagePage(restaurant, texts, page);
}

/** Whether `name` is one of the object's own. */
export function isName<Names extends object>(
  names: Names,
  name: string,
): name is keyof Names & string {
  return Object.hasOwn(names, name);
}

type Purpose = "reservationForm" | "ownTable";

/** The time, sealed with random bytes so that it is unique. */
function newKey({ now, randomBytes, seals }: PageDeps, purpose: Purpose = "reservationForm") {
  return seals.seal(String(now()), purpose, randomBytes(12));
}

/** A form can be sent for as long as the key of a reservation is known. */
function isFresh(key: string, { now, seals }: PageDeps, purpose: Purpose = "reservationForm") {
  const sealed = seals.open(key, purpose);
  return sealed !== null && now() < Number(sealed.toString()) + KEY_LIFETIME_MS;
}

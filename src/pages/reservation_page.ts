/** The form that holds a table, without scripts: day and people list the times; below are the guest's details. */
import {
  type Day,
  dayOf,
  daysFrom,
  isDay,
  localDateTime,
  timeOf,
  type WallMinute,
  wallMinuteOf,
} from "../domain/local_time.ts";
import { readPartySize } from "../domain/reservation/fields.ts";
import { RESERVATION_LIMITS } from "../domain/reservation/reservation.ts";
import {
  bookingWindow,
  COMING_DAYS,
  listedEvening,
  timeNotListed,
} from "../domain/schedule/availability.ts";
import { servicesOn } from "../domain/schedule/services.ts";
import { currentServiceDay, type Situation, situationNow } from "../domain/schedule/situation.ts";
import { errorSummary, hiddenFields, type InputField, inputField } from "../html/form.ts";
import { attributes, type Html, html } from "../html/html.ts";
import { dayText } from "../html/words.ts";
import type { Answer } from "../http/answer.ts";
import { contactButton, type PageDeps } from "./draft_page.ts";
import { pageAnswer, section } from "./layout.ts";
import type { Texts } from "./texts/es.ts";

/** `dia` is the service day in the date field, `listado` the one whose times are shown, `cuando` the local date and time chosen in it. */
export const FORM_FIELDS = [
  ...["clave", "dia", "listado", "cuando", "personas"] as const,
  ...["nombre", "telefono", "ocasion", "comentarios"] as const,
] as const;
export type TypedForm = Readonly<Partial<Record<(typeof FORM_FIELDS)[number], string | undefined>>>;

/** Buttons with a day, a party, or a nearby time that is offered instead of the chosen one. */
export const PRESSED = { ver: "dia", gente: "personas", otra: "cuando" } as const;

type WrongName = keyof Texts["wrong"];

/** The form as it is shown. */
export interface FormState {
  readonly status: number;
  readonly typed: TypedForm;
  /** Idempotency key, sent back with the form. */
  readonly key: string;
  readonly notice?: keyof Texts["notices"];
  /** Whether writing to the restaurant is the remedy of a refusal. */
  readonly offersContact?: boolean;
  /** Seconds until the form may be sent again. */
  readonly wait?: number | undefined;
  /** The problem of each field. */
  readonly wrong?: Readonly<Partial<Record<WrongName, WrongName>>>;
}

const FORM = "mesa";
/** Where times begin. */
const TIMES = "hora";

export function reservationPage(deps: PageDeps, state: FormState, texts: Texts): Answer {
  const view = viewOf(deps, state, texts);
  const { situation, words, wrong } = view;
  const { restaurant } = situation;
  const isOff = !bookingWindow(situation).active;
  const problems = SUMMED.flatMap((id) =>
    wrong[id] ? [{ id, text: wrongText(wrong[id], view) }] : []
  );
  const notice = isOff ? "apagado" : state.notice ?? (problems.length > 0 ? "fields" : null);
  const isRoomless = view.coming.every(({ minutes }) => minutes.length === 0);
  const offersContact = isOff || state.offersContact || isRoomless || wrong.personas !== undefined;
  const content = html`
    ${notice
      ? errorSummary(texts.notices[notice], isOff ? [] : problems)
      : html`<p class="lead">${words.lead}</p>`}
    ${notice === "foreign" && html`
      <p class="links"><a href="${deps.baseUrl}/reservar">${deps.baseUrl}/reservar</a></p>
    `}
    ${offersContact && contactButton(restaurant, "reserva", texts)}
    ${!isOff && tableForm(view)}
  `;
  const status = state.status === 200 && problems.length > 0 ? 422 : state.status;
  const frame = { status, wait: state.wait, texts, restaurant, title: words.title };
  const form = isOff ? {} : { form: FORM, hasErrors: notice !== null };
  return pageAnswer({ ...frame, ...form, content, posts: true });
}

/** The fields with a problem to be told, in the page's order. */
const SUMMED = ["dia", "personas", TIMES, "nombre", "telefono", "comentarios"] as const;

/** What the parts of the form show. */
type FormView = ReturnType<typeof viewOf>;

const USUAL_PARTY = "2";

function viewOf(deps: PageDeps, state: FormState, texts: Texts) {
  const situation = situationNow(deps);
  const personas = state.typed.personas ?? USUAL_PARTY;
  const dia = state.typed.dia ?? "";
  const people = peopleIn(personas);
  const evening = (day: Day) => ({ day, minutes: listedEvening(situation, day, people ?? 1) });
  const today = currentServiceDay(situation);
  const coming = daysFrom(today, COMING_DAYS).map(evening);
  const first = coming.find(({ minutes }) => minutes.length > 0) ?? coming[0]!;
  const wrong = { ...wrongChoices(state.typed, situation), ...state.wrong };
  const shown = dia !== "" && wrong.dia === undefined ? evening(dia) : first;
  const typed = { ...state.typed, personas };
  const { reservation: words } = texts;
  return { ...state, situation, texts, words, people, coming, shown, wrong, typed };
}

function peopleIn(text: string): number | null {
  const size = readPartySize(/^\d+$/.test(text) ? Number(text) : NaN);
  return "value" in size ? size.value : null;
}

/** The problems of a chosen day and party; what was not chosen has none. */
export function wrongChoices(
  { dia = "", personas = USUAL_PARTY }: TypedForm,
  situation: Situation,
): NonNullable<FormState["wrong"]> {
  const isOffered = isDay(dia) && dia >= currentServiceDay(situation) &&
    dia <= bookingWindow(situation).lastDay;
  return {
    ...(dia !== "" && !isOffered && { dia: "dia" }),
    ...(peopleIn(personas) === null && { personas: "personas" }),
  };
}

/** Where a button of day or party leads, which lists the times again with what was typed. */
const listing = ({ texts: { language } }: FormView) => `/reservar?lang=${language}#${TIMES}`;

function dayChooser(view: FormView): Html {
  const { situation, texts: { locale, moments, confirmation }, words, coming, shown } = view;
  const button = ({ day, minutes }: typeof shown) => {
    const disabled = minutes.length === 0;
    const name = day === coming[0]!.day ? moments.today : dayText(day, locale, "shortWeekday");
    const current = { disabled, "aria-current": !disabled && day === shown.day && "date" };
    const mark = { name: "ver", value: day, formaction: listing(view), ...current };
    return choiceButton(mark, name, disabled ? words.noTimes : dayText(day, locale, "date"));
  };
  const dates = { min: coming[0]!.day, max: bookingWindow(situation).lastDay };
  const input = {
    label: words.otherDay,
    attributes: attributes({ type: "date", ...dates }),
    ...(view.wrong.dia === undefined && { value: shown.day }),
  };
  return html`
    <details ${attributes({ open: view.wrong.dia !== undefined })}>
      <summary><small>${confirmation.day}</small> ${dayText(shown.day, locale)}</summary>
      ${choices(confirmation.day, coming.map(button))} ${typedInstead("dia", view, input)}
    </details>
  `;
}

function partyChooser(view: FormView): Html {
  const { words, people } = view;
  const { min } = RESERVATION_LIMITS.partySize;
  const max = view.situation.restaurant.maxParty;
  const button = (_: unknown, index: number) => {
    const current = { "aria-current": index + 1 === people && "true" };
    const mark = { name: "gente", value: index + 1, formaction: listing(view), ...current };
    return choiceButton(mark, String(index + 1));
  };
  const number = attributes({ type: "number", inputmode: "numeric", min, max });
  const buttons = Array.from({ length: Math.min(PARTY_BUTTONS, max) }, button);
  const input = { label: words.people, attributes: number };
  return html`
    <details ${attributes({ open: view.wrong.personas !== undefined })}>
      <summary><small>${words.people}</small> ${people}</summary>
      ${choices(words.people, buttons)} ${typedInstead("personas", view, input)}
    </details>
  `;
}

/** Larger parties are typed. */
const PARTY_BUTTONS = 8;

/** The field in which what no button offers is typed, and its own button. */
function typedInstead(
  of: "dia" | "personas",
  view: FormView,
  input: Omit<InputField, "name">,
): Html {
  const list = attributes({ class: "send quiet", name: "ver", formaction: listing(view) });
  return html`
    <div class="fields">
      ${field(of, view, input)} <button ${list}>${view.words.showTimes}</button>
    </div>
  `;
}

/** One form, so that no value on the page is left out when it is sent. */
function tableForm(view: FormView): Html {
  const { texts: { language, locale }, words, key, shown: { day, minutes }, people } = view;
  // Another address than the empty form's: of an address that was posted to, browsers drop the page to which Back leads.
  const form = {
    method: "post",
    action: `/reservar?lang=${language}&mesa`,
    id: FORM,
    novalidate: true,
  };
  const chosen = `${dayText(day, locale)}, ${words.party(people ?? 1)}`;
  return html`
    <form ${attributes({ ...form, "accept-charset": "utf-8" })}>
      ${hiddenFields({ clave: key, listado: day })}
      <div class="folded">
        ${dayChooser(view)} ${partyChooser(view)}
      </div>
      ${section(TIMES, chosen, [
        timeProblem(view),
        minutes.length === 0 ? html`<p>${words.dayWithoutTimes}</p>` : timeChoices(view),
      ])}
      ${section("details", words.details, details(view))}
    </form>
  `;
}

/** The times of each service. Those after midnight show their day. */
function timeChoices(view: FormView): readonly Html[] {
  const { situation: { restaurant, state }, shown: { day, minutes }, texts: { locale }, words } =
    view;
  const services = servicesOn(restaurant, day, state);
  const serviceOf = (minute: WallMinute) => services.findLast(({ opens }) => opens <= minute)!;
  const mark = attributes({ "aria-describedby": view.wrong.hora !== undefined && "hora-mal" });
  // Another day keeps the hour.
  const hour = view.typed.cuando?.split("T")[1];
  const choice = (minute: WallMinute) => {
    const value = localDateTime(minute);
    const weekday = dayText(dayOf(minute), locale, "shortWeekday");
    const checked = attributes({ checked: timeOf(minute) === hour });
    const nextDay = dayOf(minute) !== day && html`<small>${words.nextDay(weekday)}</small>`;
    const input = html`<input type="radio" name="cuando" value="${value}" ${checked} ${mark}>`;
    return html`<label>${input} ${timeOf(minute)} ${nextDay}</label>`;
  };
  return [...Map.groupBy(minutes, serviceOf)].map(([{ opens, closes }, times]) =>
    html`
      <fieldset class="choices">
        <legend>${words.service(timeOf(opens), timeOf(closes))}</legend>
        ${times.map(choice)}
      </fieldset>
    `
  );
}

/** The problem of the chosen time, and the nearest times that can be reserved, each a button that sends the form. */
function timeProblem(view: FormView): Html | null {
  const { wrong: { hora: code }, typed, texts, words, situation, people } = view;
  if (!code) return null;
  const [chosenDay = "", time = ""] = typed.cuando?.split("T") ?? [];
  const isRefused = code === "hora_no_reservable" && people !== null;
  const refusal = isRefused
    ? timeNotListed({ ...situation, day: chosenDay, time, partySize: people })
    : null;
  const { meant = [], nearest = [], left = null, isTooSoon = false } = refusal ?? {};
  const notice = isTooSoon && words.notice(situation.restaurant.booking.noticeMinutes);
  const places = left !== null && words.left(left);
  const offered = [...meant, ...nearest];
  const button = (value: string) => {
    const minute = wallMinuteOf(value);
    const date = dayOf(minute) !== chosenDay && dayText(dayOf(minute), texts.locale, "date");
    return choiceButton({ name: "otra", value }, timeOf(minute), date);
  };
  return html`
    <p class="wrong" id="hora-mal">${wrongText(code, view)} ${notice} ${places}</p>
    ${offered.length > 0 && html`
      <p>${words.nearest}</p>
      ${choices(words.times, [...new Set(offered)].map(button))}
    `}
  `;
}

/** A button that sends the form, perhaps with a second line below its words. */
function choiceButton(
  mark: Parameters<typeof attributes>[0],
  text: string,
  below: string | false = false,
): Html {
  return html`<button ${attributes(mark)}>${text} ${
    below && html`<small>${below}</small>`
  }</button>`;
}

function choices(label: string, buttons: readonly Html[]): Html {
  return html`<div class="choices" role="group" aria-label="${label}">${buttons}</div>`;
}

function details(view: FormView): Html {
  const { words, texts: { frame }, typed, situation: { restaurant: { privacyNotice } } } = view;
  const hinted = (label: string, hint: string) => html`${label} <small>${hint}</small>`;
  const name = attributes({ autocomplete: "name", required: true });
  const phone = attributes({ type: "tel", autocomplete: "tel", required: true });
  const birthday = { value: "cumpleanos", checked: typed.ocasion === "cumpleanos" };
  const tick = html`<input type="checkbox" name="ocasion" ${attributes(birthday)}>`;
  return html`
    ${field("nombre", view, { label: words.name, attributes: name })}
    ${field("telefono", view, { label: hinted(words.phone, words.phoneHint), attributes: phone })}
    <label class="check">${tick} ${words.birthday}</label>
    ${field("comentarios", view, { label: hinted(words.comments, words.commentsHint), rows: 3 })}
    <button class="send">${words.reserve}</button>
    ${privacyNotice !== null &&
      html`<p class="links"><a href="${privacyNotice}" target="_top">${frame.privacy}</a></p>`}
  `;
}

function wrongText(code: WrongName, { texts, situation }: FormView): string {
  const text = texts.wrong[code];
  return typeof text === "string" ? text : text(situation.restaurant.maxParty);
}

function field(
  of: WrongName & keyof TypedForm,
  view: FormView,
  own: Omit<InputField, "name">,
): Html {
  const { typed, wrong } = view;
  const code = wrong[of];
  const problem = code ? { field: of, text: wrongText(code, view) } : null;
  return inputField({ name: of, value: typed[of] ?? "", problem, isSummed: true, ...own });
}

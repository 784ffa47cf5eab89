/** The form that holds a table, without scripts: day and people list the times; below are the guest's details. */
import {
  addDays,
  type Day,
  dayOf,
  localDateTime,
  timeOf,
  type WallMinute,
  wallMinuteOf,
} from "../domain/local_time.ts";
import { largestParty } from "../domain/restaurant.ts";
import { RESERVATION_LIMITS, SAID_WIRES, type SaidWire } from "../domain/reservation/fields.ts";
import { bookingWindow } from "../domain/schedule/availability.ts";
import { eveningReason } from "../domain/schedule/reason.ts";
import { nearestEvenings } from "../domain/schedule/refusal.ts";
import { countsPeople, hasHours } from "../domain/schedule/services.ts";
import { capitalised } from "../domain/text.ts";
import { errorSummary, hiddenFields, type InputField, inputField } from "../html/form.ts";
import { attributes, type Html, html } from "../html/html.ts";
import { dayText } from "../html/words.ts";
import type { Answer } from "../http/answer.ts";
import sheet from "./booking.css" with { type: "text" };
import { contactButton, noticeLink, notYet, pageAnswer, type PageDeps, section } from "./layout.ts";
import {
  type FormState,
  type FormView,
  TIMES,
  type TypedForm,
  USUAL_PARTY,
  viewOf,
  WEEK,
  type WrongName,
} from "./reservation_view.ts";
import type { Texts } from "./texts/es.ts";
import { reasonInWords } from "./texts/languages.ts";

const FORM = "mesa";
export function reservationFormPage(deps: PageDeps, state: FormState, texts: Texts): Answer {
  const view = viewOf(deps, state, texts);
  const { situation, situation: { restaurant }, words, wrong, problems, canSend } = view;
  if (!hasHours(restaurant)) {
    const content = notYet(situation, `${texts.home.soon}.`, texts);
    return pageAnswer({ status: state.status, texts, restaurant, title: words.title, content });
  }
  const isOff = !bookingWindow(situation).active;
  const status = state.status === 200 && problems.length > 0 ? 422 : state.status;
  const refused = canSend ? "fields" : "noTimes";
  const notice = state.notice ?? (status === 200 ? null : refused);
  const text = isOff
    ? `${
      reasonInWords(eveningReason({ ...situation, day: view.shown.day, partySize: 1 })!, texts)
    } ${words.write}`
    : notice && texts.notices[notice];
  const offersContact = isOff || state.offersContact || wrong.personas !== undefined;
  const content = html`
    ${text ? errorSummary(text, isOff ? [] : problems) : html`<p class="lead">${words.lead}</p>`}
    ${!isOff && notice === "foreign" && html`
      <p class="links"><a href="${deps.baseUrl}/reservar">${deps.baseUrl}/reservar</a></p>
    `}
    ${offersContact && contactButton(restaurant, "reserva", texts)}
    ${!isOff && tableForm(view)}
  `;
  const frame = { status, wait: state.wait, texts, restaurant, title: words.title };
  return pageAnswer({ ...frame, ...(!isOff && { form: FORM }), sheet, content, posts: true });
}

/** A button that lists the times again with what was typed, and leads to them. */
function listing({ texts: { language } }: FormView, name: string, value?: string | number) {
  return { name, value, formaction: `/reservar?lang=${language}#${TIMES}` };
}

/** Seven days with the shown one among them, the same weekday of the weeks beside, and a field for any other day. */
function dayChooser(view: FormView): Html {
  const { situation, texts: { locale, moments, confirmation }, words, today, shown, week } = view;
  const button = ({ day, minutes }: typeof shown) => {
    const disabled = minutes.length === 0;
    const current = { disabled, "aria-current": day === shown.day && "date" };
    const name = day === today ? moments.today : dayText(day, locale, "shortWeekday");
    return html`
      <button ${attributes({ ...listing(view, "ver", day), ...current })}>
        <small>${name}</small> <b>${Number(day.slice(-2))}</b>
        ${disabled && html`<span class="unseen">${words.noTimes}</span>`}
      </button>
    `;
  };
  const lastDay = bookingWindow(situation).lastDay;
  const turn = (days: number, sign: string, label: string) => {
    const day = addDays(shown.day, days);
    const disabled = day < today || day > lastDay;
    return stepButton({ ...listing(view, "ver", day), disabled, "aria-label": label }, sign);
  };
  const dates = attributes({ type: "date", min: today, max: lastDay });
  const value = view.wrong.dia === undefined ? { value: shown.day } : {};
  const list = attributes({ class: "send quiet", ...listing(view, "ver") });
  return html`
    <div class="head">
      <p>${dayText(week[0]!.day, locale, "date")} – ${dayText(week.at(-1)!.day, locale, "date")}</p>
      ${turn(-WEEK, "‹", words.weekBefore)} ${turn(WEEK, "›", words.weekAfter)}
    </div>
    <div class="strip" role="group" aria-label="${confirmation.day}">${week.map(button)}</div>
    <details ${attributes({ open: view.wrong.dia !== undefined })}>
      <summary>${words.otherDay}</summary>
      <div class="fields">
        ${field(view, { name: "dia", label: confirmation.day, attributes: dates, ...value })}
        <button ${list}>${words.showTimes}</button>
      </div>
    </details>
  `;
}

function stepButton(mark: Parameters<typeof attributes>[0], sign: string): Html {
  return html`<button ${attributes({ class: "step", ...mark })}>${sign}</button>`;
}

/** The script steps without asking, unless the times depend on the party. */
function partyChooser(view: FormView): Html {
  const { words, people, situation: { restaurant } } = view;
  const [{ min }, max] = [RESERVATION_LIMITS.partySize, largestParty(restaurant)];
  const size = people ?? Number(USUAL_PARTY);
  const step = (by: 1 | -1, sign: string, label: string) => {
    const disabled = by < 0 ? size + by < min : size + by > max;
    const mark = { ...listing(view, "gente", size + by), disabled, "aria-label": label };
    return stepButton({ ...mark, "data-step": !countsPeople(restaurant.booking) && by }, sign);
  };
  const number = attributes({ type: "number", inputmode: "numeric", min, max });
  return html`
    <div class="stepper">
      ${step(-1, "−", words.fewer)}
      ${field(view, { name: "personas", label: words.people, attributes: number })}
      ${step(1, "+", words.more)}
    </div>
  `;
}

/** One form, so that no value on the page is left out when it is sent. */
function tableForm(view: FormView): Html {
  const { texts: { language, locale }, words, key, shown: { day, minutes }, people } = view;
  const { typed, canSend } = view;
  // Not the address of the empty form: browsers drop a page that was posted to from what Back leads to.
  const action = `/reservar?lang=${language}&mesa`;
  const form = { method: "post", action, id: FORM, novalidate: true };
  // A party over the owner's limit is named too.
  const size = people ?? (Number(typed.personas) || 1);
  const party = html`<span data-party>${words.party(size)}</span>`;
  const chosen = html`${dayText(day, locale)}, ${party}`;
  return html`
    <form ${attributes({ ...form, "accept-charset": "utf-8" })}>
      ${hiddenFields({ clave: key, listado: day })}
      <a class="unseen" href="#${TIMES}">${words.showTimes}</a>
      <div>
        ${dayChooser(view)} ${partyChooser(view)}
        ${section(TIMES, chosen, [
          canSend ? timeProblem(view) : otherEvenings(view),
          minutes.length > 0 ? timeChoices(view) : hiddenFields({ antes: typed.cuando ?? "" }),
        ])}
      </div>
      ${canSend && section("details", words.details, details(view))}
    </form>
  `;
}

const OFFERED_EVENINGS = 3;
/** The guest's own fields, which a day without times does not show. */
const HIDDEN = ["nombre", "telefono", "ocasion", ...SAID_WIRES] as const;

/** In place of a form that could not be sent: why, and the nearest evenings. What was typed goes with them. */
function otherEvenings(view: FormView): Html {
  const { situation, situation: { restaurant }, shown, people, typed, words, texts } = view;
  const { locale } = texts;
  const request = { ...situation, day: shown.day, partySize: people ?? 1 };
  const reason = eveningReason(request);
  const near = nearestEvenings(request, OFFERED_EVENINGS);
  const kept = HIDDEN.flatMap((name) => typed[name] ? [[name, typed[name]]] : []);
  const evening = (day: Day) => {
    const [weekday, date] = [dayText(day, locale, "shortWeekday"), dayText(day, locale, "date")];
    return choiceButton(listing(view, "ver", day), weekday, date);
  };
  return html`
    <p>${reason && reasonInWords(reason, texts)}</p>
    ${hiddenFields(Object.fromEntries(kept))}
    ${near.length > 0 && html`
      <p>${words.nearDays}</p>
      ${choices(words.otherDay, near.map(evening))}
    `}
    <p>${contactButton(restaurant, "reserva", texts)}</p>
  `;
}

/** The meals, by the hour at which their first time can be. */
const MEALS = [["night", 0], ["breakfast", 5], ["lunch", 12], ["dinner", 18]] as const;

/** The times of each meal. Those after midnight show their day. */
function timeChoices(view: FormView): readonly Html[] {
  const { shown: { day, minutes }, texts: { locale }, words } = view;
  const mealOf = (minute: WallMinute) => {
    const hour = dayOf(minute) === day ? Number(timeOf(minute).slice(0, 2)) : 24;
    return MEALS.findLast(([, from]) => from <= hour)![0];
  };
  const mark = attributes({ "aria-describedby": view.wrong.hora !== undefined && "hora-mal" });
  // Another day keeps the hour, unless it has that twice, early and after its midnight.
  const { cuando } = view.typed;
  const alike = minutes.filter((minute) => timeOf(minute) === cuando?.split("T")[1]);
  const chosen = alike.find((minute) => localDateTime(minute) === cuando) ??
    (alike.length === 1 ? alike[0] : undefined);
  const choice = (minute: WallMinute) => {
    const value = localDateTime(minute);
    const weekday = dayText(dayOf(minute), locale, "shortWeekday");
    const checked = attributes({ checked: minute === chosen });
    const nextDay = dayOf(minute) !== day && html`<small>${words.nextDay(weekday)}</small>`;
    const input = html`<input type="radio" name="cuando" value="${value}" ${checked} ${mark}>`;
    return html`<label>${input} ${timeOf(minute)} ${nextDay}</label>`;
  };
  return [...Map.groupBy(minutes, mealOf)].map(([meal, times]) =>
    html`
      <fieldset class="choices">
        <legend>${words.meals[meal]}</legend>
        ${times.map(choice)}
      </fieldset>
    `
  );
}

/** The problem of the chosen time, and the nearest times that can be reserved, each a button that sends the form. */
function timeProblem(view: FormView): Html | null {
  const { problems, shown, texts, words, refusal, offered } = view;
  const problem = problems.find(({ field }) => field === TIMES);
  if (!problem) return null;
  const button = (value: string) => {
    const minute = wallMinuteOf(value);
    const date = dayOf(minute) === shown.day ? "" : dayText(dayOf(minute), texts.locale, "date");
    return choiceButton({ name: "otra", value }, timeOf(minute), date);
  };
  return html`
    <p class="wrong" id="hora-mal">${refusal
      ? reasonInWords(refusal.reason, texts)
      : problem.text}</p>
    ${offered.length > 0 && html`
      <p>${words.nearest}</p>
      ${choices(words.times, offered.map(button))}
    `}
  `;
}

/** A button that sends the form, perhaps with a second line below its words. */
function choiceButton(mark: Parameters<typeof attributes>[0], text: string, below = ""): Html {
  const second = below !== "" && html`<small>${below}</small>`;
  return html`<button ${attributes(mark)}>${text} ${second}</button>`;
}

function choices(label: string, buttons: readonly Html[]): Html {
  return html`<div class="choices" role="group" aria-label="${label}">${buttons}</div>`;
}

function details(view: FormView): Html {
  const { words, texts, texts: { locale }, typed, shown: { day }, situation } = view;
  const { restaurant } = situation;
  // The script writes it from the chosen time and the party, which change on the page.
  const evening = `${capitalised(dayText(day, locale, "weekday"))} ${Number(day.slice(-2))}`;
  const sentence = {
    "data-chosen": evening,
    "data-one": words.party(1),
    "data-more": words.party(0),
  };
  const named = attributes({ autocomplete: "name", required: true });
  const phone = html`${words.phone} <small>${words.phoneHint}</small>`;
  const dialled = attributes({ type: "tel", autocomplete: "tel", required: true });
  const said = (name: SaidWire) => {
    const { label, hint } = words.said[name];
    return field(view, { name, label: html`${label} <small>${hint}</small>`, rows: 3 });
  };
  const birthday = { value: "cumpleanos", checked: typed.ocasion === "cumpleanos" };
  const tick = html`<input type="checkbox" name="ocasion" ${attributes(birthday)}>`;
  return html`
    ${field(view, { name: "nombre", label: words.name, attributes: named })}
    ${field(view, { name: "telefono", label: phone, attributes: dialled })}
    <label class="check">${tick} ${words.birthday}</label>
    ${SAID_WIRES.map(said)}
    <p class="chosen" ${attributes(sentence)} hidden></p>
    <button class="send">${words.reserve}</button>
    <p class="links">${noticeLink(restaurant, texts)}</p>
  `;
}

/** A field of the form without its text and its problem. */
type ShownField = InputField & { readonly name: WrongName & keyof TypedForm };

function field({ typed, problems }: FormView, input: ShownField): Html {
  const problem = problems.find(({ field }) => field === input.name);
  return inputField({ value: typed[input.name] ?? "", problem, isSummed: true, ...input });
}

/** GET /reservar: day, people and times, and the form that holds a table. */
import { contactLink } from "../domain/contact.ts";
import {
  addDays,
  type Day,
  dayOf,
  isDay,
  type LocalDateTime,
  localDateTime,
  timeOf,
  type WallMinute,
  wallMinuteOf,
} from "../domain/local_time.ts";
import { readPartySize } from "../domain/reservation/fields.ts";
import { RESERVATION_LIMITS } from "../domain/reservation/reservation.ts";
import {
  bookableSlots,
  bookingWindow,
  listed,
  timeNotListed,
} from "../domain/schedule/availability.ts";
import { servicesOn } from "../domain/schedule/services.ts";
import { currentServiceDay, type Situation, situationNow } from "../domain/schedule/situation.ts";
import type { Language } from "../domain/text.ts";
import type { Answer } from "../http/answer.ts";
import { dayText } from "./day_words.ts";
import { linkButton, type PageDeps } from "./draft_page.ts";
import { inputField } from "./form_field.ts";
import { type Html, html } from "./html.ts";
import { pageAnswer } from "./layout.ts";
import { RESERVATION_TEXTS, type ReservationTexts } from "./reservation_texts.ts";

/** The form's fields as typed. `dia` is the evening that is shown; `cuando` the local date and time that is chosen. */
export const FORM_FIELDS = [
  "clave",
  "dia",
  "cuando",
  "otra",
  "personas",
  "nombre",
  "telefono",
  "ocasion",
  "comentarios",
] as const;
export type TypedForm = Readonly<Partial<Record<(typeof FORM_FIELDS)[number], string>>>;

type Wrong = ReservationTexts["wrong"];

/** The form as it is shown. */
export interface FormState {
  readonly status: number;
  readonly typed: TypedForm;
  /** Sent back with the form. */
  readonly key: string;
  readonly notice?: keyof ReservationTexts["notices"];
  /** What is wrong with each field. */
  readonly wrong?: Readonly<Partial<Record<keyof Wrong, keyof Wrong>>>;
}

const SHOWN_DAYS = 14;
const USUAL_PARTY = "2";

export function reservationPage(deps: PageDeps, state: FormState, language: Language): Answer {
  const situation = situationNow(deps);
  const view = viewOf(situation, state, language);
  const { restaurant } = situation;
  const { texts, notice, day, partySize } = view;
  const isOff = notice === "apagado" || !bookingWindow(situation).active;
  const said = notice ?? (isOff ? "apagado" : undefined);
  const content = html`
    ${said
      ? html`<p class="notice" role="alert">${texts.notices[said]}</p>`
      : html`<p class="lead">${texts.lead}</p>`}
    ${(isOff || said === "base") && html`
      <p>${linkButton(contactLink(restaurant, "reserva", language), texts.write)}</p>
    `}
    ${!isOff && html`${chooser(view)}${tableForm(view)}`}
  `;
  const query = `&dia=${day}&personas=${partySize ?? USUAL_PARTY}`;
  const { title } = texts;
  return pageAnswer({
    status: state.status,
    language,
    restaurant,
    title,
    content,
    posts: true,
    query,
  });
}

/** What the form's parts are made of. */
interface FormView extends FormState {
  readonly situation: Situation;
  readonly language: Language;
  readonly texts: ReservationTexts;
  readonly wrong: NonNullable<FormState["wrong"]>;
  /** Null where `personas` is no number of people. */
  readonly partySize: number | null;
  /** The coming days with their times, and the one that is shown. */
  readonly coming: readonly Evening[];
  readonly day: Day;
  readonly shown: Evening;
}

/** A service day, and the times on it and after its midnight that can be reserved. */
interface Evening {
  readonly day: Day;
  readonly minutes: readonly WallMinute[];
}

function viewOf(situation: Situation, state: FormState, language: Language): FormView {
  const { typed } = state;
  const people = readPartySize(Number(typed.personas ?? USUAL_PARTY));
  const partySize = "value" in people ? people.value : null;
  const today = currentServiceDay(situation);
  const eveningOf = (day: Day) => evening(situation, day, partySize ?? 1);
  const coming = Array.from({ length: SHOWN_DAYS }, (_, ahead) => eveningOf(addDays(today, ahead)));
  const asked = typed.dia ?? "";
  const isOffered = isDay(asked) && asked >= today && asked <= bookingWindow(situation).lastDay;
  const first = coming.find(({ minutes }) => minutes.length > 0) ?? coming[0]!;
  const shown = isOffered ? eveningOf(asked) : first;
  return {
    ...state,
    situation,
    language,
    texts: RESERVATION_TEXTS[language],
    wrong: {
      ...(asked && !isOffered && { dia: "dia" }),
      ...(partySize === null && { personas: "personas" }),
      ...state.wrong,
    },
    partySize,
    coming,
    day: shown.day,
    shown,
  };
}

function evening(situation: Situation, day: Day, partySize: number): Evening {
  const window = bookingWindow(situation);
  const minutes = [day, addDays(day, 1)].flatMap((date) => {
    const slots = bookableSlots(situation, date);
    return listed(situation, window, date, partySize).filter((one) => slots.get(one) === day);
  });
  return { day, minutes };
}

/** Day and people: each choice lists the times again. Its first button is the one that the Enter key presses. */
function chooser(view: FormView): Html {
  const { situation, language, texts, typed, coming, day } = view;
  const today = coming[0]!.day;
  const { max } = RESERVATION_LIMITS.partySize;
  return html`
    <section aria-labelledby="when">
      <h2 id="when">${texts.when}</h2>
      <form action="/reservar" novalidate>
        <input type="hidden" name="lang" value="${language}">
        <div class="fields">
          ${inputField({
            name: "personas",
            label: texts.people,
            value: typed.personas ?? USUAL_PARTY,
            attributes: html`type="number" min="1" max="${max}" required`,
            problem: problemOf("personas", view),
          })}
          ${inputField({
            name: "otro",
            label: texts.otherDay,
            value: day,
            attributes: html`type="date" min="${today}" max="${bookingWindow(situation).lastDay}"`,
            problem: problemOf("dia", view, "otro"),
          })}
          <button class="send quiet">${texts.showTimes}</button>
        </div>
        <div class="choices" role="group" aria-label="${texts.days}">${coming.map((evening) =>
          dayButton(evening, view)
        )}</div>
      </form>
    </section>
  `;
}

function dayButton(
  { day, minutes }: Evening,
  { coming, language, texts, ...view }: FormView,
): Html {
  const isToday = day === coming[0]!.day;
  return html`
    <button name="dia" value="${day}" ${minutes.length === 0 &&
      html`disabled`} ${day === view.day &&
      html`aria-current="date"`}>${isToday ? texts.today : dayText(day, language, "shortWeekday")}
      <small>${minutes.length === 0
        ? texts.noTimes
        : dayText(day, language, "date")}</small></button>
  `;
}

function tableForm(view: FormView): Html {
  const { situation: { restaurant }, language, texts, typed, key, shown, partySize } = view;
  const hidden = { clave: key, dia: shown.day, personas: typed.personas ?? USUAL_PARTY };
  return html`
    <form method="post" action="/reservar?lang=${language}" accept-charset="utf-8" novalidate>
      ${ENTER_BUTTON}
      ${Object.entries(hidden).map(([name, value]) =>
        html`<input type="hidden" name="${name}" value="${value}">`
      )}
      <section aria-labelledby="times">
        <h2 id="times">${texts.times}</h2>
        <p class="lead">${texts.tableFor(dayText(shown.day, language), partySize ?? 1)}</p>
        ${timeProblem(view)}
        ${shown.minutes.length === 0 ? html`<p>${texts.dayWithoutTimes}</p>` : timeChoices(view)}
      </section>
      <section aria-labelledby="details">
        <h2 id="details">${texts.details}</h2>
        ${detailFields(view)}
        <button class="send">${texts.reserve}</button>
        ${restaurant.privacyNotice !== null && html`
          <p class="links"><a href="${restaurant.privacyNotice}">${texts.privacy}</a></p>
        `}
      </section>
    </form>
  `;
}

/** What the Enter key presses, instead of the first button that is seen. */
const ENTER_BUTTON = html`<button class="unseen" tabindex="-1" aria-hidden="true"></button>`;

/** The times of each service. Those after midnight tell their day. */
function timeChoices(view: FormView): Html {
  const { situation: { restaurant, state }, shown: { day, minutes }, texts, language } = view;
  const services = servicesOn(restaurant.hours, day, state);
  const serviceOf = (minute: WallMinute) => services.findLast(({ opens }) => opens <= minute)!;
  const mark = view.wrong.hora !== undefined && html`aria-describedby="hora-mal" autofocus`;
  const choice = (minute: WallMinute) => {
    const value = localDateTime(minute);
    const date = dayOf(minute);
    const weekday = date !== day && html`
      <small>${texts.nextDay(dayText(date, language, "weekday"))}</small>
    `;
    const checked = view.typed.cuando === value && html`checked`;
    return html`<label><input type="radio" name="cuando" value="${value}" ${checked} ${mark}> ${
      timeOf(minute)
    }${weekday}</label>`;
  };
  return html`${
    [...Map.groupBy(minutes, serviceOf)].map(([{ opens, closes }, times]) =>
      html`
        <fieldset class="choices">
          <legend>${texts.service(timeOf(opens), timeOf(closes))}</legend>
          ${times.map(choice)}
        </fieldset>
      `
    )
  }`;
}

/** What is wrong with the time, and the nearest ones that are not. */
function timeProblem(
  { wrong, typed, texts, situation, partySize, language }: FormView,
): Html | null {
  const code = wrong.hora;
  if (!code) return null;
  const chosen = typed.cuando ?? "";
  const [day = "", time = ""] = chosen.split("T");
  const isRefused = code === "hora_no_reservable" && partySize !== null;
  const refusal = isRefused ? timeNotListed({ ...situation, day, time, partySize }) : null;
  const left = refusal?.left ?? null;
  const nearest = refusal === null ? [] : [
    ...refusal.meant.map((one) => `${one.day}T${one.time}`),
    ...refusal.nearest.map((time) => `${day}T${time}`),
    ...(refusal.nextDay?.times ?? []).map((time) => `${refusal.nextDay!.day}T${time}`),
  ];
  return html`
    <p class="wrong" id="hora-mal" role="alert">${left === null
      ? texts.wrong[code]
      : texts.full(left)}</p>
    ${nearest.length > 0 && html`
      <p>${texts.nearest}</p>
      <div class="choices">${[...new Set(nearest)].map((value, index) =>
        html`<button name="otra" value="${value}" ${index === 0 && html`autofocus`}>${
          nearWords(value, day, language)
        }</button>`
      )}</div>
    `}
  `;
}

/** The time, with its day where that is another. */
function nearWords(value: LocalDateTime, asked: Day, language: Language): Html {
  const minute = wallMinuteOf(value);
  const day = dayOf(minute);
  return html`${timeOf(minute)}${
    day !== asked && html`
      <small>${dayText(day, language, "date")}</small>
    `
  }`;
}

function detailFields(view: FormView): Html {
  const { texts, typed } = view;
  return html`
    ${inputField({
      name: "nombre",
      label: texts.name,
      value: typed.nombre ?? "",
      attributes: html`autocomplete="name" required`,
      problem: problemOf("nombre", view),
    })}
    ${inputField({
      name: "telefono",
      label: html`${texts.phone} <small>${texts.phoneHint}</small>`,
      value: typed.telefono ?? "",
      attributes: html`type="tel" autocomplete="tel" required`,
      problem: problemOf("telefono", view),
    })}
    <label
      class="check"><input type="checkbox" name="ocasion" value="cumpleanos" ${typed.ocasion ===
          "cumpleanos" && html`checked`}> ${texts.birthday}</label>
    ${inputField({
      name: "comentarios",
      label: html`${texts.comments} <small>${texts.commentsHint}</small>`,
      value: typed.comentarios ?? "",
      rows: 3,
      problem: problemOf("comentarios", view),
    })}
  `;
}

function problemOf(
  name: "dia" | "personas" | "nombre" | "telefono" | "comentarios",
  { wrong, texts }: FormView,
  field: string = name,
): { readonly field: string; readonly text: string } | null {
  const code = wrong[name];
  return code ? { field, text: texts.wrong[code] } : null;
}

/** The fields of a reservation's form: the browser's own inputs, each with its error beside it. */
import { addDays, type Day, isDay, weekdayName } from "../../domain/local_time.ts";
import { offeredTimes } from "../../domain/reservation/staff_time.ts";
import type { Situation } from "../../domain/schedule/situation.ts";
import type { TypedErrors, TypedField, TypedReservation } from "../../domain/reservation/typed.ts";
import { type Html, html } from "../../pages/html.ts";
import type { ArrivalTotals, ReservationBook } from "../../ports.ts";
import { peopleInWords } from "../guest_contact.ts";
import { ERROR_WORDS, FIELD_LABELS } from "./typed_form.ts";

export interface FieldsState {
  readonly typed: TypedReservation;
  readonly errors: TypedErrors;
  readonly phoneOptional: boolean;
  readonly situation: Situation;
  /** On the day typed. */
  readonly expected: readonly ArrivalTotals[];
}

/** All fields, filled with what was typed. */
export function reservationFields(state: FieldsState): Html {
  const { dia, personas, nombre, telefono, comentarios } = state.typed;
  const at = (name: TypedField) => attributes(state, name);
  const inputs = {
    dia: html`<input type="date" value="${dia}" ${at("dia")}>`,
    hora: html`<input type="time" list="f-horas" value="${state.typed.hora}" ${at("hora")}>`,
    personas: html`<input type="number" inputmode="numeric" min="1" max="40" value="${personas}" ${
      at("personas")
    }>`,
    nombre: html`<input type="text" autocomplete="off" autocapitalize="words" value="${nombre}" ${
      at("nombre")
    }>`,
    telefono: html`<input type="tel" autocomplete="off" value="${telefono}" ${at("telefono")}>`,
    ocasion: occasionSelect(state),
    comentarios: html`<textarea rows="3" ${at("comentarios")}>${comentarios}</textarea>`,
  };
  return html`
    <div class="fields">
      ${field(state, "dia", inputs.dia)} ${field(state, "hora", inputs.hora)}
      ${field(state, "personas", inputs.personas)} ${field(state, "nombre", inputs.nombre)}
      ${field(state, "telefono", inputs.telefono)} ${field(state, "ocasion", inputs.ocasion)}
    </div>
    ${offeredHours(state)} ${field(state, "comentarios", inputs.comentarios)}
  `;
}

/** The errors as a list that leads to each field, read out first; null where there is none. */
export function errorSummary(errors: TypedErrors): Html | null {
  const fields = Object.keys(errors) as TypedField[];
  if (fields.length === 0) return null;
  return html`
    <div class="alarm" role="alert" tabindex="-1" autofocus>
      <p>No se guardó. Falta corregir:</p>
      <ul class="wrongs">${fields.map((name) =>
        html`<li><a href="#f-${name}">${FIELD_LABELS[name]}</a></li>`
      )}</ul>
    </div>
  `;
}

function attributes({ errors }: FieldsState, name: TypedField): Html {
  return html`id="f-${name}" name="${name}" ${
    errors[name] !== undefined && html`aria-describedby="e-${name}" aria-invalid="true"`
  }`;
}

function field(state: FieldsState, name: TypedField, input: Html, more: Html | null = null): Html {
  const optional = name === "telefono" && state.phoneOptional;
  return html`
    <div
      class="field"><label for="f-${name}">${FIELD_LABELS[name]}${optional && html`
        <small>(si lo dio)</small>
      `}</label>${input}${said(state, name)}${more}</div>
  `;
}

function said({ errors }: FieldsState, name: TypedField): Html | null {
  const error = errors[name];
  return error === undefined
    ? null
    : html`<p class="wrong" id="e-${name}">${ERROR_WORDS[error]}</p>`;
}

/** The times that guests can reserve on the day, each with the people expected: a tap takes one into the field. */
function offeredHours({ typed: { dia }, situation, expected }: FieldsState): Html {
  const offered = isDay(dia) ? offeredTimes(situation, dia) : [];
  const people = new Map(expected.map(({ time, people }) => [time, people]));
  return html`
    <div id="horas" class="field">
      <datalist id="f-horas">${offered.map(({ time }) =>
        html`<option value="${time}"></option>`
      )}</datalist>
      <p>${offered.length === 0
        ? "Ese día no hay horas en lista."
        : "Horas en lista y personas que se esperan:"}</p>
      <div class="buttons">
        ${offered.map(({ time, serviceDay }) =>
          html`<button name="poner" value="${time}">${time}${nightOf(serviceDay, dia)} <small>${
            peopleInWords(people.get(time) ?? 0)
          }</small></button>`
        )}
        <button class="quiet" name="horas" value="1">Ver las horas de ese día</button>
      </div>
    </div>
  `;
}

/** The people expected at each time of `day`, those after midnight included; none where it is no day. */
export async function expectedOn(
  book: Pick<ReservationBook, "arrivals">,
  day: string,
): Promise<readonly ArrivalTotals[]> {
  if (!isDay(day)) return [];
  const evenings = await Promise.all([addDays(day, -1), day].map((each) => book.arrivals(each)));
  return evenings.flat().filter((each) => each.day === day);
}

/** Said of times after midnight, which belong to the evening before. */
function nightOf(serviceDay: Day, day: string): string {
  return serviceDay === day ? "" : ` (noche del ${weekdayName(serviceDay)})`;
}

function occasionSelect(state: FieldsState): Html {
  const { ocasion } = state.typed;
  const option = (value: string, label: string) =>
    html`<option value="${value}" ${value === ocasion && html`selected`}>${label}</option>`;
  return html`<select ${attributes(state, "ocasion")}>${option("general", "Ninguna en especial")}${
    option("cumpleanos", "Cumpleaños")
  }</select>`;
}

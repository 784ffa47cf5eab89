/** The fields of a reservation's form: the browser's own inputs, each with its error beside it. */
import { type Day, isDay, isTime, weekdayName } from "../../domain/local_time.ts";
import { offeredTimes } from "../../domain/reservation/staff_time.ts";
import type { Situation } from "../../domain/schedule/situation.ts";
import type { TypedErrors, TypedField, TypedReservation } from "../../domain/reservation/typed.ts";
import { type Html, html } from "../../pages/html.ts";
import { ERROR_WORDS, FIELD_LABELS } from "./typed_form.ts";

export interface FieldsState {
  readonly typed: TypedReservation;
  readonly errors: TypedErrors;
  readonly phoneOptional: boolean;
  readonly situation: Situation;
}

/** All fields, filled with what was typed. */
export function reservationFields(state: FieldsState): Html {
  const { dia, personas, nombre, telefono, comentarios } = state.typed;
  const at = (name: TypedField) => attributes(state, name);
  const inputs = {
    dia: html`<input type="date" value="${dia}" ${at("dia")}>`,
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
      ${field(state, "dia", inputs.dia)} ${hourField(state)}
      ${field(state, "personas", inputs.personas)} ${field(state, "nombre", inputs.nombre)}
      ${field(state, "telefono", inputs.telefono)} ${field(state, "ocasion", inputs.ocasion)}
    </div>
    ${field(state, "comentarios", inputs.comentarios)}
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

/** The times of the day that guests can reserve and the one that was chosen, and beside them any other. */
function hourField(state: FieldsState): Html {
  const { typed: { dia, hora }, situation, errors } = state;
  const offered = isDay(dia) ? offeredTimes(situation, dia) : [];
  const isOwn = isTime(hora) && !offered.some(({ time }) => time === hora);
  const option = (time: string, text: string) =>
    html`<option value="${time}" ${time === hora && html`selected`}>${text}</option>`;
  const options = [
    option("", offered.length === 0 ? "Sin horas ese día" : "Elige"),
    isOwn && option(hora, hora),
    ...offered.map(({ time, serviceDay }) => option(time, time + nightOf(serviceDay, dia))),
  ];
  const select = html`<select ${attributes(state, "hora")}>${options}</select>`;
  const wrong = errors.hora !== undefined &&
    html`aria-describedby="e-hora" aria-invalid="true"`;
  const own = isTime(hora) ? "" : hora;
  const other = html`
    <label class="other" for="f-otra_hora"><small>u otra hora</small></label>
    <input type="time" id="f-otra_hora" name="otra_hora" value="${own}" ${wrong}>
    <button class="quiet hours" name="horas" value="1">Ver las horas de ese día</button>
  `;
  return field(state, "hora", select, other);
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

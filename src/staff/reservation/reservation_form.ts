/** The form of a reservation, new or changed: its fields, each with its error beside it, and what it sends. */
import {
  addDays,
  type Day,
  dayOf,
  isDay,
  wallMinute,
  weekdayName,
} from "../../domain/local_time.ts";
import {
  type Reservation,
  RESERVATION_LIMITS,
  STAFF_SOURCE,
} from "../../domain/reservation/reservation.ts";
import { offeredTimes } from "../../domain/reservation/staff_time.ts";
import {
  type TypedError,
  type TypedErrors,
  type TypedField,
  typedFrom,
  type TypedReservation,
  type TypingRules,
} from "../../domain/reservation/typed.ts";
import type { AskedTime } from "../../domain/schedule/bookability.ts";
import type { Situation } from "../../domain/schedule/situation.ts";
import { type Html, html } from "../../pages/html.ts";
import type { ArrivalTotals, ReservationBook, StaffDeps } from "../../ports.ts";
import { hiddenFields } from "../form.ts";
import { peopleInWords } from "../guest_contact.ts";
import { currentSituation } from "../route.ts";
import { ACCEPTED, type Warning, warningNotice } from "./time_warnings.ts";

export interface FieldsState {
  readonly typed: TypedReservation;
  readonly errors: TypedErrors;
  readonly phoneOptional: boolean;
  readonly situation: Situation;
  /** On the day typed. */
  readonly expected: readonly ArrivalTotals[];
}

/** How the form to change a reservation differs from its first state: what was typed, and what is wrong with it. */
export interface EditState {
  readonly typed?: TypedReservation;
  /** The version that what was typed is meant for. */
  readonly version?: number;
  /** Where to go on to. */
  readonly back?: string;
  readonly errors?: TypedErrors;
  /** What must be accepted first. */
  readonly warned?: { readonly warnings: readonly Warning[]; readonly chosen: AskedTime };
  /** What was read and accepted before. */
  readonly accepted?: readonly string[];
  readonly submit?: string;
}

/** Filled as the reservation stands, and folded, where nothing was typed. */
export async function editForm(
  deps: StaffDeps,
  reservation: Reservation,
  state: EditState = {},
): Promise<Html> {
  const { folio, status, source } = reservation;
  const { version = reservation.version, back = `/reserva/${folio}`, warned, errors = {} } = state;
  const typed = state.typed ?? typedFrom(reservation);
  const fields = {
    typed,
    errors,
    phoneOptional: source === STAFF_SOURCE,
    situation: currentSituation(deps),
    expected: await expectedOn(deps.book, typed.dia),
  };
  return html`
    <details class="card" id="cambiar" ${state.typed !== undefined && html`open`}>
      <summary>Cambiar día, hora o datos</summary>
      <form method="post" action="/reserva/${folio}" novalidate>
        ${ENTER_BUTTON}
        ${hiddenFields({
          accion: "cambiar",
          version: String(version),
          volver: back,
          [ACCEPTED]: state.accepted ?? [],
        })}
        ${status === "cancelled" &&
          html`<p class="notice">Está cancelada: cambiarla no la recupera.</p>`}
        ${errorSummary(errors)}
        ${warned !== undefined &&
          warningNotice(warned.warnings, warned.chosen, "Cambiar de todos modos")}
        ${reservationFields(fields)}
        <p class="buttons"><button class="main">${state.submit ??
          "Guardar los cambios"}</button></p>
      </form>
    </details>
  `;
}

/** First in a form, out of sight: the Enter key presses the first button there is, and must not press another. */
export const ENTER_BUTTON =
  html`<button class="unseen" tabindex="-1" aria-hidden="true">Enviar</button>`;

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

/** The fields as sent. A listed hour that was pressed counts before the one in the field. */
export function typedFromForm(form: URLSearchParams): TypedReservation {
  const text = (name: string) => form.get(name) ?? "";
  return {
    dia: text("dia"),
    hora: text("poner") || text("hora"),
    personas: text("personas"),
    nombre: text("nombre"),
    telefono: text("telefono"),
    ocasion: text("ocasion"),
    comentarios: text("comentarios"),
  };
}

const FIELD_LABELS: Readonly<Record<TypedField, string>> = {
  dia: "Día",
  hora: "Hora",
  personas: "Personas",
  nombre: "Nombre",
  telefono: "Teléfono",
  ocasion: "Ocasión",
  comentarios: "Comentarios",
};

const { partySize, name, comments } = RESERVATION_LIMITS;
export const BROKEN_TEXT =
  "Trae caracteres que no se pueden guardar: bórralos y escríbelo otra vez.";

/** How to mend a field, in a sentence. */
const ERROR_WORDS: Readonly<Record<TypedError, string>> = {
  dia_malformado: "Elige un día que exista.",
  dia_imposible: "Ese día queda demasiado lejos: revisa el año y el mes.",
  hora_malformada: "Elige una hora de la lista o escríbela como 20:30.",
  hora_inexistente: "Ese día el reloj se adelanta y esa hora no existe: elige otra.",
  personas_no_entero: "Escribe cuántas personas son, con número.",
  personas_fuera_de_rango: `Deben ser de ${partySize.min} a ${partySize.max} personas.`,
  nombre_longitud: `Escribe de ${name.min} a ${name.max} caracteres.`,
  nombre_caracteres: BROKEN_TEXT,
  telefono_invalido: "Escribe diez cifras, o + y el código de país si no es de México.",
  telefono_falta: "Escribe el teléfono: solo puede faltar en las que toma el personal.",
  ocasion_desconocida: "Elige una de la lista.",
  comentarios_longitud: `Caben ${comments.max} caracteres: acórtalo.`,
  comentarios_caracteres: BROKEN_TEXT,
  landing_longitud: "Es demasiado largo.",
  landing_caracteres: BROKEN_TEXT,
};

/** By which rules staff type, now. */
export function typingRules({ restaurant, now }: Situation, phoneOptional: boolean): TypingRules {
  const { timeZone } = restaurant;
  return { today: dayOf(wallMinute(now, timeZone)), timeZone, phoneOptional };
}

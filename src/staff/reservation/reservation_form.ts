/** The form of a reservation, new or changed: its fields, each with its error beside it, and what it sends. */
import { addDays, dayOf, isDay, wallMinute, weekdayName } from "../../domain/local_time.ts";
import {
  NOTE_LIMIT,
  type Reservation,
  RESERVATION_LIMITS,
  STAFF_SOURCE,
  TABLE_LIMIT,
} from "../../domain/reservation/reservation.ts";
import { offeredTimes } from "../../domain/reservation/staff_time.ts";
import {
  type TypedError,
  type TypedErrors,
  type TypedField,
  typedFrom,
  type TypedReservation,
  type TypingRules,
} from "../../domain/reservation/fields.ts";
import type { AskedTime } from "../../domain/schedule/availability.ts";
import { type Situation, situationNow } from "../../domain/schedule/situation.ts";
import { type Html, html } from "../../pages/html.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { hiddenFields } from "../form.ts";
import { ACCEPTED, type Warning, warningNotice } from "./time_warnings.ts";

/** What was typed into the form, and what is wrong with it. */
export interface TypedState {
  readonly typed: TypedReservation;
  readonly errors?: TypedErrors;
  /** What must be accepted first. */
  readonly warned?: { readonly warnings: readonly Warning[]; readonly chosen: AskedTime };
}

interface ReservationForm extends TypedState {
  /** Where it is posted to. */
  readonly to: string;
  readonly hidden: Parameters<typeof hiddenFields>[0];
  readonly phoneOptional: boolean;
  readonly submit: string;
  /** Of the button that goes ahead although there are warnings. */
  readonly anyway: string;
}

export async function reservationForm(deps: StaffDeps, form: ReservationForm): Promise<Html> {
  const { typed, errors = {}, warned } = form;
  const hours = await offeredHours(deps, situationNow(deps), typed.dia);
  return html`
    <form method="post" action="${form.to}" novalidate>
      ${ENTER_BUTTON} ${hiddenFields(form.hidden)} ${errorSummary(errors)}
      ${warned !== undefined && warningNotice(warned.warnings, warned.chosen, form.anyway)}
      ${reservationFields(form, hours)}
      <p class="buttons"><button class="main">${form.submit}</button></p>
    </form>
  `;
}

/** How the form to change a reservation differs from its first state. */
export interface EditState extends Partial<TypedState> {
  /** The version that what was typed is meant for. */
  readonly version?: number;
  /** Where to go on to. */
  readonly back?: string;
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
  const { version = reservation.version, back = `/reserva/${folio}`, accepted = [] } = state;
  const form = await reservationForm(deps, {
    typed: typedFrom(reservation),
    submit: "Guardar los cambios",
    ...state,
    to: `/reserva/${folio}`,
    hidden: { accion: "cambiar", version: String(version), volver: back, [ACCEPTED]: accepted },
    phoneOptional: source === STAFF_SOURCE,
    anyway: "Cambiar de todos modos",
  });
  return html`
    <details class="card" id="cambiar" ${state.typed !== undefined && html`open`}>
      <summary>Cambiar día, hora o datos</summary>
      ${status === "cancelled" &&
        html`<p class="notice">Está cancelada: cambiarla no la recupera.</p>`}
      ${form}
    </details>
  `;
}

/** First in a form, out of sight: the Enter key presses the first button there is, and must not press another. */
const ENTER_BUTTON = html`<button class="unseen" tabindex="-1" aria-hidden="true">Enviar</button>`;

/** All fields, filled with what was typed, each with its error below. */
function reservationFields(
  { typed, errors = {}, phoneOptional }: ReservationForm,
  offeredHours: Html,
): Html {
  const field = (name: TypedField, input: (attributes: Html) => Html) => {
    const error = errors[name];
    const wrong = error !== undefined && html`aria-describedby="e-${name}" aria-invalid="true"`;
    const optional = name === "telefono" && phoneOptional && html`<small>(si lo dio)</small>`;
    return html`
      <div class="field"><label for="f-${name}">${FIELD_LABELS[name]} ${optional}</label>
        ${input(html`id="f-${name}" name="${name}" ${wrong}`)}
        ${error !== undefined && html`<p class="wrong" id="e-${name}">${ERROR_WORDS[error]}</p>`}
      </div>
    `;
  };
  const input = (name: TypedField, kind: Html) =>
    field(name, (attributes) => html`<input ${kind} value="${typed[name]}" ${attributes}>`);
  const occasion = (value: string, label: string) =>
    html`<option value="${value}" ${value === typed.ocasion && html`selected`}>${label}</option>`;
  return html`
    <div class="fields">
      ${input("dia", html`type="date"`)} ${input("hora", html`type="time" list="f-horas"`)}
      ${input("personas", html`type="number" inputmode="numeric" min="1" max="40"`)}
      ${input("nombre", html`type="text" autocomplete="off" autocapitalize="words"`)}
      ${input("telefono", html`type="tel" autocomplete="off"`)}
      ${field(
        "ocasion",
        (attributes) =>
          html`<select ${attributes}>${occasion("general", "Ninguna")}${
            occasion("cumpleanos", "Cumpleaños")
          }</select>`,
      )}
    </div>
    ${offeredHours}
    ${field(
      "comentarios",
      (attributes) => html`<textarea rows="3" ${attributes}>${typed.comentarios}</textarea>`,
    )}
  `;
}

/** The errors as a list that leads to each field, read out first; null where there is none. */
function errorSummary(errors: TypedErrors): Html | null {
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

/** The times that guests can reserve on the day, each with the people expected: a tap takes one into the field. */
async function offeredHours({ book }: StaffDeps, situation: Situation, day: string): Promise<Html> {
  const offered = isDay(day) ? offeredTimes(situation, day) : [];
  // Those after midnight are of the evening before.
  const evenings = isDay(day) ? [addDays(day, -1), day].map((each) => book.arrivals(each)) : [];
  const expected = (await Promise.all(evenings)).flat().filter((each) => each.day === day);
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
          html`
            <button name="poner"
              value="${time}">${time}${serviceDay !== day &&
                ` (noche del ${weekdayName(serviceDay)})`} <small>${people.get(time) ??
                0} pers.</small></button>
          `
        )}
        <button class="quiet" name="horas" value="1">Ver las horas de ese día</button>
      </div>
    </div>
  `;
}

/** The fields as sent. A listed hour that was pressed counts before the one in the field. */
export function typedFromForm(form: URLSearchParams): TypedReservation {
  const sent = (Object.keys(FIELD_LABELS) as TypedField[]).map((
    name,
  ) => [name, form.get(name) ?? ""]);
  const typed: TypedReservation = Object.fromEntries(sent);
  return { ...typed, hora: form.get("poner") || typed.hora };
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
const BROKEN_TEXT = "Trae caracteres que no se pueden guardar: bórralos y escríbelo otra vez.";

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

/** What was typed as a note, for which version, and what is wrong with it. */
export interface NoteState {
  readonly version?: number;
  readonly back: string;
  readonly typed: string;
  readonly error?: "nota_longitud" | "nota_caracteres";
}

/** What staff write on a reservation, by the names of the form's fields. */
export const NOTES = {
  mesa: { value: "table", action: "seated", limit: TABLE_LIMIT, label: "Mesa" },
  nota: { value: "note", action: "noted", limit: NOTE_LIMIT, label: "Nota para el personal" },
} as const;

export function noteForm(
  name: keyof typeof NOTES,
  reservation: Reservation,
  state?: NoteState,
): Html {
  const { folio, version } = reservation;
  const { value, limit, label } = NOTES[name];
  const id = `${name}-${folio}`;
  const error = state?.error;
  const words = error === "nota_longitud" ? `Caben ${limit} caracteres: acórtala.` : BROKEN_TEXT;
  const wrong = error !== undefined && html`aria-invalid="true" aria-describedby="e-${id}"`;
  const text = state?.typed ?? reservation[value] ?? "";
  return html`
    <form class="inline" method="post" action="/reserva/${folio}" novalidate>
      <div><label for="${id}">${label}</label>
        ${name === "mesa"
          ? html`<input id="${id}" name="mesa" value="${text}" maxlength="${limit}" ${wrong}>`
          : html`<textarea id="${id}" name="nota" rows="2" ${wrong}>${text}</textarea>`}
        ${error !== undefined &&
          html`<p class="wrong" id="e-${id}" role="alert">${words}</p>`}</div>
      ${hiddenFields({
        accion: name,
        version: String(state?.version ?? version),
        volver: state?.back ?? `/reserva/${folio}`,
      })}
      <button>Guardar <span class="unseen">la ${name}</span></button>
    </form>
  `;
}

/** By which rules staff type, now. */
export function typingRules({ restaurant, now }: Situation, phoneOptional: boolean): TypingRules {
  const { timeZone } = restaurant;
  return { today: dayOf(wallMinute(now, timeZone)), timeZone, phoneOptional };
}

/** The forms in which staff enter a reservation, change it, and write a note or a table on it. */
import { addDays, dayOf, isDay, wallMinute, weekdayName } from "../../domain/local_time.ts";
import { NOTE_LIMIT, type Reservation, TABLE_LIMIT } from "../../domain/reservation/reservation.ts";
import { totalOf } from "../../domain/reservation/service_night.ts";
import { offeredTimes } from "../../domain/reservation/staff_time.ts";
import {
  type EditableValues,
  readTyped,
  RESERVATION_LIMITS,
  SAID_WIRES,
  STAFF_SOURCE,
  type TypedError,
  type TypedErrors,
  type TypedField,
  typedFrom,
  type TypedReservation,
  type TypingRules,
} from "../../domain/reservation/fields.ts";
import { type Situation, situationNow } from "../../domain/schedule/situation.ts";
import { enterButton, hiddenFields, inputField, typedFields } from "../../html/form.ts";
import { attributes, type Html, html } from "../../html/html.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { alarm } from "../layout.ts";
import { type ShownWarning, type Warned, warnedOf, warningNotice } from "../admission.ts";

/** What was typed into the form, and what is wrong with it. */
export interface TypedState {
  readonly status?: 422;
  readonly typed: TypedReservation;
  readonly errors?: TypedErrors;
  readonly warned?: Warned;
}

/**
 * The values of the form; its state, to show it again, if its hours were asked for, a field is wrong, or a warning of
 * `warn` was not accepted.
 */
export async function readReservation(
  form: URLSearchParams,
  rules: TypingRules,
  warn: (values: EditableValues) => readonly ShownWarning[] | Promise<readonly ShownWarning[]>,
): Promise<EditableValues | TypedState> {
  const typed = typedFromForm(form);
  if (form.has("horas") || form.has("poner")) return { typed };
  const read = readTyped(typed, rules);
  if (!read.ok) return { status: 422, typed, errors: read.errors };
  const warned = warnedOf(await warn(read.values), read.values, form);
  return warned === null ? read.values : { status: 422, typed, warned };
}

interface ReservationForm extends TypedState {
  /** The path that it is posted to. */
  readonly to: string;
  readonly hidden: Readonly<Record<string, string>>;
  /** The fields that may be empty. */
  readonly optional: readonly TypedField[];
  /** The label of its button. */
  readonly submit: string;
  /** What is known of the number, if the form tells it. */
  readonly known?: Html | false;
  /** A further field. Default: none. */
  readonly last?: Html | null;
}

export async function reservationForm(deps: StaffDeps, form: ReservationForm): Promise<Html> {
  const { typed, errors, warned, to, hidden, submit, known } = form;
  const field = (name: TypedField) => reservationField(name, form);
  const situation = situationNow(deps);
  const checked = attributes({ checked: typed.ocasion === "cumpleanos" });
  const birthday = html`<input type="checkbox" name="ocasion" value="cumpleanos" ${checked}>`;
  return html`
    <form method="post" action="${to}" novalidate>
      ${enterButton()} ${hiddenFields(hidden)}
      ${errors !== undefined && alarm("No se guardó: corrige lo que está marcado.")}
      ${warned !== undefined && warningNotice(warned, `${submit} de todos modos`)}
      ${field("dia")}
      ${await offeredHours(deps, situation, form)}
      <div class="fields">${IN_COLUMNS.map(field)}</div>
      ${known !== undefined && html`<div id="known" aria-live="polite">${known}</div>`}
      <label class="tick">${birthday} Es cumpleaños</label>
      ${SAID_WIRES.map(field)} ${form.last ?? null}
      <p class="buttons"><button class="main">${submit}</button></p>
    </form>
  `;
}

/** Filled with the reservation's values if nothing was typed, and folded without a state. */
export async function editForm(
  deps: StaffDeps,
  reservation: Reservation,
  state?: Partial<TypedState>,
): Promise<Html> {
  const { folio, version, status, source } = reservation;
  const to = `/reserva/${folio}`;
  const form = await reservationForm(deps, {
    typed: typedFrom(reservation),
    ...state,
    to,
    hidden: { accion: "cambiar", version: String(version), volver: `${to}?${SAVED_QUERY}` },
    optional: source === STAFF_SOURCE ? ["telefono"] : [],
    submit: "Guardar los cambios",
  });
  return html`
    <details class="card" id="cambiar" ${attributes({ open: state !== undefined })}>
      <summary>Cambiar día, hora o datos</summary>
      ${status === "cancelled" &&
        html`<p class="notice">Ya no cuenta, y cambiarla no la recupera.</p>`}
      ${form}
    </details>
  `;
}

/** The query of the reservation's page after a form of it was saved. */
export const SAVED_QUERY = "hecho=guardado";

const FIELDS: Readonly<Record<TypedField, { label: string; attributes?: Html; rows?: number }>> = {
  dia: { label: "Día", attributes: html`type="date"` },
  hora: { label: "Hora", attributes: html`type="time"` },
  personas: {
    label: "Personas",
    attributes: html`type="number" inputmode="numeric" min="1"`,
  },
  nombre: { label: "Nombre", attributes: html`autocomplete="off" autocapitalize="words"` },
  telefono: { label: "Teléfono", attributes: html`type="tel" autocomplete="off"` },
  ocasion: { label: "Ocasión" },
  comentarios: { label: "Comentarios", rows: 3 },
};

const IN_COLUMNS = (Object.keys(FIELDS) as TypedField[])
  .filter((name) => !["dia", "hora", "ocasion", ...SAID_WIRES].includes(name));

export function reservationField(
  name: TypedField,
  { typed, errors = {}, optional }: Pick<ReservationForm, "typed" | "errors" | "optional">,
): Html {
  const { label, ...input } = FIELDS[name];
  const error = errors[name];
  return inputField({
    ...input,
    id: `f-${name}`,
    name,
    label: optional.includes(name) ? html`${label} <small>(si lo dio)</small>` : label,
    value: typed[name],
    problem: error && { field: name, text: ERROR_WORDS[error] },
  });
}

/** The times that guests can reserve on the day, each with the people expected; the field is for any other time. */
async function offeredHours(
  { book }: StaffDeps,
  situation: Situation,
  form: ReservationForm,
): Promise<Html> {
  const { dia: day, hora } = form.typed;
  const offered = isDay(day) ? offeredTimes(situation, day) : [];
  // Times after midnight belong to the evening before.
  const evenings = isDay(day) ? [addDays(day, -1), day].map((each) => book.arrivals(each)) : [];
  const totals = (await Promise.all(evenings)).flat().filter((each) => each.day === day);
  const peopleAt = (time: string) =>
    totalOf(totals.filter((each) => each.time === time), "confirmed", "arrived").people;
  const hour = ({ time, serviceDay }: (typeof offered)[number]) => {
    const night = serviceDay !== day && ` (noche del ${weekdayName(serviceDay)})`;
    const people = html`<small>${peopleAt(time)} pers.</small>`;
    const press = { name: "poner", value: time, "aria-pressed": String(time === hora) };
    return html`<button ${attributes(press)}>${time}${night} ${people}</button>`;
  };
  const isOther = offered.length === 0 || form.errors?.hora !== undefined ||
    hora !== "" && offered.every(({ time }) => time !== hora);
  const words = offered.length === 0 ? "Ese día no hay horas en lista." : "Horas disponibles";
  return html`
    <div id="horas" class="field">
      <p>${words}</p>
      <div class="buttons">
        ${offered.map(hour)}
        <button class="quiet" name="horas" value="1">Ver las horas de ese día</button>
      </div>
      <details id="otra-hora" ${attributes({ open: isOther })}>
        <summary>Otra hora</summary>
        ${reservationField("hora", form)}
      </details>
    </div>
  `;
}

/** The fields as sent. A listed time that was pressed replaces the one in the field. */
export function typedFromForm(form: URLSearchParams): TypedReservation {
  return typedFields(form, Object.keys(FIELDS) as TypedField[], { poner: "hora" });
}

const { partySize, name, comments } = RESERVATION_LIMITS;
const BROKEN_TEXT = "Trae caracteres que no se pueden guardar: bórralos y escríbelo otra vez.";

/** How to correct a field. */
const ERROR_WORDS: Readonly<Record<TypedError, string>> = {
  dia_malformado: "Elige un día que exista.",
  dia_imposible: "Ese día queda demasiado lejos: revisa el año y el mes.",
  hora_malformada: "Elige una hora de la lista o escríbela como 20:30.",
  personas_no_entero: "Escribe cuántas personas son, con número.",
  personas_fuera_de_rango: `Deben ser de ${partySize.min} a ${partySize.max} personas.`,
  nombre_longitud: `Escribe de ${name.min} a ${name.max} caracteres.`,
  nombre_caracteres: BROKEN_TEXT,
  telefono_invalido: "Escribe diez cifras, o + y el código de país si no es de México: revísalas.",
  telefono_falta: "Escribe el teléfono: solo puede faltar en las que toma el personal.",
  ocasion_desconocida: "Elige una de la lista.",
  comentarios_longitud: `Caben ${comments.max} caracteres: acórtalo.`,
  comentarios_caracteres: BROKEN_TEXT,
  landing_longitud: "Es demasiado largo.",
  landing_caracteres: BROKEN_TEXT,
};

/** What staff write on a reservation, by the names of the form's fields. */
export const NOTES = {
  mesa: { value: "table", action: "seated", limit: TABLE_LIMIT, label: "Mesa" },
  nota: { value: "note", action: "noted", limit: NOTE_LIMIT, label: "Nota para el personal" },
} as const;

/** What was typed as a note, and what is wrong with it. */
export interface NoteState {
  readonly name: keyof typeof NOTES;
  readonly typed: string;
  readonly error?: "nota_longitud" | "nota_caracteres";
}

export function noteForm(
  name: keyof typeof NOTES,
  reservation: Reservation,
  state?: NoteState,
): Html {
  const { folio, version } = reservation;
  const { value, limit, label } = NOTES[name];
  const text = state?.error === "nota_longitud"
    ? `Caben ${limit} caracteres: acorta el texto.`
    : BROKEN_TEXT;
  return html`
    <form class="inline" method="post" action="/reserva/${folio}" novalidate>
      ${inputField({
        id: `${name}-${folio}`,
        name,
        label,
        ...(name === "nota" ? { rows: 2 } : { attributes: html`maxlength="${limit}"` }),
        value: state?.typed ?? reservation[value] ?? "",
        problem: state?.error && { field: name, text },
      })}
      ${hiddenFields({
        accion: name,
        version: String(version),
        volver: `/reserva/${folio}?${SAVED_QUERY}`,
      })}
      <button>Guardar <span class="unseen">la ${name}</span></button>
    </form>
  `;
}

export function typingRules({ restaurant, now }: Situation, phoneOptional: boolean): TypingRules {
  return { today: dayOf(wallMinute(now, restaurant.timeZone)), phoneOptional };
}

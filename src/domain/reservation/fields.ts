/** The rules of a reservation's fields, from values of the right JSON type to normalised ones or an error code; and the form of staff. */
import { normalisePhone } from "../contact.ts";
import { addDays, type Day, isDay, isTime, type Time } from "../local_time.ts";
import { type Read, readWhole } from "../read.ts";
import {
  codePoints,
  isPlainLine,
  isVisible,
  normaliseText,
  readFreeText,
  skeleton,
} from "../text.ts";
import {
  type Occasion,
  OCCASIONS,
  RESERVATION_LIMITS,
  type ReservationValues,
  STAFF_SOURCE,
} from "./reservation.ts";

/** The error of a field: the `error` on the wire. */
export type FieldError =
  | "dia_malformado"
  | "hora_malformada"
  | "personas_no_entero"
  | "personas_fuera_de_rango"
  | "nombre_longitud"
  | "nombre_caracteres"
  | "telefono_invalido"
  | "ocasion_desconocida"
  | "comentarios_longitud"
  | "comentarios_caracteres"
  | "landing_longitud"
  | "landing_caracteres";

export type FieldRead<Value> = Read<Value, FieldError>;

export function readDay(dia: string): FieldRead<Day> {
  return isDay(dia) ? { value: dia } : { error: "dia_malformado" };
}

export function readTime(hora: string): FieldRead<Time> {
  return isTime(hora) ? { value: hora } : { error: "hora_malformada" };
}

/** A whole number, 1 to 40. */
export function readPartySize(personas: number): FieldRead<number> {
  if (!Number.isInteger(personas)) return { error: "personas_no_entero" };
  const { min, max } = RESERVATION_LIMITS.partySize;
  if (personas < min || personas > max) return { error: "personas_fuera_de_rango" };
  return { value: personas };
}

/** One line of 2 to 80 code points, visible and not reordered. */
export function readName(nombre: string): FieldRead<string> {
  const name = normaliseText(nombre);
  const { min, max } = RESERVATION_LIMITS.name;
  const length = codePoints(name);
  if (!isPlainLine(name) || (length >= min && !isVisible(name, min))) {
    return { error: "nombre_caracteres" };
  }
  return length >= min && length <= max ? { value: name } : { error: "nombre_longitud" };
}

/** No Mexican number begins with 0 or 1; made-up ones, such as 0000000000 and 1234567890, often do. */
const MADE_UP = /^\+52[01]/;

/** A phone in E.164; ten digits are Mexican. */
export function readPhone(telefono: string): FieldRead<string> {
  const phone = normalisePhone(telefono);
  if (phone === null || MADE_UP.test(phone)) return { error: "telefono_invalido" };
  return { value: phone };
}

export function readOccasion(ocasion: string): FieldRead<Occasion> {
  const occasion = OCCASIONS.find((known) => known === ocasion);
  return occasion === undefined ? { error: "ocasion_desconocida" } : { value: occasion };
}

/** Up to 500 code points on any number of lines; null if they are blank. */
export function readComments(comentarios: string): FieldRead<string | null> {
  return readFreeText(comentarios, {
    max: RESERVATION_LIMITS.comments.max,
    wrong: "comentarios_caracteres",
    long: "comentarios_longitud",
  });
}

/** The source of the reservation: one line of up to 120 code points, never {@linkcode STAFF_SOURCE}; null if it is blank. */
export function readSource(landing: string): FieldRead<string | null> {
  const source = normaliseText(landing);
  if (!isPlainLine(source)) return { error: "landing_caracteres" };
  if (codePoints(source) > RESERVATION_LIMITS.source.max) return { error: "landing_longitud" };
  // A guest's source never reads like the staff's own.
  return {
    value: skeleton(source) === STAFF_SOURCE ? `${STAFF_SOURCE} (en línea)` : source || null,
  };
}

export type TypedField =
  | "dia"
  | "hora"
  | "personas"
  | "nombre"
  | "telefono"
  | "ocasion"
  | "comentarios";

/** The text of each field; empty where nothing was entered. */
export type TypedReservation = Readonly<Record<TypedField, string>>;

/** The values that the form changes. The service day follows from day and time. */
export type EditableValues = Pick<
  ReservationValues,
  "day" | "time" | "partySize" | "name" | "phone" | "occasion" | "comments"
>;

/** The error of a field. Whatever staff may override is a warning instead: see staff_time.ts. */
export type TypedError =
  | FieldError
  | "telefono_falta"
  /** So far from today that a digit must be wrong. */
  | "dia_imposible";

export type TypedErrors = Partial<Record<TypedField, TypedError>>;

/** Days from today; one farther away is a typing error. */
const DAYS_WITHIN = { past: 365, ahead: 730 } as const;

export interface TypingRules {
  /** The restaurant's calendar day. */
  readonly today: Day;
  /** Only a reservation that staff took may have no phone. */
  readonly phoneOptional: boolean;
}

export function readTyped(
  typed: TypedReservation,
  rules: TypingRules,
): { readonly ok: true; readonly values: EditableValues } | {
  readonly ok: false;
  readonly errors: TypedErrors;
} {
  const errors: TypedErrors = {};
  const field = <Value>(
    name: TypedField,
    read: (text: string) => FieldRead<Value>,
  ): Value | undefined => {
    const result = read(typed[name]);
    if ("value" in result) return result.value;
    errors[name] = result.error;
  };
  const day = field("dia", (text) => readDay(text.trim()));
  const values = {
    day,
    time: field("hora", (text) => readTime(withoutSeconds(text.trim()))),
    partySize: field("personas", (text) => readPartySize(typedNumber(text))),
    name: field("nombre", readName),
    phone: typed.telefono.trim() === "" ? null : field("telefono", readPhone),
    occasion: typed.ocasion === "" ? "general" : field("ocasion", readOccasion),
    comments: field("comentarios", readComments),
  };
  if (values.phone === null && !rules.phoneOptional) errors.telefono = "telefono_falta";
  if (day !== undefined && isFarOff(day, rules.today)) errors.dia = "dia_imposible";
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, values: values as EditableValues };
}

export function typedFrom(values: EditableValues): TypedReservation {
  return {
    dia: values.day,
    hora: values.time,
    personas: String(values.partySize),
    nombre: values.name,
    telefono: values.phone ?? "",
    ocasion: values.occasion,
    comentarios: values.comments ?? "",
  };
}

/** A note, or another text of staff of up to `max` code points. */
export function readNote(
  typed: string,
  max: number,
): Read<string | null, "nota_caracteres" | "nota_longitud"> {
  return readFreeText(typed, { max, wrong: "nota_caracteres", long: "nota_longitud" });
}

/** Some browsers send the seconds of a time field. */
function withoutSeconds(text: string): string {
  return text.replace(/^(\d\d:\d\d):\d\d(\.\d+)?$/, "$1");
}

/** NaN where `text` is not written in digits alone: `1e1`, `0x10`. */
function typedNumber(text: string): number {
  return readWhole(normaliseText(text), { min: 0, max: 999_999 }) ?? NaN;
}

function isFarOff(day: Day, today: Day): boolean {
  return day < addDays(today, -DAYS_WITHIN.past) || day > addDays(today, DAYS_WITHIN.ahead);
}

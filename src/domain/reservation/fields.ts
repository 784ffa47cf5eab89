/** The rules of a reservation's fields: from values of the right JSON type to normalised ones, or the code of what is wrong. */
import { normalisePhone } from "../contact.ts";
import { type Day, isDay, isTime, type Time } from "../local_time.ts";
import {
  codePoints,
  isPlainLine,
  isPlainText,
  isVisible,
  normaliseMultiline,
  normaliseText,
} from "../text.ts";
import { guestSource, type Occasion, OCCASIONS, RESERVATION_LIMITS } from "./reservation.ts";

/** What is wrong with a field, as the `error` on the wire says it. */
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

export type FieldRead<Value> = { readonly value: Value } | { readonly error: FieldError };

/** A real calendar day, written AAAA-MM-DD. */
export function readDay(dia: string): FieldRead<Day> {
  return isDay(dia) ? { value: dia } : { error: "dia_malformado" };
}

/** A time written HH:MM, 00:00 to 23:59. */
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

/** `general` or `cumpleanos`. */
export function readOccasion(ocasion: string): FieldRead<Occasion> {
  const occasion = OCCASIONS.find((known) => known === ocasion);
  return occasion === undefined ? { error: "ocasion_desconocida" } : { value: occasion };
}

/** Up to 500 code points on any number of lines; null where they are blank. */
export function readComments(comentarios: string): FieldRead<string | null> {
  const comments = normaliseMultiline(comentarios);
  if (!isPlainText(comments)) return { error: "comentarios_caracteres" };
  if (codePoints(comments) > RESERVATION_LIMITS.comments.max) {
    return { error: "comentarios_longitud" };
  }
  return { value: comments || null };
}

/** Who made the reservation: one line of up to 120 code points, never {@linkcode STAFF_SOURCE}; null where it is blank. */
export function readSource(landing: string): FieldRead<string | null> {
  const source = normaliseText(landing);
  if (!isPlainLine(source)) return { error: "landing_caracteres" };
  if (codePoints(source) > RESERVATION_LIMITS.source.max) return { error: "landing_longitud" };
  return { value: source === "" ? null : guestSource(source) };
}

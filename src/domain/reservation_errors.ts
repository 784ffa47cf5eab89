import { Failure } from "./failure.ts";

/** One way in which a field of a reservation is wrong. */
export interface ReservationErrorKind {
  /** The stable code on the wire. */
  readonly error: string;
  /** The field to correct. */
  readonly campo: string;
  /** What is wrong, in English, for the API's description. */
  readonly cause: string;
}

/** The causes of 422 `datos` that lie in a single field's value, in the contract's order of fields. */
export const RESERVATION_ERRORS = [
  { error: "dia_malformado", campo: "dia", cause: "not a real calendar day written AAAA-MM-DD" },
  { error: "dia_fuera_de_rango", campo: "dia", cause: "before today or over 90 days ahead" },
  { error: "hora_malformada", campo: "hora", cause: "not a time written HH:MM, 00:00 to 23:59" },
  { error: "hora_no_reservable", campo: "hora", cause: "not one of that day's horas_reservables" },
  { error: "personas_no_entero", campo: "personas", cause: "not a whole number" },
  { error: "personas_fuera_de_rango", campo: "personas", cause: "not from 1 to 40" },
  { error: "nombre_longitud", campo: "nombre", cause: "not 2 to 80 characters after trimming" },
  { error: "nombre_caracteres", campo: "nombre", cause: "holds control or broken characters" },
  {
    error: "telefono_invalido",
    campo: "telefono",
    cause: "neither + with country code and 8 to 15 digits, nor ten digits",
  },
  { error: "ocasion_desconocida", campo: "ocasion", cause: "neither general nor cumpleanos" },
  { error: "comentarios_longitud", campo: "comentarios", cause: "over 500 characters" },
  {
    error: "comentarios_caracteres",
    campo: "comentarios",
    cause: "holds broken characters, or control characters other than newlines and tabs",
  },
  { error: "landing_longitud", campo: "landing", cause: "over 120 characters" },
  { error: "landing_caracteres", campo: "landing", cause: "holds control or broken characters" },
] as const satisfies readonly ReservationErrorKind[];

/** The code of a wrong field. */
export type ReservationError = typeof RESERVATION_ERRORS[number]["error"];

/**
 * The failure of a wrong field.
 * @param detalle one Spanish sentence with the remedy; never what a person typed into a free field
 */
export function invalidField(error: ReservationError, detalle: string): Failure {
  const { campo } = RESERVATION_ERRORS.find((kind) => kind.error === error)!;
  return new Failure("datos", error, detalle, { campo });
}

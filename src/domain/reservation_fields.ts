/**
 * The fields of a reservation, from their wire values (already of the right JSON type) to normalised ones. Each reader
 * throws the {@linkcode Failure} of its field, which says how to mend it and never repeats what a person typed.
 */
import { type Day, isDay, isTime, type Time } from "./local_time.ts";
import { normalisePhone } from "./contact.ts";
import {
  guestSource,
  type Occasion,
  OCCASIONS,
  RESERVATION_LIMITS,
  type ReservationRequest,
} from "./reservation/reservation.ts";
import { invalidField } from "./reservation_errors.ts";
import { codePoints, isPlainLine, isPlainText, normaliseMultiline, normaliseText } from "./text.ts";

/** The body of POST /api/reserva, its values of the right JSON types; null is the same as absent. */
export interface ReservationBody {
  readonly dia: string;
  readonly hora: string;
  readonly personas: number;
  readonly nombre: string;
  readonly telefono: string;
  readonly ocasion?: string | null;
  readonly comentarios?: string | null;
  readonly landing?: string | null;
}

/** Gives a field of the body; may throw a failure of its own where the value has the wrong JSON type. */
export type FieldReader = <Name extends keyof ReservationBody>(name: Name) => ReservationBody[Name];

/**
 * The reservation that a body asks for. Fields are read in the contract's order, the first wrong one is told.
 * @throws {Failure} `datos`, one of the errors in `RESERVATION_ERRORS`, and what `field` throws
 */
export function readReservation(field: FieldReader): ReservationRequest {
  return {
    day: readDay(field("dia")),
    time: readTime(field("hora")),
    partySize: readPartySize(field("personas")),
    name: readName(field("nombre")),
    phone: readPhone(field("telefono")),
    occasion: readOccasion(field("ocasion")),
    comments: readComments(field("comentarios")),
    source: readSource(field("landing")),
  };
}

/** @throws {Failure} `dia_malformado` */
export function readDay(dia: string): Day {
  if (isDay(dia)) return dia;
  throw invalidField(
    "dia_malformado",
    "El campo dia debe ser un día que exista en el calendario, escrito AAAA-MM-DD con cuatro, dos y dos cifras.",
  );
}

/** @throws {Failure} `hora_malformada` */
export function readTime(hora: string): Time {
  if (isTime(hora)) return hora;
  throw invalidField(
    "hora_malformada",
    "El campo hora debe escribirse HH:MM en 24 horas, de 00:00 a 23:59, por ejemplo 09:00 o 20:30.",
  );
}

/** @throws {Failure} `personas_no_entero`, `personas_fuera_de_rango` */
export function readPartySize(personas: number): number {
  const { min, max } = RESERVATION_LIMITS.partySize;
  if (!Number.isInteger(personas)) {
    throw invalidField(
      "personas_no_entero",
      `El campo personas debe ser un número entero de ${min} a ${max}, sin decimales.`,
    );
  }
  if (personas >= min && personas <= max) return personas;
  throw invalidField(
    "personas_fuera_de_rango",
    `El campo personas debe ser un número entero de ${min} a ${max}.`,
  );
}

/** @throws {Failure} `nombre_caracteres`, `nombre_longitud` */
export function readName(nombre: string): string {
  const name = normaliseText(nombre);
  if (!isPlainLine(name)) {
    throw invalidField(
      "nombre_caracteres",
      "El campo nombre debe ir en una sola línea, sin caracteres de control ni caracteres incompletos.",
    );
  }
  const { min, max } = RESERVATION_LIMITS.name;
  const length = codePoints(name);
  if (length >= min && length <= max) return name;
  throw invalidField(
    "nombre_longitud",
    `El campo nombre debe tener de ${min} a ${max} caracteres y el enviado tiene ${length}.`,
  );
}

/** @throws {Failure} `telefono_invalido` */
export function readPhone(telefono: string): string {
  const phone = normalisePhone(telefono);
  if (phone !== null) return phone;
  throw invalidField(
    "telefono_invalido",
    "El campo telefono debe llevar + y código de país seguidos del número (de 8 a 15 cifras en total), o bien diez cifras si es de México.",
  );
}

/** @throws {Failure} `ocasion_desconocida` */
export function readOccasion(ocasion: string | null | undefined): Occasion {
  if (ocasion === null || ocasion === undefined) return "general";
  const occasion = OCCASIONS.find((known) => known === ocasion);
  if (occasion !== undefined) return occasion;
  throw invalidField(
    "ocasion_desconocida",
    `El campo ocasion debe ser ${OCCASIONS.join(" o ")}, u omitirse.`,
  );
}

/**
 * Comments for the staff, null where there are none.
 * @throws {Failure} `comentarios_caracteres`, `comentarios_longitud`
 */
export function readComments(comentarios: string | null | undefined): string | null {
  const comments = normaliseMultiline(comentarios ?? "");
  if (!isPlainText(comments)) {
    throw invalidField(
      "comentarios_caracteres",
      "El campo comentarios admite saltos de línea y tabuladores, pero no otros caracteres de control ni caracteres incompletos.",
    );
  }
  const { max } = RESERVATION_LIMITS.comments;
  const length = codePoints(comments);
  if (length <= max) return comments === "" ? null : comments;
  throw invalidField(
    "comentarios_longitud",
    `El campo comentarios admite hasta ${max} caracteres y el enviado tiene ${length}.`,
  );
}

/**
 * Who made the reservation, null where nobody says; never what tells staff's own reservations.
 * @throws {Failure} `landing_caracteres`, `landing_longitud`
 */
export function readSource(landing: string | null | undefined): string | null {
  const source = normaliseText(landing ?? "");
  if (!isPlainLine(source)) {
    throw invalidField(
      "landing_caracteres",
      "El campo landing debe ir en una sola línea, sin caracteres de control ni caracteres incompletos.",
    );
  }
  const { max } = RESERVATION_LIMITS.source;
  const length = codePoints(source);
  if (length <= max) return source === "" ? null : guestSource(source);
  throw invalidField(
    "landing_longitud",
    `El campo landing admite hasta ${max} caracteres y el enviado tiene ${length}.`,
  );
}

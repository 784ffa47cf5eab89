/** The body of a reservation, and the failure of a wrong field. */
import * as v from "valibot";
import { DAY_FORM, TIME_FORM } from "../domain/local_time.ts";
import {
  type FieldError,
  type FieldRead,
  readComments,
  readDay,
  readName,
  readOccasion,
  readPartySize,
  readPhone,
  readSource,
  readTime,
} from "../domain/reservation/fields.ts";
import {
  OCCASIONS,
  RESERVATION_LIMITS,
  type ReservationRequest,
} from "../domain/reservation/reservation.ts";
import { codePoints, normaliseMultiline } from "../domain/text.ts";
import type { FailureCause, FailureDeclaration, WrongValue } from "../http/failure.ts";
import { described, fields, type Keywords, missingOr, readBy } from "../http/wire.ts";

const { partySize, name, comments, source } = RESERVATION_LIMITS;

export const WRONG_FIELD = {
  motivo: "datos",
  status: 422,
  description:
    "A field is wrong; campo names the first, detalle says how to mend each. Correct only those. No reservation exists.",
  errors: {
    cuerpo_no_objeto: {
      cause: "JSON, but not an object",
      detalle: "El cuerpo debe ser un objeto JSON con los datos.",
    },
    campo_falta: {
      cause: "a required field is missing or null",
      detalle: ({ campo }) => `Falta el campo ${campo}.`,
    },
    tipo_invalido: {
      cause: "a field has the wrong JSON type",
      detalle: ({ campo }) =>
        `El campo ${campo} debe ser ${
          campo === "personas" ? "un número JSON, sin comillas" : "un texto JSON"
        }.`,
    },
    dia_malformado: {
      cause: "not a real calendar day written AAAA-MM-DD",
      detalle:
        "El campo dia debe ser un día que exista en el calendario, escrito AAAA-MM-DD con cuatro, dos y dos cifras.",
    },
    dia_fuera_de_rango: {
      cause: "before today or over 90 days ahead",
      detalle: "El campo dia debe ser un día desde hoy hasta 90 días después.",
    },
    hora_malformada: {
      cause: "not a time written HH:MM, 00:00 to 23:59",
      detalle:
        "El campo hora debe escribirse HH:MM en 24 horas, de 00:00 a 23:59, por ejemplo 09:00 o 20:30.",
    },
    hora_no_reservable: {
      cause: "not one of that day's horas_reservables",
      detalle: "El campo hora debe ser una de las horas_reservables de ese día.",
    },
    personas_no_entero: {
      cause: "not a whole number",
      detalle:
        `El campo personas debe ser un número entero de ${partySize.min} a ${partySize.max}, sin decimales.`,
    },
    personas_fuera_de_rango: {
      cause: "not from 1 to 40",
      detalle:
        `El campo personas debe ser un número entero de ${partySize.min} a ${partySize.max}.`,
    },
    nombre_longitud: {
      cause: "not 2 to 80 characters after trimming",
      detalle: ({ value }) =>
        `El campo nombre debe tener de ${name.min} a ${name.max} caracteres y el enviado tiene ${
          lengthOf(value)
        }.`,
    },
    nombre_caracteres: {
      cause: "holds control, broken or reordering characters, or too few that can be seen",
      detalle:
        "El campo nombre debe ir en una sola línea que se pueda ver, sin caracteres de control, invisibles ni incompletos.",
    },
    telefono_invalido: {
      cause:
        "neither + with country code and 8 to 15 digits, nor ten digits; or Mexican and begins with 0 or 1",
      detalle:
        "El campo telefono debe llevar + y código de país seguidos del número (de 8 a 15 cifras en total), o bien diez cifras si es de México, que no empiezan con 0 ni 1.",
    },
    ocasion_desconocida: {
      cause: "neither general nor cumpleanos",
      detalle: `El campo ocasion debe ser ${OCCASIONS.join(" o ")}, u omitirse.`,
    },
    comentarios_longitud: {
      cause: "over 500 characters",
      detalle: ({ value }) => tooLong("comentarios", comments.max, value),
    },
    comentarios_caracteres: {
      cause: "holds broken characters, or control characters other than newlines and tabs",
      detalle:
        "El campo comentarios admite saltos de línea y tabuladores, pero no otros caracteres de control ni caracteres incompletos.",
    },
    landing_longitud: {
      cause: "over 120 characters",
      detalle: ({ value }) => tooLong("landing", source.max, value),
    },
    landing_caracteres: {
      cause: "holds control or broken characters",
      detalle:
        "El campo landing debe ir en una sola línea, sin caracteres de control ni caracteres incompletos.",
    },
    posible_repetida: {
      cause: "within 10 minutes of a reservation that differs in the name alone",
      detalle:
        "Hace menos de 10 minutos se reservó lo mismo con ese teléfono a otro nombre: para apartar otra mesa, envía un comentario distinto en comentarios.",
    },
    idempotencia: {
      cause: "Idempotency-Key malformed, or used before for something else",
      detalle: "La cabecera Idempotency-Key debe tener de 1 a 255 caracteres ASCII imprimibles.",
    },
  },
  example: {
    error: "hora_no_reservable",
    campo: "hora",
    detalle:
      "Las 23:30 del domingo 2026-11-22 no se pueden reservar; hoy es sábado 2026-11-21 y las horas aceptadas más cercanas de ese día son: 16:30, 17:00, 17:30, 18:00.",
  },
} as const satisfies FailureDeclaration & {
  // A rule's code without a sentence here does not compile.
  readonly errors: Readonly<Record<FieldError, FailureCause>>;
};

const typed = missingOr<keyof typeof WRONG_FIELD.errors>("campo_falta", "tipo_invalido");

/** Body of POST /api/reserva; its fields stand in the contract's order, in which wrong ones are told. */
export const reservationBody = v.pipe(
  fields({
    dia: text(readDay, "Day, AAAA-MM-DD, from today to 90 days ahead.", {
      pattern: DAY_FORM.source,
    }),
    hora: text(readTime, "One of that day's horas_reservables, HH:MM.", {
      pattern: TIME_FORM.source,
    }),
    personas: v.pipe(
      described(v.number(typed), "How many people; large groups are welcome.", {
        type: "integer",
        minimum: partySize.min,
        maximum: partySize.max,
      }),
      readBy(readPartySize),
    ),
    nombre: text(readName, "Real name of the person who will attend.", {
      minLength: name.min,
      maxLength: name.max,
    }),
    telefono: text(
      readPhone,
      "Real phone of the person who will attend: + and country code (E.164), or ten digits for Mexico. Never make one up.",
    ),
    ocasion: v.nullish(text(
      readOccasion,
      "cumpleanos: staff prepare the table for a birthday. Default general.",
      { enum: OCCASIONS },
    )),
    comentarios: v.nullish(text(
      readComments,
      "Read by a person: allergies, baby chair, terrace, celebration.",
      { maxLength: comments.max },
    )),
    landing: v.nullish(text(
      readSource,
      "Where the reservation comes from. An assistant sends its own name, so that staff know one wrote it.",
      { maxLength: source.max },
    )),
  }, "cuerpo_no_objeto"),
  v.transform((body): ReservationRequest => ({
    day: body.dia,
    time: body.hora,
    partySize: body.personas,
    name: body.nombre,
    phone: body.telefono,
    occasion: body.ocasion ?? "general",
    comments: body.comentarios ?? null,
    source: body.landing ?? null,
  })),
);

/** A body as it is really sent. */
export const RESERVATION_EXAMPLE = {
  dia: "2026-11-27",
  hora: "20:30",
  personas: 4,
  nombre: "Guadalupe Pech",
  telefono: "9990000000",
  ocasion: "cumpleanos",
  comentarios: "Una persona es alérgica a la nuez.",
  landing: "Asistente de ejemplo",
};

function text<Out>(
  read: (text: string) => FieldRead<Out>,
  description: string,
  keywords?: Keywords,
) {
  return v.pipe(described(v.string(typed), description, keywords), readBy(read));
}

function tooLong(campo: string, max: number, value: WrongValue["value"]): string {
  return `El campo ${campo} admite hasta ${max} caracteres y el enviado tiene ${lengthOf(value)}.`;
}

/** Code points as the rules count them. */
function lengthOf(value: WrongValue["value"]): number {
  return codePoints(normaliseMultiline(String(value)));
}

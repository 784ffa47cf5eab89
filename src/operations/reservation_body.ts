/** The body of a reservation, and the failure of a wrong field. */
import * as v from "valibot";
import { DAY_FORM, TIME_FORM } from "../domain/local_time.ts";
import {
  type FieldError,
  type FieldRead,
  GUEST_FIELD_LIST,
  type GuestValues,
  OCCASIONS,
  readComments,
  readDay,
  readName,
  readOccasion,
  readPartySize,
  readPhone,
  readSource,
  readTime,
  RESERVATION_LIMITS,
  type TypedField,
} from "../domain/reservation/fields.ts";
import { ALIKE_FIELDS, ALIKE_MINUTES } from "../domain/reservation/reservation.ts";
import { codePoints, normaliseMultiline } from "../domain/text.ts";
import type { OwnFailure, Sentence, WrongValue } from "../http/failure.ts";
import { described, fields, type Keywords, missingOr, readBy, wholeNumber } from "../http/wire.ts";
import { contactAbout } from "./wire_values.ts";

const { daysAhead, partySize, name, comments, source } = RESERVATION_LIMITS;
const WANTED_PARTY =
  `El campo personas debe ser un número entero de ${partySize.min} a ${partySize.max}`;

/** Characters of an Idempotency-Key. */
export const MAX_KEY = 255;

export const WRONG_FIELD = {
  status: 422,
  description:
    "A field is wrong; campo names the first, detalle how to correct each. Correct only those. This call held no table.",
  errors: {
    cuerpo_no_objeto: "El cuerpo debe ser un objeto JSON con los datos.",
    campo_falta: ({ campo }) => `Falta el campo ${campo}.`,
    tipo_invalido: ({ campo }) =>
      `El campo ${campo} debe ser ${
        campo === "personas" ? "un número JSON, sin comillas" : "un texto JSON"
      }.`,
    dia_malformado:
      "El campo dia debe ser un día que exista en el calendario, escrito AAAA-MM-DD con cuatro, dos y dos cifras.",
    dia_fuera_de_rango: `El campo dia debe ser un día desde hoy hasta ${daysAhead} días después.`,
    hora_malformada:
      "El campo hora debe escribirse HH:MM en 24 horas, de 00:00 a 23:59, por ejemplo 09:00 o 20:30.",
    hora_no_reservable: "El campo hora debe ser una de las horas_reservables de ese día.",
    personas_no_entero: `${WANTED_PARTY}, sin decimales.`,
    personas_fuera_de_rango: `${WANTED_PARTY}.`,
    nombre_longitud: ({ value }) =>
      `El campo nombre debe tener de ${name.min} a ${name.max} caracteres y el enviado tiene ${
        lengthOf(value)
      }.`,
    nombre_caracteres:
      "El campo nombre debe ir en una sola línea que se pueda ver, sin caracteres de control, invisibles ni incompletos.",
    telefono_invalido:
      "El campo telefono debe llevar + y código de país seguidos de un número con las cifras que tienen los de ahí, o bien diez cifras si es de México, que no empiezan con 0 ni 1.",
    ocasion_desconocida: `El campo ocasion debe ser ${OCCASIONS.join(" o ")}, u omitirse.`,
    comentarios_longitud: tooLong(comments.max),
    comentarios_caracteres:
      "El campo comentarios admite saltos de línea y tabuladores, pero no otros caracteres de control ni caracteres incompletos.",
    landing_longitud: tooLong(source.max),
    landing_caracteres:
      "El campo landing debe ir en una sola línea, sin caracteres de control ni caracteres incompletos.",
    posible_repetida:
      `La primera mesa sigue en pie, reservada hace menos de ${ALIKE_MINUTES} minutos con ese teléfono a otro nombre, y no se apartó otra. Para cambiarle el nombre, da a la persona el enlace de whatsapp. Solo para otra mesa de verdad distinta, envía un comentario distinto en comentarios.`,
    ya_reservada:
      "Esta persona ya tiene mesa ese día a esa hora, reservada en línea con ese teléfono y nombre: sigue en pie y no se apartó otra. No reserves otra hora: para cambiarla (hora o personas), dale el enlace de whatsapp.",
    idempotencia:
      `La cabecera Idempotency-Key debe tener de 1 a ${MAX_KEY} caracteres ASCII imprimibles.`,
  },
  // A larger party is arranged with the restaurant.
  contact(deps, wrong) {
    const { campo, value } = wrong ?? {};
    const isLarge = campo === "personas" && typeof value === "number" && value > partySize.max;
    return isLarge ? contactAbout("reserva")(deps) : undefined;
  },
  // A rule's code without a sentence here does not compile.
} as const satisfies OwnFailure & { readonly errors: Record<FieldError, Sentence> };

const typed = missingOr<keyof typeof WRONG_FIELD.errors>("campo_falta", "tipo_invalido");

const ALIKE = ALIKE_FIELDS.map(([, { wire }]) => wire).join(", ").replace(/, (\w+)$/, " and $1");

/** Body of POST /api/reserva. Wrong fields are reported in the order of its fields, which is the contract's. */
export const reservationBody = v.pipe(
  fields(
    {
      dia: text(readDay, `AAAA-MM-DD, from today to ${daysAhead} days ahead.`, {
        pattern: DAY_FORM.source,
      }),
      hora: text(
        readTime,
        "One of that day's horas_reservables: 00:00 of Saturday is Friday's night.",
        { pattern: TIME_FORM.source },
      ),
      personas: v.pipe(
        described(
          v.number(typed),
          "How many people; large groups are welcome.",
          wholeNumber(partySize),
        ),
        readBy(readPartySize),
      ),
      nombre: text(readName, "Real name of the person who will attend.", {
        minLength: name.min,
        maxLength: name.max,
      }),
      telefono: text(
        readPhone,
        "Real phone of the person who will attend: + and country code (E.164), or ten digits for Mexico. Never make one up: impossible ones are refused.",
      ),
      ocasion: v.nullish(text(
        readOccasion,
        "cumpleanos: staff prepare the table for a birthday. Default general.",
        { enum: OCCASIONS },
      )),
      comentarios: v.nullish(text(
        readComments,
        `Read by a person: allergies, baby chair, terrace. Requests equal in ${ALIKE} (case, accents, blanks aside) within ${ALIKE_MINUTES} minutes are one reservation, whatever their keys; under another's name the later is refused. A second table needs a different comment.`,
        { maxLength: comments.max },
      )),
      landing: v.nullish(text(
        readSource,
        "An assistant sends its own name here, so that staff know.",
        { maxLength: source.max },
      )),
    } satisfies Record<TypedField | "landing", v.GenericSchema>,
    "cuerpo_no_objeto",
  ),
  v.transform(({ landing, ...given }) => ({ ...guestValues(given), source: landing ?? null })),
);

function guestValues(given: Readonly<Partial<Record<TypedField, unknown>>>): GuestValues {
  const values = GUEST_FIELD_LIST.map(([name, { wire, absent }]) => [name, given[wire] ?? absent]);
  return Object.fromEntries(values) as GuestValues;
}

/** A typical body. */
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

function tooLong(max: number) {
  return ({ campo, value }: WrongValue) =>
    `El campo ${campo} admite hasta ${max} caracteres y el enviado tiene ${lengthOf(value)}.`;
}

/** Code points as the rules count them. */
function lengthOf(value: WrongValue["value"]): number {
  return codePoints(normaliseMultiline(String(value)));
}

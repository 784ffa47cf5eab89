/** What a form of a reservation sends, and what is said of it. */
import { dayOf, wallMinute } from "../../domain/local_time.ts";
import { NOTE_LIMIT, RESERVATION_LIMITS } from "../../domain/reservation/reservation.ts";
import type {
  TypedError,
  TypedField,
  TypedReservation,
  TypingRules,
} from "../../domain/reservation/typed.ts";
import type { Situation } from "../../domain/schedule/situation.ts";

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

export const FIELD_LABELS: Readonly<Record<TypedField, string>> = {
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
export const ERROR_WORDS: Readonly<Record<TypedError, string>> = {
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

export const NOTE_ERROR_WORDS = {
  nota_longitud: `Caben ${NOTE_LIMIT} caracteres: acórtala.`,
  nota_caracteres: BROKEN_TEXT,
} as const;

/** By which rules staff type, now. */
export function typingRules({ restaurant, now }: Situation, phoneOptional: boolean): TypingRules {
  const { timeZone } = restaurant;
  return { today: dayOf(wallMinute(now, timeZone)), timeZone, phoneOptional };
}

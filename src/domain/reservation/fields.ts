/** The fields of a reservation that guests give, with the rules of each; and the form in which staff enter them. */
import { normalisePhone } from "../contact.ts";
import { addDays, type Day, isDay, isTime, type Time, withoutSeconds } from "../local_time.ts";
import { type Read, readWhole } from "../read.ts";
import {
  codePoints,
  isPlainLine,
  isVisible,
  normaliseText,
  readFreeText,
  skeleton,
} from "../text.ts";

export const OCCASIONS = ["general", "cumpleanos"] as const;
export type Occasion = typeof OCCASIONS[number];

/** The contract's limits of a reservation; lengths are code points of the trimmed, NFC-normalised text. */
export const RESERVATION_LIMITS = {
  daysAhead: 90,
  partySize: { min: 1, max: 40 },
  name: { min: 2, max: 80 },
  comments: { max: 500 },
  source: { max: 120 },
} as const;

/** The source of reservations that staff take themselves, by telephone or at the door. */
export const STAFF_SOURCE = "personal";

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

/** A phone in E.164; ten digits are Mexican. */
export function readPhone(telefono: string): FieldRead<string> {
  const phone = normalisePhone(telefono);
  return phone === null ? { error: "telefono_invalido" } : { value: phone };
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

/** The source: one line of up to 120 code points, never {@linkcode STAFF_SOURCE}; null if it is blank. */
export function readSource(landing: string): FieldRead<string | null> {
  const source = normaliseText(landing);
  if (!isPlainLine(source)) return { error: "landing_caracteres" };
  if (codePoints(source) > RESERVATION_LIMITS.source.max) return { error: "landing_longitud" };
  // A guest's source never reads like the staff's own.
  return {
    value: skeleton(source) === STAFF_SOURCE ? `${STAFF_SOURCE} (en línea)` : source || null,
  };
}

interface GuestField {
  /** Its name in requests and forms. */
  readonly wire: string;
  /** Its Spanish name, in histories and exports. */
  readonly label: string;
  /** Reads a value of the right JSON type. */
  readonly read: (given: never) => FieldRead<unknown>;
  /** Makes such a value of a form's text. Default: the text itself. */
  readonly ofText?: (text: string) => unknown;
  /** The value where nothing is given. Default: the field is required. */
  readonly absent?: unknown;
  /**
   * How a repeated request is told from another one: `equal` values, equal texts once `folded` (case, accents and
   * blanks aside), or, of a name, shared `words`.
   */
  readonly retry: "equal" | "folded" | "words";
  /** Whether it is a text for people: shown with the reservation in every list, and searched. */
  readonly isSaid?: true;
}

/**
 * The fields that guests give, in the contract's order, by the name of their value. Columns, history, export
 * and retries follow from this list, of a text also search and the lists of staff; `deno check` names the forms and
 * sentences that must follow.
 */
export const GUEST_FIELDS = {
  day: {
    wire: "dia",
    label: "día",
    read: readDay,
    ofText: (text: string) => text.trim(),
    retry: "equal",
  },
  time: { wire: "hora", label: "hora", read: readTime, ofText: withoutSeconds, retry: "equal" },
  partySize: {
    wire: "personas",
    label: "personas",
    read: readPartySize,
    ofText: typedNumber,
    retry: "equal",
  },
  name: { wire: "nombre", label: "nombre", read: readName, retry: "words" },
  /** E.164. */
  phone: { wire: "telefono", label: "teléfono", read: readPhone, retry: "equal" },
  occasion: {
    wire: "ocasion",
    label: "ocasión",
    read: readOccasion,
    absent: "general",
    retry: "equal",
  },
  /** Null if there are none. */
  comments: said({ wire: "comentarios", label: "comentarios", read: readComments }),
} as const satisfies Readonly<Record<string, GuestField>>;

/** A field with a text for people, which may be absent. */
function said<const Field extends Pick<GuestField, "wire" | "label" | "read">>(field: Field) {
  return { ...field, absent: null, retry: "folded", isSaid: true } as const;
}

type Fields = typeof GUEST_FIELDS;
export type GuestFieldName = keyof Fields;

/** What the fields of a valid request hold. */
export type GuestValues = {
  readonly [Name in GuestFieldName]: Extract<
    ReturnType<Fields[Name]["read"]>,
    { readonly value: unknown }
  >["value"];
};

/** The values that the form of staff changes; the phone is null only in a reservation that staff took. */
export type EditableValues = Omit<GuestValues, "phone"> & { readonly phone: string | null };

/** The names of the texts for people. */
export type SaidField = {
  [Name in GuestFieldName]: Fields[Name] extends { isSaid: true } ? Name : never;
}[GuestFieldName];

export type TypedField = Fields[GuestFieldName]["wire"];
export type SaidWire = Fields[SaidField]["wire"];

/** {@linkcode GUEST_FIELDS} as a list of names and fields. */
export const GUEST_FIELD_LIST = Object.entries(GUEST_FIELDS) as readonly (readonly [
  GuestFieldName,
  GuestField & { readonly wire: TypedField },
])[];

/** The fields that may be absent, with the values that they then have. */
export const NOTHING_GIVEN = Object.fromEntries(
  GUEST_FIELD_LIST.filter(([, field]) => "absent" in field).map((
    [name, { absent }],
  ) => [name, absent]),
) as { readonly [Name in OptionalField]: GuestValues[Name] };

type OptionalField = {
  [Name in GuestFieldName]: Fields[Name] extends { readonly absent: unknown } ? Name : never;
}[GuestFieldName];

const SAID_LIST = GUEST_FIELD_LIST.filter(([, { isSaid }]) => isSaid);
export const SAID_FIELDS = SAID_LIST.map(([name]) => name as SaidField);
export const SAID_WIRES = SAID_LIST.map(([, { wire }]) => wire as SaidWire);

/** The text of each field; empty where nothing was entered. */
export type TypedReservation = Readonly<Record<TypedField, string>>;

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
  { today, phoneOptional }: TypingRules,
): { readonly ok: true; readonly values: EditableValues } | {
  readonly ok: false;
  readonly errors: TypedErrors;
} {
  const errors: TypedErrors = {};
  const values = Object.fromEntries(GUEST_FIELD_LIST.map(([name, field]) => {
    const text = typed[field.wire];
    const isEmpty = text.trim() === "";
    if (isEmpty && "absent" in field) return [name, field.absent];
    if (isEmpty && name === "phone" && phoneOptional) return [name, null];
    const read = readText(text, field);
    if ("value" in read) return [name, read.value];
    errors[field.wire] = isEmpty && name === "phone" ? "telefono_falta" : read.error;
    return [name, undefined];
  })) as unknown as EditableValues;
  if (errors.dia === undefined && isFarOff(values.day, today)) errors.dia = "dia_imposible";
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, values };
}

function readText(text: string, { read, ofText = (text) => text }: GuestField): FieldRead<unknown> {
  return read(ofText(text) as never);
}

export function typedFrom(values: EditableValues): TypedReservation {
  return Object.fromEntries(
    GUEST_FIELD_LIST.map(([name, { wire }]) => [wire, String(values[name] ?? "")]),
  ) as TypedReservation;
}

/** A note, or another text of staff of up to `max` code points. */
export function readNote(
  typed: string,
  max: number,
): Read<string | null, "nota_caracteres" | "nota_longitud"> {
  return readFreeText(typed, { max, wrong: "nota_caracteres", long: "nota_longitud" });
}

/** NaN where `text` is not written in digits alone: `1e1`, `0x10`. */
function typedNumber(text: string): number {
  return readWhole(normaliseText(text), { min: 0, max: 999_999 }) ?? NaN;
}

function isFarOff(day: Day, today: Day): boolean {
  return day < addDays(today, -DAYS_WITHIN.past) || day > addDays(today, DAYS_WITHIN.ahead);
}
